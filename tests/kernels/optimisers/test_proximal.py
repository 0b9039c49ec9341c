"""The steps of SPAM and SPAUC, worked out by hand in dyadic numbers, and many points of a grid at once."""

from typing import Any

import numpy as np
import pytest

from aucopt.kernels.optimisers.proximal import spam_pass, spauc_pass

X = np.array([[1.0, -2.0], [0.5, 4.0], [-1.0, 0.25], [2.0, 1.0]])
POSITIVE = np.array([True, False, True, False])
ORDER = np.array([0, 1, 2, 3, 1, 0])


def spam(x: np.ndarray, step: Any, l1: Any, l2: Any, w: np.ndarray, average: np.ndarray) -> int:
    means = X[POSITIVE].mean(axis=0), X[~POSITIVE].mean(axis=0)
    arrays = (np.array(values, dtype=float) for values in (step, l1, l2))
    return spam_pass(x, POSITIVE, ORDER, 0.5, *means, *arrays, 0, w, average)


def spauc(x: np.ndarray, mu: Any, l1: Any, l2: Any, w: np.ndarray, average: np.ndarray, scaled: bool) -> Any:
    arrays = (np.array(values, dtype=float) for values in (mu, l1, l2))
    return spauc_pass(x, POSITIVE, ORDER, *arrays, scaled, 0, 0, np.zeros(2), np.zeros(2), w, average)


@pytest.mark.kernels
def test_first_step_of_spam_by_hand() -> None:
    w, average, mean = np.zeros(2), np.zeros(2), np.array([1.0, 1.0])
    one = np.array([1.0])
    t = spam_pass(X, POSITIVE, ORDER[:1], 0.5, mean, mean, one, 0.5 * one, one, 0, w, average)
    # Scores are 0, so the move is 1 * 2 * .5 * -1; then half of it is left, less .5 * .5.
    assert t == 1
    assert w.tolist() == [0.5 - 0.25, -1 + 0.25]
    assert average.tolist() == w.tolist()


@pytest.mark.kernels
def test_first_step_of_spauc_by_hand() -> None:
    w, means, empty = np.zeros(2), np.zeros((2, 2)), np.empty(0)
    one = np.array([1.0])
    t, n_positive = spauc_pass(
        X, POSITIVE, ORDER[:2], one, 0 * one, 0 * one, True, 0, 0, means[0], means[1], w, empty
    )
    assert (t, n_positive) == (2, 1)
    assert means.tolist() == X[:2].tolist()
    # The share of positives is 1 at first, which moves nothing; then it is one half and the step 2/3.
    assert w == pytest.approx(-(2 / 3) * 0.5 * (X[1] - X[0]), rel=1e-15)


@pytest.mark.kernels
@pytest.mark.parametrize("l1", [0.0, 0.03])
@pytest.mark.parametrize("scaled", [False, True])
def test_points_of_a_grid_go_as_they_go_alone(l1: float, scaled: bool) -> None:
    rates, l2 = [0.5, 0.1, 2.0], [0.0, 0.5, 0.1]
    together, averages = np.zeros((4, 2, 3)), np.zeros((4, 2, 3))
    spam(X, rates, [l1] * 3, l2, together[0], averages[0])
    spauc(X, rates, [l1] * 3, l2, together[1], averages[1], scaled)
    for j in range(3):
        w, average = np.zeros((2, 2)), np.zeros((2, 2))
        assert spam(X, rates[j : j + 1], [l1], l2[j : j + 1], w[0], average[0]) == len(ORDER)
        done = spauc(X, rates[j : j + 1], [l1], l2[j : j + 1], w[1], average[1], scaled)
        assert done == (len(ORDER), POSITIVE[ORDER].sum())
        assert together[:2, :, j].tolist() == w.tolist()
        assert averages[:2, :, j].tolist() == average.tolist()


@pytest.mark.kernels
def test_a_heavy_penalty_leaves_nothing_and_no_number_stays_none() -> None:
    w = np.zeros(2)
    spam(X, [0.1], [100.0], [0.0], w, np.empty(0))
    assert w.tolist() == [0, 0]
    broken = np.full(2, np.nan)
    spam(X, [0.1], [100.0], [0.0], broken, np.empty(0))
    assert np.isnan(broken).all()
