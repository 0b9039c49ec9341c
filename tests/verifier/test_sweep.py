"""Sweeps: the running sum over swaps, exact or not too low, as by fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.verifier.heights import Heights
from aucopt.verifier.sweep import PointSwaps


@st.composite
def swaps_and_heights(draw):
    """Pairs that swap, with heights of all sizes; many of them at the same moment."""
    scale = draw(st.sampled_from([1, 1000, 2**29, 2**45, 2**58]))
    n = draw(st.integers(1, 12))
    distance = st.one_of(st.integers(1, 3).map(lambda k: k * scale), st.integers(1, 3 * scale))
    before, after = ([draw(distance) for _ in range(n)] for _ in range(2))
    change = sorted((draw(st.sampled_from([-2, -1, 1, 3])) for _ in range(n)), key=lambda c: c < 0)
    # Swap k is that of the points 2k, which rises, and 2k + 1.
    start = [v for b in before for v in (0, b)]
    stop = [v for a in after for v in (a, 0)]
    return PointSwaps(np.arange(n) * 2, np.arange(n) * 2 + 1, np.array(change)), start, stop


def highest(swaps, start, stop):
    change = {}
    for i, j, weight in zip(swaps.rising, swaps.passed, swaps.change.tolist(), strict=True):
        before, after = start[j] - start[i], stop[i] - stop[j]
        moment = Fraction(before, before + after)
        change[moment] = change.get(moment, 0) + weight
    running = [0]
    for moment in sorted(change):
        running.append(running[-1] + change[moment])
    return max(running)


@settings(deadline=None, max_examples=150)
@given(swaps_and_heights(), st.integers(-2, 6), st.integers(0, 3))
def test_sweeps_are_exact_or_not_too_low(drawn, enough, off):
    swaps, start, stop = drawn
    expected = highest(swaps, start, stop)
    assert swaps.exactly_above(start, stop) == expected
    found, is_exact = swaps.most_above(
        Heights((1, 0), np.array(start)), Heights((0, 1), np.array(stop)), enough
    )
    longest = max(b + a for b, a in zip(start[1::2], stop[::2], strict=True))
    if longest.bit_length() > 60:
        # Too long to be exact.
        assert found >= max(expected, enough, 0)
    elif expected > max(enough, 0):
        assert (found, is_exact) == (expected, True)
    else:
        assert found == max(enough, 0)
    # Heights that are off by less than they say.
    moved = [
        Heights((1, 0), np.array([v + off * (-1) ** k for k, v in enumerate(at)]), off + 1)
        for at in (start, stop)
    ]
    above, is_exact = swaps.most_above(*moved, enough)
    assert above >= expected
    assert not is_exact
