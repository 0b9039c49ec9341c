"""A cone explored depth first: what it finds, bounds and covers."""

from typing import NamedTuple

import naive_cone
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_runs import list_pairs
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case

from aucopt.kernels.cone.explore import OpenCones, Stack, explore
from aucopt.kernels.integers.bignum import WORK_ROWS


class Budget(NamedTuple):
    """How far a search may go before it hands back what is left."""

    pairs: int = 10**9
    depth: int = 200
    spare: int = 400
    deep: int = 6
    deep_sides: int = 24
    size: int | None = None
    log: int = 0


FREELY = Budget()


def check_explore(case: ConeCase, *, best: int = 0, slack: int = 0, budget: Budget = FREELY) -> None:
    """What is found is attained, what is closed is bounded, and what is left covers the rest."""
    # Barely room for the open pairs, and some times that for those of the parts.
    room = list_pairs(case).n_open + 1
    vertices, planes, pairs, look, n_open, sure = list_pairs(
        case,
        room=room,
        deep=budget.deep,
        deep_sides=budget.deep_sides,
        spare=budget.spare,
        size=budget.size,
    )
    n, size, depth = len(case.cone), vertices.digits.shape[2], budget.depth
    stack = Stack(
        np.empty((depth, n), dtype=np.int32),
        *(np.empty(depth, dtype=np.int64) for _ in range(8)),
        np.empty(depth),
        np.empty(depth, dtype=np.int64),
    )
    left = OpenCones(
        np.empty((2 * depth, n, n, size), dtype=np.int64),
        np.empty(2 * depth, dtype=np.int64),
        np.empty(2 * depth),
        np.empty(2 * depth, dtype=np.int64),
    )
    work = np.empty((WORK_ROWS + n, case.limbs.shape[2] + 2 * size + 3 + n), dtype=np.int64)
    upper = sure + int(planes.gain[:n_open].sum())
    log = np.empty(budget.log, dtype=np.int64)
    n_left, found, closed, looked, cones, cuts, n_log = explore(
        case.frame, (0,) * n, vertices, planes, pairs, stack, left, look, work,
        n_open, upper, 2.0, n_open, best, slack, budget.pairs, log,
    )  # fmt: skip
    truth = naive_cone.best_inside(case.points, case.p, case.q, case.cone)
    assert found >= best
    assert closed <= found + slack
    if found > best:
        at, *around = (tuple(map(naive_cone.number, v)) for v in vertices.digits[n : 2 * n + 1])
        beside = tuple((v << 999) + sum(w) for v, *w in zip(at, *around, strict=True))
        assert found <= naive_cone.counts_along(case.points, case.p, case.q, beside)[0] <= truth
        assert min(naive_cone.shares(case.cone, beside)) > 0
    reached = [found + slack]
    for k in range(n_left):
        part = tuple(tuple(map(naive_cone.number, v)) for v in left.digits[k])
        inside = naive_cone.best_inside(case.points, case.p, case.q, part)
        assert inside <= left.upper[k]
        reached.append(inside)
    assert max(reached) >= truth
    assert max(closed, *left.upper[:n_left], found) >= truth
    assert cuts <= cones
    assert n_open == 0 or cones == 0 or looked > 0
    if n_left == 0 and slack == 0:
        assert found == max(best, truth)
    if budget.log:
        parts = [tuple(tuple(map(naive_cone.number, v)) for v in left.digits[k]) for k in range(n_left)]
        read = naive_cone.read_log(log[:n_log].tolist(), case.points, case.cone)
        assert (read.left, len(read.closed), read.n_splits) == (parts, n_log - n_left - cones, cones)
        inside = (naive_cone.best_inside(case.points, case.p, case.q, part) for part in read.closed)
        assert all(most <= found + slack for most in inside)


BUDGETS = {
    "ample": FREELY,
    "no pairs": Budget(pairs=0),
    "few pairs": Budget(pairs=20),
    "shallow": Budget(depth=3),
    "few vertices": Budget(spare=8),
    "no room to move": Budget(deep=1),
    "little room": Budget(deep_sides=2),
    "short vertices": Budget(size=1),
    "shorter than a sum": Budget(size=2),
    "a log": Budget(log=2000),
    "a log of few cones": Budget(log=12),
    "a short log and few pairs": Budget(pairs=20, log=40),
}


@pytest.mark.kernels
@pytest.mark.parametrize("kind", BUDGETS)
@fixed_cone_cases
def test_exploring_finds_bounds_and_covers(case: ConeCase, kind: str) -> None:
    check_explore(case, budget=BUDGETS[kind])


@pytest.mark.kernels
@fixed_cone_cases
def test_exploring_stops_at_what_is_good_enough(case: ConeCase) -> None:
    truth = naive_cone.best_inside(case.points, case.p, case.q, case.cone)
    for best in (truth - 1, truth, truth + 1):
        check_explore(case, best=best)
    check_explore(case, slack=2)


@pytest.mark.kernels
def test_vertices_of_very_unequal_lengths_outgrow_their_digits() -> None:
    case = make_cone_case("gaussian", "ones", 3, 6, seed=4)
    case = case._replace(cone=((1, 0, 0), (0, -1, 0), (0, 0, -1)), stretch=2.0**40)
    check_explore(case, budget=Budget(size=1))
    check_explore(case)


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(cone_cases(), st.sampled_from(list(BUDGETS)), st.integers(0, 3))
def test_exploring_any_cone_finds_bounds_and_covers(case: ConeCase, kind: str, slack: int) -> None:
    check_explore(case, slack=slack, budget=BUDGETS[kind])
