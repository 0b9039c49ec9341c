"""The nearest point of a hull against all subsets that cancel."""

import naive_conflict
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_conflict import Vector
from strategies import quick

from aucopt.kernels.conflict.hull import CANCELLED, SEPARATED, UNCLEAR, nearest_point


def ask(vectors: list[Vector], n_first: int = 0, lift: float = 1.0) -> tuple[int, np.ndarray, list[int]]:
    rows = np.array(vectors, dtype=np.float64)
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    point, support = np.empty(rows.shape[1]), np.empty(rows.shape[1] + 2, dtype=np.int64)
    answer, k = nearest_point(rows, np.arange(len(rows)), n_first, lift, 500, point, support)
    return answer, point, support[:k].tolist()


def check(vectors: list[Vector], n_first: int = 0, lift: float = 1.0) -> int:
    answer, point, support = ask(vectors, n_first, lift)
    every = naive_conflict.conflicts(vectors)
    if answer == CANCELLED:
        assert tuple(sorted(support)) in every
    else:
        assert answer == SEPARATED
        assert not every
        assert min(np.array(vectors) @ point) > 0
    return answer


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 3, 4])
def test_small_vectors_cancel_or_a_direction_has_them_on_its_side(n: int) -> None:
    answers = []
    for seed in range(40):
        rng = np.random.default_rng([n, seed])
        vectors = [tuple(v) for v in rng.integers(-3, 4, (int(rng.integers(1, 9)), n)).tolist()]
        vectors = [v if any(v) else (1, *v[1:]) for v in vectors]
        answers.append(check(vectors, int(rng.integers(0, len(vectors) + 1)), 8.0))
    assert {SEPARATED, CANCELLED} == set(answers)


@quick
@given(
    st.integers(2, 4).flatmap(
        lambda n: st.lists(st.tuples(*[st.integers(-4, 4)] * n).filter(any), min_size=1, max_size=9)
    ),
    st.integers(0, 9),
)
def test_all_small_vectors_are_told_apart(vectors: list[Vector], n_first: int) -> None:
    check(vectors, min(n_first, len(vectors)), 8.0)


@pytest.mark.kernels
def test_what_comes_first_is_preferred() -> None:
    # Both (1, 1) and (0, 1) complete a conflict with the others; the one that is longer enters.
    vectors = [(1, 0), (0, -1), (-3, 1), (-1, 3), (-1, 1)]
    answer, _, support = ask(vectors, 2, 8.0)
    assert answer == CANCELLED
    assert {0, 1} <= set(support)


@pytest.mark.kernels
def test_what_floats_cannot_tell_is_left_to_others() -> None:
    """Three vectors that cancel but for a tiny height, in a place of their own."""
    answers = set()
    for seed in range(20):
        rng = np.random.default_rng(seed)
        height = 10.0 ** -rng.uniform(6, 12)
        rows = np.array([[1.0, 0.0, height], [-0.6, 0.8, height], [-0.6, -0.8, height]])
        rows = np.ascontiguousarray(rows @ np.linalg.qr(rng.normal(size=(3, 3)))[0])
        point, support = np.empty(3), np.empty(5, dtype=np.int64)
        answers.add(nearest_point(rows, np.arange(3), 0, 1.0, 500, point, support)[0])
        assert nearest_point(rows, np.arange(3), 0, 1.0, 1, point, support)[0] == UNCLEAR
    assert {CANCELLED, UNCLEAR} <= answers
