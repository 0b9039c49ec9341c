"""Marching for an objective of a part of the curve: what is told of an arc, and which points stay."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import plane_problem, plane_tables

from aucopt.exact.solvers.plane.curve import CurveMarch
from aucopt.kernels.scores.curve import Worth


@pytest.mark.parametrize("worth", [Worth(9, 1, 2), Worth(1, 0, 1)])
@settings(deadline=None, max_examples=60)
@given(case=plane_tables(), turn=st.floats(0.01, 2.5), share=st.floats(0.1, 0.9))
def test_a_focused_march_tells_the_same(
    worth: Worth, case: dict[str, Any], turn: float, share: float
) -> None:
    problem = plane_problem(case)
    assume(problem is not None and problem.exact_weight is None)
    march = CurveMarch(problem, worth, np.zeros(1, dtype=np.int64))
    low, high = (march.whitening.at_angle(angle) for angle in (0.3, 0.3 + turn))
    march.go(low)
    look = march.look(high)
    inner, inner_look = march.focus(look)
    assert inner.right == march.right <= look.upper
    assert inner.n_points <= march.n_points
    right, upper = march.look_back(look)
    opposite = CurveMarch(problem, worth, np.zeros(1, dtype=np.int64))
    opposite.go(low.opposite())
    assert (opposite.right, opposite.look(high.opposite()).upper) == (right, upper)
    (best, stretches, n_swaps), few = march.sweep(look, 0), inner.sweep(inner_look, 0)
    assert stretches
    assert few[:2] == (best, stretches)
    assert few[2] <= n_swaps
    between = march.whitening.between(low, high, share)
    inner.go(between)
    assert inner.right <= look.upper
    assert inner.right <= best <= look.upper
    march.go(between)
    assert march.right == inner.right
    inner.go(high)
    assert inner.right == look.right
