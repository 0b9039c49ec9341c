"""What a solution in the plane tells of all directions."""

from typing import Any

import numpy as np
import pytest
from strategies import GAUSSIAN, Y

import aucopt


def test_near_zero_is_the_optimum(solved_plane: Any) -> None:
    _, solution = solved_plane
    near = solution.near(0)
    assert sum(arc.width for arc in near) == pytest.approx(sum(arc.width for arc in solution.arcs), rel=1e-9)
    assert {arc.low for arc in near} <= {arc.low for arc in solution.arcs}
    assert {arc.high for arc in near} <= {arc.high for arc in solution.arcs}


def test_near_grows_with_delta_to_the_whole_circle() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    widths = [sum(arc.width for arc in solution.near(delta)) for delta in (0, 0.01, 0.1, 1)]
    assert widths == sorted(set(widths))
    assert widths[-1] == pytest.approx(2 * np.pi)
