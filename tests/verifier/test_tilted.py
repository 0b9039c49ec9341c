"""Tilted counts in int64 and in integers of any size: never below what fractions say, and close to it."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.verifier.tilted import PARTS, QUOTIENT_BITS, exact_tilt, tilt_rows

BIG = 1 << 54


@st.composite
def open_rows(draw: st.DrawFn):
    """Rows that are open on a box of two axes, with weights, and a point inside."""
    largest = draw(st.sampled_from([3, 1000, BIG]))
    rows = []
    for _ in range(draw(st.integers(1, 6))):
        slopes = draw(st.lists(st.integers(-largest, largest), min_size=2, max_size=2))
        rad = sum(map(abs, slopes))
        if rad > 1:
            mid = draw(st.integers(1 - rad, rad - 1))
            rows.append((mid, rad, slopes, draw(st.integers(1, 5))))
    return rows, draw(st.lists(st.integers(1 - PARTS, PARTS - 1), min_size=2, max_size=2))


def in_fractions(rows, reference) -> Fraction:
    """What tilting adds to the count, in the worst corner."""
    totals = []
    for corner in ((a, b) for a in (-1, 1) for b in (-1, 1)):
        total = Fraction(0)
        for mid, rad, slopes, weight in rows:
            if PARTS * mid + sum(s * r for s, r in zip(slopes, reference, strict=True)) < 0:
                at = mid + sum(s * c for s, c in zip(slopes, corner, strict=True))
                total += weight * Fraction(at, rad - mid)
        totals.append(total)
    return max(totals)


@settings(deadline=None, max_examples=80)
@given(open_rows())
def test_tilted_counts_are_rounded_upward(case) -> None:
    rows, reference = case
    truth = in_fractions(rows, reference)
    exact = exact_tilt(rows, reference)
    assert truth.__floor__() <= exact <= truth + Fraction(1, 1000)
    if not rows:
        return
    mid, rad, weight = (np.array([row[k] for row in rows], dtype=np.int64) for k in (0, 1, 3))
    slopes = [np.array([row[2][i] for row in rows], dtype=np.int64) for i in range(2)]
    parts = [np.full(len(rows), part) for part in reference]
    middle, along = tilt_rows(mid, rad, slopes, parts, np.zeros_like(mid))
    short = int((weight * middle).sum()) + sum(abs(int((weight * slope).sum())) for slope in along)
    assert Fraction(short, 1 << QUOTIENT_BITS) >= truth
    if max(rad) > BIG:
        assert all(r - m > 1 << 40 for m, r, _, _ in rows) <= (
            Fraction(short, 1 << QUOTIENT_BITS) <= truth + Fraction(1, 1000)
        )
