"""The rows of a box and of its halves: what is decided truly is, and what is far from doubt is decided."""

from fractions import Fraction

import naive_box
import numpy as np
import pytest
from box_runs import ListedBox, list_boxed
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import inner
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case

from aucopt.kernels.cone.box import enter_half, gather_rows, look_inside, weigh_halves

FEW = settings(deadline=None, max_examples=25)


def weights_of(listed: ListedBox, box: naive_box.Box, doubt: Fraction) -> tuple[int, int]:
    """The weight of the rows wrong and right in all of a box by a margin, which may be negative."""
    wrong = right = 0
    for d, weight in listed.differences:
        low, high = naive_box.sides(box, d)
        wrong += weight * (high <= -doubt)
        right += weight * (low >= doubt)
    return wrong, right


def is_between(weight: int, listed: ListedBox, box: naive_box.Box, side: int, already: int = 0) -> bool:
    """Whether what was counted lies between what is far from doubt and what is true."""
    doubt = listed.scale * Fraction(4 * listed.tolerance)
    least, most = (weights_of(listed, box, margin)[side] - already for margin in (doubt, Fraction(0)))
    return least <= weight <= most


def check_box(listed: ListedBox) -> None:
    """List the rows of a box, weigh its halves, and enter and gather one."""
    box, rows, n = listed.box, listed.rows, listed.n_open
    everything = sum(weight for _, weight in listed.differences)
    wrong = everything - listed.sure - listed.heavy
    assert is_between(wrong, listed, box, 0)
    assert is_between(listed.sure, listed, box, 1)
    for i in range(len(box.ends)):
        assert listed.spread[i] == pytest.approx(np.abs(rows.column[i, :n]).mean() if n else 0.0)
    for axis in range(len(box.ends)):
        step = listed.half[axis] / 2
        weighed = weigh_halves(rows, 0, 0, n, axis, step, listed.tolerance)
        for k, half in enumerate(box.halves(axis)):
            lost, won, missed = weighed[k], weighed[2 + k], weighed[4 + k]
            assert is_between(lost, listed, half, 0, wrong)
            assert is_between(won, listed, half, 1, listed.sure)
            middle = half.direction([(a + b) / 2 for a, b in half.ends])
            right = sum(weight for d, weight in listed.differences if inner(middle, d) > 0)
            assert listed.sure + listed.heavy - missed <= right
            enter_half(rows, 0, 0, n, axis, step if k else -step, n)
            spread = np.zeros_like(listed.spread)
            order = rows.order[:n].copy()
            moved = gather_rows(rows, 0, n, n, n, listed.tolerance, spread)
            assert rows.weight[n : n + moved].sum() == listed.heavy - lost - won
            for t in range(moved):
                kept = int(rows.order[t])
                d, weight = listed.differences[int(order[kept])]
                low, high = naive_box.sides(half, d)
                assert rows.weight[n + t] == weight == rows.weight[kept]
                assert rows.column[:, n + t].tolist() == rows.column[:, kept].tolist()
                off = Fraction(listed.tolerance)
                assert abs(Fraction(rows.mid[n + t]) - (low + high) / 2 / listed.scale) <= off
                assert abs(Fraction(rows.rad[n + t]) - (high - low) / 2 / listed.scale) <= off
            rows.order[:n] = order


@pytest.mark.kernels
@fixed_cone_cases
def test_rows_of_a_box_and_its_halves(case: ConeCase) -> None:
    check_box(list_boxed(case))
    check_box(list_boxed(case, 1, -1, level=2))


@FEW
@given(cone_cases(), st.integers(0, 3), st.sampled_from([1, -1]), st.integers(0, 5))
def test_rows_of_any_box_and_its_halves(case: ConeCase, chart: int, sign: int, level: int) -> None:
    check_box(list_boxed(case, chart % len(case.cone), sign, level=level))


@pytest.mark.kernels
def test_rows_beyond_the_room_are_counted() -> None:
    case = make_cone_case("gaussian", "ones", 3, 6, seed=4)
    listed = list_boxed(case)
    counted = list_boxed(case, room=2)
    assert listed.n_open > 2
    assert counted[-3:] == listed[-3:]


@pytest.mark.kernels
@fixed_cone_cases
def test_a_walk_inside_a_box_ends_where_it_says(case: ConeCase) -> None:
    listed = list_boxed(case)
    n = len(listed.half)
    found = {}
    for steps in (1, 40):
        x, best = np.empty(n), np.empty(n)
        missed = look_inside(listed.rows, 0, 0, listed.n_open, listed.half, listed.tolerance, steps, x, best)
        where = listed.box.direction([Fraction(v) for v in best])
        assert np.abs(best).max() <= 1
        right = sum(weight for d, weight in listed.differences if inner(where, d) > 0)
        assert listed.sure + listed.heavy - missed <= right
        found[steps] = missed
    assert found[40] <= found[1]


@pytest.mark.kernels
def test_a_walk_finds_a_thin_cell_and_gives_up_on_an_empty_one() -> None:
    # Of two rows both are right only far from the middle; then a row that is wrong everywhere, and stays.
    case = make_cone_case("gaussian", "ones", 3, 6, seed=4)
    rows = list_boxed(case).rows
    half = np.ones(2)
    rows.column[:, :2] = [[1.0, -1.0], [0.5, 0.6]]
    rows.mid[:2], rows.rad[:2], rows.weight[:2] = [-0.1, -0.1], [1.5, 1.6], 1
    x, best = np.empty(2), np.empty(2)
    assert look_inside(rows, 0, 0, 2, half, 1e-12, 40, x, best) == 0
    assert best[1] > 0.15
    rows.column[:, 0], rows.mid[0], rows.rad[0] = 0.0, -1.0, 0.0
    assert look_inside(rows, 0, 0, 1, half, 1e-12, 40, x, best) == 1
