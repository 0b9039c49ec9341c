"""Vectors of any size: the cut of an edge, exact and as short as can be."""

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_cone import Vector
from strategies import LIMB, digits_of, quick, size_of

from aucopt.kernels.integers.bignum import WORK_ROWS, carry, cut_edge

BASE = 1 << 26


def check_crossing(d: Vector, v: Vector, w: Vector, *, size: int | None = None) -> bool:
    """Whether the crossing fits; if so it is the right one. Scratch and result begin as rubbish."""
    n_limbs = size_of([*d])
    limbs = digits_of([d, (0,) * len(d)], n_limbs).astype(LIMB)
    size = size or 2 * size_of([*v, *w]) + n_limbs + 1
    ends = digits_of([v, w], size)
    out = np.full((len(d), size), -77)
    work = np.full((WORK_ROWS + len(d), n_limbs + 2 * size + 3), 12345)
    fits = cut_edge(limbs, 0, 1, ends[0], ends[1], out, work)
    if fits:
        assert tuple(map(naive_cone.number, out)) == naive_cone.crossing(d, v, w)
        assert np.abs(out).max() < BASE
    return bool(fits)


def edge_across(d: Vector, v: Vector, w: Vector) -> tuple[Vector, Vector] | None:
    """Turn the ends so that they lie on different sides; None where one is tied."""
    signs = [naive.sign_of(naive.inner(u, d)) for u in (v, w)]
    if 0 in signs:
        return None
    return v, w if signs[0] != signs[1] else tuple(-a for a in w)


HUGE = 3**120
CROSSINGS = {
    "small": ((1, -1, 0), (1, 0, 0), (0, 1, 5)),
    "two columns": ((3, -2), (1, 0), (0, 1)),
    "negative": ((-5, 7, 1), (-3, 0, 0), (0, -11, 0)),
    "common factor": ((6, -6, 0), (21, 0, 35), (0, 49, 14)),
    "common power of two": ((1 << 80, -(1 << 80), 0), (1 << 70, 0, 1 << 71), (0, 1 << 70, 3 << 72)),
    "large odd factor": ((1, -1, 0), (7**40, 0, 7**41), (0, 7**40, 3 * 7**40)),
    "huge": ((HUGE, -HUGE - 2, 1), (HUGE, 1, HUGE - 1), (1, HUGE + 3, -1)),
    "huge and tiny": ((1, -HUGE, 0), (1, 0, 0), (0, 1, HUGE)),
    "borrows": ((1, -1, 0), (BASE**3, 0, 1), (0, BASE**3 - 1, 1 - BASE**2)),
    "cancels": ((1, -1, 0), (5, 0, 7), (0, 5, -7)),
    "equal sizes": ((1, -1, 0, 0), (3**60, 0, 5**40, 3**60), (0, 3**60, 5**40, 0)),
}


@pytest.mark.kernels
@pytest.mark.parametrize("kind", CROSSINGS)
def test_a_cut_is_the_shortest_vector_on_the_hyperplane(kind: str) -> None:
    d, v, w = CROSSINGS[kind]
    assert check_crossing(d, v, w)
    assert check_crossing(d, w, v)


@pytest.mark.kernels
def test_a_cut_that_outgrows_its_digits_is_refused() -> None:
    d, v, w = (BASE - 1, -(BASE - 3)), (1, 0), (0, 1)
    assert check_crossing(d, v, w, size=1)
    d = (BASE + 1, -1)
    assert not check_crossing(d, v, w, size=1)
    assert check_crossing(d, v, w, size=2)


def numbers() -> st.SearchStrategy[int]:
    small = st.integers(-9, 9)
    powers = st.builds(lambda b, k, t: b**k + t, st.sampled_from([2, 3, 10]), st.integers(0, 200), small)
    return st.one_of(small, st.integers(-(2**60), 2**60), powers, st.builds(lambda v: -v, powers))


@st.composite
def edges(draw: st.DrawFn) -> tuple[Vector, Vector, Vector]:
    n = draw(st.integers(2, 5))
    d, v, w = (tuple(draw(st.lists(numbers(), min_size=n, max_size=n).filter(any))) for _ in range(3))
    factor = draw(st.sampled_from([1, 1, 6, 2**90, 3**70, BASE - 1, BASE + 1]))
    return d, tuple(factor * a for a in v), tuple(factor * a for a in w)


@quick
@given(edges())
def test_a_cut_is_exact_for_any_integers(edge: tuple[Vector, Vector, Vector]) -> None:
    d, v, w = edge
    across = edge_across(d, v, w)
    if across is not None:
        assert check_crossing(d, *across)
        size = size_of([*across[0], *across[1]])
        longest = max(map(abs, naive_cone.crossing(d, *across)))
        assert check_crossing(d, *across, size=size) == (longest < BASE**size)


@pytest.mark.kernels
@pytest.mark.parametrize(
    "given_digits",
    [[0, 0], [1, -1, 3], [BASE, 0], [-BASE - 5, 1], [5 * BASE + 3, -7 * BASE - 1, 2], [1 - (1 << 60), 0, 0]],
)
def test_carry_keeps_the_number(given_digits: list[int]) -> None:
    digits = np.array(given_digits)
    assert carry(digits)
    assert naive_cone.number(digits) == naive_cone.number(given_digits)
    assert np.abs(digits).max() < BASE


@pytest.mark.kernels
def test_carry_tells_when_the_number_does_not_fit() -> None:
    assert not carry(np.array([0, BASE]))
    assert not carry(np.array([BASE, BASE - 1]))
    assert carry(np.array([BASE, BASE - 2]))
