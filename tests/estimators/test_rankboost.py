"""RankBoost against a loop over all thresholds and all listed pairs."""

import math

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

from aucopt.estimators import RankBoostClassifier
from aucopt.kernels.optimisers.rankboost import add_rules, best_rule, reweigh
from aucopt.metrics import roc_auc_score


@st.composite
def tables(draw):
    """Small tables with ties, some with missing values, labels of both classes, and weights."""
    n, d = draw(st.integers(2, 9)), draw(st.integers(1, 3))
    kinds = {
        "grid": st.integers(0, 2).map(float),
        "missing": st.sampled_from([0.0, 1.0, math.nan]),
        "floats": st.floats(-5, 5, allow_subnormal=False),
    }
    value = kinds[draw(st.sampled_from(sorted(kinds)))]
    X = np.array(draw(st.lists(value, min_size=n * d, max_size=n * d))).reshape(n, d)
    y = np.array([*draw(st.lists(st.booleans(), min_size=n - 2, max_size=n - 2)), True, False])
    weights = draw(st.none() | st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=n, max_size=n))
    return X, y, weights, draw(st.sampled_from([0, 1]))


def follow(model, X, y, weights=None):
    """Check each round of the model against the best rule of a pair-by-pair search."""
    weights = np.ones(len(y)) if weights is None else np.asarray(weights)
    pair_weight = np.outer(weights[y], weights[~y])
    pair_weight /= pair_weight.sum()
    rules = naive.rank_rules(X, model.q_def)
    scores = np.zeros(len(y))
    for f, theta, alpha in zip(model.features_, model.thresholds_, model.alphas_, strict=True):
        best = max(abs(naive.rank_value(says, y, pair_weight)) for _, _, says in rules)
        says = np.where(np.isnan(X[:, f]), model.q_def, X[:, f] > theta).astype(int)
        r = naive.rank_value(says, y, pair_weight)
        assert abs(r) == pytest.approx(best, abs=1e-9)
        if abs(r) < 1 - 1e-9:
            assert alpha == pytest.approx(0.5 * math.log((1 + r) / (1 - r)), abs=1e-6)
        pair_weight *= np.exp(alpha * (says[~y][None, :] - says[y][:, None]))
        pair_weight /= pair_weight.sum()
        scores += alpha * says
    best = max((abs(naive.rank_value(says, y, pair_weight)) for _, _, says in rules), default=0)
    return scores, best


@given(tables())
@settings(deadline=None, max_examples=50)
def test_each_round_takes_the_best_of_all_rules(case):
    X, y, weights, q_def = case
    model = RankBoostClassifier(6, q_def=q_def).fit(X, y, weights)
    scores, best_left = follow(model, X, y, weights)
    np.testing.assert_allclose(model.decision_function(X) - model.intercept_, scores, atol=1e-9)
    if len(model.alphas_) < 6:
        perfect = len(model.alphas_) > 0 and abs(model.alphas_[-1]) > 11
        assert perfect or best_left < 1e-9


@pytest.mark.kernels
@pytest.mark.parametrize("q_def", [0, 1])
def test_kernels_on_a_table_with_missing_values(q_def):
    nan = math.nan
    X = np.array([[3.0, nan], [1.0, 5.0], [2.0, nan], [2.0, 1.0], [nan, 2.0]])
    y = np.array([True, True, False, False, True])
    model = RankBoostClassifier(4, q_def=q_def).fit(X, y)
    follow(model, X, y)
    order, starts = model._sort_features(X)
    signed = np.where(y, 1 / 3, -1 / 2)
    f, position, r = best_rule(order, starts, signed)
    assert (f, abs(r)) == (0, pytest.approx(2 / 3))
    reweigh(order[f, position:], 0.5, 2.0, signed)
    assert (signed[y].sum(), signed[~y].sum()) == (pytest.approx(1), pytest.approx(-1))
    scores = np.zeros(5)
    add_rules(X, model.features_, model.thresholds_, model.alphas_, 0, model.alphas_.size, q_def, scores)
    np.testing.assert_array_equal(scores + model.intercept_, model.decision_function(X))


