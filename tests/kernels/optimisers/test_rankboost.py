"""RankBoost's rounds against all rules tried one by one, in dyadic weights."""

import numpy as np
import pytest

from aucopt.kernels.optimisers.rankboost import add_rules, best_rule, reweigh


def presort(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    order = np.argsort(x, axis=0, kind="stable").T.copy()
    values = np.take_along_axis(x.T, order, axis=1)
    starts = np.zeros(order.shape, dtype=np.bool_)
    starts[:, 1:] = values[:, 1:] > values[:, :-1]
    return order, starts


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(4))
def test_best_rule_is_the_best_of_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 5, (16, 3)).astype(float)
    signed = np.where(np.arange(16) % 2, 1, -1) * rng.integers(1, 9, 16) / 64
    order, starts = presort(x)
    feature, position, r = best_rule(order, starts, signed)
    tried = {
        (f, float(value)): signed[x[:, f] >= value].sum()
        for f in range(3)
        for value in np.unique(x[:, f])[1:]
    }
    largest = max(map(abs, tried.values()))
    assert abs(r) == largest
    threshold = float(x[order[feature, position], feature])
    assert tried[feature, threshold] == r
    # Of equals the first feature wins, and the highest threshold.
    equals = [rule for rule, value in tried.items() if abs(value) == largest]
    assert (feature, threshold) == min(equals, key=lambda rule: (rule[0], -rule[1]))


@pytest.mark.kernels
def test_no_rule_has_no_r() -> None:
    order, starts = presort(np.ones((4, 2)))
    assert best_rule(order, starts, np.array([0.5, -0.5, 0.5, -0.5])) == (0, 0, 0.0)


@pytest.mark.kernels
def test_each_class_sums_to_one_again() -> None:
    signed = np.array([0.5, -0.5, 0.5, -0.5])
    reweigh(np.array([0, 1]), 3.0, 7.0, signed)
    assert signed.tolist() == [0.75, -0.875, 0.25, -0.125]


@pytest.mark.kernels
@pytest.mark.parametrize("missing", [0, 1])
def test_rules_add_up(missing: int) -> None:
    x = np.array([[1.0, np.nan], [3.0, 0.0], [2.0, 5.0]])
    features, thresholds, alphas = (
        np.array([0, 1, 0]),
        np.array([1.5, 1.0, 2.0]),
        np.array([1.0, 10.0, 100.0]),
    )
    scores = np.array([0.5, 0.5, 0.5])
    add_rules(x, features, thresholds, alphas, 0, 2, missing, scores)
    assert scores.tolist() == [0.5 + 10 * missing, 1.5, 11.5]
    add_rules(x, features, thresholds, alphas, 2, 3, missing, scores)
    assert scores.tolist() == [0.5 + 10 * missing, 101.5, 11.5]
