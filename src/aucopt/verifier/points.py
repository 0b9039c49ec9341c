"""The points of a face: distinct vectors of integers, with a weight in each class.

A pair is a positive and a negative point, of one stratum where there are strata. Integers are taken as they
come, of any size; the arrays made of them hold int64 where every value fits, and Python integers where one
does not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import gcd
from operator import mul

import numpy as np

from aucopt.verifier.statement import Vector

# Sums and differences of two integers below this are int64.
FITS = 1 << 62


@dataclass(frozen=True)
class ExactPoints:
    """Distinct points in lexicographic order, with their weights.

    With strata, these are the distinct points of each stratum, and `begins` says where each stratum begins.
    """

    at: list[Vector]
    positive: list[int]
    negative: list[int]
    begins: tuple[int, ...] = (0,)

    @cached_property
    def blocks(self) -> list[slice]:
        """The points of each stratum."""
        return [slice(*ends) for ends in pairwise((*self.begins, len(self.at)))]

    @cached_property
    def total(self) -> int:
        """The weight of all pairs."""
        return sum(sum(self.positive[block]) * sum(self.negative[block]) for block in self.blocks)

    @cached_property
    def coincident(self) -> int:
        """The weight of the pairs that every direction ties."""
        return sum(map(mul, self.positive, self.negative))

    @cached_property
    def columns(self) -> list[np.ndarray]:
        """The coordinates, an array for each column."""
        return [exact_array(column) for column in zip(*self.at, strict=True)]


def merge_points(
    columns: Sequence[Sequence[int]],
    positive: Sequence[int],
    negative: Sequence[int],
    strata: Sequence[int] | None = None,
) -> ExactPoints:
    """Merge equal rows, those of each stratum by themselves."""
    weight: dict[Vector, list[int]] = {}
    keys = columns if strata is None else (strata, *columns)
    for row, p, q in zip(zip(*keys, strict=True), positive, negative, strict=True):
        both = weight.setdefault(row, [0, 0])
        both[0] += p
        both[1] += q
    at = sorted(weight)
    weights = [weight[x][0] for x in at], [weight[x][1] for x in at]
    if strata is None:
        return ExactPoints(at, *weights)
    begins = [k for k, x in enumerate(at) if not k or x[0] != at[k - 1][0]]
    return ExactPoints([x[1:] for x in at], *weights, tuple(begins))


def exact_array(values: Iterable[int]) -> np.ndarray:
    """Integers as int64 where all fit, else as they are."""
    listed = list(values)
    fits = max(map(abs, listed), default=0) < FITS
    return np.array(listed, dtype=np.int64 if fits else object)


def dot(v: Sequence[int], x: Sequence[int]) -> int:
    """Inner product."""
    return sum(map(mul, v, x))


def shortest(vector: Sequence[int]) -> Vector:
    """The shortest integer vector of the same direction."""
    divisor = gcd(*vector) or 1
    return tuple(v // divisor for v in vector)


def count_pairs(points: ExactPoints, direction: Vector) -> tuple[int, int]:
    """The weight of the right and of the tied pairs of one direction."""
    heights: dict[int, list[int]] = {}
    for x, p, q in zip(points.at, points.positive, points.negative, strict=True):
        both = heights.setdefault(dot(direction, x), [0, 0])
        both[0] += p
        both[1] += q
    right = tied = below = 0
    for height in sorted(heights):
        p, q = heights[height]
        right, tied, below = right + p * below, tied + p * q, below + q
    return right, tied
