"""The AUC averaged over a cloud of directions, against sampled clouds."""

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.columns import Columns, standardised
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC, climb_down
from aucopt.metrics import pair_counts


def test_smoothed_auc_is_the_mean_over_a_cloud_of_directions() -> None:
    X, positive = gaussians(40, 5)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    columns, rng = Columns(X), np.random.default_rng(0)
    w, smoothing = np.array([1.0, -0.5, 0.2, 0.0, 1.0]), 0.4
    smoothed = SmoothedAUC(columns, standardised(columns), positive, None, rng).value(
        columns.scaled(w), smoothing
    )
    # Student's t with two degrees of freedom; its distribution is (1 + z / sqrt(1 + z^2)) / 2 at sqrt(2) z.
    noise = rng.normal(size=(20_000, 5)) / np.sqrt(rng.chisquare(2, (20_000, 1)) / 2)
    cloud = w / np.linalg.norm(w) + noise * smoothing / np.sqrt(2 * 4)
    mean = np.mean([pair_counts(positive, X @ v).auc for v in cloud])
    assert smoothed == pytest.approx(mean, abs=0.005)


def test_smoothing_in_two_columns_is_the_profile_averaged_over_angles() -> None:
    X, positive = gaussians(40, 2)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    columns, smoothing = Columns(X), 0.2
    smoothed = SmoothedAUC(columns, standardised(columns), positive, None, np.random.default_rng(0))
    angles = np.arange(3600) * (2 * np.pi / 3600)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    profile = np.array([pair_counts(positive, X @ w).auc for w in circle])
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(200_000, 2)) / np.sqrt(rng.chisquare(2, (200_000, 1)) / 2)
    cloud = np.array([1.0, 0.0]) + noise * smoothing / np.sqrt(2)
    turns = np.round(np.arctan2(cloud[:, 1], cloud[:, 0]) / (2 * np.pi / 3600)).astype(int) % 3600
    share = np.bincount(turns, minlength=3600) / len(turns)
    averaged = np.fft.ifft(np.fft.fft(profile) * np.fft.fft(share)).real
    values = [smoothed.value(columns.scaled(w), smoothing) for w in circle[::100]]
    assert values == pytest.approx(averaged[::100], abs=0.003)
    found = ascend(X, positive, signs=(0, 0), smoothing=smoothing)
    best = max(smoothed.value(columns.scaled(w), smoothing) for w in circle)
    assert found.history[-1] >= best - 1e-9


def test_smoothing_from_nothing_to_infinity() -> None:
    X, positive = gaussians(200, 6)
    aucs = [ascend(X, positive, signs=no_signs(X), smoothing=h).auc for h in (0.0, 0.1, 1.0)]
    assert aucs == sorted(aucs, reverse=True)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    units = [(p - q) / np.linalg.norm(p - q) for p in Z[positive] for q in Z[~positive]]
    limit = np.mean(units, axis=0)
    found = ascend(X, positive, signs=no_signs(X), smoothing=1e3).coef * X.std(axis=0)
    assert found @ limit / np.linalg.norm(found) / np.linalg.norm(limit) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("weight", [None, np.arange(40) % 3 + 1])
def test_the_gradient_is_the_slope_of_the_value(weight: np.ndarray | None) -> None:
    X, positive = gaussians(40, 3)
    columns = Columns(X, weight)
    smoothed = SmoothedAUC(columns, standardised(columns), positive, weight, np.random.default_rng(0))
    w, step = np.array([1.0, -0.5, 0.2]), 1e-6
    slopes = [
        (smoothed.value(w + step * turn, 0.5) - smoothed.value(w - step * turn, 0.5)) / (2 * step)
        for turn in np.eye(3)
    ]
    # The direction is uphill on the standardised columns.
    assert smoothed.gradient(w, 0.5) * columns.spread**2 == pytest.approx(slopes, abs=1e-6)


def test_a_maximum_has_the_allowed_signs_and_is_no_lower_than_its_start() -> None:
    X, positive = gaussians(40, 3)
    columns, start = Columns(X), np.array([1.0, 1.0, -1.0])
    smoothed = SmoothedAUC(columns, standardised(columns), positive, None, np.random.default_rng(0))
    for signs in ((0, 0, 0), (1, 1, -1), (1, 0, -1)):
        found = smoothed.maximize(start, 0.3, np.array(signs), lambda: False)
        assert all(s * w >= 0 for s, w in zip(signs, found, strict=True))
        assert smoothed.value(found, 0.3) >= smoothed.value(start, 0.3)


def test_a_descent_ends_at_the_bottom_or_when_it_is_stopped() -> None:
    def loss(v: np.ndarray) -> tuple[float, np.ndarray]:
        return float((v - 3) @ (v - 3)) ** 2, 4 * float((v - 3) @ (v - 3)) * (v - 3)

    assert climb_down(loss, np.zeros(2), lambda: False) == pytest.approx([3, 3], abs=0.02)
    assert climb_down(loss, np.zeros(2), lambda: False, limits=[(None, 1.0)] * 2) == pytest.approx([1, 1])
    assert loss(climb_down(loss, np.zeros(2), lambda: True))[0] > 1e-9
