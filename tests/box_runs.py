"""Rows and boxes for the tests of kernels, made from the cases of cones: the vertices are the basis."""

from fractions import Fraction
from typing import NamedTuple

import naive_box
import naive_cone
import numpy as np
from strategies import ConeCase

from aucopt.exact.solvers.cone.boxes import new_left, new_stack
from aucopt.kernels.cone.box import OpenRows, list_box
from aucopt.kernels.cone.explore_boxes import BoxesLeft, BoxStack


class ListedBox(NamedTuple):
    """A box with its listed rows, and the exact differences of all rows."""

    box: naive_box.Box
    rows: OpenRows
    differences: list[tuple[tuple[int, ...], int]]
    scale: Fraction
    centre: np.ndarray
    half: np.ndarray
    spread: np.ndarray
    tolerance: float
    rounding: float
    n_open: int
    heavy: int
    sure: int

    def exact(self, t: int) -> tuple[tuple[int, ...], int]:
        """The difference and the weight of a listed row."""
        return self.differences[int(self.rows.order[t])]


def list_boxed(
    case: ConeCase,
    chart: int = 0,
    sign: int = 1,
    *,
    level: int = 0,
    room: int = 64,
    deep: int = 4,
    deep_ranges: int = 16,
) -> ListedBox:
    """List the rows of a box in the middle of one of the charts."""
    n = len(case.cone) - 1
    pairs = naive_cone.pairs_apart(case.points, case.p, case.q)
    largest = max(abs(v) for vector in case.cone for v in vector)
    w = np.array([[v / largest for v in vector] for vector in case.cone])
    along = w @ case.x.T
    high, low = (np.array([pair[k] for pair in pairs], dtype=np.int64) for k in (0, 1))
    weight = np.array([pair[3] for pair in pairs], dtype=np.int64)
    rounding = 2.0**-50 * float(np.sum(np.abs(w) @ np.abs(case.x).max(axis=0)))
    tolerance = (16 + 2 * len(w)) * rounding
    rows = OpenRows(
        np.full((n, deep * room), np.nan),
        np.full(deep * room, -1, dtype=np.int64),
        np.full(deep_ranges * room, np.nan),
        np.full(deep_ranges * room, np.nan),
        np.full(room, -1, dtype=np.int64),
        np.full(room, np.nan),
    )
    centre, half, spread = np.zeros(n), np.full(n, 0.5**level), np.zeros(n)
    listed = list_box(
        along[:, high] - along[:, low], weight, chart, sign, centre, half, tolerance, rows, spread
    )
    box = naive_box.box_at(case.cone, chart, sign, centre, [level] * n)
    exact = [(pair[2], pair[3]) for pair in pairs]
    scale = Fraction(largest) * (1 << case.bits)
    return ListedBox(box, rows, exact, scale, centre, half, spread, tolerance, rounding, *map(int, listed))


def new_room(n: int, depth: int) -> tuple[BoxStack, BoxesLeft]:
    """Stacks of boxes that wait, and of those handed back."""
    return new_stack(n, depth), new_left(n, 2 * depth)
