"""A block of panels: each bound in turn refuses what it can, and what is left is handed back."""

import time
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np

from aucopt.kernels.panels.bits import cover_orthants, cover_triples
from aucopt.kernels.panels.boxes import cover_boxes
from aucopt.kernels.panels.coordinates import REFUSED
from aucopt.kernels.panels.plane import cover_planes
from aucopt.kernels.panels.subsets import fill_subsets
from aucopt.panels.table import PanelTable

ORTHANTS, DIRECTIONS, COVER, SEARCH = "orthants", "shared directions", "coarse covers", "exact search"
# Bounds by bits, which take next to no time.
BY_BITS = (ORTHANTS, DIRECTIONS)
# Pairs that a block looks at, about; and the fewest and the most panels of a block. A search looks at its
# clock between waves of blocks only, so a block should take a second, not more.
_WORK = 4 * 10**8
_FEWEST, _MOST = 4, 1 << 16
# How often boxes look at each pair of a panel on average, panels included that cheaper bounds refuse.
_BY_BOXES, _BY_LARGE_BOXES = {2: 60, 3: 60}, 2_000
# Looks at each pair of a panel before it is left to the exact search, by the columns of the panel; and how
# many more take the same time where all pairs count alike.
_LOOKS, _MOST_LOOKS, _ALIKE = {1: 2, 2: 100, 3: 600, 4: 4_000}, 10_000, 6
# Parts of a block between two looks at the clock.
_PARTS = 16


class BlockTask(NamedTuple):
    """Panels `first` to `first + size - 1` in lexicographic order, and the value that they must reach.

    At the deadline, a moment of `time.monotonic`, the block is given up.
    """

    first: int
    size: int
    limit: int
    deadline: float | None = None


class BlockResult(NamedTuple):
    """What a block left: panels with a value that they reach, and a bound; and how many were refused."""

    first: int
    size: int
    refused: dict[str, int]
    panels: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


def block_size(table: PanelTable) -> int:
    """Panels of a block; the same for any number of threads."""
    by_boxes = _BY_BOXES.get(table.k, _BY_LARGE_BOXES)
    looks = table.n_pairs * (1 if table.in_planes or table.k == 1 else by_boxes)
    return int(min(max(_WORK // looks, _FEWEST), _MOST))


def starts(table: PanelTable) -> Iterator[tuple[int, int]]:
    """The first panel of each block, and the number of its panels."""
    size = block_size(table)
    for first in range(0, table.n_total, size):
        yield first, min(size, table.n_total - first)


def sectors_for(table: PanelTable) -> int:
    """Sectors in which the pairs of a plane are counted."""
    return int(2 ** np.clip(np.log2(max(table.n_pairs, 1) / 24) // 1, 5, 10))


def most_looks(table: PanelTable) -> int:
    """Looks at pairs before a panel is left to the exact search."""
    return _LOOKS.get(table.k, _MOST_LOOKS) * table.n_pairs * (_ALIKE if table.alike else 1)


def run_block(table: PanelTable, task: BlockTask) -> BlockResult | None:
    """Bound the panels of a block; those that may reach the limit are left. None if it was late."""
    refused: dict[str, int] = {}
    left = []
    step = -(-task.size // _PARTS)
    for at in range(0, task.size, step):
        if task.deadline is not None and time.monotonic() > task.deadline:
            return None
        left.append(_bound_panels(table, task.first + at, min(step, task.size - at), task.limit, refused))
    panels, lower, upper = (np.concatenate(parts) for parts in zip(*left, strict=True))
    return BlockResult(task.first, task.size, refused, panels, lower, upper)


def _bound_panels(
    table: PanelTable, first: int, size: int, limit: int, refused: dict[str, int]
) -> tuple[np.ndarray, ...]:
    """Panels that may reach the limit, with values that they reach and bounds; count those refused."""
    panels = list_panels(table, first, size)
    lower = np.zeros(len(panels), dtype=np.int64)
    upper = np.full(len(panels), table.most, dtype=np.int64)
    bits = table.bits
    if bits is not None:
        cover_orthants(panels, bits.right, table.signs, table.n_pairs, upper)
        panels, lower, upper = _kept(refused, ORTHANTS, upper >= limit, panels, lower, upper)
        if bits.diagonals is not None:
            cover_triples(
                panels,
                bits.right,
                bits.plane_of,
                bits.diagonals,
                table.images,
                bits.scale,
                table.n_positives,
                table.n_pairs,
                limit,
                upper,
            )
            panels, lower, upper = _kept(refused, DIRECTIONS, upper >= limit, panels, lower, upper)
    if len(panels) and table.in_planes:
        most = upper.copy()
        cover_planes(
            panels,
            table.images,
            table.ranks,
            table.n_positives,
            table.wp,
            table.wn,
            sectors_for(table),
            lower,
            upper,
        )
        np.minimum(upper, most, out=upper)
        panels, lower, upper = _kept(refused, COVER, upper >= limit, panels, lower, upper)
    elif len(panels) and table.room:
        state = np.empty(len(panels), dtype=np.int8)
        cover_boxes(
            panels,
            table.images,
            table.ranks,
            table.group,
            table.n_positives,
            table.signs,
            table.wp,
            table.wn,
            table.worth,
            table.linear,
            table.alike,
            limit,
            most_looks(table),
            table.room,
            state,
            lower,
        )
        panels, lower, upper = _kept(refused, COVER, state != REFUSED, panels, lower, upper)
    return panels, lower, upper


def _kept(refused: dict[str, int], name: str, keep: np.ndarray, *parts: np.ndarray) -> tuple[np.ndarray, ...]:
    refused[name] = refused.get(name, 0) + int(len(keep) - keep.sum())
    return tuple(part[keep] for part in parts)


def list_panels(table: PanelTable, first: int, size: int) -> np.ndarray:
    """Panels in lexicographic order of their open columns; the columns of each in rising order."""
    n = len(table.open)
    chosen = np.empty((size, table.n_chosen), dtype=np.int32)
    if table.n_chosen:
        fill_subsets(np.array(subset_at(first, n, table.n_chosen), dtype=np.int32), n, chosen)
        chosen = np.array(table.open, dtype=np.int32)[chosen]
    if not table.forced:
        return chosen
    forced = np.tile(np.array(table.forced, dtype=np.int32), (size, 1))
    return np.ascontiguousarray(np.sort(np.hstack([forced, chosen]), axis=1))


def subset_at(rank: int, n: int, k: int) -> list[int]:
    """The subset of range(n) with k members at some place of the lexicographic order.

    Examples
    --------
    >>> from aucopt.panels.blocks import subset_at
    >>> [subset_at(rank, 3, 2) for rank in range(3)]
    [[0, 1], [0, 2], [1, 2]]
    """
    found, low = [], 0
    for left in range(k, 0, -1):
        while rank >= (behind := comb(n - low - 1, left - 1)):
            rank -= behind
            low += 1
        found.append(low)
        low += 1
    return found
