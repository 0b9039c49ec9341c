"""Algorithm 2: any number of columns, by recursion from hyperplane to hyperplane down to the plane.

As the paper's appendix does, it forgets the points and keeps their differences K = {x+ - x-}: the best w has
most of them in its open hemisphere. Every open cell has a facet on the hyperplane of some u in K, and that
facet is an open cell of a problem in R^(d-1). As printed, w stays on the hyperplanes, where u and all that is
parallel to it are tied and lost: d - 2 pairs in general position. Here w steps off to the better side.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from aucopt.exact.solvers.reference.plane import (
    Points,
    Signs,
    Tick,
    Vector,
    Weights,
    algorithm_1,
    direction_between,
    dot,
    evaluate,
    no_tick,
    opposite,
    pair_differences,
    primitive,
)


class Optimum(NamedTuple):
    """The optimum and one direction that attains it.

    Attributes
    ----------
    right, tied : int
        R and T of the direction.
    total : int
        N, the weight of all pairs.
    direction : tuple of int
        Primitive. Inside an open cell, or, with signs, of a face of the allowed cone.
    """

    right: int
    tied: int
    total: int
    direction: Vector

    @property
    def value(self) -> int:
        """The maximum of 2R + T, that is 2 N AUC."""
        return 2 * self.right + self.tied


def algorithm_2(
    points: Points, p: Weights, q: Weights, signs: Signs | None = None, tick: Tick = no_tick
) -> Optimum:
    """Find the best direction in any dimension: O(N^(d-1) log N), for a handful of points.

    Ties count one half, so a direction that ties a pair scores the mean of its two sides: where both are
    allowed, only open cells matter. A weight that `signs` allows to be zero has but one side there, and zero
    can beat it. So each face of the allowed cone is a problem of its own, with the columns that are not zero.

    Parameters
    ----------
    points : sequence of tuples of int
        Distinct points of R^d.
    p, q : sequences of int
        Weight of the positives and of the negatives at each point; a pair weighs p_i q_j.
    signs : sequence of int, optional
        For each column +1 for a weight >= 0, -1 for a weight <= 0, 0 for a free one.
    tick : callable
        Called in every loop; may raise an error that ends the search.

    Returns
    -------
    Optimum

    Examples
    --------
    >>> algorithm_2([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)], p=[1, 1, 1, 0], q=[0, 0, 0, 1])
    Optimum(right=3, tied=0, total=3, direction=(1, 1, 1))
    >>> algorithm_2([(1, 0, 0), (0, 1, 0), (0, 0, 1)], p=[1, 0, 0], q=[0, 1, 1], signs=(0, 1, 1)).value
    4
    """
    columns = len(points[0])
    signs = (0,) * columns if signs is None else signs
    if columns <= 2:
        found = algorithm_1(points, p, q, signs, tick)
        return Optimum(found.right, found.tied, found.total, direction_between(*found.cells[0]))
    total = sum(p) * sum(q)
    differences = Counter[Vector]()
    for difference, weight in pair_differences(points, p, q):
        tick()
        differences[difference] += weight
    # Larger faces first: of equals, max takes the first.
    directions = [_best_inside(differences, total, signs, kept, tick) for kept in _faces(signs)]
    scored = [Optimum(*evaluate(points, p, q, w), total, w) for w in directions]
    return max(scored, key=lambda optimum: optimum.value)


def densest(vectors: Mapping[Vector, int], dimension: int, tick: Tick = no_tick) -> tuple[int, Vector]:
    """Find the open hemisphere with the greatest weight of vectors: that weight, and a normal w.

    The normal is orthogonal to none of the vectors: it lies in an open cell.

    Parameters
    ----------
    vectors : mapping of tuples of int to int
        Nonzero vectors and their weights.
    dimension : int
        Their length; needed when there are none.
    tick : callable
        Called in every loop; may raise an error that ends the search.

    Examples
    --------
    >>> densest({(1, 0, 0): 2, (-2, 0, 0): 1, (0, 3, 0): 1}, dimension=3)
    (3, (1, 1, 0))
    """
    on_ray: Counter[Vector] = Counter()
    for v, weight in vectors.items():
        on_ray[primitive(v)] += weight
    if dimension <= 2:
        # The reduction of the NP proof: positives around one negative, the origin.
        rays, origin = list(on_ray), (0,) * dimension
        found = algorithm_1([*rays, origin], [*on_ray.values(), 0], [0] * len(rays) + [1], tick=tick)
        return found.right, direction_between(*found.cells[0])
    if not on_ray:
        return 0, (1,) + (0,) * (dimension - 1)
    lines = {max(u, opposite(u)) for u in on_ray}
    return max(_densest_beside(u, on_ray, tick) for u in sorted(lines))


def _densest_beside(u: Vector, on_ray: Counter[Vector], tick: Tick) -> tuple[int, Vector]:
    """Solve on the hyperplane orthogonal to u, then step off to the side that wins more of what it ties."""
    crossing = {v: weight for v, weight in on_ray.items() if v not in (u, opposite(u))}
    projected: Counter[Vector] = Counter()
    for v, weight in crossing.items():
        tick()
        projected[change_coordinates(u, v)] += weight
    count, on_plane = densest(projected, len(u) - 1, tick)
    w = change_coordinates_back(u, on_plane)
    side = u if on_ray[u] >= on_ray[opposite(u)] else opposite(u)
    # |w.v| >= 1 for every v that crosses the hyperplane, and a step of 1/stride of |u.v| cannot undo it.
    stride = 1 + max((abs(dot(u, v)) for v in crossing), default=0)
    stepped = tuple(stride * a + b for a, b in zip(w, side, strict=True))
    return count + on_ray[side], primitive(stepped)


def change_coordinates(u: Vector, v: Vector) -> Vector:
    """Return the d - 1 coordinates of v along an integer basis of the hyperplane orthogonal to u.

    The basis is u_k e_j - u_j e_k for all j but k, the first with u_k != 0. It need not be orthonormal: inner
    products with w are kept, since `change_coordinates_back` is the transpose. Zero if v is parallel to u.

    Examples
    --------
    >>> change_coordinates((2, 1, 0), (1, 0, 1)), change_coordinates((2, 1, 0), (4, 2, 0))
    ((-1, 2), (0, 0))
    """
    k = _pivot(u)
    return tuple(u[k] * v[j] - u[j] * v[k] for j in range(len(u)) if j != k)


def change_coordinates_back(u: Vector, w: Vector) -> Vector:
    """Return the vector of R^d orthogonal to u whose coordinates on the basis are w.

    Examples
    --------
    >>> change_coordinates_back((2, 1, 0), (-1, 2))
    (1, -2, 4)
    """
    k = _pivot(u)
    others = u[:k] + u[k + 1 :]
    back = [u[k] * a for a in w]
    return (*back[:k], -dot(others, w), *back[k:])


def _pivot(u: Vector) -> int:
    return next(k for k, a in enumerate(u) if a)


def _faces(signs: Signs) -> Iterator[tuple[int, ...]]:
    """Yield the faces of the allowed cone, itself first, each as its columns that are not zero."""
    constrained = [j for j, sign in enumerate(signs) if sign]
    for n_zero in range(len(constrained) + 1):
        for zero in combinations(constrained, n_zero):
            if n_zero < len(signs):
                yield tuple(j for j in range(len(signs)) if j not in zero)


def _best_inside(
    differences: Mapping[Vector, int], total: int, signs: Signs, kept: tuple[int, ...], tick: Tick
) -> Vector:
    """Return the best direction strictly inside a face of the allowed cone.

    A constraint s_j w_j > 0 is one more vector, s_j e_j, worth more than all pairs: the densest hemisphere
    holds all of these, as they fit into one, and the hyperplane w_j = 0 joins those to recurse on.
    """
    vectors: Counter[Vector] = Counter()
    for difference, weight in differences.items():
        vectors[tuple(difference[j] for j in kept)] += weight
    del vectors[(0,) * len(kept)]
    for place, j in enumerate(kept):
        if signs[j]:
            vectors[tuple(signs[j] if i == place else 0 for i in range(len(kept)))] += total + 1
    _, w = densest(vectors, len(kept), tick)
    weights = dict(zip(kept, w, strict=True))
    return tuple(weights.get(j, 0) for j in range(len(signs)))
