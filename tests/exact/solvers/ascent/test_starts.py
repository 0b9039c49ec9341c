"""Where an ascent begins, and that the beginning hardly matters."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.climber import Climber
from aucopt.exact.solvers.ascent.columns import Columns, standardised
from aucopt.exact.solvers.ascent.rays import Pairs
from aucopt.exact.solvers.ascent.starts import around, best_column, default_starts, random_unit
from aucopt.metrics import pair_counts


@pytest.mark.parametrize("n_start", range(3))
def test_random_starts_come_close_to_the_default(n_start: int) -> None:
    X, positive = gaussians(200, 10)
    good = ascend(X, positive, signs=no_signs(X))
    other = ascend(X, positive, signs=no_signs(X), starts=np.random.default_rng(n_start).normal(size=10))
    assert other.auc == pytest.approx(good.auc, abs=1e-3)


def test_sparse_data_have_default_starts_too() -> None:
    X, positive = gaussians(150, 8, shift=2.0)
    thin = ascend(sparse.csr_array(X), positive, signs=no_signs(X))
    assert thin.auc == pytest.approx(ascend(X, positive, signs=no_signs(X)).auc, abs=1e-3)


def test_starts_outside_the_cone_fall_back_on_a_column() -> None:
    X, positive = gaussians(60, 3)
    found = ascend(X, positive, signs=(1, 1, 1), starts=[-1.0, -1.0, -1.0], budget=0)
    assert (found.coef >= 0).all()
    assert found.coef.any()


@pytest.mark.parametrize("starts", [[1.0, 2.0], [[1.0, np.nan, 0.0]], np.ones((1, 1, 3))])
def test_bad_starts(starts: object) -> None:
    X, positive = gaussians(9, 3)
    with pytest.raises(ValueError, match="starts must be finite weights on 3 columns"):
        ascend(X, positive, signs=no_signs(X), starts=starts)


def climber_of(X: np.ndarray, positive: np.ndarray, signs: tuple[int, ...]) -> Climber:
    return Climber(Columns(X), Pairs(positive, None), np.array(signs), None, 1)


@pytest.mark.parametrize("signs", [(0, 0, 0), (1, 1, 1), (-1, -1, -1), (1, 0, -1)])
def test_the_best_column_is_the_best_of_all_allowed(signs: tuple[int, ...]) -> None:
    X, positive = gaussians(40, 3)
    climber = climber_of(X, positive, signs)
    found = best_column(climber)
    allowed = [s * w for w in np.eye(3) for s in (1, -1) if (s * w * signs >= 0).all()]
    assert any(found.tolist() == w.tolist() for w in allowed)
    assert climber.value_of(found) == max(map(climber.value_of, allowed))


def test_no_column_is_best_where_none_varies() -> None:
    assert best_column(climber_of(np.ones((4, 2)), np.arange(4) % 2 == 0, (0, 0))).tolist() == [0, 0]


def test_starts_all_around_are_for_two_columns() -> None:
    X, _ = gaussians(30, 3)
    assert around(Columns(X)) == []
    X[:, 1] = 4.0
    columns = Columns(X)
    starts = np.array(around(columns))
    assert (starts[:, 1] == 0).all()
    angles = np.unwrap(np.arctan2(*(starts[:, [2, 0]] * columns.spread[[2, 0]]).T))
    assert np.diff(angles) == pytest.approx(np.full(len(starts) - 1, 2 * np.pi / len(starts)))


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
def test_default_starts_rank_clearly_apart_what_is(make: Any) -> None:
    X, positive = gaussians(60, 4, shift=4.0)
    X = np.column_stack([X, np.ones(60)])
    columns = Columns(make(X))
    starts = list(default_starts(columns, standardised(columns), positive, None, np.zeros(5), lambda: False))
    assert len(starts) == 5
    for w in starts:
        assert w[4] == 0
        assert pair_counts(positive, columns.scores(w)).auc > 0.95


def test_a_random_direction_leaves_constant_columns_out() -> None:
    w = random_unit(np.random.default_rng(0), np.array([1.0, 0.0, 1.0]))
    assert w[1] == 0
    assert np.linalg.norm(w) == pytest.approx(1)
