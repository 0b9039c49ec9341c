"""Planes of pairs: signs are those of exact integers of any size, and parallel pairs are found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.verifier import planes
from aucopt.verifier.planes import list_planes
from aucopt.verifier.points import dot, merge_points, shortest
from aucopt.verifier.statement import UncheckedError


def make_planes(rows, weights, merged=False):
    """Planes of rows of integers that are positive and negative in turn."""
    positive = [w * (k % 2) for k, w in enumerate(weights)]
    negative = [w * (1 - k % 2) for k, w in enumerate(weights)]
    return list_planes(merge_points(list(zip(*rows, strict=True)), positive, negative), merged)


def sign(value):
    return (value > 0) - (value < 0)


def difference(listed, g):
    at = listed.points.at
    return [a - b for a, b in zip(at[listed.high[g]], at[listed.low[g]], strict=True)]


@st.composite
def rows_and_vertices(draw):
    """Points and directions of short and of very long integers, some of them nearly at right angles."""
    n = draw(st.integers(1, 5))
    size = st.sampled_from([1, 7, 10**6, 2**31, 2**62, 2**90, 2**400])
    entries = st.integers(-3, 3)

    def vector(scale):
        return [scale * draw(entries) + draw(entries) for _ in range(n)]

    scale = draw(size)
    rows = [vector(scale) for _ in range(draw(st.integers(2, 7)))]
    vertices = [tuple(vector(draw(size))) for _ in range(draw(st.integers(1, 4)))]
    a, b = draw(st.sampled_from(rows)), draw(st.sampled_from(rows))
    if n > 1:
        # A direction that ties two points, and its neighbour.
        tie = [b[1] - a[1], a[0] - b[0], *[0] * (n - 2)]
        vertices += [tuple(tie), tuple(2**70 * v + (k == 0) for k, v in enumerate(tie))]
    return rows, vertices


@settings(deadline=None, max_examples=120)
@given(rows_and_vertices(), st.data())
def test_signs_are_exact(drawn, data):
    rows, vertices = drawn
    listed = make_planes(rows, [1] * len(rows))
    n_planes = len(listed.high)
    chosen = [[g for g in range(n_planes) if data.draw(st.booleans())] for _ in vertices]
    begin = np.cumsum([0, *map(len, chosen)])
    flat = np.array([g for some in chosen for g in some], dtype=np.int32)
    expected = [
        sign(dot(vertex, difference(listed, g)))
        for vertex, some in zip(vertices, chosen, strict=True)
        for g in some
    ]
    assert listed.sides(vertices, begin, flat).tolist() == expected
    for vertex, some in zip(vertices, chosen, strict=True):
        exact = listed.scores(vertex, np.array(some, dtype=np.int32))
        assert exact.tolist() == [dot(vertex, difference(listed, g)) for g in some]


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2), min_size=2, max_size=9),
    st.sampled_from([1, 2**31, 2**61, 2**70]),
    st.sampled_from([1, 2**40, 2**70]),
)
def test_parallel_pairs_count_together_where_they_are_merged(rows, scale, weight):
    rows = [[scale * v for v in row] for row in rows]
    weights = [weight * (1 + k % 3) for k in range(len(rows))]
    plain, merged = (make_planes(rows, weights, merged) for merged in (False, True))
    groups = {}
    for g in range(len(plain.high)):
        line = shortest(difference(plain, g))
        back = tuple(-v for v in line)
        side = back in groups
        groups.setdefault(back if side else line, [0, 0])[side] += int(plain.gain[g])
    found = {
        shortest(difference(merged, g)): [int(merged.gain[g]), int(merged.loss[g])]
        for g in range(len(merged.high))
    }
    # Either direction of a line may be the one that gains.
    assert len(found) == len(groups)
    for line, (gain, loss) in found.items():
        expected = [gain, loss] if line in groups else [loss, gain]
        assert groups[line if line in groups else tuple(-v for v in line)] == expected
    assert merged.better.tolist() == [max(both) for both in found.values()]
    assert not plain.loss.any()


def test_short_vectors():
    assert shortest([6, -9, 0]) == (2, -3, 0)
    assert shortest([0, 0]) == (0, 0)


def test_more_pairs_than_memory_are_not_listed(monkeypatch):
    monkeypatch.setattr(planes, "_MOST_PAIRS", 3)
    with pytest.raises(UncheckedError, match="cones of more than 3 pairs; there are 4"):
        make_planes([[0], [1], [2], [3]], [1] * 4)
