"""Cells: the open arcs between neighbouring critical directions, with exact edges."""

from collections.abc import Sequence
from math import pi

from aucopt.exact.solvers.plane.arcs import Piece
from aucopt.exact.solvers.plane.direction import (
    Cell,
    Direction,
    by_angle,
    cross,
    edge_rays,
    same_vector,
    strictly_inside,
)
from aucopt.exact.solvers.plane.march import March


def cells_of_pieces(march: March, pieces: Sequence[Piece], signs: Sequence[int]) -> list[Cell]:
    """Complete pieces that end at an arc's end to whole cells, each once, by whitened angle."""
    cells = set()
    for piece in pieces:
        if piece.whole:
            cells.add(Cell(piece.low._replace(side=1), piece.high._replace(side=1)))
        else:
            cells.add(cell_around(march, march.whitening.between(piece.low, piece.high, 0.5), signs))
    return by_angle(cells, march.problem)


def cell_around(march: March, inside: Direction, signs: Sequence[int]) -> Cell:
    """The cell that holds a direction on which no pair of distinct points ties."""
    low = _next_swap(march, inside, forward=False)
    high = _next_swap(march, inside, forward=True)
    for ray in edge_rays(signs):
        if strictly_inside(ray, low, high):
            # A direction on the ray itself stands for those on one of its sides.
            beyond = inside.side if same_vector(ray, inside) else cross(ray, inside)
            low, high = (ray, high) if beyond > 0 else (low, ray)
    return Cell(low, high)


def _next_swap(march: March, at: Direction, *, forward: bool) -> Direction:
    """The first critical direction met when turning from a direction, one way or the other."""
    width = 16 * pi / march.problem.total
    while True:
        turned = Direction(-at.y, at.x) if forward else Direction(at.y, -at.x)
        fraction = width / (
            march.whitening.width(at, turned) if forward else march.whitening.width(turned, at)
        )
        to = None
        while True:
            critical = to is not None
            if to is None:
                to = _towards(march, at, turned, fraction, forward)
            march.go(at if forward else to)
            look = march.look(to if forward else at, tally=True)
            if 0 < look.n_swaps <= march.room:
                return march.extreme_direction(look, latest=not forward)
            if look.n_swaps:
                # Too many to list: stop just short of one of them, so that a crowd ends there.
                to = march.listed_direction(look, choice=look.n_swaps)._replace(side=-1 if forward else 1)
            elif critical:
                return to._replace(side=1)
            elif to == turned:
                break
            else:
                fraction, to = fraction * 8, None
        at = turned


def _towards(march: March, at: Direction, turned: Direction, fraction: float, forward: bool) -> Direction:
    if fraction > 0.9:
        return turned
    if forward:
        return march.whitening.between(at, turned, fraction)
    return march.whitening.between(turned, at, 1 - fraction)
