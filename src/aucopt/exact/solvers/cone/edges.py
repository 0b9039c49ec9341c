"""Bounds of cones from counts along their edges, where pairs are too many to look at.

Let r_k be 1 where vertex k ranks a pair right, else 0. A pair that is right somewhere inside a cone is right
at one of its vertices at least, so that along any path through all of them

    r_first + r_last + the number of edges of the path along which r changes >= 2.

Summed over pairs, twice what any direction inside ranks right is at most what both ends rank right, plus the
swaps along the path. One merge sort counts the swaps of an edge. For two columns this is the bound of an
arc. For three it exceeds right plus open by half of the pairs that swap along both edges of the path at most.
"""

import threading
from collections.abc import Sequence
from itertools import combinations, islice, pairwise, permutations
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Vector, as_floats
from aucopt.kernels.cone.cone import Vertices
from aucopt.kernels.cone.edges import (
    EdgeScratch,
    PlainRows,
    count_swaps,
    new_scratch,
    place_ranks,
    rank_rows,
    weigh_swaps,
)

# What an edge takes that is kept for the cones around it.
_BYTES_AN_EDGE = 800
_FEWEST_KEPT = 64
_BYTES_A_RANK, _FEWEST_RANKINGS = 4, 8
# Paths tried: all those of six vertices.
_PATHS = 720


class EdgeCounts(NamedTuple):
    """Counts of some vertices: weight right at each; weight and number of the swaps between any two."""

    right: Sequence[int]
    swaps: Sequence[Sequence[int]]
    n_swaps: Sequence[Sequence[int]]

    def bound(self, places: Sequence[int]) -> tuple[int, int]:
        """Twice what a direction inside the cone of these vertices ranks right, and open pairs, at most."""
        most, n_open = [], []
        for path in islice(permutations(places), _PATHS):
            ends, edges = (path[0], path[-1]), list(pairwise(path))
            most.append(sum(self.right[k] for k in ends) + sum(self.swaps[k][m] for k, m in edges))
            # An open pair swaps twice at least on the way around.
            n_open.append(sum(self.n_swaps[k][m] for k, m in (*edges, ends)) // 2)
        return min(most), min(n_open)


class Ranking(NamedTuple):
    """The rows ranked at a vertex, the weight of the pairs right there, whether floats are sure of all."""

    rank: np.ndarray
    right: int
    sure: bool


class EdgeCounter:
    """Counts along edges of cones; keeps what it counted for the cones around an edge."""

    def __init__(self, problem: Problem, towards: Sequence[int], memory: int) -> None:
        sides = [np.flatnonzero(problem.weight[:, k] > 0) for k in (0, 1)]
        row = np.concatenate(sides)
        positive = np.arange(len(row)) < len(sides[0])
        # In the order of a direction nearby rows hardly move when they are sorted.
        nearby = np.argsort(problem.x[row] @ as_floats(towards))
        row, positive = row[nearby], positive[nearby]
        weight = np.where(positive, problem.weight[row, 0], problem.weight[row, 1])
        self.counts_one = problem.counts_one
        self.rows = PlainRows(
            np.ascontiguousarray(problem.x[row]), positive, weight[:0] if self.counts_one else weight
        )
        self.most_kept = max(memory // _BYTES_AN_EDGE, _FEWEST_KEPT)
        self.most_rankings = max(memory // (_BYTES_A_RANK * len(row)), _FEWEST_RANKINGS)
        # Weight right at a vertex, and whether floats are sure of all pairs there.
        self._at: dict[Vector, tuple[int, bool]] = {}
        # Weight and number of the swaps along an edge.
        self._swaps: dict[tuple[Vector, Vector], tuple[int, int]] = {}
        self._rankings: dict[Vector, Ranking] = {}
        self._lock = threading.Lock()
        self._own = threading.local()

    def count(
        self, corners: Sequence[Vector], vertices: Vertices, ends: tuple[int, int] | None = None
    ) -> EdgeCounts:
        """Counts of all corners and of all edges between them; what floats cannot decide counts as right.

        If `ends` are given, the first corner lies on the edge between these two.
        """
        n = len(corners)
        edges = {(k, m): _edge(corners[k], corners[m]) for k, m in combinations(range(n), 2)}
        with self._lock:
            at = {k: self._at[v] for k, v in enumerate(corners) if v in self._at}
            swaps = {places: self._swaps[edge] for places, edge in edges.items() if edge in self._swaps}
        for k in range(n):
            if k not in at:
                at[k] = self._rank(corners[k], vertices, k)[1:]
        # What swaps along an edge does so along one half of it, if floats are sure of all pairs.
        ends = ends if ends is not None and all(at[k][1] for k in (0, *ends)) else None
        for k, m in edges:
            if (k, m) in swaps:
                continue
            if ends is not None and (k, m) == (0, ends[1]) and ends in swaps:
                whole, half = swaps[ends], swaps[0, ends[0]]
                swaps[k, m] = (whole[0] - half[0], whole[1] - half[1])
            else:
                rank = self._rank(corners[m], vertices, m).rank
                swaps[k, m] = self._count_edge(corners[k], self._rank(corners[k], vertices, k), rank)
        with self._lock:
            _keep(self._at, {corners[k]: found for k, found in at.items()}, self.most_kept)
            _keep(self._swaps, {edges[places]: found for places, found in swaps.items()}, self.most_kept)
        both = [[swaps[min(k, m), max(k, m)] if k != m else (0, 0) for m in range(n)] for k in range(n)]
        weights, numbers = ([[count[s] for count in row] for row in both] for s in (0, 1))
        return EdgeCounts([at[k][0] for k in range(n)], weights, numbers)

    def _count_edge(self, corner: Vector, start: Ranking, rank: np.ndarray) -> tuple[int, int]:
        """Weight and number of the swaps between the order at a corner and another ranking."""
        scratch = self._scratch()
        if self._own.placed != corner:
            place_ranks(start.rank, scratch.place)
            self._own.placed = corner
        number = int(count_swaps(rank, scratch))
        return number if self.counts_one else int(weigh_swaps(rank, self.rows.weight, scratch)), number

    def _rank(self, corner: Vector, vertices: Vertices, k: int) -> Ranking:
        """Rank the rows at a corner, unless that was done lately."""
        with self._lock:
            ranking = self._rankings.pop(corner, None)
        if ranking is None:
            rank = np.empty(len(self.rows.positive), dtype=np.int32)
            w, error = tuple(vertices.w[k]), vertices.error[k]
            right, sure = rank_rows(self.rows, w, error, self._scratch(), rank)
            self._own.placed = corner
            ranking = Ranking(rank, int(right), bool(sure))
        with self._lock:
            _keep(self._rankings, {corner: ranking}, self.most_rankings)
        return ranking

    def _scratch(self) -> EdgeScratch:
        """Room for sorts, one for each thread, made once; `placed` is the corner whose order is in it."""
        if not hasattr(self._own, "scratch"):
            self._own.scratch, self._own.placed = new_scratch(len(self.rows.positive)), None
        return self._own.scratch


def _edge(a: Vector, b: Vector) -> tuple[Vector, Vector]:
    return (a, b) if a < b else (b, a)


def _keep(known: dict[Any, Any], found: dict[Any, Any], most: int) -> None:
    """Add what was found; forget the oldest where there is no room."""
    known |= found
    for oldest in list(islice(known, max(len(known) - most, 0))):
        del known[oldest]
