"""A climb: every step is better than the last, with all the room there is and with little."""

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend


def test_more_pairs_than_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(600, 5)
    whole = ascend(X, positive, signs=no_signs(X))
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.MOST_SWAPS", 2000)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.smoothing.MOST_PAIRS", 5000)
    found = ascend(X, positive, signs=no_signs(X), starts=np.eye(5)[0])
    assert found.auc > found.history[0]
    assert found.auc == pytest.approx(whole.auc, abs=2e-3)


def test_a_crowded_window_still_climbs(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(300, 4)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.MOST_SWAPS", 100)
    found = ascend(np.round(X), positive, signs=no_signs(X), starts=np.eye(4)[0])
    assert found.auc > found.history[0] + 0.01


def test_a_budget_limits_the_planes() -> None:
    X, positive = gaussians(300, 10)
    found = ascend(X, positive, signs=no_signs(X), budget=20)
    assert found.status == "local"
    assert found.n_planes < 20 + 16
