"""A box explored depth first: what it finds, bounds and covers."""

from fractions import Fraction
from typing import NamedTuple

import naive_box
import naive_cone
import numpy as np
import pytest
from box_runs import list_boxed, new_room
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case

from aucopt.exact.solvers.cone.rows import DEEPEST
from aucopt.kernels.cone.explore_boxes import explore_boxes


class Budget(NamedTuple):
    """How far a search may go before it hands back what is left."""

    rows: int = 10**6
    depth: int = 200
    deep: int = 4
    deep_ranges: int = 16
    log: int = 0
    tilting: bool = True


FREELY = Budget()


def read_log(tokens: list[int], box: naive_box.Box) -> tuple[list, list, int]:
    """Boxes closed by counts, those closed by tilting with references, and how many were handed back."""
    closed, tilted, n_left, waiting = [], [], 0, [box]
    for token in tokens:
        part = waiting.pop()
        code, rest = token & 255, token >> 8
        if code == 0:
            closed.append(part)
        elif code == 1:
            n_left += 1
        elif code == 2:
            n = len(part.ends)
            tilted.append((part, [Fraction((rest >> 4 * i & 15) - 8, 8) for i in range(n)]))
        else:
            waiting += part.halves(code - 3)[::-1]
    assert not waiting
    return closed, tilted, n_left


def check_explore(case: ConeCase, *, best: int = 0, slack: int = 0, budget: Budget = FREELY) -> None:
    """What is found is attained, what is closed is bounded, and what is left covers the rest."""
    room = len(naive_cone.pairs_apart(case.points, case.p, case.q)) + 1
    listed = list_boxed(case, room=room, deep=budget.deep, deep_ranges=budget.deep_ranges)
    n = len(listed.half)
    stack, left = new_room(n, budget.depth)
    stack.centre[0], stack.level[0], stack.spread[0] = 0.0, 0, listed.spread
    champion, log = np.zeros(n), np.empty(budget.log, dtype=np.int64)
    upper = listed.sure + listed.heavy
    n_left, found, closed, looked, boxes, n_tilted, n_log = explore_boxes(
        listed.rows, stack, left, champion, listed.n_open, listed.heavy, upper,
        float(listed.spread.sum()), listed.heavy, listed.tolerance, listed.rounding, listed.tolerance,
        DEEPEST, best, slack, budget.rows, budget.tilting, log,
    )  # fmt: skip
    truth = naive_box.best_inside(case.points, case.p, case.q, listed.box)
    assert found >= best
    assert closed <= found + slack
    assert budget.tilting or n_tilted == 0
    assert boxes == 0 or listed.n_open == 0 or looked > 0
    if found > best:
        where = naive_box.whole(listed.box.direction([Fraction(x) for x in champion]))
        assert found <= naive_cone.counts_along(case.points, case.p, case.q, where)[0]
        assert found <= truth
    reached = [found + slack]
    for k in range(n_left):
        part = naive_box.box_at(case.cone, 0, 1, left.centre[k], left.level[k])
        inside = naive_box.best_inside(case.points, case.p, case.q, part)
        assert inside <= left.upper[k]
        reached.append(inside)
    assert max(reached) >= truth
    if n_left == 0 and slack == 0:
        assert found == max(best, truth)
    if budget.log:
        plain, tilted, handed_back = read_log(log[:n_log].tolist(), listed.box)
        assert (handed_back, len(tilted)) == (n_left, n_tilted)
        for part in plain:
            assert naive_box.best_inside(case.points, case.p, case.q, part) <= found + slack
        for part, reference in tilted:
            # What a verifier repeats.
            count = naive_box.tilted_count(part, listed.differences, reference)
            assert naive_box.best_inside(case.points, case.p, case.q, part) <= int(count) <= found + slack


BUDGETS = {
    "ample": FREELY,
    "no rows": Budget(rows=0),
    "few rows": Budget(rows=300),
    "shallow": Budget(depth=4),
    "no room to move": Budget(deep=1),
    "little room": Budget(deep_ranges=2),
    "a log": Budget(log=3000),
    "a log of few boxes": Budget(log=12),
    "no tilting": Budget(tilting=False, log=3000),
}


@pytest.mark.kernels
@pytest.mark.parametrize("kind", BUDGETS)
@fixed_cone_cases
def test_exploring_finds_bounds_and_covers(case: ConeCase, kind: str) -> None:
    check_explore(case, budget=BUDGETS[kind])


@pytest.mark.kernels
def test_many_rows_are_tilted_and_moved_together() -> None:
    case = make_cone_case("gaussian", "ones", 3, 14, seed=1)
    check_explore(case, budget=Budget(log=20_000))
    check_explore(case, budget=Budget(log=20_000), slack=3)


@pytest.mark.kernels
@fixed_cone_cases
def test_exploring_stops_at_what_is_good_enough(case: ConeCase) -> None:
    truth = naive_box.best_inside(case.points, case.p, case.q, list_boxed(case).box)
    for best in (truth - 1, truth, truth + 1):
        check_explore(case, best=best)
    check_explore(case, slack=2)


@settings(deadline=None, max_examples=15)
@given(cone_cases(), st.sampled_from(list(BUDGETS)), st.integers(0, 3))
def test_exploring_any_box_finds_bounds_and_covers(case: ConeCase, kind: str, slack: int) -> None:
    check_explore(case, slack=slack, budget=BUDGETS[kind])
