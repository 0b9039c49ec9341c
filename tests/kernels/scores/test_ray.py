"""The best cell of a ray against a slow twin in fractions."""

from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.scores.ray import (
    BLOCK,
    Ranked,
    RayCell,
    RaySwaps,
    best_cell,
    best_on_ray,
    list_swaps,
    start_value,
)

FAMILIES = ("eighths", "grid", "two values", "one point")
# A power of two: the ends of rays of dyadic scores are exact.
REACHES = (1.0, 0.25, 2.0**-6)
AMPLE = 20_000


def draw(seed: int, family: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows (along, across, weight) of both classes; few bits, so that floats are exact."""
    rng = np.random.default_rng(seed)
    width = {"eighths": 400, "grid": 3, "two values": 1, "one point": 0}[family]
    sides = []
    for size in (max(n // 3, 1), max(n - n // 3, 1)):
        scores = rng.integers(-width, width + 1, (size, 2)) / 8
        sides.append(np.column_stack([scores, rng.integers(1, 4, size)]))
    return sides[0], sides[1]


def ranked(rows: np.ndarray) -> Ranked:
    order = np.lexsort((rows[:, 1], rows[:, 0]))
    return Ranked(*(np.ascontiguousarray(column) for column in rows[order].T))


def room(size: int = AMPLE) -> RaySwaps:
    return RaySwaps(np.empty(size), np.empty(size))


def check_ray(ups: np.ndarray, downs: np.ndarray, reach: float) -> None:
    swaps = naive.swaps_on_ray(ups.tolist(), downs.tolist(), reach)
    start = naive.value_beside(ups.tolist(), downs.tolist())
    listed = room()
    n_swaps = list_swaps(ranked(ups), ranked(downs), reach, listed)
    assert n_swaps == len(swaps)
    for sign in (1, -1):
        phi = np.sort(listed.phi[:n_swaps][sign * listed.change[:n_swaps] > 0])
        assert phi == pytest.approx([float(p) for p, change in swaps if sign * change > 0], rel=1e-14)
    assert sum(listed.change[:n_swaps]) == sum(change for _, change in swaps)
    assert start_value(ranked(ups), ranked(downs)) == start

    cells = naive.cells_on_ray(swaps, start, reach)
    best = max(value for value, _, _ in cells)
    widest = max(high - low for value, low, high in cells if value == best)
    found = best_on_ray(ranked(ups), ranked(downs), reach, room())
    assert found.value == best
    assert found.high - found.low == pytest.approx(float(widest), abs=1e-12)
    assert any(low <= (found.low + found.high) / 2 <= high for value, low, high in cells if value == best)
    assert found.lowest <= min(value for value, _, _ in cells)


@pytest.mark.kernels
@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", [2, 40, 3 * BLOCK, 150])
def test_rays_against_fractions(family: str, n: int, reach: float) -> None:
    check_ray(*draw(n, family, n), reach)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(FAMILIES), st.integers(2, 5 * BLOCK), st.sampled_from(REACHES))
def test_any_ray_against_fractions(seed: int, family: str, n: int, reach: float) -> None:
    check_ray(*draw(seed, family, n), reach)


@pytest.mark.kernels
def test_more_swaps_than_room_are_counted_not_written() -> None:
    ups, downs = draw(0, "eighths", 150)
    n_swaps = len(naive.swaps_on_ray(ups.tolist(), downs.tolist(), 1.0))
    assert list_swaps(ranked(ups), ranked(downs), 1.0, room(n_swaps)) == n_swaps
    for size in (0, 10, n_swaps - 1):
        found = best_on_ray(ranked(ups), ranked(downs), 1.0, room(size))
        assert found.n_swaps > size
        assert (found.low, found.high) == (0.0, 0.0)


@pytest.mark.kernels
def test_swaps_that_only_rounding_parts_happen_at_once() -> None:
    # A rise and a fall at 0.5, in this order by an ulp: no cell between them.
    swaps = RaySwaps(np.array([0.5, np.nextafter(0.5, 1)]), np.array([2.0, -2.0]))
    assert best_cell(swaps, 2, 10.0, 1.0) == RayCell(10.0, 0.0, 0.5, 8.0, 2)


@pytest.mark.kernels
def test_a_ray_too_short_for_any_cell_has_no_value() -> None:
    assert best_cell(room(1), 0, 10.0, 1e-12).value == -np.inf


@pytest.mark.kernels
def test_many_buckets_hold_the_widest_of_the_best_cells() -> None:
    rng = np.random.default_rng(0)
    phi = rng.integers(1, 1 << 20, 3000) / (1 << 20)
    change = rng.choice([-2.0, 2.0], 3000)
    exact = [(Fraction(p), Fraction(c)) for p, c in zip(phi, change, strict=True)]
    cells = naive.cells_on_ray(exact, Fraction(100), 1.0)
    best = max(value for value, _, _ in cells)
    widest = max(high - low for value, low, high in cells if value == best)
    found = best_cell(RaySwaps(phi.copy(), change.copy()), 3000, 100.0, 1.0)
    assert (found.value, found.high - found.low) == (best, widest)
