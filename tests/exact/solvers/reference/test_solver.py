"""The reference as a solver: it agrees with the plane."""

from typing import Any

import numpy as np
import pytest
from strategies import GAUSSIAN, GRID, Y

import aucopt


@pytest.mark.parametrize("X", [GAUSSIAN, GRID], ids=["gaussian", "grid"])
@pytest.mark.parametrize("signs", [None, 1, (-1, 0)])
def test_enumeration_agrees(X: np.ndarray, signs: Any) -> None:
    plane = aucopt.maximize_auc(X, Y, solver="plane", signs=signs)
    slow = aucopt.maximize_auc(X, Y, solver="enumeration", signs=signs)
    assert slow.auc_exact == plane.auc_exact == plane.bound_exact
    assert {arc[:2] for arc in slow.arcs} == {arc[:2] for arc in plane.arcs}
    assert slow.coef == pytest.approx(plane.coef, abs=1e-12)
