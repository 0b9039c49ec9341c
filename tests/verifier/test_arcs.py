"""Arcs: counts and sweeps are those of slow obvious code, and changed arcs are refused."""

from itertools import pairwise

import naive
import numpy as np
import pytest
from certified import Content, check_refused, minus, set_to

from aucopt.verifier.arcs import OpenArc, between, bound_arcs, heights, turns_left
from aucopt.verifier.points import count_pairs, merge_points
from aucopt.verifier.statement import FailedError

CIRCLE = [(3, 1), (-1, 2), (-2, -3), (1, -4), (3, 1)]


def make_rows(seed):
    """A few points on a grid with weights; some coincide, many differences are parallel."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 5, (9, 2)).tolist(), (np.arange(9) % 2).tolist(), rng.integers(1, 4, 9).tolist()


def make_points(seed):
    X, y, weight = make_rows(seed)
    sides = list(zip(y, weight, strict=True))
    columns = list(zip(*X, strict=True))
    return merge_points(columns, [w * side for side, w in sides], [w * (1 - side) for side, w in sides])


def arc_between(points, low, high):
    return OpenArc(points, heights(points, low), heights(points, high), range(len(points.at)))


def cells_between(points, low, high):
    """A direction of each cell of an arc, by listing where points tie."""
    normals = {(a[1] - b[1], b[0] - a[0]) for a in points.at for b in points.at if a != b}
    within = [n for n in normals if turns_left(low, n) and turns_left(n, high)]
    ordered = sorted(within, key=lambda n: np.arctan2(n[1], n[0]))
    return [between(a, b) for a, b in pairwise([low, *ordered, high]) if turns_left(a, b)]


@pytest.mark.parametrize("direction", [(1, 0), (0, -1), (2, 3), (-5, 7)])
def test_pairs_are_counted_as_one_by_one(direction):
    for seed in range(20):
        points = make_points(seed)
        right, tied, total = naive.counts(*make_rows(seed)[:2], direction, make_rows(seed)[2])
        assert (*count_pairs(points, direction), points.total) == (right, tied, total)


def test_a_sweep_finds_the_best_cell_and_a_count_is_not_below_it():
    low, high = (7, 1), (-3, 11)
    tight = 0
    for seed in range(40):
        points = make_points(seed)
        arc = arc_between(points, low, high)
        best = max(count_pairs(points, cell)[0] for cell in cells_between(points, low, high))
        most, n_swaps = arc.count()
        assert arc.sweep() == best <= most
        assert n_swaps > 0
        tight += best == most
    assert tight < 40


def test_arcs_are_held_to_the_limit():
    points = make_points(3)
    best = max(arc_between(points, a, b).sweep() for a, b in pairwise(CIRCLE))
    all_arcs = frozenset(range(4))
    assert sum(bound_arcs(points, CIRCLE, all_arcs, best)) > 0
    with pytest.raises(FailedError, match=f"pairs may be right, the claim allows {best - 1}"):
        list(bound_arcs(points, CIRCLE, all_arcs, best - 1))
    with pytest.raises(FailedError, match="pairs may be right"):
        list(bound_arcs(points, CIRCLE, frozenset(), best))


def ends(content: Content) -> list[list[int | str]]:
    return content["faces"][0]["ends"]


CHANGES = {
    "an arc is missing at the end": lambda c: ends(c).pop(),
    "an arc is missing at the start": lambda c: ends(c).pop(0),
    "half the circle": lambda c: set_to("faces", 0, "ends", to=ends(c)[:9])(c),
    "the other way round": lambda c: ends(c).reverse(),
    "all ends but a few": set_to("faces", 0, "ends", to=[[1, 0], [-1, 2], [-1, -2], [1, 0]]),
    "a step back": lambda c: ends(c).insert(3, ends(c)[1]),
    "an end turned around": lambda c: set_to("faces", 0, "ends", 4, to=minus(ends(c)[4]))(c),
    "an end that is no direction": set_to("faces", 0, "ends", 4, to=[0, 0]),
    "an end of three numbers": lambda c: ends(c)[4].append(1),
    "no end at all": set_to("faces", 0, "ends", to=[]),
    "nothing swept": set_to("faces", 0, "swept", to=[]),
}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("kind", CHANGES)
def test_changed_arcs_are_refused(of_arcs, version, kind):
    content, X, y = of_arcs[version]
    reason = check_refused(content, CHANGES[kind], X, y)
    assert "Face of columns (0, 1)" in reason or "entries" in reason
