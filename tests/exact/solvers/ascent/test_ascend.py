"""The ascent: what it reaches, what it respects, and that nothing but time changes its result."""

import time
from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import aucopt
from aucopt.exact.solvers.ascent.ascend import Ascent, ascend
from aucopt.exact.solvers.ascent.columns import Columns, standardised
from aucopt.exact.solvers.ascent.rays import Pairs, Standing
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
from aucopt.kernels.scores.ray import RaySwaps
from aucopt.metrics import pair_counts


def gaussians(n: int, d: int, seed: int = 0, shift: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    positive = np.arange(n) % 3 == 0
    return rng.normal(size=(n, d)) + shift * positive[:, None] * rng.normal(size=d), positive


def free(X: np.ndarray) -> tuple[int, ...]:
    return (0,) * X.shape[1]


def auc_of(X: np.ndarray, positive: np.ndarray, coef: np.ndarray) -> float:
    return pair_counts(positive, naive.score_rows(X.tolist(), coef.tolist())).auc


def assert_same(a: Ascent, b: Ascent) -> None:
    assert a.coef.tolist() == b.coef.tolist()
    assert a[1:] == b[1:]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["gaussian", "grid", "coarse"]), st.integers(4, 60))
def test_two_columns_reach_the_proved_optimum(seed: int, kind: str, n: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    # Sums of quarters are exact, so that float scores tie where exact ones do.
    X = {"gaussian": X, "grid": np.round(4 * X) / 4, "coarse": np.round(X)}[kind]
    positive = rng.random(n) < 0.4
    positive[:2] = True, False
    weight = rng.integers(1, 4, n) if seed % 2 else None
    found = ascend(X, positive, weight, signs=(0, 0))
    best = aucopt.maximize_auc(X, positive, sample_weight=weight)
    assert Fraction(2 * found.right + found.tied, 2 * found.total) == best.auc_exact


@pytest.mark.parametrize("seed", range(3))
def test_it_climbs_and_tells_the_truth(seed: int) -> None:
    X, positive = gaussians(150, 8, seed)
    start = np.random.default_rng(seed).normal(size=8)
    found = ascend(X, positive, signs=free(X), starts=start)
    assert found.status == "local"
    assert found.history[0] == auc_of(X, positive, start)
    assert all(a < b for a, b in zip(found.history, found.history[1:], strict=False))
    assert found.auc == found.history[-1] == auc_of(X, positive, found.coef)
    assert np.linalg.norm(found.coef) == pytest.approx(1)
    right, tied, total = naive.counts(X.tolist(), positive, found.coef.tolist())
    assert (found.right, found.tied, found.total) == (right, tied, total)


def test_no_plane_of_an_axis_improves_what_it_reached() -> None:
    X, positive = gaussians(40, 4)
    found = ascend(X, positive, signs=free(X))
    for j in range(4):
        plane = np.column_stack([X @ found.coef, X[:, j]])
        assert aucopt.maximize_auc(plane, positive).auc <= found.auc + 1e-12


@pytest.mark.parametrize("n_start", range(3))
def test_random_starts_come_close_to_the_default(n_start: int) -> None:
    X, positive = gaussians(200, 10)
    good = ascend(X, positive, signs=free(X))
    other = ascend(X, positive, signs=free(X), starts=np.random.default_rng(n_start).normal(size=10))
    assert other.auc == pytest.approx(good.auc, abs=1e-3)


def test_separable_data_are_separated() -> None:
    X, positive = gaussians(60, 30)
    assert ascend(X, positive, signs=free(X)).auc == 1.0


def test_more_pairs_than_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(600, 5)
    whole = ascend(X, positive, signs=free(X))
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.MOST_SWAPS", 2000)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.smoothing.MOST_PAIRS", 5000)
    found = ascend(X, positive, signs=free(X), starts=np.eye(5)[0])
    assert found.auc > found.history[0]
    assert found.auc == pytest.approx(whole.auc, abs=2e-3)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("kind", ["gaussian", "grid"])
