"""What positives are worth by the negatives above them, against the sum over all pairs of points."""

import naive
import naive_cone
import naive_objectives
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import quick, small_integers

from aucopt.kernels.scores.curve import Worth, tied_unit, weigh_along, weigh_positives, weigh_strata, worth_of

WORTHS = (Worth(0, 0, 1), Worth(3, 0, 1), Worth(7, 1, 2), Worth(40, 3, 2), Worth(0, 2, 2), Worth(10**6, 0, 1))


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
def test_a_positive_is_worth_the_less_the_more_is_above_it(worth: Worth) -> None:
    values = [int(worth_of(worth, np.int64(amount))) for amount in range(50)]
    assert values == [naive_objectives.worth_of(worth, amount) for amount in range(50)]
    assert values == sorted(values, reverse=True)
    assert min(values) >= 0


def check_weighing(heights: list[int], p: list[int], q: list[int], worth: Worth) -> None:
    place = np.argsort(-np.array(heights), kind="stable")
    ordered = np.array(heights)[place]
    begins = np.append(True, ordered[1:] != ordered[:-1])
    found, wrong = weigh_positives(worth, 0, place, begins, np.array(p), np.array(q))
    points = [(h,) for h in heights]
    assert found == naive_objectives.value_along(points, p, q, (1,), worth)
    right, tied = naive_cone.counts_along(points, p, q, (1,))
    assert wrong == 2 * sum(p) * sum(q) - 2 * right - tied


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
def test_the_positives_of_a_few_heights(worth: Worth) -> None:
    check_weighing([3, 1, 2, 2, 5, 0], [1, 0, 2, 0, 0, 1], [0, 1, 1, 3, 2, 0], worth)
    check_weighing([1], [1], [1], worth)
    check_weighing([1, 1, 0], [1, 0, 0], [0, 2, 1], worth)


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
def test_values_along_a_ray_are_whole_less_a_part_for_wrong_pairs(worth: Worth) -> None:
    along, across = [3, 1, 2, 2, 5, 0], [0, 4, 1, 1, -3, 2]
    p, q = [1, 0, 2, 0, 0, 1], [0, 1, 1, 3, 2, 0]
    phis, values = np.array([0.0, 0.25, 0.5, 1.0]), np.empty(4)
    rows = np.array(along, float), np.array(across, float), phis, np.array(p), np.array(q)
    weigh_along(worth, np.array([0, 6]), np.zeros(1, dtype=np.int64), *rows, values)
    for phi, value in zip((0, 1, 2, 4), values, strict=True):
        points = [((4 - phi) * s + phi * t,) for s, t in zip(along, across, strict=True)]
        right, tied = naive_cone.counts_along(points, p, q, (1,))
        wrong = 2 * sum(p) * sum(q) - 2 * right - tied
        expected = naive_objectives.value_along(points, p, q, (1,), worth)
        assert value == pytest.approx(expected - wrong / (2 * sum(p) * sum(q) + 1))


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
def test_strata_have_rows_and_handicaps_of_their_own(worth: Worth) -> None:
    along, p, q = [3, 1, 2, 2, 5, 0, 4], [1, 0, 2, 0, 0, 1, 1], [0, 1, 1, 3, 2, 0, 1]
    blocks, handicaps = np.array([0, 4, 7]), np.array([0, 2])
    parts = []
    for k, (first, end) in enumerate(((0, 4), (4, 7))):
        points = [(v,) for v in along[first:end]]
        # A negative above all of them that weighs half as much as the handicap, or as much.
        high, extra = (99,), int(handicaps[k]) // worth.unit
        weights = [*p[first:end], 0], [*q[first:end], extra]
        parts.append(naive_objectives.value_along([*points, high], *weights, (1,), worth))
    order = np.concatenate(
        [np.argsort(-np.array(along[a:b]), kind="stable") + a for a, b in ((0, 4), (4, 7))]
    )
    begins = np.append(True, np.diff(np.array(along)[order]) != 0)
    begins[4] = True
    values = weigh_strata(worth, handicaps, order, begins, blocks, np.array(p), np.array(q))
    assert values.tolist() == parts
    found, scores = np.empty(1), np.array(along, float)
    weigh_along(worth, blocks, handicaps, scores, scores, np.zeros(1), np.array(p), np.array(q), found)
    assert np.ceil(found[0]) == sum(parts)


@pytest.mark.kernels
def test_a_tie_counts_half_of_what_is_above_or_as_much() -> None:
    assert [tied_unit(Worth(9, 1, unit)) for unit in (1, 2, 20)] == [1, 1, 10]


@quick
@given(st.data(), st.sampled_from(WORTHS))
def test_the_positives_of_any_heights(data: st.DataObject, worth: Worth) -> None:
    n = data.draw(st.integers(1, 12))
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n)
    heights = data.draw(st.lists(small_integers, min_size=n, max_size=n))
    check_weighing(heights, data.draw(weights), data.draw(weights), worth)


def test_counting_halves_of_ties_is_the_auc() -> None:
    X, y, w = [[3], [1], [2], [2], [5], [0]], [1, 0, 1, 0, 0, 1], [1]
    right, tied, total = naive.counts(X, y, w)
    order = np.argsort([-x for (x,) in X], kind="stable")
    ordered = np.array([x for (x,) in X])[order]
    begins = np.append(True, ordered[1:] != ordered[:-1])
    p, q = np.array(y), 1 - np.array(y)
    assert weigh_positives(Worth(2 * 3, 1, 2), 0, order, begins, p, q)[0] == 2 * right + tied
    assert total == 9
