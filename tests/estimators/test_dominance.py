"""The bound on all blends: against a look at every pair, and against the optimum."""

from fractions import Fraction

import numpy as np
import pytest

import aucopt
from aucopt.estimators import dominance
from aucopt.estimators.dominance import dominance_bound


def slow_bound(scores, positive, weights):
    total = halves = 0
    for i in np.flatnonzero(positive):
        for j in np.flatnonzero(~positive):
            pair = int(weights[i]) * int(weights[j])
            total += 2 * pair
            if any(scores[i] > scores[j]):
                halves += 2 * pair
            elif any(scores[i] == scores[j]):
                halves += pair
    return Fraction(halves, total)


@pytest.mark.parametrize("seed", range(20))
def test_against_every_pair_and_the_optimum(seed, monkeypatch):
    monkeypatch.setattr(dominance, "_AT_ONCE", 20)
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 4, size=(14, 2)).astype(float)
    positive = rng.permutation(14) < 5
    weights = rng.integers(0, 3, size=14) + np.array([1, *[0] * 13])
    weights[[positive.argmax(), (~positive).argmax()]] = 1
    ones = np.ones(14, dtype=int)
    assert dominance_bound(scores, positive) == slow_bound(scores, positive, ones)
    assert dominance_bound(scores, positive, weights) == slow_bound(scores, positive, weights)
    best = aucopt.maximize_auc(scores, positive, signs=1, sample_weight=weights)
    assert best.bound_exact <= dominance_bound(scores, positive, weights)


def test_huge_weights_and_what_has_no_bound(monkeypatch):
    scores, positive = np.array([[1.0], [2.0], [1.0]]), np.array([True, False, False])
    assert dominance_bound(scores, positive, np.array([2**62, 2**62, 2**61])) == Fraction(1, 6)
    assert dominance_bound(scores, positive, np.array([1.5, 1.0, 1.0])) is None
    monkeypatch.setattr(dominance, "MOST_COMPARISONS", 1)
    assert dominance_bound(scores, positive) is None
