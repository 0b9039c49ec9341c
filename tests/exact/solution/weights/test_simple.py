"""Simple integer weights: the simplest of all that are good enough, by trying all of them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any

import naive
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import small_integers, two_clouds

import aucopt
from aucopt.exact.problem.problem import Problem


@given(
    d=st.integers(1, 3),
    rows=st.lists(
        st.tuples(small_integers, small_integers, small_integers, st.booleans()), min_size=3, max_size=8
    ),
    sign=st.sampled_from([0, 1, -1]),
    delta=st.sampled_from([0, 0.05, 0.2]),
    units=st.sampled_from([None, (1, 0.1, 5)]),
)
@settings(max_examples=60, deadline=None)
def test_simple_weights_are_the_simplest(d, rows, sign, delta, units):
    X, y = [row[:d] for row in rows], [int(row[3]) for row in rows]
    y[:2] = [1, 0]
    units = units and units[:d]
    largest = 3
    found = aucopt.simple_weights(X, y, delta, largest=largest, signs=sign, units=units)
    points = naive.exact_points(X)
    pairs = naive.weighted_pairs(points, y, None)
    per_unit = [Fraction(str(unit)) for unit in units or [1] * d]
    varies = [len(set(column)) > 1 for column in zip(*X, strict=True)]

    def auc(weights):
        w = tuple(v / unit for v, unit in zip(weights, per_unit, strict=True))
        right, tied, total = naive.count_pairs(pairs, w)
        return (right + tied / 2) / total

    allowed = [v for v in range(-largest, largest + 1) if v * sign >= 0]
    candidates = [w for w in product(*[allowed if v else [0] for v in varies]) if gcd(*w) == 1]
    if not candidates:
        return
    level = Fraction(naive.best_anywhere(X, y, None, [sign] * d), 2 * len(pairs)) - Fraction(str(delta))
    assert float(auc(found.weights)) == found.auc
    assert found.complete
    good = [w for w in candidates if auc(w) >= level]
    assert found.within == bool(good)

    def complexity(w):
        return max(map(abs, w)), sum(map(abs, w)), -auc(w)

    if good:
        assert complexity(found.weights) == min(map(complexity, good))
    else:
        assert auc(found.weights) == max(map(auc, candidates))


def test_simple_weights_of_many_columns_are_rounded_and_say_so():
    X, y = two_clouds(60, 12)
    found = aucopt.simple_weights(X, y, 0.02, largest=5)
    assert found.within
    assert not found.complete
    assert "simpler ones may exist" in str(found)
    assert max(map(abs, found.weights)) <= 5
    assert found.auc == pytest.approx(aucopt.roc_auc_score(y, X @ np.array(found.weights)))
    assert found.auc >= found.solution.auc - 0.02
    few = aucopt.simple_weights(X[:, :2], y, 0.02, time_limit=0)
    assert not few.complete


def test_simple_weights_read_like_a_score():
    X, y = two_clouds(40, 2)
    frame = pd.DataFrame({"age": 12 * X[:, 0] + 50, "ratio": -X[:, 1] / 30})
    found = aucopt.simple_weights(frame, y, 0.02, units="auto")
    assert found.units == (10.0, 0.05)
    assert str(found).splitlines()[0].startswith("(age / 10) - (ratio / 0.05)") or "(age / 10)" in str(found)
    alone = aucopt.simple_weights(frame[["ratio"]], y, 0)
    assert str(alone).splitlines()[0] == "-ratio"
    one = replace(found, weights=(2, 0), units=(0.5, 1.0))
    assert str(one).splitlines()[0] == "age alone"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"delta": 2}, "delta must lie between 0 and 1, not 2"),
        ({"largest": 0}, "largest must be a whole number of at least 1, not 0"),
        ({"units": "sd"}, "units must be 'auto' or 2 numbers, one a column; got 'sd'"),
        ({"units": [1, 2, 3]}, "units must be 'auto' or 2 numbers"),
        ({"units": [1, 0]}, "units must be finite and above 0"),
    ],
)
def test_bad_simplicity_is_refused(options, sentence):
    X, y = two_clouds(10, 2)
    with pytest.raises(ValueError, match=sentence):
        aucopt.simple_weights(X, y, **{"delta": 0.1, **options})


@pytest.mark.parametrize(
    "objective",
    [
        aucopt.PartialAUC(max_fpr=0.3),
        aucopt.PartialAUC(min_tpr=0.7),
        aucopt.Sensitivity(0.8),
        aucopt.Specificity(0.8),
    ],
    ids=repr,
)
def test_simple_weights_of_other_objectives(objective: Any) -> None:
    X, y = two_clouds(40, 3)
    found = aucopt.simple_weights(X, y, delta=0.1, objective=objective)
    counts = objective.count_rows(Problem.read(X, y), np.array(found.weights, dtype=float))
    assert (found.value, found.auc) == (float(counts.share), float(counts.pairs.share))
    assert found.loss == pytest.approx(found.solution.value - found.value)
    assert found.loss <= 0.1
    assert objective.name in str(found)


@pytest.mark.parametrize("part", [{"max_fpr": 0.4}, {"min_tpr": 0.5}])
def test_simple_weights_of_a_partial_area_within_strata(part: dict[str, float]) -> None:
    rng = np.random.default_rng(4)
    X, strata, y = rng.integers(0, 6, (40, 2)), np.arange(40) % 4, rng.random(40) < 0.5
    X += np.outer(y, [2, 1])
    found = aucopt.simple_weights(X, y, 0.02, objective=aucopt.PartialAUC(**part), strata=strata)
    assert found.within
    assert found.complete
    level = found.solution.value - 0.02 - 1e-12
    good = {
        w: value
        for w in product(range(-9, 10), repeat=2)
        if any(w) and (value := aucopt.partial_auc(y, X @ w, strata=strata, **part)) >= level
    }
    simplest = min(good, key=lambda w: (max(map(abs, w)), sum(map(abs, w)), -good[w]))
    assert found.value == pytest.approx(good[simplest])
    assert [f(map(abs, found.weights)) for f in (max, sum)] == [f(map(abs, simplest)) for f in (max, sum)]


def test_simple_weights_of_a_concordance_within_strata():
    rng = np.random.default_rng(4)
    X, strata = rng.integers(0, 6, (40, 2)), np.arange(40) % 4
    y = X[:, 0] + rng.integers(0, 4, 40)
    found = aucopt.simple_weights(X, y, 0.02, objective="concordance", strata=strata, units="auto")
    score = X / found.units @ found.weights
    assert found.value == pytest.approx(aucopt.concordance(y, score, strata=strata))
    assert found.within
    assert found.value >= found.solution.value - 0.02


@pytest.mark.parametrize(
    "objective", [aucopt.Accuracy(), aucopt.Accuracy("balanced"), aucopt.Accuracy({0: 1, 1: 5})]
)
@pytest.mark.parametrize("weighted", [False, True])
def test_simple_weights_of_an_accuracy_have_their_best_cut_off(objective, weighted):
    rng = np.random.default_rng(6)
    X = rng.integers(0, 5, (25, 2))
    y = (X[:, 0] - X[:, 1] + rng.integers(-2, 3, 25) > 0).astype(int)
    s = rng.integers(1, 4, 25) if weighted else np.ones(25, dtype=int)
    given = s if weighted else None
    found = aucopt.simple_weights(X, y, 0.04, objective=objective, sample_weight=given)
    costs = {"balanced": [s[y == 1].sum(), s[y == 0].sum()], None: [1, 1]}.get(
        objective.class_weight if not isinstance(objective.class_weight, dict) else "", [1, 5]
    )
    rows = s * np.array(costs)[y]

    def best(points):
        scores = X @ points
        return max(rows[(scores > cut) == (y == 1)].sum() for cut in [scores.min() - 1, *scores]) / rows.sum()

    assert found.value == pytest.approx(best(found.weights))
    size = max(map(abs, found.weights))
    smaller = range(1 - size, size)
    assert all(
        best(points) < found.solution.value - 0.04 for points in product(smaller, smaller) if any(points)
    )
    known = aucopt.maximize(X, y, objective, sample_weight=given)
    again = aucopt.simple_weights(X, y, 0.04, objective=objective, sample_weight=given, solution=known)
    assert (again.weights, again.value) == (found.weights, found.value)


def test_simple_weights_of_an_accuracy_take_no_strata_and_no_other_solution():
    X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    with pytest.raises(ValueError, match="no common cut-off"):
        aucopt.simple_weights(X, y, 0.02, objective="accuracy", strata=[0, 0, 1, 1])
    with pytest.raises(ValueError, match=r"not by Accuracy\(class_weight=None\)"):
        aucopt.simple_weights(X, y, 0.02, objective="accuracy", solution=aucopt.maximize_auc(X, y))


def test_a_constant_rule_that_nothing_beats_is_simple_enough():
    found = aucopt.simple_weights(
        [[0], [1], [0], [1]], [1, 0, 1, 1], 0, objective=aucopt.Accuracy({0: 1, 1: 9})
    )
    assert found.value == found.solution.value == 27 / 28