def test_proposals_keep_their_promise(kind: str, side: int) -> None:
    rng = np.random.default_rng(0)
    scores, across = rng.normal(size=(2, 150))
    if kind == "grid":
        scores, across = np.round(scores), np.round(across)
    scores, across = scores / scores.std(), side * across / across.std()
    pairs = Pairs(np.arange(150) % 3 == 0, None)
    values = []
    # From too little room for one crowd of swaps to room for all pairs.
    for size in (20, 400, pairs.n_pairs):
        room = RaySwaps(np.empty(size), np.empty(size))
        found = Standing(pairs, scores).propose(across, 1.0, room)
        assert found is not None
        right, tied = pairs.count((1 - found.phi) * scores + found.phi * across)
        assert found.value == 2 * right + tied
        values.append(found.value)
    start_right, start_tied = pairs.count(scores)
    assert min(values[:2]) >= 2 * start_right + start_tied
    swept = [pairs.count((1 - phi) * scores + phi * across) for phi in np.linspace(0.001, 0.999, 999)]
    assert values[2] >= max(2 * right + tied for right, tied in swept)


def test_a_crowded_window_still_climbs(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(300, 4)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.MOST_SWAPS", 100)
    found = ascend(np.round(X), positive, signs=free(X), starts=np.eye(4)[0])
    assert found.auc > found.history[0] + 0.01


def test_the_seed_decides_and_the_threads_do_not() -> None:
    X, positive = gaussians(120, 6)
    found = ascend(X, positive, signs=free(X), random_state=3)
    assert_same(ascend(X, positive, signs=free(X), random_state=3), found)
    assert_same(ascend(X, positive, signs=free(X), random_state=3, n_jobs=3), found)


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_sparse_equals_dense(smoothing: float) -> None:
    rng = np.random.default_rng(0)
    X, positive = gaussians(150, 8)
    X *= rng.random(X.shape) < 0.3
    dense = ascend(X, positive, signs=free(X), smoothing=smoothing, starts=np.ones(8))
    thin = ascend(sparse.csr_matrix(X), positive, signs=free(X), smoothing=smoothing, starts=np.ones(8))
    assert thin.auc == pytest.approx(dense.auc, abs=2e-3)
    assert thin.auc == auc_of(X, positive, thin.coef)


def test_sparse_data_have_default_starts_too() -> None:
    X, positive = gaussians(150, 8, shift=2.0)
    thin = ascend(sparse.csr_array(X), positive, signs=free(X))
    assert thin.auc == pytest.approx(ascend(X, positive, signs=free(X)).auc, abs=1e-3)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=3))
def test_signs_are_kept(seed: int, signs: list[int]) -> None:
    rng = np.random.default_rng(seed)
    X, positive = np.round(rng.normal(size=(30, 3))), np.arange(30) % 2 == 0
    for smoothing in (0.0, 0.5):
        found = ascend(X, positive, signs=signs, smoothing=smoothing, starts=rng.normal(size=3))
        assert all(s * w >= 0 for s, w in zip(signs, found.coef, strict=True))
        assert found.coef.any()
        assert found.auc == auc_of(X, positive, found.coef)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(1, 1), (1, 0), (-1, 1), (0, -1)]))
def test_signs_in_two_columns_reach_the_proved_optimum(seed: int, signs: tuple[int, int]) -> None:
    rng = np.random.default_rng(seed)
    X, positive = np.round(2 * rng.normal(size=(24, 2))), np.arange(24) % 2 == 0
    found = ascend(X, positive, signs=signs)
    assert found.auc == aucopt.maximize_auc(X, positive, signs=signs).auc


def test_a_weight_of_exactly_zero_can_be_best() -> None:
    # The second column orders the ties of the first the wrong way, and must not be negative.
    X = np.array([[0, 1], [1, 1], [1, 1], [0, 2], [1, 2], [0, 2.0]])
    positive = np.array([False, True, True, False, False, False])
    for start in (None, [1.0, 0.5], [0.0, 1.0]):
        found = ascend(X, positive, signs=(1, 1), starts=start)
        assert found.coef[1] == 0.0
        assert found.auc == aucopt.maximize_auc(X, positive, signs=(1, 1)).auc == 0.875


def test_starts_outside_the_cone_fall_back_on_a_column() -> None:
    X, positive = gaussians(60, 3)
    found = ascend(X, positive, signs=(1, 1, 1), starts=[-1.0, -1.0, -1.0], budget=0)
    assert (found.coef >= 0).all()
    assert found.coef.any()


