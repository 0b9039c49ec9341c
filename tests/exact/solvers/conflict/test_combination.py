"""Exact multipliers against all subsets in fractions."""

import naive_conflict
from hypothesis import given
from hypothesis import strategies as st
from naive_conflict import Vector
from strategies import quick

from aucopt.exact.solvers.conflict.combination import cancelling, separate

small = st.integers(-4, 4) | st.integers(-(10**30), 10**30)
vectors_of = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.tuples(*[small] * n).filter(any), min_size=1, max_size=8)
)


def sum_of(vectors: list[Vector], multipliers: dict[int, int]) -> list[int]:
    return [sum(y * vectors[i][c] for i, y in multipliers.items()) for c in range(len(vectors[0]))]


@quick
@given(vectors_of)
def test_few_vectors_cancel_if_their_null_vector_is_positive(vectors: list[Vector]) -> None:
    some = vectors[: len(vectors[0]) + 1]
    multipliers = cancelling(some)
    expected = naive_conflict.null_vector(some)
    if multipliers is None:
        assert expected is None or min(expected) <= 0
    else:
        assert expected is not None
        assert min(multipliers) > 0
        assert sum_of(some, dict(enumerate(multipliers))) == [0] * len(some[0])
        assert [y / multipliers[-1] for y in multipliers] == [float(y) for y in expected]


@quick
@given(vectors_of)
def test_any_vectors_cancel_or_a_direction_has_them_on_its_side(vectors: list[Vector]) -> None:
    direction, multipliers = separate(vectors)
    if direction is None:
        assert min(multipliers.values()) > 0
        assert sum_of(vectors, multipliers) == [0] * len(vectors[0])
        assert tuple(multipliers) in naive_conflict.conflicts(vectors)
    else:
        assert multipliers == {}
        assert all(sum(w * v for w, v in zip(direction, vector, strict=True)) > 0 for vector in vectors)


def test_vectors_that_floats_take_for_parallel_are_told_apart() -> None:
    huge = 10**40
    near = [(huge, 1), (-huge, 0), (0, 1)]
    assert separate(near) == ((-1, huge + 1), {}) or separate(near)[0] is not None
    assert cancelling([(huge, 1), (-huge, 0)]) is None
    assert cancelling([(huge, 1), (-huge, 0), (0, -1)]) == (1, 1, 1)
