"""Densest hemispheres through linear AUC, and linear AUC through hemispheres, against counting everywhere."""

from collections import Counter
from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt import maximize_auc
from aucopt.exact.solvers.reference import Optimum, algorithm_2
from aucopt.exact.solvers.reference.hemisphere import as_auc_problem, densest_hemisphere, pair_differences

EXAMPLES = settings(deadline=None, max_examples=100)
Vectors = list[tuple[int, ...]]


def vectors(columns: int, max_size: int = 8) -> st.SearchStrategy[Vectors]:
    return st.lists(st.tuples(*[st.integers(-3, 3)] * columns), min_size=1, max_size=max_size)


def densest_by_counting(points: Vectors) -> int:
    inside = [sum(naive.inner(s, w) > 0 for s in points) for w in naive.all_directions(points)]
    return max(inside)


def solve_by_recursion(X: np.ndarray, y: np.ndarray) -> Optimum:
    weight: Counter[tuple[tuple[int, ...], int]] = Counter()
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        weight[tuple(x), label] += 1
    points = sorted({x for x, _ in weight})
    return algorithm_2(points, [weight[x, 1] for x in points], [weight[x, 0] for x in points])


@EXAMPLES
@given(vectors(1) | vectors(2) | vectors(3, max_size=7))
def test_hemisphere_holds_the_most(points: Vectors) -> None:
    if not any(map(any, points)):
        with pytest.raises(ValueError, match="All points are zero"):
            densest_hemisphere(points)
        return
    found = densest_hemisphere(points)
    assert found.count == found.bound == densest_by_counting(points)
    assert found.status == "optimal"
    inside = [naive.dot(tuple(map(Fraction, found.normal)), s) > 0 for s in points]
    assert sum(inside) == found.count
    assert sum(naive.inner(found.direction, s) > 0 for s in points) == found.bound


@EXAMPLES
@given(vectors(3, max_size=7))
def test_reduction_to_auc_in_space(points: Vectors) -> None:
    optimum = solve_by_recursion(*as_auc_problem(points))
    assert optimum.right == densest_by_counting(points)
    assert optimum.tied == sum(not any(s) for s in points)
    assert sum(naive.inner(optimum.direction, s) > 0 for s in points) == optimum.right


@EXAMPLES
@given(vectors(2, max_size=6), st.data())
def test_there_and_back(rows: Vectors, data: st.DataObject) -> None:
    X = [*rows, (0, 0)]
    y = [*data.draw(st.lists(st.integers(0, 1), min_size=len(rows), max_size=len(rows))), 0]
    y[0] = 1
    differences = pair_differences(X, y)
    assert differences.dtype == np.int64
    assert len(differences) == y.count(1) * y.count(0)
    if differences.any():
        assert densest_hemisphere(differences).count == maximize_auc(X, y, solver="enumeration").right


def test_bound_holds_when_time_runs_out() -> None:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(60, 2))
    points[:5] = 0.0
    best = densest_hemisphere(points)
    stopped = densest_hemisphere(points, time_limit=0.0)
    assert best.count == best.bound <= 55
    assert stopped.count <= best.count <= stopped.bound


def test_differences_are_of_the_numbers_as_written() -> None:
    X, y = [[0.3, 1e16], [0.1, 1.0], [0.2, 3.0]], ["yes", "no", "no"]
    assert pair_differences(X, y).tolist() == [[0.2, 1e16], [0.1, 1e16 - 3.0]]
    large = pair_differences([[2**62], [-(2**62) + 1]], [1, 0])
    assert large.tolist() == [[2**63 - 1]]


def test_float_points_on_the_sphere() -> None:
    angles = np.linspace(0, 2 * np.pi, 7, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    assert densest_hemisphere(circle).count == 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: densest_hemisphere([[0, 0], [0, 0]]), "All points are zero"),
        (lambda: densest_hemisphere([1, 2]), "one-dimensional"),
        (lambda: densest_hemisphere([[np.nan, 1.0]]), "NaN"),
        (lambda: pair_differences([[1], [2], [3]], [0, 1]), "X has 3 rows, y has 2"),
        (lambda: pair_differences([[1e308], [-1e308]], [0, 1]), "overflow"),
        (lambda: pair_differences([[2**63 - 1], [-2]], [1, 0]), "overflow"),
    ],
)
def test_what_is_refused(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_halfspace_depth_of_the_origin(columns: int) -> None:
    # In general position max R = N (1 - depth of the origin among the differences).
    multivariate = pytest.importorskip("depth.model.multivariate", reason="needs data-depth")
    rng = np.random.default_rng(columns)
    for _ in range(5):
        X, y = rng.integers(0, 10**6, (8, columns)), np.arange(8) % 2
        differences = pair_differences(X, y)
        depth = multivariate.halfspace(np.zeros((1, columns)), differences.astype(np.float64), exact=True)
        assert solve_by_recursion(X, y).right == round(len(differences) * (1 - float(depth[0])))


@pytest.mark.parametrize("signs", [None, (1, 0), (-1, -1), (0, 1)])
@pytest.mark.parametrize("weight", [None, [1, 2, 0.5, 0, 3, 1, 1, 2]])
def test_signs_and_weights(signs: tuple[int, ...] | None, weight: list[float] | None) -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        points = rng.integers(-2, 3, (8, 2))
        whole = [Fraction(w) for w in weight or [1] * 8]
        best = max(
            sum(w for x, w in zip(points.tolist(), whole, strict=True) if naive.inner(x, v) > 0)
            for v in naive.all_directions({tuple(x) for x in points.tolist()}, signs)
        )
        found = densest_hemisphere(points, signs=signs, sample_weight=weight)
        assert found.count == found.bound == best
        assert found.status == "optimal"
