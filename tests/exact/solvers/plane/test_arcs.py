"""Arcs and their bounds: no direction inside an arc ranks more pairs right than the arc says."""

from itertools import pairwise
from typing import Any

import naive
import naive_cone
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import plane_problem, plane_tables

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.arcs import Arc, cover, cut, follow_uphill, refine, split_at
from aucopt.exact.solvers.plane.direction import Direction, same_vector, strictly_inside
from aucopt.exact.solvers.plane.march import March

EXAMPLES = settings(deadline=None, max_examples=40)


def counts_inside(problem: Problem, signs: tuple[int, ...]) -> list[tuple[Direction, int]]:
    """A direction inside every cell that the signs allow, with its right pairs."""
    points, (p, q) = problem.integers(), problem.weight.T.tolist()
    inside = [naive.integers(w) for w in naive.inner_directions(points, signs)]
    return [(Direction(*w), naive_cone.counts_along(points, p, q, w)[0]) for w in inside]


def check_bounds(arcs: list[Arc], counts: list[tuple[Direction, int]]) -> None:
    for w, right in counts:
        assert all(right <= arc.upper for arc in arcs if strictly_inside(w, arc.low, arc.high))


@EXAMPLES
@given(plane_tables())
def test_a_cover_holds_and_bounds_every_allowed_direction(case: dict[str, Any]) -> None:
    problem, signs = plane_problem(case), case["signs"] or (0, 0)
    assume(problem is not None)
    arcs, counts = cover(March(problem), signs), counts_inside(problem, signs)
    check_bounds(arcs, counts)
    ends = [end for arc in arcs for end in (arc.low, arc.high)]
    for w, _ in counts:
        assert any(strictly_inside(w, arc.low, arc.high) for arc in arcs) or any(
            same_vector(w, end) for end in ends
        )


@EXAMPLES
@given(plane_tables(), st.integers(0, 3))
def test_a_refined_arc_knows_its_best_count(case: dict[str, Any], index: int) -> None:
    problem, signs = plane_problem(case), case["signs"] or (0, 0)
    assume(problem is not None)
    march = March(problem)
    arcs = cover(march, signs)
    arc = arcs[index % len(arcs)]
    found = refine(march, arc, 0, -1, True, lambda: False)
    inside = [(w, n) for w, n in counts_inside(problem, signs) if strictly_inside(w, arc.low, arc.high)]
    check_bounds(found.arcs, inside)
    assert found.best >= max((right for _, right in inside), default=0)
    march.go(found.where)
    assert march.right == found.best
    assert found.arcs[0].low == arc.low
    assert same_vector(found.arcs[-1].high, arc.high)


def test_a_stopped_arc_stays_as_it_was_bounded() -> None:
    march = March(Problem.read([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]))
    arc = cover(march, (0, 0))[0]
    found = refine(march, arc, 0, -1, True, lambda: True)
    assert (found.arcs, found.pieces, found.n_swaps) == ([arc], [], 0)


@EXAMPLES
@given(plane_tables(), st.integers(0, 7), st.integers(0, 10**7))
def test_an_arc_is_cut_into_a_chain(case: dict[str, Any], index: int, more: int) -> None:
    problem = plane_problem(case)
    assume(problem is not None)
    march = March(problem)
    arc = cover(march, (0, 0))[index]
    # As much work as a large problem would have.
    pieces = cut(march, arc._replace(gain=arc.gain + more), 0)
    assert (pieces[0].low, pieces[-1].high) == (arc.low, arc.high)
    assert all(a.high == b.low for a, b in pairwise(pieces))
    assert all(strictly_inside(piece.high, arc.low, arc.high) for piece in pieces[:-1])
    assert {piece.upper for piece in pieces} == {arc.upper}


@settings(EXAMPLES, max_examples=30)
@given(plane_tables())
def test_uphill_is_never_downhill(case: dict[str, Any]) -> None:
    problem = plane_problem(case)
    assume(problem is not None)
    march, top = March(problem), Direction(1, 1)
    best, where = follow_uphill(march, top, 0.5, (0, 0))
    march.go(march.whitening.at_angle(march.whitening.angle(top)))
    assert best >= march.right
    march.go(where)
    assert best == march.right


def test_a_crowd_is_met_from_both_sides() -> None:
    goal, crowd = Direction(0, 1), Direction(1, 1)
    goals = [goal]
    split_at(crowd, goals)
    assert goals == [goal, crowd, Direction(1, 1, -1)]
    goals = [goal]
    split_at(Direction(0, 2), goals)
    assert goals == [goal, Direction(0, 2, -1)]
