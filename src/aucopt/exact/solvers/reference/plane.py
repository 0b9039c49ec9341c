"""One and two columns: the trivial method and Algorithm 1; in any dimension: the count of one direction."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cmp_to_key
from itertools import product
from math import gcd
from typing import NamedTuple

Vector = tuple[int, ...]
Cell = tuple[Vector, Vector]
Points = Sequence[Vector]
Weights = Sequence[int]
Signs = Sequence[int]

Tick = Callable[[], object]

FULL_CIRCLE: Cell = ((1, 0), (1, 0))
AXES: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def no_tick() -> None:
    """What a search calls between two small steps if nobody wants to stop it."""


class Enumeration(NamedTuple):
    """The optimum and every place where it is attained.

    Attributes
    ----------
    right, tied : int
        R and T in the first of the cells.
    total : int
        N, the weight of all pairs.
    cells : tuple of (lo, hi)
        All optimal cells, by the angle of lo: the open arcs counter-clockwise from lo to hi, then the optimal
        edge rays of the allowed cone as (ray, ray). Without constraints there are no rays, and lo == hi means
        `FULL_CIRCLE`, the one cell if no pair ever swaps. In R^1 a cell is ((1,), (1,)) or ((-1,), (-1,)).
    """

    right: int
    tied: int
    total: int
    cells: tuple[Cell, ...]

    @property
    def value(self) -> int:
        """The maximum of 2R + T, that is 2 N AUC."""
        return 2 * self.right + self.tied


def evaluate(points: Points, p: Weights, q: Weights, w: Vector) -> tuple[int, int]:
    """Return (R, T) of the direction w by one sort, as Fawcett's algorithm does; any dimension.

    Examples
    --------
    >>> evaluate([(0, 0), (1, 0), (1, 1)], p=[1, 0, 2], q=[0, 1, 1], w=(1, 1))
    (2, 2)
    """
    positives: Counter[int] = Counter()
    negatives: Counter[int] = Counter()
    for x, p_x, q_x in zip(points, p, q, strict=True):
        score = dot(w, x)
        positives[score] += p_x
        negatives[score] += q_x
    right = tied = below = 0
    for score in sorted(positives):
        right += positives[score] * below
        tied += positives[score] * negatives[score]
        below += negatives[score]
    return right, tied


def attains(points: Points, p: Weights, q: Weights, w: Vector, threshold: int) -> bool:
    """Say whether w ranks at least `threshold` pairs right: the polynomial verifier that puts LAO in NP.

    Examples
    --------
    >>> attains([(0, 0), (1, 0), (1, 1)], p=[1, 0, 2], q=[0, 1, 1], w=(1, 1), threshold=3)
    False
    """
    return evaluate(points, p, q, w)[0] >= threshold


def critical_directions(points: Points, p: Weights, q: Weights) -> list[Vector]:
    """Return every direction at which a pair of distinct points ties, primitive, by angle in [0, 2 pi).

    Only pairs of a positive and a negative count: two points of one class may change places unnoticed.

    Examples
    --------
    >>> critical_directions([(0, 0), (2, 4)], p=[1, 0], q=[0, 1])
    [(-2, 1), (2, -1)]
    """
    if len(points[0]) == 1:
        return []
    turned = {primitive((-d2, d1)) for (d1, d2), _ in pair_differences(points, p, q)}
    return _sort_by_angle(turned | {opposite(c) for c in turned})


def direction_between(lo: Vector, hi: Vector) -> Vector:
    """Return a primitive direction strictly inside the open arc counter-clockwise from lo to hi.

    Both are primitive. For lo == hi it is lo itself, which a ray and the full circle both contain.

    Examples
    --------
    >>> [direction_between((1, 0), hi) for hi in [(1, 1), (-1, 0), (1, -1)]]
    [(2, 1), (0, 1), (-2, 1)]
    """
    if lo == hi:
        return lo
    turn = _cross(lo, hi)
    if turn == 0:
        return (-lo[1], lo[0])
    mediant = primitive((lo[0] + hi[0], lo[1] + hi[1]))
    return mediant if turn > 0 else opposite(mediant)


def trivial(points: Points, p: Weights, q: Weights, signs: Signs = (0, 0)) -> Enumeration:
    """Score one direction in every cell: the paper's trivial method, O(N n log n).

    As printed it scores on the critical slopes, where the pairs that define them are tied and lost, and with
    w2 = 1 only, half of the circle. Here directions lie between neighbouring critical ones, all around.

    Parameters
    ----------
    points : sequence of tuples of int
        Distinct points of R^1 or R^2.
    p, q : sequences of int
        Weight of the positives and of the negatives at each point; a pair weighs p_i q_j.
    signs : sequence of int
        For each column +1 for a weight >= 0, -1 for a weight <= 0, 0 for a free one.

    Examples
    --------
    >>> trivial([(2, 0), (2, 2), (0, 1)], p=[1, 0, 0], q=[0, 1, 1])
    Enumeration(right=2, tied=0, total=2, cells=(((-1, -2), (1, 0)),))
    """
    if len(points[0]) == 1:
        cells: list[Cell] = [(w, w) for w in ((1,), (-1,)) if _is_allowed(w, signs)]
    else:
        cells = _cells(_cuts(critical_directions(points, p, q), signs), signs)
    counts = {cell: evaluate(points, p, q, direction_between(*cell)) for cell in cells}
    return _optimum(counts, sum(p) * sum(q))


def algorithm_1(
    points: Points, p: Weights, q: Weights, signs: Signs = (0, 0), tick: Tick = no_tick
) -> Enumeration:
    """Score one cell, then sweep the circle and add what each critical direction changes: O(N log N).

    As printed it divides by x1 differences, so a pair that shares x1 has no slope and the best cell can be
    missed; it adds equal slopes one by one, so it reports sums that no direction attains; and it scores the
    reverse of w as 1 - AUC(w), which counts coincident pairs as right. Here a pair is won at one direction
    and lost at the opposite one, equal directions are one event, and no direction speaks for its reverse.

    Parameters and result are those of `trivial`. `tick` is called for every pair and every comparison of two
    directions, and may raise an error that ends the search.

    Examples
    --------
    >>> algorithm_1([(0, 0), (-1, -1), (1, 1)], p=[1, 0, 0], q=[0, 1, 1]).value
    2
    """
    if len(points[0]) == 1:
        return trivial(points, p, q, signs)
    gain: Counter[Vector] = Counter()
    loss: Counter[Vector] = Counter()
    for (d1, d2), weight in pair_differences(points, p, q):
        tick()
        # w.d > 0 on the half circle around d, which w, turning counter-clockwise, leaves 90 degrees past d
        lost = primitive((-d2, d1))
        loss[lost] += weight
        gain[opposite(lost)] += weight
    cuts = _cuts({*gain, *loss}, signs, tick)
    if not cuts:
        return trivial(points, p, q, signs)
    right, tied = evaluate(points, p, q, direction_between(cuts[-1], cuts[0]))
    counts: dict[Cell, tuple[int, int]] = {}
    for lo, hi in _arcs(cuts):
        tick()
        right -= loss[lo]
        counts[lo, lo] = (right, tied + loss[lo] + gain[lo])
        right += gain[lo]
        counts[lo, hi] = (right, tied)
    return _optimum({cell: counts[cell] for cell in _cells(cuts, signs)}, sum(p) * sum(q))


def pair_differences(points: Points, p: Weights, q: Weights) -> Iterator[tuple[Vector, int]]:
    """Yield x+ - x- and the weight of every positive-negative pair of distinct points."""
    for (x, positives), (z, negatives) in product(zip(points, p, strict=True), zip(points, q, strict=True)):
        if positives and negatives and x != z:
            yield tuple(a - b for a, b in zip(x, z, strict=True)), positives * negatives


def _cuts(critical: Iterable[Vector], signs: Signs, tick: Tick = no_tick) -> list[Vector]:
    """Return where cells begin and end: the critical directions and the two edges of the allowed cone."""
    return _sort_by_angle({*critical, *_allowed_edges(signs)}, tick)


def _arcs(cuts: list[Vector]) -> Iterator[Cell]:
    """Return the arcs between neighbouring cuts, all around the circle."""
    return zip(cuts, cuts[1:] + cuts[:1], strict=True)


def _cells(cuts: list[Vector], signs: Signs) -> list[Cell]:
    """Return the allowed open cells, then the edge rays of the allowed cone.

    A critical direction scores the mean of its two sides, so it matters only where one side is forbidden.
    """
    if not cuts:
        return [FULL_CIRCLE]
    inside = [arc for arc in _arcs(cuts) if _is_allowed(direction_between(*arc), signs)]
    return inside + [(ray, ray) for ray in _allowed_edges(signs)]


def _is_allowed(w: Vector, signs: Signs) -> bool:
    # not strict: in R^1 the free default has an entry to spare
    return all(sign * weight >= 0 for sign, weight in zip(signs, w, strict=False))


def _allowed_edges(signs: Signs) -> list[Vector]:
    """Return the allowed axes on which a constrained weight is zero: none without constraints, else two."""
    on_edge = [axis for axis in AXES if any(s and not a for s, a in zip(signs, axis, strict=True))]
    return [axis for axis in on_edge if _is_allowed(axis, signs)]


def _optimum(counts: dict[Cell, tuple[int, int]], total: int) -> Enumeration:
    """Return the best of the (R, T) counts with all cells that share its 2R + T."""
    best = max(2 * right + tied for right, tied in counts.values())
    cells = tuple(cell for cell, (right, tied) in counts.items() if 2 * right + tied == best)
    return Enumeration(*counts[cells[0]], total, cells)


def _sort_by_angle(directions: Iterable[Vector], tick: Tick = no_tick) -> list[Vector]:
    def compare(u: Vector, v: Vector) -> int:
        tick()
        return _compare_angles(u, v)

    return sorted(directions, key=cmp_to_key(compare))


def _compare_angles(u: Vector, v: Vector) -> int:
    """Return a negative number when u comes before v, counter-clockwise from (1, 0)."""
    u_lower, v_lower = ((y, x) < (0, 0) for x, y in (u, v))
    return (u_lower - v_lower) or -_cross(u, v)


def _cross(u: Vector, v: Vector) -> int:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Vector, v: Vector) -> int:
    """Return u.v."""
    return sum(a * b for a, b in zip(u, v, strict=True))


def opposite(u: Vector) -> Vector:
    """Return -u."""
    return tuple(-a for a in u)


def primitive(u: Vector) -> Vector:
    """Return the shortest integer vector in the direction of u."""
    divisor = gcd(*u)
    return tuple(a // divisor for a in u)
