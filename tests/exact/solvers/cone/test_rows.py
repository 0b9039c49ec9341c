"""Rows of a problem: scores along a basis within their error, merged and turned to the heavier side."""

from fractions import Fraction

import numpy as np
import pytest
from naive import inner

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.parallel import whole_points
from aucopt.exact.solvers.cone.rows import DEEPEST, list_rows

BASIS = [(3, 1, 0), (-1, 4, 1), (0, -2, 5)]


def test_scores_are_as_close_as_they_claim() -> None:
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.normal(size=(9, 3)), np.arange(9) % 2)
    rows = list_rows(problem, BASIS, None)
    points = problem.integers()
    ups, downs = (np.flatnonzero(problem.weight[:, k]) for k in (0, 1))
    exact = [
        [inner(v, [a - b for a, b in zip(points[i], points[j], strict=True)]) for i in ups for j in downs]
        for v in BASIS
    ]
    # Images and basis are scaled.
    unit = exact[0][0] / Fraction(rows.score[0, 0])
    assert np.abs(rows.score - np.array([[float(v / unit) for v in row] for row in exact])).max() < rows.error
    assert rows.error < 1e-12
    assert rows.weight.tolist() == [1] * 20
    assert rows.always == 0


@pytest.mark.parametrize("seed", range(5))
def test_parallel_pairs_look_to_their_heavier_side(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = Problem.read(rng.integers(0, 3, (14, 3)), np.arange(14) % 2, rng.integers(1, 4, 14))
    whole = whole_points(problem)
    assert whole is not None
    apart, merged = list_rows(problem, BASIS, None), list_rows(problem, BASIS, whole)
    assert len(merged.weight) < len(apart.weight)
    assert merged.weight.min() > 0
    for w in rng.normal(size=(20, 3)):
        right = [rows.always + int(rows.weight[w @ rows.score > 0].sum()) for rows in (apart, merged)]
        assert right[0] == right[1]


@pytest.mark.parametrize("seed", range(5))
def test_small_integers_are_exact_along_axes(seed: int) -> None:
    """A row that only touches a box is decided: its range ends at zero, without an error."""
    rng = np.random.default_rng(seed)
    problem = Problem.read(rng.integers(0, (2, 9, 300), (12, 3)), np.arange(12) % 2)
    rows = list_rows(problem, [(1, 0, 0), (0, -1, 0), (0, 0, 1)], None)
    assert (rows.error, rows.rounding) == (0.0, 0.0)
    assert rows.doubt > 0
    assert rows.deepest == DEEPEST - int(problem.limbs.max()).bit_length()
    for _ in range(20):
        level = rng.integers(1, rows.deepest + 1, 2)
        centre = [Fraction(2 * int(rng.integers(0, 2 ** int(k - 1))) + 1, 2 ** int(k)) for k in level]
        first, *others = rows.score
        mid = first + sum(float(x) * s for x, s in zip(centre, others, strict=True))
        for t, told in enumerate(mid.tolist()):
            exact = Fraction(first[t]) + sum(x * Fraction(s[t]) for x, s in zip(centre, others, strict=True))
            assert Fraction(told) == exact


def test_long_numbers_and_other_bases_have_errors() -> None:
    rng = np.random.default_rng(0)
    axes = [(1, 0), (0, 1)]
    whole = Problem.read(rng.integers(0, 9, (12, 2)), np.arange(12) % 2)
    long = Problem.read(rng.integers(0, 1 << 20, (12, 2)), np.arange(12) % 2)
    for problem, basis in ((whole, [(1, 1), (0, 1)]), (long, axes)):
        rows = list_rows(problem, basis, None)
        assert rows.error == rows.doubt > 0
        assert rows.deepest == DEEPEST
