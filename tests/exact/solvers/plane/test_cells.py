"""Cells: from one critical direction to the next, or to where the signs end, as brute force finds them."""

from typing import Any

import naive
from hypothesis import assume, given, settings
from strategies import plane_problem, plane_tables

from aucopt.exact.solvers.plane.arcs import Piece
from aucopt.exact.solvers.plane.cells import cell_around, cells_of_pieces
from aucopt.exact.solvers.plane.direction import Direction, edge_rays
from aucopt.exact.solvers.plane.march import March
from aucopt.exact.solvers.reference.plane import critical_directions


@settings(deadline=None, max_examples=25)
@given(plane_tables())
def test_a_cell_reaches_to_the_next_cut_on_either_side(case: dict[str, Any]) -> None:
    problem, signs = plane_problem(case), case["signs"] or (0, 0)
    assume(problem is not None)
    points, (p, q) = problem.integers(), problem.weight.T.tolist()
    critical = critical_directions(points, p, q)
    assume(critical)
    march = March(problem)
    cuts = {*critical, *(ray.vector for ray in edge_rays(signs))}
    pieces, expected = [], set()
    directions = naive.inner_directions(points, signs)
    # A few of them, all around.
    for w in directions[:: len(directions) // 6 + 1]:
        inside = Direction(*naive.integers(w))
        ahead = {cut: (naive.turn(*cut) - naive.turn(*w)) % 4 for cut in cuts}
        low, high = max(ahead, key=ahead.get), min(ahead, key=ahead.get)
        cell = cell_around(march, inside, signs)
        assert (cell.low.vector, cell.high.vector) == (low, high)
        expected.add(cell)
        # A piece that ends at an arc's end, in the middle of the cell.
        pieces.append(Piece(cell.low, inside, whole=False))
    found = cells_of_pieces(march, pieces, signs)
    assert len(found) == len(expected)
    assert set(found) == expected
    angles = [march.whitening.angle(cell.low) for cell in found]
    assert angles == sorted(angles)
    assert cells_of_pieces(march, [Piece(*cell, whole=True) for cell in found], signs) == found
