"""Solutions held against the brute force of `naive`, for all tests that solve small data."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import naive
import pytest
from strategies import Rows

import aucopt


def same_answer(a: aucopt.Solution, b: aucopt.Solution) -> bool:
    """Whether two solutions in the plane have the same weights, arcs and bound."""
    return a.coef.tolist() == b.coef.tolist() and (a.arcs, a.bound_exact) == (b.arcs, b.bound_exact)


def check_in_plane(case: dict[str, Any]) -> None:
    X, y, weight, signs = case["X"], case["y"], case["sample_weight"], case["signs"]
    if weight is not None and len({label for label, s in zip(y, weight, strict=True) if s}) < 2:
        with pytest.raises(ValueError, match="weight 0"):
            aucopt.maximize_auc(X, y, sample_weight=weight)
        return
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs)
    weight = None if weight is None else naive.exact_column(weight)
    value, total = naive.best(X, y, weight, signs)
    assert solution.status == "optimal"
    assert solution.bound_exact == Fraction(value) / (2 * Fraction(total))
    right, tied, _ = naive.counts(X, y, solution.coef, weight)
    assert (2 * Fraction(right) + tied) / (2 * Fraction(total)) == solution.auc_exact
    right, tied, _ = naive.counts(X, y, [Fraction(v) for v in solution.direction], weight)
    if any(solution.direction):
        assert 2 * right + tied == value
    if not solution.notes:
        assert solution.gap == 0.0
        scores = X[:, 0] * solution.coef[0] + X[:, 1] * solution.coef[1]
        by_floats = aucopt.roc_auc_score(y, scores, sample_weight=case["sample_weight"])
        assert abs(by_floats - solution.auc) < 1e-12
    for s, w in zip(signs or (0, 0), solution.coef, strict=True):
        assert s * w >= 0
    if solution.in_plane:
        assert len(solution.arcs) == naive.optimal_cells(X, y, weight, signs)


def optimum(data: Rows, signs: Sequence[int] | None = None) -> Fraction:
    _, _, total = naive.counts(data.X, data.y, [0] * len(data.X[0]), data.weight)
    return naive.best_anywhere(*data, signs) / (2 * total)


def auc_of(data: Rows, w: Any) -> Fraction:
    right, tied, total = naive.counts(data.X, data.y, w, data.weight)
    return (2 * right + tied) / (2 * total)


def check_in_space(data: Rows, signs: Sequence[int] | None = None, solver: str = "cone") -> aucopt.Solution:
    """The bound is the optimum, `direction` attains it, `coef` too or the solution says why not."""
    X, y, weight = data
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs, solver=solver, n_jobs=1)
    truth = optimum(data, signs)
    assert (solution.bound_exact, solution.status) == (truth, "optimal")
    assert auc_of(data, solution.direction) == truth
    assert auc_of(data, solution.coef) == solution.auc_exact
    thin = any("thinner than float64" in note for note in solution.notes)
    assert thin or solution.auc_exact == truth
    assert (solution.gap == 0.0) == (solution.auc_exact == truth)
    for w in (solution.coef, solution.direction):
        assert all(s * v >= 0 for s, v in zip(signs or (), w, strict=bool(signs)))
    return solution