def test_finds_the_rules_of_a_loop_without_ties():
    rng = np.random.default_rng(0)
    y = rng.random(40) < 0.4
    X = rng.normal(size=(40, 3)) + 0.5 * y[:, None]
    weights = rng.exponential(size=40)
    model = RankBoostClassifier(5).fit(X, y, weights)
    pair_weight = np.outer(weights[y], weights[~y])
    for f, theta, alpha in zip(model.features_, model.thresholds_, model.alphas_, strict=True):
        rules = naive.rank_rules(X, 0)
        values = [naive.rank_value(says, y, pair_weight / pair_weight.sum()) for _, _, says in rules]
        k = int(np.argmax(np.abs(values)))
        assert (rules[k][0], rules[k][1]) == (f, pytest.approx(theta))
        assert alpha == pytest.approx(math.atanh(values[k]))
        says = rules[k][2]
        pair_weight *= np.exp(alpha * (says[~y][None, :] - says[y][:, None]))


def test_stages_end_in_the_decision_function_and_lower_the_exponential_loss():
    rng = np.random.default_rng(1)
    y = rng.random(300) < 0.3
    X = rng.normal(size=(300, 3)) + 0.5 * y[:, None]
    model = RankBoostClassifier(30).fit(X, y)
    stages = list(model.staged_decision_function(X))
    assert len(stages) == 30
    np.testing.assert_array_equal(stages[-1], model.decision_function(X))
    losses = [np.exp(scores[~y][None, :] - scores[y][:, None]).mean() for scores in stages]
    assert (np.diff(losses) < 0).all()
    for rounds in (1, 7, 30):
        fewer = RankBoostClassifier(rounds).fit(X, y)
        np.testing.assert_array_equal(fewer.alphas_, model.alphas_[:rounds])
        np.testing.assert_allclose(
            fewer.decision_function(X) - fewer.intercept_, stages[rounds - 1] - model.intercept_, atol=1e-12
        )


def test_a_perfect_feature_ends_the_rounds():
    X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0]])
    model = RankBoostClassifier(100).fit(X, [0, 0, 1, 1])
    assert (model.features_.tolist(), model.thresholds_.tolist()) == ([0], [1.5])
    assert np.isfinite(model.alphas_).all()
    assert model.predict(X).tolist() == [0, 0, 1, 1]


def test_constant_features_leave_no_rule():
    model = RankBoostClassifier().fit(np.ones((4, 2)), [0, 1, 0, 1])
    assert model.alphas_.size == 0
    assert list(model.staged_decision_function(np.ones((2, 2)))) == []
    assert roc_auc_score([0, 1], model.decision_function(np.eye(2))) == 0.5


def test_missing_values_that_tell_the_classes_apart():
    X = np.array([[math.nan], [math.nan], [0.0], [1.0]])
    assert RankBoostClassifier().fit(X, [0, 0, 1, 1]).thresholds_.tolist() == [-math.inf]
    model = RankBoostClassifier(q_def=1).fit(X, [1, 1, 0, 0])
    assert model.thresholds_.tolist() == [math.inf]
    assert model.predict([[math.nan], [1e300]]).tolist() == [1, 0]


def test_neighbouring_floats_are_told_apart():
    a = 1.0
    b = np.nextafter(a, 2)
    model = RankBoostClassifier().fit([[a], [b], [a], [b]], [0, 1, 0, 1])
    assert model.predict([[a], [b]]).tolist() == [0, 1]


def test_sparse_rows_are_made_dense_and_said_so():
    X = np.array([[0.0, 1.0], [2.0, 0.0], [0.0, 3.0], [4.0, 0.0]])
    y = [0, 1, 0, 1]
    dense = RankBoostClassifier(5).fit(X, y)
    with pytest.warns(
        DataConversionWarning, match="made dense, 4 rows by 2 columns, .* every feature is sorted"
    ):
        thin = RankBoostClassifier(5).fit(sparse.csr_array(X), y)
    np.testing.assert_array_equal(dense.decision_function(X), thin.decision_function(sparse.csr_array(X)))
    stages = zip(
        dense.staged_decision_function(X), thin.staged_decision_function(sparse.csr_array(X)), strict=True
    )
    for one, other in stages:
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n_estimators": 0}, "n_estimators must be a whole number of at least 1, not 0"),
        ({"q_def": 0.5}, "q_def must be 0 or 1, not 0.5"),
    ],
)
def test_bad_parameters(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        RankBoostClassifier(**settings).fit([[0], [1]], [0, 1])
