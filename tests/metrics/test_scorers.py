"""Metrics as scorers of scikit-learn."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from aucopt import partial_auc, roc_auc_score, sensitivity_at, specificity_at
from aucopt.metrics import make_scorer

RNG = np.random.default_rng(0)
Y = np.array(["ill" if v else "well" for v in RNG.random(120) < 0.4])
X = RNG.normal(size=(120, 3)) + (Y == "ill")[:, None]


@pytest.mark.parametrize(
    ("metric", "function", "limits"),
    [
        ("roc_auc", roc_auc_score, {}),
        ("partial_auc", partial_auc, {"max_fpr": 0.2}),
        ("sensitivity_at", sensitivity_at, {"specificity": 0.9}),
        ("specificity_at", specificity_at, {"sensitivity": 0.9}),
    ],
)
def test_a_scorer_scores_decisions_or_probabilities(metric, function, limits) -> None:
    scorer = make_scorer(metric, **limits)
    linear = LogisticRegression().fit(X, Y)
    weight = np.arange(120) % 3
    assert scorer(linear, X, Y) == function(Y, linear.decision_function(X), **limits)
    assert scorer(linear, X, Y, sample_weight=weight) == function(
        Y, linear.decision_function(X), sample_weight=weight, **limits
    )
    near = KNeighborsClassifier().fit(X, Y)
    assert scorer(near, X, Y) == function(Y, near.predict_proba(X)[:, 1], **limits)
    ill = make_scorer(metric, pos_label="ill", **limits)
    assert ill(linear, X, Y) == function(Y, -linear.decision_function(X), pos_label="ill", **limits)


def test_scorers_serve_cross_validation_and_grids() -> None:
    scorer = make_scorer("partial_auc", max_fpr=0.2, standardized=True)
    scores = cross_val_score(LogisticRegression(), X, Y, scoring=scorer, cv=3)
    assert ((scores > 0) & (scores <= 1)).all()
    grid = GridSearchCV(LogisticRegression(), {"C": [1e-3, 1.0]}, scoring=scorer, cv=3).fit(X, Y)
    assert 0 < grid.best_score_ <= 1


@pytest.mark.parametrize(
    ("metric", "limits", "sentence"),
    [
        ("accuracy", {}, "metric must be one of 'roc_auc', 'partial_auc'"),
        ("partial_auc", {}, "Give one of max_fpr or min_tpr"),
        ("sensitivity_at", {"specificity": 2}, "specificity"),
    ],
)
def test_what_is_no_scorer(metric, limits, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        make_scorer(metric, **limits)
