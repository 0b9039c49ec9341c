"""An ascent by what positives are worth: counts, line searches, smoothing, polishing."""

import naive_objectives
import numpy as np
import pytest
from curve_objectives import objective_of
from naive_objectives import Asked
from strategies import two_clouds

import aucopt
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.columns import Columns, standardised
from aucopt.exact.solvers.ascent.positives import PositiveRows, SmoothedPositives, polish
from aucopt.kernels.scores.curve import Worth
from aucopt.kernels.scores.ray import RaySwaps

NO_SWAPS = RaySwaps(np.empty(0), np.empty(0))
ASKED = [
    Asked("max_fpr", "0.2"),
    Asked("min_tpr", "0.8"),
    Asked("specificity", "0.9"),
    Asked("sensitivity", "0.9"),
]


def rows_of(X: np.ndarray, y: np.ndarray, worth: Worth, weight: np.ndarray | None = None) -> PositiveRows:
    return PositiveRows(y == 1, weight, worth)


@pytest.mark.parametrize("worth", [Worth(3, 0, 1), Worth(12, 2, 2)])
@pytest.mark.parametrize("weighted", [False, True])
def test_values_are_whole_less_a_part_for_wrong_pairs(worth: Worth, weighted: bool) -> None:
    X, y = two_clouds(20, 1)
    X = np.round(X)
    weight = np.arange(20) % 3 + 1 if weighted else None
    rows = rows_of(X, y, worth, weight)
    p, q = ((y == side) * (1 if weight is None else weight) for side in (1, 0))
    points = [(int(v),) for (v,) in X]
    expected = naive_objectives.value_along(points, p.tolist(), q.tolist(), (1,), worth)
    value = rows.value(X[:, 0])
    assert expected - 1 < value <= expected
    assert rows.value(np.where(y == 1, 1.0, 0.0)) == rows.whole


def test_a_ray_is_searched_by_counts() -> None:
    X, y = two_clouds(60, 2)
    rows = rows_of(X, y, Worth(2, 0, 1))
    stand = rows.stand(X[:, 0])
    across = X[:, 1] / X[:, 1].std()
    found = stand.propose(across, 1.0, NO_SWAPS)
    assert found is not None
    along = X[:, 0] / X[:, 0].std()
    assert found.value == rows.value((1 - found.phi) * along + found.phi * across)
    assert found.value >= max(rows.value((1 - phi) * along + phi * across) for phi in (0.125, 0.25, 0.5, 1))
    assert stand.opposite().spread == pytest.approx(stand.spread)


@pytest.mark.parametrize("worth", [Worth(3, 0, 1), Worth(30, 3, 2)])
def test_smoothing_narrows_to_the_objective(worth: Worth) -> None:
    X, y = two_clouds(60, 3)
    rows, columns = rows_of(X, y, worth), Columns(X)
    smoothed = SmoothedPositives(columns, standardised(columns), rows, np.random.default_rng(0))
    w = np.ones(3)
    truth = np.ceil(rows.value(columns.scores(w))) / rows.whole
    assert smoothed.value(w, 1e-4) == pytest.approx(truth, abs=0.03)
    best = smoothed.maximize(w, 0.3, np.zeros(3), lambda: False)
    assert smoothed.value(best, 0.3) >= smoothed.value(w, 0.3)


def test_polishing_never_loses_and_keeps_signs() -> None:
    X, y = two_clouds(50, 3)
    rows = rows_of(X, y, Worth(1, 0, 1))
    factor = np.linalg.cholesky(np.cov(X.T))
    start = np.array([1.0, 0.0, 0.0])
    for signs in ((0, 0, 0), (1, 1, 1), (1, 0, -1)):
        w = polish(X, rows, signs, factor, start)
        assert rows.value(X @ w) >= rows.value(X @ start)
        assert all(s * v >= 0 for s, v in zip(signs, w, strict=True))


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_an_ascent_comes_close_to_the_optimum(asked: Asked, smoothing: float) -> None:
    X, y = two_clouds(50, 3)
    objective = objective_of(asked)
    best = aucopt.maximize(X, y, objective)
    local = aucopt.maximize(X, y, objective, solver="ascent", smoothing=smoothing)
    assert local.status == "local"
    assert local.value_exact <= best.value_exact <= local.bound_exact
    assert local.value >= (0.6 if smoothing else 0.9) * best.value
    again = aucopt.maximize(X, y, objective, solver="ascent", smoothing=smoothing, n_jobs=2)
    assert again.coef.tolist() == local.coef.tolist()


def test_an_ascent_takes_decimals_as_weights_and_minds_signs() -> None:
    X, y = two_clouds(60, 4)
    weight = np.where(np.arange(60) % 3 == 0, 0.5, 1.5)
    objective, signs = aucopt.Sensitivity(0.8), [1, -1, 0, 1]
    found = aucopt.maximize(X, y, objective, sample_weight=weight, signs=signs, solver="ascent")
    asked = Asked("specificity", "0.8")
    assert naive_objectives.value(X, y, found.coef, asked, weight) == found.value_exact
    assert all(s * v >= 0 for s, v in zip(signs, found.coef, strict=True))


def test_progress_is_told_of_the_objective() -> None:
    X, y = two_clouds(60, 3)
    shares: list[float] = []
    worth = Worth(3, 0, 1)
    found = ascend(X, y == 1, signs=(0, 0, 0), worth=worth, report=lambda a: shares.append(a.share))
    assert shares
    assert shares[-1] <= found.share <= 1


@pytest.mark.parametrize(
    ("X", "y", "weight", "signs", "objective", "best"),
    [
        (
            [[0, 1], [0, 1], [1, 1], [1, 0], [0, 1], [0, 1], [1, 1]], [1, 1, 0, 0, 1, 0, 1],
            [1, 1, 3, 1, 3, 2, 3], [1, 0], aucopt.Specificity(0.3), 1 / 2,
        ),
        (
            [[0, 2], [0, 2], [4, 3], [0, 2]], [1, 0, 1, 1],
            [3, 3, 1, 1], [-1, -1], aucopt.PartialAUC(max_fpr=0.01), 0,
        ),
    ],
)  # fmt: skip
def test_a_weight_that_should_be_zero_is_not_rounded_to_the_wrong_sign(X, y, weight, signs, objective, best):
    """Where a ray meets the edge of the allowed cone."""
    found = aucopt.maximize(X, y, objective, sample_weight=weight, signs=signs, solver="ascent", n_restarts=1)
    assert (found.coef * signs >= 0).all()
    assert found.value <= best
