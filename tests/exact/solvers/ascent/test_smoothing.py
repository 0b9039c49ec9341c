"""The AUC averaged over a cloud of directions, against sampled clouds."""

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.columns import Columns, standardised
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
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
