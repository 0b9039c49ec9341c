"""A smooth count of what positives are worth: its value and its slope."""

import numpy as np
import pytest

from aucopt.kernels.scores.smooth_positives import smooth_positives, smooth_worth


def count(scores: np.ndarray, rate: float, limit: float, is_step: bool) -> tuple[float, np.ndarray]:
    """Three positives and four negatives, all pairs."""
    ups, downs = np.repeat(np.arange(3), 4), np.tile(np.arange(3, 7), 3)
    pull = np.full(7, np.nan)
    value = smooth_positives(
        scores,
        ups,
        downs,
        np.full(12, rate),
        np.array([4, 8, 12]),
        np.full(3, 1 / 3),
        np.full(12, 1 / 4),
        limit,
        is_step,
        1e-3,
        pull,
    )
    return value, pull


@pytest.mark.kernels
@pytest.mark.parametrize(("is_step", "limit"), [(True, 0.4), (False, 0.3), (False, 1.0)])
def test_narrow_smoothing_counts_what_there_is(is_step: bool, limit: float) -> None:
    scores = np.array([3.0, 1.5, 0.5, 2.0, 1.0, 0.0, -1.0])
    above = np.array([0, 1, 2]) / 4
    truth = np.mean(above <= limit) if is_step else np.mean(np.maximum(limit - above, 0) / limit)
    assert count(scores, 1e6, limit, is_step)[0] == pytest.approx(truth, abs=1e-3)


@pytest.mark.kernels
@pytest.mark.parametrize(("is_step", "limit"), [(True, 0.4), (False, 0.3)])
def test_the_pull_is_the_slope(is_step: bool, limit: float) -> None:
    """The spread counts as given: the pull leaves its change out, so that it is compared at a fixed one."""
    scores = np.array([0.3, 0.1, -0.2, 0.5, 0.0, -0.1, -0.4])
    _, pull = count(scores, 1.0, limit, is_step)
    assert pull.sum() == pytest.approx(0, abs=1e-12)
    assert (pull[:3] > 0).all()
    assert (pull[3:] < 0).all()
    step = 1e-6
    for i in range(7):
        moved = scores.copy()
        moved[i] += step
        rise = (count(moved, 1.0, limit, is_step)[0] - count(scores, 1.0, limit, is_step)[0]) / step
        assert np.sign(rise) == np.sign(pull[i])
        assert rise == pytest.approx(pull[i], rel=0.5)


@pytest.mark.kernels
@pytest.mark.parametrize("is_step", [True, False])
def test_worth_falls_with_what_is_above(is_step: bool) -> None:
    means = np.linspace(0, 1, 50)
    values, falls = np.array([smooth_worth(0.3, is_step, mean, 0.05) for mean in means]).T
    assert (np.diff(values) <= 0).all()
    assert np.gradient(values, means)[1:-1] == pytest.approx(-falls[1:-1], abs=0.3)
