"""Sweeping an arc for what the positives are worth, against all of its cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_runs import above_of, go_along, orders_inside, value_of
from strategies import ARCS, PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.positives_sweep import sweep_worth
from aucopt.kernels.scores.curve import Worth

WORTHS = [Worth(12, 1, 2), Worth(5, 3, 2), Worth(2, 0, 1), Worth(0, 0, 1), Worth(1000, 1, 2)]


def check_sweep(case: PlaneCase, kind: str, worth: Worth) -> None:
    arc = go_along(case, kind)
    above = above_of(case, arc.before, worth)
    here, value = np.array([above[i] for i in arc.before]), value_of(case, arc.before, worth)
    values = [value_of(case, order, worth) for order in orders_inside(case, arc, kind)]
    for threshold in (0, value, max(values), max(values) + 1):
        args = (here.copy(), worth, value, threshold)
        best, stretches = sweep_worth(arc.points, case.limbs, arc.end, arc.tally, arc.counted[2], *args)
        if max([*values, value]) >= threshold:
            assert best == max([*values, value_of(case, arc.after, worth)])
            assert len(stretches) > 0
        else:
            assert best < threshold
            assert best >= max(values)
            assert len(stretches) == 0


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("kind", ["wide", "narrow"])
@fixed_plane_cases
def test_fixed_points_are_swept(case: PlaneCase, kind: str, worth: Worth) -> None:
    check_sweep(case, kind, worth)


@quick
@given(plane_cases(), st.sampled_from([kind for kind in ARCS if "tie" not in kind]), st.sampled_from(WORTHS))
def test_any_points_are_swept(case: PlaneCase, kind: str, worth: Worth) -> None:
    check_sweep(case, kind, worth)
