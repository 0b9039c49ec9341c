"""The table as kernels see it: images, ranks and weights of rows, the positives first; bits if asked for."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import exact_column
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.kernels.panels.bits import WORD, fill_axes, fill_planes
from aucopt.kernels.panels.boxes import COPIES
from aucopt.kernels.scores.curve import Worth
from aucopt.panels.question import Question

# An orthant has a bit for each column; with more columns orthants refuse next to nothing.
_MOST_COLUMNS = 6
# Bytes that the boxes of a thread take for each pair that may be open, and how many lists of all pairs.
_BYTES, _LISTS = 20, 6
# The same where all pairs count alike, and lists are of 32 bits.
_SHORT_BYTES, _SHORT_LISTS = 8, 12

# Rows of small weights are repeated if that makes at most so many times as many rows.
_REPEATED = 2


@dataclass(frozen=True)
class Bits:
    """Right pairs by column and sign, and at the diagonals of the planes where these have room.

    `scale` brings the columns to one spread, in which the diagonals lie half-way between the axes.
    """

    right: np.ndarray
    plane_of: np.ndarray | None
    diagonals: np.ndarray | None
    scale: np.ndarray


@dataclass(frozen=True)
class PanelTable:
    """What blocks of panels are searched with; it can be sent to other machines.

    Attributes
    ----------
    images, ranks : (p, n) arrays
        Floats within [-1, 1] two roundings away from the exact values, and ranks that tell equal values.
    group : (p,) array
        Columns with one number are the same up to shift and factor; -1 marks constant ones.
    n_positives : int
        Rows that come first.
    wp, wn : arrays of int
        Weights of the positives and of the negatives.
    signs : (p,) array of int
        For the classes as they are here.
    worth : Worth
        What a positive is worth by the negatives above it.
    linear : bool
        Whether every wrong pair costs the same, however many there are.
    halves : bool
        Whether the value is 2R + T, right pairs and tied ones, as that of the AUC is.
    most : int
        No panel has a higher value.
    k, forced, open
        The size of a panel, the columns of all panels, and the others.
    memory : int
        Bytes for bits, and again for lists of pairs.
    n_threads : int
        Threads that share this memory.
    """

    images: np.ndarray
    ranks: np.ndarray
    group: np.ndarray
    n_positives: int
    wp: np.ndarray
    wn: np.ndarray
    signs: np.ndarray
    worth: Worth
    linear: bool
    halves: bool
    most: int
    k: int
    forced: tuple[int, ...]
    open: tuple[int, ...]
    memory: int
    n_threads: int

    @property
    def n_pairs(self) -> int:
        """Pairs of rows."""
        return len(self.wp) * len(self.wn)

    @property
    def n_chosen(self) -> int:
        """Columns of a panel that are not forced."""
        return self.k - len(self.forced)

    @property
    def n_total(self) -> int:
        """The number of panels."""
        return comb(len(self.open), self.n_chosen)

    @property
    def in_planes(self) -> bool:
        """Whether panels are planes whose sectors bound them."""
        return self.k == 2 and self.halves and not self.signs.any()

    @property
    def alike(self) -> bool:
        """Whether all pairs count alike, one if right and one half if tied."""
        return self.halves and bool((self.wp == 1).all() and (self.wn == 1).all())

    @property
    def room(self) -> int:
        """Open pairs that the boxes of a thread may list; 0 if memory is too short for any."""
        own = self.memory // self.n_threads - _BYTES * self.n_pairs
        if self.alike:
            room = min(
                (own - 4 * COPIES * self.k * self.n_pairs) // _SHORT_BYTES, _SHORT_LISTS * self.n_pairs
            )
        else:
            room = min((own - 8 * self.k * self.n_pairs) // _BYTES, _LISTS * self.n_pairs)
        return room if room > 2 * self.n_pairs else 0

    @cached_property
    def bits(self) -> Bits | None:
        """Bits of the pairs, unless rows have weights or memory is too short."""
        n_columns, n_words = len(self.images), -(-self.n_pairs // WORD)
        of_columns, of_plane = 16 * n_columns * n_words, 32 * n_words
        if not self.alike or self.k > _MOST_COLUMNS or of_columns > self.memory:
            return None
        right = np.zeros((2 * n_columns, n_words), dtype=np.uint64)
        fill_axes(self.ranks, self.n_positives, right)
        spread = self.images.std(axis=1)
        scale = np.where(spread > 0, 1 / np.maximum(spread, 1e-9), 1.0)
        used = sorted((*self.forced, *self.open))
        n_planes = comb(len(used), 2)
        if self.k != 3 or self.signs.any() or of_columns + n_planes * of_plane > self.memory:
            return Bits(right, None, None, scale)
        planes = np.array(list(combinations(used, 2)), dtype=np.int32)
        plane_of = np.zeros((n_columns, n_columns), dtype=np.int32)
        plane_of[planes[:, 0], planes[:, 1]] = np.arange(n_planes)
        diagonals = np.zeros((n_planes, 4, n_words), dtype=np.uint64)
        fill_planes(planes, self.images, scale, self.n_positives, diagonals)
        return Bits(right, plane_of, diagonals, scale)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "bits"}

    @cached_property
    def digest(self) -> str:
        """What the answer depends on, in a few letters."""
        found = sha256()
        for part in (self.images, self.ranks, self.wp, self.wn, self.signs):
            found.update(np.ascontiguousarray(part).tobytes())
        found.update(repr((self.worth, self.linear, self.halves, self.k, self.forced, self.open)).encode())
        return found.hexdigest()


def read_table(question: Question) -> PanelTable:
    """The table of a question; with the classes exchanged where its objective asks for that."""
    problem, objective, signs = searched(question)
    images, ranks, group, weights = (
        _read_pairs(problem) if isinstance(problem, ComparedProblem) else _read_rows(problem)
    )
    counts = [int(weight.sum()) for weight in weights]
    if sum(counts) <= _REPEATED * sum(map(len, weights)):
        # Few equal rows: one by one they weigh one each, and bits count them.
        images, ranks = (np.repeat(part, np.concatenate(weights), axis=1) for part in (images, ranks))
        weights = [np.ones(n, dtype=np.int64) for n in counts]
    return PanelTable(
        np.ascontiguousarray(images),
        np.ascontiguousarray(ranks, dtype=np.int32),
        group,
        len(weights[0]),
        weights[0],
        weights[1],
        np.array(signs, dtype=np.int64),
        objective.worth_among(counts[1]),
        objective.by_pairs,
        objective.by_pairs and not question.has_intercept,
        objective.most(problem),
        question.k,
        question.forced,
        question.open,
        question.memory,
        question.n_threads,
    )


def _read_rows(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[np.ndarray]]:
    """Images, ranks and weights of the points of both classes, and groups of columns."""
    exact = [exact_column(values).from_minimum() for values in problem.values]
    sides = [np.flatnonzero(problem.weight[:, c] > 0) for c in (0, 1)]
    rows = np.concatenate(sides)
    images = np.array([column.image()[rows] for column in exact])
    ranks = np.array([np.unique(values, return_inverse=True)[1][rows] for values in problem.values])
    return images, ranks, _groups(exact), [problem.weight[side, c] for c, side in enumerate(sides)]


def _read_pairs(problem: ComparedProblem) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[np.ndarray]]:
    """The same of differences of rows, and of the origin, which each of them is compared with.

    Half the difference of two images is as exact as an image, and ranks tell the sign of a difference.
    """
    columns = problem.given.columns
    exact = [exact_column(values).from_minimum() for values in columns]
    high, low, weight = problem.pairs_of_rows()
    images = np.zeros((len(columns), len(high) + 1))
    ranks = np.zeros(images.shape, dtype=np.int32)
    for j, (column, values) in enumerate(zip(exact, columns, strict=True)):
        image, rank = column.image(), np.unique(values, return_inverse=True)[1]
        images[j, :-1] = (image[high] - image[low]) / 2
        ranks[j, :-1] = np.sign(rank[high] - rank[low])
    return images, ranks, _groups(exact), [weight, np.ones(1, dtype=np.int64)]


def searched(question: Question) -> tuple[Problem, Objective, tuple[int, ...]]:
    """The problem, the objective and the signs that are searched."""
    problem, objective, signs = question.problem, question.objective, question.signs
    if objective.exchanged is None:
        return problem, objective, signs
    return problem.exchanged(), objective.exchanged, tuple(-s for s in signs)


def _groups(exact: list[Any]) -> np.ndarray:
    """Which columns are the same up to shift and factor, by exact integers; -1 for constant ones."""
    group = np.arange(len(exact))
    seen: dict[bytes, int] = {}
    for j, column in enumerate(exact):
        whole = column.mantissa
        if whole.dtype == object or np.any(column.shift):
            continue
        whole = whole - whole.min()
        factor = np.gcd.reduce(whole)
        if factor == 0:
            group[j] = -1
            continue
        whole //= factor
        key = min(whole.tobytes(), (whole.max() - whole).tobytes())
        group[j] = seen.setdefault(key, j)
    return group
