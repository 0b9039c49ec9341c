"""Smooth functions of all margins against sums over pairs one by one, and derivatives against differences."""

from collections.abc import Callable

import numpy as np
import pytest

from aucopt.exact.solvers.ascent.margins import Margins

Loss = Callable[[float, float], float]


def rounded_hinge(margin: float, width: float) -> float:
    u = 1.0 - margin
    return 0.0 if u <= 0 else u * u / (2 * width) if u < width else u - width / 2


def ramp(margin: float, width: float) -> float:
    return min(1.0, max(0.0, (width / 2 - margin) / width))


def rows(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    positive = rng.random(14) < 0.4
    positive[:2] = True, False
    return positive, rng.random(14) + 0.1, np.round(rng.normal(size=14), 2)


def by_pairs(loss: Loss, seed: int, scores: np.ndarray, width: float) -> float:
    positive, share, _ = rows(seed)
    ups, downs = np.flatnonzero(positive), np.flatnonzero(~positive)
    total = sum(share[i] * share[j] * loss(scores[i] - scores[j], width) for i in ups for j in downs)
    return float(total / (share[ups].sum() * share[downs].sum()))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("width", [0.1, 0.7, 5.0])
@pytest.mark.parametrize(("name", "loss"), [("hinge", rounded_hinge), ("ramp", ramp)])
def test_sums_are_those_over_pairs(name: str, loss: Loss, width: float, seed: int) -> None:
    positive, share, scores = rows(seed)
    value, pull = getattr(Margins(positive, share), name)(scores, width)
    assert value == pytest.approx(by_pairs(loss, seed, scores, width))
    # Scores beside the kinks of a ramp: there its slope is not that of differences.
    scores = scores + np.linspace(0.001, 0.004, 14)
    pull = getattr(Margins(positive, share), name)(scores, width)[1]
    for k, step in enumerate(1e-6 * np.eye(14)):
        rise = by_pairs(loss, seed, scores + step, width) - by_pairs(loss, seed, scores - step, width)
        assert pull[k] == pytest.approx(rise / 2e-6, abs=1e-6)
