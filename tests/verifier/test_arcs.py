"""Arcs: counts and sweeps are those of slow obvious code, and changed arcs are refused."""

from itertools import pairwise

import naive
import numpy as np
import pytest
from certified import Content, check_refused, minus, set_to

from aucopt.verifier import arcs
from aucopt.verifier.arcs import OpenArc, ScoredPlane, bound_arcs, turns_left
from aucopt.verifier.clock import Clock, UnfinishedError
from aucopt.verifier.points import count_pairs, dot, merge_points
from aucopt.verifier.statement import FailedError

CIRCLE = [(3, 1), (-1, 2), (-2, -3), (1, -4), (3, 1)]


def make_rows(seed):
    """A few points on a grid with weights; some coincide, many differences are parallel."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, 5, (9, 2)).tolist(), (np.arange(9) % 2).tolist(), rng.integers(1, 4, 9).tolist()


def make_points(seed, scale=1):
    X, y, weight = make_rows(seed)
    sides = list(zip(y, weight, strict=True))
    columns = [[scale * v for v in column] for column in zip(*X, strict=True)]
    return merge_points(columns, [w * side for side, w in sides], [w * (1 - side) for side, w in sides])


def arc_between(points, low, high):
    plane = ScoredPlane(points)
    return OpenArc(plane, plane.scored.heights(low), plane.scored.heights(high))


def cells_between(points, low, high):
    """A direction of each cell of an arc, by listing where points tie."""
    normals = {(a[1] - b[1], b[0] - a[0]) for a in points.at for b in points.at if a != b}
    within = [n for n in normals if turns_left(low, n) and turns_left(n, high)]
    turn = complex(float(low[0]), -float(low[1]))
    ordered = sorted(within, key=lambda n: np.angle(complex(float(n[0]), float(n[1])) * turn))
    return [(a[0] + b[0], a[1] + b[1]) for a, b in pairwise([low, *ordered, high]) if turns_left(a, b)]


@pytest.mark.parametrize("direction", [(1, 0), (0, -1), (2, 3), (-5, 7)])
def test_pairs_are_counted_as_one_by_one(direction):
    for seed in range(20):
        points = make_points(seed)
        right, tied, total = naive.counts(*make_rows(seed)[:2], direction, make_rows(seed)[2])
        assert (*count_pairs(points, direction), points.total) == (right, tied, total)


@pytest.mark.parametrize("scale", [1, 10**20])
def test_a_sweep_finds_the_best_cell_and_a_count_is_not_below_it(scale):
    low, high = (7 * scale + 1, scale), (-3 * scale, 11 * scale)
    tight = 0
    for seed in range(40):
        points = make_points(seed, scale)
        arc = arc_between(points, low, high)
        assert (arc.start.doubt > 0) == (scale > 1)
        best = max(count_pairs(points, cell)[0] for cell in cells_between(points, low, high))
        assert arc.sweep(best - 1) == best <= arc.most
        assert arc.sweep(best) == best
        assert arc.n_swaps == count_swaps(points, low, high)
        tight += best == arc.most
    assert tight < 40


def count_swaps(points, low, high):
    n = 0
    for i, x in enumerate(points.at):
        for j, z in enumerate(points.at):
            at_low, at_high = (dot(v, x) - dot(v, z) for v in (low, high))
            n += points.positive[i] > 0 and points.negative[j] > 0 and at_low * at_high < 0
    return n


@pytest.mark.parametrize("listed", [1, 7, 10**6])
@pytest.mark.parametrize("scale", [1, 10**20])
def test_arcs_are_held_to_the_limit(monkeypatch, listed, scale):
    """Also where arcs are divided, down to a single swap, before they are swept."""
    monkeypatch.setattr(arcs, "_LISTED", listed)
    monkeypatch.setattr(arcs, "_SWAPS_A_POINT", 0)
    tried = 0
    for seed in range(12):
        points = make_points(seed, scale)
        best = max(
            count_pairs(points, cell)[0] for a, b in pairwise(CIRCLE) for cell in cells_between(points, a, b)
        )
        if all(arc_between(points, a, b).most <= best for a, b in pairwise(CIRCLE)):
            continue
        tried += 1
        all_arcs = frozenset(range(4))
        assert sum(bound_arcs(points, CIRCLE, all_arcs, best, Clock())) > 0
        with pytest.raises(
            FailedError, match=f"{best} pairs may be right, but the claim allows only {best - 1}"
        ):
            list(bound_arcs(points, CIRCLE, all_arcs, best - 1, Clock()))
        with pytest.raises(FailedError, match="pairs may be right"):
            list(bound_arcs(points, CIRCLE, frozenset(), best, Clock()))
    assert tried > 5


@pytest.mark.parametrize(("side", "turn"), [(1, [(1, 0), (0, 1)]), (-1, [(0, -1), (1, 0)])])
def test_an_arc_with_too_many_right_at_an_end_is_not_divided(monkeypatch, side, turn):
    """Separable points: all pairs are right at one end, none at the other; none has to become right."""
    monkeypatch.setattr(arcs, "_LISTED", 10)
    monkeypatch.setattr(arcs, "_SWAPS_A_POINT", 0)
    monkeypatch.delattr(OpenArc, "crossing")
    columns = [*range(5), *range(-5, 0)], [0] * 5 + [side] * 5
    points = merge_points(columns, [1] * 5 + [0] * 5, [0] * 5 + [1] * 5)
    arc = arc_between(points, *turn)
    assert (arc.n_swaps, arc.gained) == (25, 0 if side == 1 else 25)
    with pytest.raises(FailedError, match="25 pairs may be right, but the claim allows only 24"):
        list(bound_arcs(points, turn, frozenset([0]), 24, Clock()))


def test_time_is_looked_at_whenever_an_arc_is_divided(monkeypatch):
    monkeypatch.setattr(arcs, "_LISTED", 1)
    monkeypatch.setattr(arcs, "_SWAPS_A_POINT", 0)
    points = make_points(0)
    low, high = CIRCLE[:2]
    best = max(count_pairs(points, cell)[0] for cell in cells_between(points, low, high))
    arc, clock = arc_between(points, low, high), Clock(time_limit=0)
    assert arc.n_swaps > 1
    assert arc.most > best
    with pytest.raises(UnfinishedError, match="the time limit of 0 s"):
        next(arcs._settle(arc, best, clock))


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
