"""Cones and boxes of directions, those that cover all directions, and what working on one brings."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, log2
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Vector, as_floats

# Bits of the start vertices and of the basis of boxes.
_BITS = 16
# Where in the first box the best direction lies: never near the end of one half.
_PLACE = 1 / 3


class Cone(NamedTuple):
    """A cone of directions by its vertices; `size` and `crowd` tell when its open pairs last became fewer.

    `node` is its number in the log of the search, if one is kept.
    """

    vertices: tuple[Vector, ...]
    upper: int
    n_open: int
    size: float = 0.0
    crowd: int = 0
    node: int = 0


class Box(NamedTuple):
    """Directions: one basis vector with a sign, plus all others with weights in intervals.

    An interval is told by its middle and its level, the negative binary logarithm of half its width. `size`
    and `crowd` tell when its open rows last became fewer, `node` is its number in the log of the search.
    """

    chart: int
    sign: int
    centre: tuple[float, ...]
    level: tuple[int, ...]
    upper: int = 0
    size: float = 0.0
    crowd: int = 0
    is_stuck: bool = False
    node: int = 0

    @property
    def half(self) -> list[float]:
        """Half of the width of each interval."""
        return [2.0**-level for level in self.level]


class Explored(NamedTuple):
    """What working on one cone or box brought; `pieces` of the tree around `cones` if a log is kept."""

    cones: list[Any]
    best: int
    where: Vector | None
    closed: int
    work: int
    n_cones: int
    n_cuts: int
    pieces: list[bytes] | None = None
    n_tilted: int = 0


def start_basis(
    problem: Problem, towards: Sequence[int], signs: Sequence[int], *, cornered: bool = False
) -> list[Vector]:
    """Vectors whose orthants cover all directions, with one in their middle; under signs the axes.

    `cornered`, that direction is the first of them: around it cones are split into those with a right angle,
    which suit bounds by edges.
    """
    n = len(signs)
    if any(signs):
        return [tuple(int(k == j) for k in range(n)) for j in range(n)]
    place = np.eye(n)[0] if cornered else np.full(n, n**-0.5)
    raw, cond = _turned(problem, towards, place)
    # Short vertices keep cuts short; nearly dependent columns need more digits to be told apart.
    scaled = np.ldexp(raw / np.abs(raw).max(axis=0), _BITS + int(log2(cond)))
    return [tuple(int(v) for v in column) for column in np.rint(scaled).T]


def start_cones(
    basis: Sequence[Vector], signs: Sequence[int], *, turned: bool = False
) -> Iterator[tuple[Vector, ...]]:
    """The orthants of a basis; under signs each constrained axis appears on its allowed side only.

    A proof lists them by the signs of the problem as it was asked.
    """
    sides = (-1, 1) if turned and any(signs) else (1, -1)
    for chosen in product(*((s,) if s else sides for s in signs)):
        yield tuple(tuple(s * v for v in corner) for s, corner in zip(chosen, basis, strict=True))


def box_basis(problem: Problem, towards: Sequence[int], signs: Sequence[int]) -> list[Vector]:
    """Vectors that span the start boxes: with a direction well inside the first of them, or signed axes."""
    n = len(signs)
    if any(signs):
        return [tuple((s or 1) * (k == j) for k in range(n)) for j, s in enumerate(signs)]
    place = np.full(n, _PLACE)
    place[0] = 1.0
    raw, cond = _turned(problem, towards, place / np.linalg.norm(place))
    scaled = np.ldexp(raw / np.abs(raw).max(), _BITS + ceil(log2(cond)))
    return [tuple(int(v) for v in column) for column in np.rint(scaled).T]


def start_boxes(signs: Sequence[int]) -> Iterator[Box]:
    """All directions: one weight is the largest, the others are not larger, nor negative where signed."""
    for chart, sign in enumerate(signs):
        others = [s for k, s in enumerate(signs) if k != chart]
        centre = tuple(0.5 if s else 0.0 for s in others)
        level = tuple(1 if s else 0 for s in others)
        for side in (1,) if sign else (1, -1):
            yield Box(chart, side, centre, level)


def _turned(problem: Problem, towards: Sequence[int], place: np.ndarray) -> tuple[np.ndarray, float]:
    """Vectors, nearly orthonormal where whitened, with a direction at a place among them; their condition."""
    factor = problem.within_factor
    middle = factor.T @ as_floats(towards)
    middle /= np.linalg.norm(middle)
    # A reflection takes the place to the direction wanted.
    normal = place - middle
    basis = np.eye(len(place))
    if normal @ normal > 0:
        basis -= 2.0 / (normal @ normal) * np.outer(normal, normal)
    return np.linalg.solve(factor.T, basis), float(np.linalg.cond(factor))
