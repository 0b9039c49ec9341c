"""The ascent: what it reaches, what it respects, and that nothing but time changes its result."""

import time
from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import gaussians, no_signs

import aucopt
from aucopt.exact.solvers.ascent.ascend import Ascent, ascend
from aucopt.metrics import pair_counts


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
    found = ascend(X, positive, signs=no_signs(X), starts=start)
    assert found.status == "local"
    assert found.history[0] == auc_of(X, positive, start)
    assert all(a < b for a, b in zip(found.history, found.history[1:], strict=False))
    assert found.auc == found.history[-1] == auc_of(X, positive, found.coef)
    assert np.linalg.norm(found.coef) == pytest.approx(1)
    right, tied, total = naive.counts(X.tolist(), positive, found.coef.tolist())
    assert (found.right, found.tied, found.total) == (right, tied, total)


def test_no_plane_of_an_axis_improves_what_it_reached() -> None:
    X, positive = gaussians(40, 4)
    found = ascend(X, positive, signs=no_signs(X))
    for j in range(4):
        plane = np.column_stack([X @ found.coef, X[:, j]])
        assert aucopt.maximize_auc(plane, positive).auc <= found.auc + 1e-12


def test_separable_data_are_separated() -> None:
    X, positive = gaussians(60, 30)
    assert ascend(X, positive, signs=no_signs(X)).auc == 1.0


def test_the_seed_decides_and_the_threads_do_not() -> None:
    X, positive = gaussians(120, 6)
    found = ascend(X, positive, signs=no_signs(X), random_state=3)
    assert_same(ascend(X, positive, signs=no_signs(X), random_state=3), found)
    assert_same(ascend(X, positive, signs=no_signs(X), random_state=3, n_jobs=3), found)


@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_sparse_equals_dense(smoothing: float) -> None:
    rng = np.random.default_rng(0)
    X, positive = gaussians(150, 8)
    X *= rng.random(X.shape) < 0.3
    dense = ascend(X, positive, signs=no_signs(X), smoothing=smoothing, starts=np.ones(8))
    thin = ascend(sparse.csr_matrix(X), positive, signs=no_signs(X), smoothing=smoothing, starts=np.ones(8))
    assert thin.auc == pytest.approx(dense.auc, abs=2e-3)
    assert thin.auc == auc_of(X, positive, thin.coef)


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


@pytest.mark.parametrize("scales", [(1e150, 1e-150, 1.0), (1e-300, 1e-300, 1e-300), (1e300, 1.0, 1e-280)])
def test_scales_do_not_matter(scales: tuple[float, ...]) -> None:
    X, positive = gaussians(90, 3)
    X = np.round(X * 64) / 64
    found = ascend(X * scales, positive, signs=no_signs(X))
    assert found.auc == pytest.approx(ascend(X, positive, signs=no_signs(X)).auc, abs=1e-3)
    assert found.auc == auc_of(X * scales, positive, found.coef)


def test_constant_and_repeated_columns() -> None:
    X, positive = gaussians(90, 3)
    wide = np.column_stack([X[:, 0], np.full(90, 7.0), X, X[:, 0]])
    found = ascend(wide, positive, signs=no_signs(wide))
    assert found.coef[1] == 0.0
    assert found.auc == pytest.approx(ascend(X, positive, signs=no_signs(X)).auc, abs=2e-3)
    # The two copies cancel: a start that scores all rows alike.
    found = ascend(wide, positive, signs=no_signs(wide), starts=[1, 0, -1, 0, 0, 0])
    assert found.history[0] == 0.5 < found.auc


def test_nothing_varies() -> None:
    found = ascend(np.ones((4, 3)), np.array([True, False, False, True]), signs=(0, 0, 0))
    assert (found.auc, found.status, found.coef.tolist()) == (0.5, "local", [0.0, 0.0, 0.0])


def test_coincident_rows_stay_tied() -> None:
    X = np.tile(np.array([[0.1, 0.7, 0.3], [0.2, 0.6, 0.9]]), (6, 1))
    positive = np.arange(12) % 4 < 2
    found = ascend(X, positive, signs=no_signs(X))
    assert (found.right, found.tied) == (9, 18)


@pytest.mark.parametrize("one", [True, False])
def test_a_class_of_one_row(one: bool) -> None:
    X, _ = gaussians(30, 4)
    positive = (np.arange(30) == 3) == one
    assert ascend(X, positive, signs=no_signs(X)).auc > 0.9


def test_weights_count_as_repeated_rows() -> None:
    X, positive = gaussians(60, 4)
    weight = np.arange(60) % 3 + 1
    start = np.ones(4)
    found = ascend(X, positive, weight, signs=no_signs(X), starts=start)
    assert found.total == weight[positive].sum() * weight[~positive].sum()
    rows = np.repeat(np.arange(60), weight)
    assert found.auc == pytest.approx(
        ascend(X[rows], positive[rows], signs=no_signs(X), starts=start).auc, abs=2e-3
    )
    floats = ascend(X, positive, weight / 7, signs=no_signs(X), starts=start)
    assert floats.auc == pytest.approx(found.auc, abs=2e-3)


def test_huge_integer_weights_do_not_overflow() -> None:
    X, positive = gaussians(60, 3)
    weight = (np.arange(60) % 3 + 1) * 10**14
    found = ascend(X, positive, weight, signs=no_signs(X))
    assert found.total == int(weight[positive].sum()) * int(weight[~positive].sum())
    assert found.auc == pytest.approx(ascend(X, positive, weight // 10**14, signs=no_signs(X)).auc, abs=2e-3)


def test_time_runs_out() -> None:
    X, positive = gaussians(300, 10)
    found = ascend(X, positive, signs=no_signs(X), deadline=time.monotonic())
    assert found.status == "time_limit"
    assert found.auc == auc_of(X, positive, found.coef) > 0.5
    smoothed = ascend(X, positive, signs=no_signs(X), smoothing=0.1, deadline=time.monotonic())
    assert smoothed.status == "time_limit"


def test_it_can_be_watched_and_interrupted() -> None:
    X, positive = gaussians(300, 10)
    seen = []

    def stop_at_the_second(search: Ascent) -> None:
        seen.append(search.auc)
        if len(seen) == 2:
            raise KeyboardInterrupt

    found = ascend(X, positive, signs=no_signs(X), report=stop_at_the_second)
    assert (found.status, len(seen)) == ("interrupted", 2)
    assert found.auc >= seen[0]


@pytest.mark.parametrize("smoothing", [-1.0, np.nan, np.inf])
def test_bad_smoothing(smoothing: float) -> None:
    X, positive = gaussians(9, 3)
    with pytest.raises(ValueError, match="smoothing must be"):
        ascend(X, positive, signs=no_signs(X), smoothing=smoothing)
