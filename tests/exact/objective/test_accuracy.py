"""Accuracy: weights and cut-off together, against brute force and by itself."""

from fractions import Fraction

import naive_ranking
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt


@st.composite
def classified_rows(draw):
    """A few rows on a small grid, with labels, weights and signs."""
    n, d = draw(st.integers(3, 9)), draw(st.integers(1, 2))
    X = draw(st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=n, max_size=n))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda y: len(set(y)) == 2))
    weight = draw(st.none() | st.lists(st.sampled_from([1, 2, 0.5]), min_size=n, max_size=n))
    signs = draw(st.none() | st.lists(st.sampled_from([-1, 0, 1]), min_size=d, max_size=d))
    return X, y, weight, signs


@settings(max_examples=60, deadline=None)
@given(case=classified_rows(), costs=st.sampled_from([None, "balanced", {0: 1, 1: 5}, {0: 0.3, 1: 0.1}]))
def test_no_rule_is_better(case, costs):
    X, y, weight, signs = case
    as_numbers = (1, 1) if costs is None else costs
    if costs == "balanced":
        totals = [sum(w for w, c in zip(weight or [1] * len(y), y, strict=True) if c == k) for k in (0, 1)]
        as_numbers = (totals[1], totals[0])
    best = naive_ranking.best_accuracy(X, y, signs, weight, as_numbers)
    how = {"sample_weight": weight, "signs": signs}
    for solver in ("auto", "cone", "conflict"):
        solution = aucopt.maximize(X, y, aucopt.Accuracy(costs), solver=solver, **how)
        assert solution.value_exact == solution.bound_exact == best
        assert solution.status == "optimal"
    if signs is not None:
        assert all(s * w >= 0 for s, w in zip(signs, solution.coef, strict=True))
    solution = aucopt.maximize(X, y, aucopt.Accuracy(costs), certify=True, **how)
    verdict = aucopt.verify(solution.certificate, X, y, weight)
    assert verdict, verdict
    assert solution.certificate.value_exact == best


@pytest.mark.parametrize("signs", [None, [1], [-1]])
@pytest.mark.parametrize("weight", [None, [2, 1, 2, 1]])
def test_conflicts_where_as_much_lies_on_either_side_of_every_hyperplane(signs, weight):
    """No pair is in a group then, and a direction that ties some is worth less than those beside it."""
    X, y = [[0], [-1], [0], [-1]], [0, 0, 1, 1]
    solution = aucopt.maximize(X, y, "accuracy", solver="conflict", signs=signs, sample_weight=weight)
    assert (solution.status, solution.value_exact) == (
        "optimal", naive_ranking.best_accuracy(X, y, signs, weight)
    )  # fmt: skip


def test_the_rule_attains_the_value_by_intercept_and_by_cut_off():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = X[:, 0] + rng.normal(size=60) > 0
    solution = aucopt.maximize(X, y, aucopt.Accuracy())
    assert np.mean((X @ solution.coef + solution.intercept > 0) == y) == solution.value
    assert np.mean((X @ solution.coef > solution.cutoff) == y) == solution.value
    low, high = solution.cutoff_interval
    assert low <= solution.cutoff < high
    assert solution.auc == pytest.approx(aucopt.roc_auc_score(y, X @ solution.coef))
    assert "intercept" in str(solution)
    assert "accuracy" in str(solution)


def test_a_constant_rule_that_nothing_beats_is_said_to_be_one():
    X, y = [[0], [0], [0], [1], [1]], ["no", "yes", "no", "no", "no"]
    solution = aucopt.maximize(X, y, "accuracy")
    assert solution.value_exact == Fraction(4, 5)
    assert not solution.coef.any()
    assert solution.intercept < 0
    assert any("'no'" in note for note in solution.notes)
    certificate = aucopt.maximize(X, y, "accuracy", certify=True).certificate
    assert aucopt.verify(certificate, X, y)


def test_constant_and_dependent_columns_are_no_obstacle():
    X = [[1, 0, 7], [2, -1, 7], [3, -2, 7], [4, -3, 7], [5, -4, 7], [2, -1, 7]]
    y = [0, 0, 1, 1, 1, 1]
    solution = aucopt.maximize(X, y, aucopt.Accuracy(), certify=True)
    assert solution.value_exact == Fraction(5, 6)
    assert aucopt.verify(solution.certificate, X, y)


def test_starts_are_weights_whose_best_cut_off_counts():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50, 6))
    y = X[:, 0] > 0.3
    solution = aucopt.maximize(X, y, aucopt.Accuracy(), solver="ascent", starts=[1, 0, 0, 0, 0, 0])
    assert solution.value == 1.0


@pytest.mark.parametrize(
    ("class_weight", "words"),
    [
        ("even", "must be None"),
        ({0: -1, 1: 1}, "at least 0"),
        ({0: float("nan"), 1: 1}, "at least 0"),
        ({0: "1", 1: 1}, "at least 0"),
        ({0: 1}, "no cost for class 1"),
        ({0: 0, 1: 0}, "not be 0 for both"),
    ],
)
def test_bad_costs_are_refused(class_weight, words):
    with pytest.raises(ValueError, match=words):
        aucopt.maximize([[0], [1], [2]], [0, 1, 1], aucopt.Accuracy(class_weight))


def test_strata_are_refused():
    with pytest.raises(ValueError, match="no common cut-off"):
        aucopt.maximize([[0], [1], [2]], [0, 1, 1], aucopt.Accuracy(), strata=[0, 0, 0])


def test_weights_of_too_many_digits_are_refused():
    with pytest.raises(ValueError, match="too many digits"):
        aucopt.maximize([[0], [1], [2]], [0, 1, 1], "accuracy", sample_weight=[1.0, 1e-17, np.pi])


@pytest.mark.parametrize(
    ("class_weight", "costs"),
    [
        (None, ""),
        ("balanced", "Both classes have the same total cost."),
        ({True: 5, False: 1}, "A missed positive costs 5, a false alarm 1."),
        ({"case": 2.5, "control": 1}, "A row of class case costs 2.5, a row of class control costs 1."),
    ],
)
def test_costs_are_explained(class_weight, costs):
    explained = aucopt.Accuracy(class_weight).explained
    assert explained.endswith(costs)
    assert ("costs" in explained) == (class_weight is not None)
