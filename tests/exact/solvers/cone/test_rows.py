"""Rows of a problem: scores along a basis within their error, merged and turned to the heavier side."""

from fractions import Fraction

import numpy as np
import pytest
from naive import inner

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.parallel import whole_points
from aucopt.exact.solvers.cone.rows import list_rows

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
