"""Tilted bounds against fractions: never more than what tilting truly takes away, and hardly less."""

from fractions import Fraction

import naive_box
import numpy as np
import pytest
from box_runs import list_boxed
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import inner
from strategies import ConeCase, cone_cases, fixed_cone_cases

from aucopt.kernels.cone.tilted import MOST_PARTS, PARTS, shave

FEW = settings(deadline=None, max_examples=25)


def check_shave(case: ConeCase, chart: int, level: int, parts: list[int]) -> None:
    listed = list_boxed(case, chart, level=level)
    n = len(listed.half)
    reference, pull = np.array(parts[:n], dtype=float), np.empty(n)
    shaved = shave(listed.rows, 0, 0, listed.n_open, reference, listed.half, listed.tolerance, pull)
    share = [Fraction(part, PARTS) for part in parts[:n]]
    rows = [listed.exact(t) for t in range(listed.n_open)]
    if shaved == -1.0:
        middles = [(a + b) / 2 + r * (b - a) / 2 for (a, b), r in zip(listed.box.ends, share, strict=True)]
        point = listed.box.direction(middles)
        doubt = 4 * Fraction(listed.tolerance) * listed.scale
        assert min(abs(inner(point, d)) for d, _ in rows) <= doubt
        return
    exact = listed.heavy - naive_box.tilted_count(listed.box, rows, share)
    assert Fraction(shaved) <= exact
    # Scores that are tiny, beside what floats resolve, may be tilted by less.
    low = min((float(-naive_box.sides(listed.box, d)[0] / listed.scale) for d, _ in rows), default=1.0)
    if low > 1e-6:
        assert shaved >= exact - Fraction(1, 100)


@pytest.mark.kernels
@fixed_cone_cases
def test_tilting_takes_away_what_it_says(case: ConeCase) -> None:
    check_shave(case, 0, 0, [0, 0])
    check_shave(case, 1, 1, [MOST_PARTS, -3])


@FEW
@given(
    cone_cases(),
    st.integers(0, 3),
    st.integers(0, 5),
    st.lists(st.integers(-MOST_PARTS, MOST_PARTS), min_size=3, max_size=3),
)
def test_tilting_any_rows_takes_away_what_it_says(
    case: ConeCase, chart: int, level: int, parts: list[int]
) -> None:
    check_shave(case, chart % len(case.cone), level, parts)


@FEW
@given(cone_cases(), st.integers(0, 3), st.lists(st.integers(-7, 7), min_size=3, max_size=3))
def test_tilted_counts_bound_all_that_is_inside(case: ConeCase, chart: int, parts: list[int]) -> None:
    listed = list_boxed(case, chart % len(case.cone), level=1)
    share = [Fraction(part, PARTS) for part in parts[: len(listed.half)]]
    bound = naive_box.tilted_count(listed.box, listed.differences, share)
    assert bound >= naive_box.best_inside(case.points, case.p, case.q, listed.box)
