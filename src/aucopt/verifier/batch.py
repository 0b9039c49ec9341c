"""Cones that are looked at together, with the planes that are open in each of them in one array."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucopt.verifier.statement import Vector

# What a cone counts beside its open planes.
_LOAD = 16


@dataclass(frozen=True)
class ConeBatch:
    """Some cones, and the planes that are open in each.

    Attributes
    ----------
    numbers : list of int
        Their places in the tree.
    vertices : list of list of Vector
        What spans each.
    sure : array
        The weight of the pairs that are right in all of each.
    begin : array of int
        The open planes of cone c are those from ``begin[c]`` to ``begin[c + 1]``.
    open : array of int
        Numbers of planes.
    masks : array of int
        Two bits for each vertex, on each open plane: >= 0 there, and after those of all vertices <= 0.
    """

    numbers: list[int]
    vertices: list[list[Vector]]
    sure: np.ndarray
    begin: np.ndarray
    open: np.ndarray
    masks: np.ndarray

    @property
    def sizes(self) -> np.ndarray:
        """How many planes are open in each cone."""
        return np.diff(self.begin)

    def pick(self, chosen: Sequence[int]) -> "ConeBatch":
        """Some of the cones, in the same order."""
        is_chosen = np.zeros(len(self.numbers), dtype=bool)
        is_chosen[list(chosen)] = True
        entries = np.repeat(is_chosen, self.sizes)
        return ConeBatch(
            [self.numbers[c] for c in chosen],
            [self.vertices[c] for c in chosen],
            self.sure[is_chosen],
            np.concatenate([[0], np.cumsum(self.sizes[is_chosen])]),
            self.open[entries],
            self.masks[entries],
        )

    def between(self, first: int, last: int) -> "ConeBatch":
        """The cones from one number up to another, without it."""
        entries = slice(self.begin[first], self.begin[last])
        return ConeBatch(
            self.numbers[first:last],
            self.vertices[first:last],
            self.sure[first:last],
            self.begin[first : last + 1] - self.begin[first],
            self.open[entries],
            self.masks[entries],
        )


def in_pieces(batches: Sequence[ConeBatch], most: int) -> list[ConeBatch]:
    """The same cones in few batches, each of at most so many open planes or of one cone."""
    whole = ConeBatch(
        [k for batch in batches for k in batch.numbers],
        [cone for batch in batches for cone in batch.vertices],
        np.concatenate([batch.sure for batch in batches]),
        np.concatenate([[0], np.cumsum(np.concatenate([batch.sizes for batch in batches]))]),
        np.concatenate([batch.open for batch in batches]),
        np.concatenate([batch.masks for batch in batches]),
    )
    # A cone takes time and memory even if nothing is open in it.
    load = whole.begin + _LOAD * np.arange(len(whole.begin))
    pieces, first = [], 0
    while first < len(whole.numbers):
        last = max(int(np.searchsorted(load, load[first] + most, side="right")) - 1, first + 1)
        pieces.append(whole.between(first, last))
        first = last
    return pieces
