"""How far given weights are from the best."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from naive_checks import auc_of
from strategies import GAUSSIAN, GRID, Rows, Y

import aucopt


@pytest.mark.parametrize("coef", [[1], [1, 2, 3], [1, np.nan], [np.inf, 1]])
def test_auc_gap_refuses_bad_weights(coef: list[float]) -> None:
    with pytest.raises(ValueError, match="coef must be 2 finite numbers"):
        aucopt.auc_gap(GAUSSIAN, Y, coef)


def test_auc_gap_is_zero_at_the_optimum_and_largest_opposite() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    assert aucopt.auc_gap(GAUSSIAN, Y, solution.coef) == 0.0
    assert aucopt.auc_gap(GAUSSIAN, Y, -solution.coef) == float(2 * solution.auc_exact - 1)
    assert aucopt.auc_gap(GAUSSIAN, Y, [0, 0]) == float(solution.auc_exact - Fraction(1, 2))


def test_auc_gap_counts_ties_half() -> None:
    right, tied, total = naive.counts(GRID, Y, [1, 0])
    assert tied > 0
    best = aucopt.maximize_auc(GRID, Y).bound_exact
    assert aucopt.auc_gap(GRID, Y, [[1, 0]]) == float(best - (right + tied / 2) / total)


def test_auc_gap_in_space_is_zero_at_the_optimum_and_largest_opposite(solved_space: Any) -> None:
    X, y, solution = solved_space
    assert aucopt.auc_gap(X, y, solution.coef) == 0.0
    assert aucopt.auc_gap(X, y, -solution.coef) == pytest.approx(2 * solution.auc - 1)
    assert aucopt.auc_gap(X, y, np.eye(X.shape[1])[0]) == float(
        solution.bound_exact - auc_of(Rows(X, y), np.eye(X.shape[1])[0])
    )