@pytest.mark.parametrize("scales", [(1e150, 1e-150, 1.0), (1e-300, 1e-300, 1e-300), (1e300, 1.0, 1e-280)])
def test_scales_do_not_matter(scales: tuple[float, ...]) -> None:
    X, positive = gaussians(90, 3)
    X = np.round(X * 64) / 64
    found = ascend(X * scales, positive, signs=free(X))
    assert found.auc == pytest.approx(ascend(X, positive, signs=free(X)).auc, abs=1e-3)
    assert found.auc == auc_of(X * scales, positive, found.coef)


def test_constant_and_repeated_columns() -> None:
    X, positive = gaussians(90, 3)
    wide = np.column_stack([X[:, 0], np.full(90, 7.0), X, X[:, 0]])
    found = ascend(wide, positive, signs=free(wide))
    assert found.coef[1] == 0.0
    assert found.auc == pytest.approx(ascend(X, positive, signs=free(X)).auc, abs=2e-3)
    # The two copies cancel: a start that scores all rows alike.
    found = ascend(wide, positive, signs=free(wide), starts=[1, 0, -1, 0, 0, 0])
    assert found.history[0] == 0.5 < found.auc


def test_nothing_varies() -> None:
    found = ascend(np.ones((4, 3)), np.array([True, False, False, True]), signs=(0, 0, 0))
    assert (found.auc, found.status, found.coef.tolist()) == (0.5, "local", [0.0, 0.0, 0.0])


def test_coincident_rows_stay_tied() -> None:
    X = np.tile(np.array([[0.1, 0.7, 0.3], [0.2, 0.6, 0.9]]), (6, 1))
    positive = np.arange(12) % 4 < 2
    found = ascend(X, positive, signs=free(X))
    assert (found.right, found.tied) == (9, 18)


@pytest.mark.parametrize("one", [True, False])
def test_a_class_of_one_row(one: bool) -> None:
    X, _ = gaussians(30, 4)
    positive = (np.arange(30) == 3) == one
    assert ascend(X, positive, signs=free(X)).auc > 0.9


def test_weights_count_as_repeated_rows() -> None:
    X, positive = gaussians(60, 4)
    weight = np.arange(60) % 3 + 1
    start = np.ones(4)
    found = ascend(X, positive, weight, signs=free(X), starts=start)
    assert found.total == weight[positive].sum() * weight[~positive].sum()
    rows = np.repeat(np.arange(60), weight)
    assert found.auc == pytest.approx(
        ascend(X[rows], positive[rows], signs=free(X), starts=start).auc, abs=2e-3
    )
    floats = ascend(X, positive, weight / 7, signs=free(X), starts=start)
    assert floats.auc == pytest.approx(found.auc, abs=2e-3)


