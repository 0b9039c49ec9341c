"""A score becomes a classifier: labels, the cut, equal scores for equal rows, weights, bad rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.metrics import balanced_accuracy_score

from aucopt.estimators import RankBoostClassifier, SPAMClassifier, SPAUCClassifier, SVMPerfClassifier, scoring
from aucopt.estimators.scoring import best_cut

ALL = [RankBoostClassifier, SPAMClassifier, SPAUCClassifier, SVMPerfClassifier]
WITH_WEIGHTS = [RankBoostClassifier, SVMPerfClassifier]


def two_clouds(n=60, d=3, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return rng.normal(size=(n, d)) + 0.8 * y[:, None], y


@pytest.mark.parametrize("estimator", ALL)
@pytest.mark.parametrize("labels", [(0, 1), ("ill", "well"), (False, True), (-1.0, 1.0)])
def test_any_two_labels(estimator, labels):
    X, y = two_clouds()
    model = estimator().set_params(**seed(estimator)).fit(X, np.where(y, labels[1], labels[0]))
    assert model.classes_.tolist() == list(labels)
    assert model.score(X, np.where(y, labels[1], labels[0])) > 0.6


def seed(estimator):
    return {"random_state": 0} if "random_state" in estimator().get_params() else {}


@pytest.mark.parametrize("estimator", ALL)
def test_equal_rows_score_equally_wherever_they_stand(estimator):
    X, y = two_clouds(n=30, d=7)
    model = estimator().set_params(**seed(estimator)).fit(X, y)
    row = X[4] / 3
    many = np.vstack([X, *([row] * 50), X[:7]])
    scores = model.decision_function(many)[30:80]
    assert len(set(scores.tolist())) == 1
    assert model.decision_function(row[None]).tolist() == [scores[0]]
    assert model.decision_function(np.asfortranarray(many))[30] == scores[0]
    assert model.decision_function(sparse.csr_matrix(many))[30] == scores[0]


@pytest.mark.parametrize("estimator", ALL)
def test_no_cut_has_a_better_balanced_accuracy_on_the_training_rows(estimator):
    X, y = two_clouds()
    model = estimator().set_params(**seed(estimator)).fit(X, y)
    scores = model.decision_function(X)
    best = max(balanced_accuracy_score(y, scores > cut) for cut in scores)
    assert balanced_accuracy_score(y, model.predict(X)) == pytest.approx(best)


scores_with_ties = st.one_of(st.integers(-2, 2).map(float), st.floats(-1e300, 1e300))


@given(
    arrays(np.float64, st.integers(2, 12), elements=scores_with_ties),
    st.integers(0, 2**12 - 1),
    st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=12, max_size=12),
)
@settings(deadline=None, max_examples=100)
def test_best_cut_beats_every_other(scores, bits, weights):
    positive = np.array([bits >> k & 1 for k in range(scores.size)], bool)
    positive[:2] = [True, False]
    weights = np.array(weights[: scores.size])
    cut = best_cut(positive, scores, weights)

    def advantage(threshold):
        above = scores > threshold
        return sum(
            sign * weights[above & members].sum() / weights[members].sum()
            for sign, members in ((1, positive), (-1, ~positive))
        )

    assert advantage(cut) == pytest.approx(max(advantage(t) for t in [*scores, -np.inf]), abs=1e-9)


@pytest.mark.parametrize("estimator", WITH_WEIGHTS)
def test_weights_are_repeated_rows_and_zero_drops_a_row(estimator):
    X, y = two_clouds(n=30)
    weights = np.random.default_rng(1).integers(0, 4, 30)
    weighted = estimator().fit(X, y, weights)
    repeated = estimator().fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), rtol=1e-7)
    rescaled = estimator().fit(X, y, weights * 1e300)
    np.testing.assert_allclose(weighted.decision_function(X), rescaled.decision_function(X), rtol=1e-7)


@pytest.mark.parametrize("estimator", ALL)
@pytest.mark.parametrize(
    ("X", "y", "sentence"),
    [
        ([[1], [2], [3]], [0, 1, 2], "Only binary classification is supported"),
        ([[1], [2], [3]], [1, 1, 1], "Two classes are needed, y has only 1"),
        ([[1], [2]], [0.5, 1.5], "Unknown label type: continuous"),
        ([[1], [2]], [0, 1, 1], "inconsistent numbers of samples"),
        ([[1], [np.inf]], [0, 1], "contains infinity"),
    ],
)
def test_bad_rows_are_refused(estimator, X, y, sentence):
    with pytest.raises(ValueError, match=sentence):
        estimator().fit(X, y)


@pytest.mark.parametrize("estimator", WITH_WEIGHTS)
@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([0, 1, 0], "All rows of class 0 have sample weight zero"),
        ([1, -1, 1], "sample weights have 1 negative values, the first in row 1"),
        ([1, 1], "y has 3 rows, sample weights have 2"),
    ],
)
def test_bad_weights_are_refused(estimator, weights, sentence):
    with pytest.raises(ValueError, match=sentence):
        estimator().fit([[1], [2], [3]], [0, 1, 0], weights)


@pytest.mark.parametrize("labels", [np.array([0, 1]), np.array([False, True]), np.array([3, 7], np.uint8)])
def test_plain_labels_are_not_looked_at_twice(labels, monkeypatch):
    """Scikit-learn's search for the type of the labels took longer than an epoch of SPAM."""

    def refuse(*arguments, **options):
        raise AssertionError("looked at")

    monkeypatch.setattr(scoring, "type_of_target", refuse)
    monkeypatch.setattr(scoring, "check_classification_targets", refuse)
    X = np.arange(12.0).reshape(6, 2) / 12
    model = SPAMClassifier(n_epochs=1, random_state=0).fit(X, labels[[0, 0, 0, 1, 1, 1]])
    assert model.classes_.tolist() == labels.tolist()
    with pytest.raises(AssertionError, match="looked at"):
        model.fit(X, ["a", "a", "a", "b", "b", "b"])
