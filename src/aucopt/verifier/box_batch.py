"""Boxes that are looked at together, with the rows that are open in each of them in one array."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

# What a box counts beside its open rows.
_LOAD = 16


@dataclass(frozen=True)
class BoxBatch:
    """Some boxes with one and the same basis vector as their first, and the rows that are open in each.

    Attributes
    ----------
    numbers : array of int
        Their places in the tree.
    centre, level : array of int, one row for each box
        The interval of an axis is from ``(centre - 1) / 2**level`` to ``(centre + 1) / 2**level``.
    sure : array
        The weight of the rows that are right in all of each.
    begin : array of int
        The open rows of box c are those from ``begin[c]`` to ``begin[c + 1]``.
    rows, mid, rad : array of int
        Their numbers, and the ranges of their scores.
    exact : int
        Scores are multiples of two to this power: boxes that are halved no more often have exact ranges.
    """

    numbers: np.ndarray
    centre: np.ndarray
    level: np.ndarray
    sure: np.ndarray
    begin: np.ndarray
    rows: np.ndarray
    mid: np.ndarray
    rad: np.ndarray
    exact: int

    @property
    def owner(self) -> np.ndarray:
        """The box of each open row."""
        return np.repeat(np.arange(len(self.numbers)), np.diff(self.begin))

    @property
    def doubt(self) -> np.ndarray:
        """For each box, what mid and rad together may be off by: four for every axis and halving."""
        rounded = 4 * (self.level.shape[1] + 2 + self.level.sum(axis=1))
        return np.where(self.level.max(axis=1) <= self.exact, 0, rounded)

    def pick(self, chosen: np.ndarray) -> "BoxBatch":
        """Some of the boxes, in the same order, told by a flag for each."""
        entries = np.repeat(chosen, np.diff(self.begin))
        return BoxBatch(
            self.numbers[chosen],
            self.centre[chosen],
            self.level[chosen],
            self.sure[chosen],
            np.concatenate([[0], np.cumsum(np.diff(self.begin)[chosen])]),
            self.rows[entries],
            self.mid[entries],
            self.rad[entries],
            self.exact,
        )


def in_pieces(batches: Sequence[BoxBatch], most: int) -> list[BoxBatch]:
    """The same boxes in batches of about so many open rows, or of one box."""
    begin = np.concatenate([[0], np.cumsum(np.concatenate([np.diff(batch.begin) for batch in batches]))])
    whole = BoxBatch(
        np.concatenate([batch.numbers for batch in batches]),
        np.concatenate([batch.centre for batch in batches]),
        np.concatenate([batch.level for batch in batches]),
        np.concatenate([batch.sure for batch in batches]),
        begin,
        np.concatenate([batch.rows for batch in batches]),
        np.concatenate([batch.mid for batch in batches]),
        np.concatenate([batch.rad for batch in batches]),
        batches[0].exact,
    )
    # A box takes time and memory even if nothing is open in it.
    group = (begin[1:] + _LOAD * np.arange(1, len(begin)) - 1) // most
    return [whole.pick(group == k) for k in np.unique(group)]