def test_huge_integer_weights_do_not_overflow() -> None:
    X, positive = gaussians(60, 3)
    weight = (np.arange(60) % 3 + 1) * 10**14
    found = ascend(X, positive, weight, signs=free(X))
    assert found.total == int(weight[positive].sum()) * int(weight[~positive].sum())
    assert found.auc == pytest.approx(ascend(X, positive, weight // 10**14, signs=free(X)).auc, abs=2e-3)


def test_time_runs_out() -> None:
    X, positive = gaussians(300, 10)
    found = ascend(X, positive, signs=free(X), deadline=time.monotonic())
    assert found.status == "time_limit"
    assert found.auc == auc_of(X, positive, found.coef) > 0.5
    smoothed = ascend(X, positive, signs=free(X), smoothing=0.1, deadline=time.monotonic())
    assert smoothed.status == "time_limit"


def test_it_can_be_watched_and_interrupted() -> None:
    X, positive = gaussians(300, 10)
    seen = []

    def stop_at_the_second(search: Ascent) -> None:
        seen.append(search.auc)
        if len(seen) == 2:
            raise KeyboardInterrupt

    found = ascend(X, positive, signs=free(X), report=stop_at_the_second)
    assert (found.status, len(seen)) == ("interrupted", 2)
    assert found.auc >= seen[0]


def test_a_budget_limits_the_planes() -> None:
    X, positive = gaussians(300, 10)
    found = ascend(X, positive, signs=free(X), budget=20)
    assert found.status == "local"
    assert found.n_planes < 20 + 16


@pytest.mark.parametrize("smoothing", [-1.0, np.nan, np.inf])
def test_bad_smoothing(smoothing: float) -> None:
    X, positive = gaussians(9, 3)
    with pytest.raises(ValueError, match="smoothing must be"):
        ascend(X, positive, signs=free(X), smoothing=smoothing)


@pytest.mark.parametrize("starts", [[1.0, 2.0], [[1.0, np.nan, 0.0]], np.ones((1, 1, 3))])
def test_bad_starts(starts: object) -> None:
    X, positive = gaussians(9, 3)
    with pytest.raises(ValueError, match="starts must be finite weights on 3 columns"):
        ascend(X, positive, signs=free(X), starts=starts)


def test_smoothed_auc_is_the_mean_over_a_cloud_of_directions() -> None:
    X, positive = gaussians(40, 5)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    columns, rng = Columns(X), np.random.default_rng(0)
    w, smoothing = np.array([1.0, -0.5, 0.2, 0.0, 1.0]), 0.4
    smoothed = SmoothedAUC(columns, standardised(columns), positive, None, rng).value(
        columns.scaled(w), smoothing
    )
    # Student's t with two degrees of freedom; its distribution is (1 + z / sqrt(1 + z^2)) / 2 at sqrt(2) z.
    noise = rng.normal(size=(20_000, 5)) / np.sqrt(rng.chisquare(2, (20_000, 1)) / 2)
    cloud = w / np.linalg.norm(w) + noise * smoothing / np.sqrt(2 * 4)
    mean = np.mean([pair_counts(positive, X @ v).auc for v in cloud])
    assert smoothed == pytest.approx(mean, abs=0.005)


def test_smoothing_in_two_columns_is_the_profile_averaged_over_angles() -> None:
    X, positive = gaussians(40, 2)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    columns, smoothing = Columns(X), 0.2
    smoothed = SmoothedAUC(columns, standardised(columns), positive, None, np.random.default_rng(0))
    angles = np.arange(3600) * (2 * np.pi / 3600)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    profile = np.array([pair_counts(positive, X @ w).auc for w in circle])
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(200_000, 2)) / np.sqrt(rng.chisquare(2, (200_000, 1)) / 2)
    cloud = np.array([1.0, 0.0]) + noise * smoothing / np.sqrt(2)
    turns = np.round(np.arctan2(cloud[:, 1], cloud[:, 0]) / (2 * np.pi / 3600)).astype(int) % 3600
    share = np.bincount(turns, minlength=3600) / len(turns)
    averaged = np.fft.ifft(np.fft.fft(profile) * np.fft.fft(share)).real
    values = [smoothed.value(columns.scaled(w), smoothing) for w in circle[::100]]
    assert values == pytest.approx(averaged[::100], abs=0.003)
    found = ascend(X, positive, signs=(0, 0), smoothing=smoothing)
    best = max(smoothed.value(columns.scaled(w), smoothing) for w in circle)
    assert found.history[-1] >= best - 1e-9


def test_smoothing_from_nothing_to_infinity() -> None:
    X, positive = gaussians(200, 6)
    aucs = [ascend(X, positive, signs=free(X), smoothing=h).auc for h in (0.0, 0.1, 1.0)]
    assert aucs == sorted(aucs, reverse=True)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    units = [(p - q) / np.linalg.norm(p - q) for p in Z[positive] for q in Z[~positive]]
    limit = np.mean(units, axis=0)
    found = ascend(X, positive, signs=free(X), smoothing=1e3).coef * X.std(axis=0)
    assert found @ limit / np.linalg.norm(found) / np.linalg.norm(limit) == pytest.approx(1, abs=1e-4)


def test_more_columns_than_the_best_single_one_is_looked_for_among():
    rng = np.random.default_rng(0)
    solution = aucopt.maximize_auc(rng.normal(size=(20, 101)), np.arange(20) % 2)
    assert solution.auc == 1
    assert (solution.best_column, solution.blend_gain) == (None, None)
