"""A cone explored depth first for sums over the positives: what it finds, bounds and covers."""

from typing import NamedTuple

import naive_cone
import naive_objectives
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_runs import NO_LINES, lines_of, scores_of
from strategies import ConeCase, cone_cases, fixed_cone_cases

from aucopt.kernels.cone.cone import Hyperplanes, Open
from aucopt.kernels.cone.explore import OpenCones
from aucopt.kernels.cone.explore_positives import PositiveStack, explore_positives
from aucopt.kernels.cone.parallel import number_lines
from aucopt.kernels.cone.positives import Positives, list_positives
from aucopt.kernels.cone.split import SplitLook
from aucopt.kernels.integers.bignum import WORK_ROWS
from aucopt.kernels.scores.curve import Worth


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
KINDS = ("step of none", "step", "ramp", "area")


def worth_for(case: ConeCase, kind: str) -> Worth:
    total = sum(case.q)
    return {
        "step of none": Worth(0, 0, 1),
        "step": Worth(total // 3, 0, 1),
        "ramp": Worth(2 * total, 3, 2),
        "area": Worth(2 * total, 1, 2),
    }[kind]


def check_explore(
    case: ConeCase,
    worth: Worth,
    *,
    best: int = 0,
    slack: int = 0,
    budget: Budget = FREELY,
    merge: bool = False,
) -> None:
    """What is found is attained, what is closed is bounded, and what is left covers the rest."""
    points, p, q = case.points, case.p, case.q
    vertices = case.vertices(budget.spare, budget.size)
    high, low, above, below = scores_of(case, vertices)
    n, depth, size = len(case.cone), budget.depth, vertices.digits.shape[2]
    room = len(high) * len(low) + 1
    # Pairs that merge get planes of their own.
    kinds = (np.int32, np.int32, np.int64, np.int64)
    planes = Hyperplanes(*(np.empty((budget.deep if merge else 1) * room, dtype=kind) for kind in kinds))
    sides = [np.empty(budget.deep_sides * room, dtype=np.uint8) for _ in range(2)]
    deep = budget.deep * room
    pairs = Open(np.empty((n, deep)), *sides, np.empty(deep, dtype=np.int32))
    look = SplitLook(np.empty(room), np.empty(room, dtype=np.uint8), np.empty(room, dtype=np.uint8))
    positives = Positives(*(np.empty(budget.deep * len(high) + 1, dtype=np.int64) for _ in range(3)))
    n_open, n_listed, settled = list_positives(
        above, below, vertices.error, high, low, case.weight, case.x, vertices.digits, case.limbs, worth,
        0, planes, pairs, positives, (0, 0),
    )  # fmt: skip
    lines = NO_LINES
    if merge:
        number = np.empty(len(planes.high), dtype=np.int64)
        whole = np.array(points, dtype=np.int64)
        # Products may wrap, alike on both sides.
        with np.errstate(over="ignore"):
            n_lines = number_lines(whole, planes.high, planes.low, n_open, number)
        lines = lines_of(n_lines, n, number)
    stack = PositiveStack(*(np.empty(depth, dtype=np.int64) for _ in PositiveStack._fields))
    stack = stack._replace(vertex=np.empty((depth, n), dtype=np.int32), size=np.empty(depth))
    left = OpenCones(
        np.empty((2 * depth, n, n, size), dtype=np.int64),
        np.empty(2 * depth, dtype=np.int64),
        np.empty(2 * depth),
        np.empty(2 * depth, dtype=np.int64),
    )
    work = np.empty((WORK_ROWS + n, case.limbs.shape[2] + 2 * size + 3 + n), dtype=np.int64)
    log = np.empty(budget.log, dtype=np.int64)
    n_left, found, closed, looked, cones, cuts, n_log = explore_positives(
        case.frame, (0,) * n, worth, vertices, planes, pairs, positives, lines, stack, left, look,
        work,
        n_open, n_listed, settled, 2.0, n_open, best, slack, budget.pairs, log,
    )  # fmt: skip
    truth = naive_objectives.best_inside(points, p, q, case.cone, worth)
    assert found >= best
    assert closed <= found + slack
    if found > best:
        at, *around = (tuple(map(naive_cone.number, v)) for v in vertices.digits[n : 2 * n + 1])
        beside = tuple((v << 999) + sum(w) for v, *w in zip(at, *around, strict=True))
        assert found <= naive_objectives.value_along(points, p, q, beside, worth) <= truth
        assert min(naive_cone.shares(case.cone, beside)) > 0
    parts = [tuple(tuple(map(naive_cone.number, v)) for v in left.digits[k]) for k in range(n_left)]
    inside = [naive_objectives.best_inside(points, p, q, part, worth) for part in parts]
    assert all(most <= upper for most, upper in zip(inside, left.upper[:n_left], strict=True))
    assert max([found + slack, *inside]) >= truth
    assert max(closed, *left.upper[:n_left], found) >= truth
    assert cuts <= cones
    # Pairs that merge may all cancel out before any is looked at.
    assert merge or n_open == 0 or cones == 0 or looked > 0
    if n_left == 0 and slack == 0:
        assert found == max(best, truth)
    if budget.log:
        read = naive_cone.read_log(log[:n_log].tolist(), points, case.cone)
        assert (read.left, len(read.closed), read.n_splits) == (parts, n_log - n_left - cones, cones)
        inside = [naive_objectives.best_inside(points, p, q, part, worth) for part in read.closed]
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
}


@pytest.mark.kernels
@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("kind", KINDS)
@fixed_cone_cases
def test_exploring_finds_bounds_and_covers(case: ConeCase, kind: str, budget: str) -> None:
    check_explore(case, worth_for(case, kind), budget=BUDGETS[budget])


@pytest.mark.kernels
@pytest.mark.parametrize("kind", KINDS)
@fixed_cone_cases
def test_exploring_stops_at_what_is_good_enough(case: ConeCase, kind: str) -> None:
    worth = worth_for(case, kind)
    truth = naive_objectives.best_inside(case.points, case.p, case.q, case.cone, worth)
    for best in (truth - 1, truth, truth + 1):
        check_explore(case, worth, best=best)
    check_explore(case, worth, slack=2)


@pytest.mark.kernels
@pytest.mark.parametrize("budget", ["ample", "shallow", "no room to move"])
@pytest.mark.parametrize("kind", ["ramp", "area"])
@fixed_cone_cases
def test_pairs_of_several_positives_on_one_hyperplane_merge(case: ConeCase, kind: str, budget: str) -> None:
    """The optimum stays what it is."""
    if case.bits < 50:
        check_explore(case, worth_for(case, kind), budget=BUDGETS[budget], merge=True)


@settings(deadline=None, max_examples=60)
@given(cone_cases(), st.sampled_from(["ramp", "area"]), st.integers(0, 3))
def test_pairs_of_any_cone_merge(case: ConeCase, kind: str, slack: int) -> None:
    if case.bits < 50:
        check_explore(case, worth_for(case, kind), slack=slack, merge=True)


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(cone_cases(), st.sampled_from(KINDS), st.sampled_from(list(BUDGETS)), st.integers(0, 3))
def test_exploring_any_cone_finds_bounds_and_covers(
    case: ConeCase, kind: str, budget: str, slack: int
) -> None:
    check_explore(case, worth_for(case, kind), slack=slack, budget=BUDGETS[budget])
