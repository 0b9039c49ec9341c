"""Kernels run to prepare the tests of others: points reordered along an arc, the open pairs of a cone."""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import naive
import naive_objectives
import numpy as np
from strategies import ConeCase, PlaneCase

from aucopt.kernels.cone.cone import Hyperplanes, Open, Vertices, list_open
from aucopt.kernels.cone.gather import Lines
from aucopt.kernels.cone.split import SplitLook
from aucopt.kernels.plane.order import Axis, OrderedPoints, SwapTally, new_scratch, reorder
from aucopt.kernels.scores.curve import Worth

N_BUCKETS = 16
AMPLE = 10_000


class Reordered(NamedTuple):
    """What reordering along an arc left behind, and what its twin says."""

    points: OrderedPoints
    end: Axis
    tally: SwapTally
    place: np.ndarray
    counted: tuple[int, int, int]
    before: list[int]
    after: list[int]
    swaps: tuple[list[tuple[int, int]], list[tuple[int, int]]]


def go_along(case: PlaneCase, kind: str, *, room: int = AMPLE, n_buckets: int = N_BUCKETS) -> Reordered:
    start, end = case.arc(kind)
    n = len(case.points)
    before, after = (naive.order_along(case.points, *direction) for direction in (start, end))
    points, axis = case.laid_out(before), case.axis(*end)
    scratch = new_scratch(n)
    tally = SwapTally(
        pairs=np.full((room, 2), -1, dtype=np.int32),
        gains=np.zeros(n_buckets, dtype=np.int64),
        losses=np.zeros(n_buckets, dtype=np.int64),
        glued=np.zeros(n_buckets, dtype=np.bool_),
        score=np.empty((n, 2)),
        start=case.axis(*start),
    )
    counted = reorder(points, case.limbs, axis, scratch, tally)
    swaps = naive.swapped_pairs(before, after, case.p, case.q)
    return Reordered(points, axis, tally, scratch.place, counted, before, after, swaps)


class ListedPairs(NamedTuple):
    """The open pairs of a cone in arrays."""

    vertices: Vertices
    planes: Hyperplanes
    pairs: Open
    look: SplitLook
    n_open: int
    sure: int


def scores_of(case: ConeCase, vertices: Vertices) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    high = np.flatnonzero(case.p).astype(np.int32)
    low = np.flatnonzero(case.q).astype(np.int32)
    scores = vertices.w[: len(case.cone)] @ case.x.T
    return high, low, np.ascontiguousarray(scores[:, high]), np.ascontiguousarray(scores[:, low])


def list_pairs(
    case: ConeCase,
    *,
    room: int = 500,
    deep: int = 6,
    deep_sides: int = 24,
    spare: int = 400,
    size: int | None = None,
) -> ListedPairs:
    vertices = case.vertices(spare, size)
    high, low, above, below = scores_of(case, vertices)
    n = len(case.cone)
    planes = Hyperplanes(
        *(np.full(room, -1, dtype=np.int32) for _ in range(2)),
        *(np.full(room, -1, dtype=np.int64) for _ in range(2)),
    )
    pairs = Open(
        np.full((n, deep * room), np.nan),
        *(np.full(deep_sides * room, 255, dtype=np.uint8) for _ in range(2)),
        np.full(deep * room, -1, dtype=np.int32),
    )
    look = SplitLook(np.full(room, np.nan), *(np.full(room, 255, dtype=np.uint8) for _ in range(2)))
    listed = list_open(
        above,
        below,
        vertices.error,
        high,
        low,
        case.weight,
        case.x,
        vertices.digits,
        case.limbs,
        planes,
        pairs,
        0,
    )
    return ListedPairs(vertices, planes, pairs, look, *map(int, listed))


def above_of(case: PlaneCase, order: list[int], worth: Worth) -> list[int]:
    """What is above each row, in units: negatives at the point itself count once."""
    rank = {i: k for k, i in enumerate(order)}
    rows = range(len(order))
    return [case.q[i] + worth.unit * sum(case.q[j] for j in rows if rank[j] > rank[i]) for i in rows]


def value_of(case: PlaneCase, order: list[int], worth: Worth) -> int:
    """What all positives are worth in an order."""
    above = above_of(case, order, worth)
    return sum(m * naive_objectives.worth_of(worth, a) for m, a in zip(case.p, above, strict=True))


def orders_inside(case: PlaneCase, arc: Reordered, kind: str) -> list[list[int]]:
    """The orders of all cells of an arc, one after the other."""
    (start, _), (end, _) = case.arc(kind)
    moments = set()
    for i, j in arc.swaps[0] + arc.swaps[1]:
        d = naive.minus(case.points[i], case.points[j])
        moments.add(naive.part_of_the_way(tuple(map(Fraction, start)), tuple(map(Fraction, end)), d))
    cuts = sorted({Fraction(0), Fraction(1), *moments})
    orders = []
    for a, b in pairwise(cuts):
        t = (a + b) / 2
        w = naive.integers(tuple((1 - t) * u + t * v for u, v in zip(start, end, strict=True)))
        orders.append(naive.order_along(case.points, w))
    return orders


def lines_of(n_lines: int, n_columns: int, number: np.ndarray) -> Lines:
    """Room for hyperplanes that pairs of several positives share."""
    plus, minus, plane, up, down, met = np.zeros((6, n_lines), dtype=np.int64)
    return Lines(number, plus, minus, plane, np.empty((n_columns, n_lines)), up, down, met)


NO_LINES = lines_of(0, 2, np.empty(0, dtype=np.int64))
