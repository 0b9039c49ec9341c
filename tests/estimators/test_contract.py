"""What all estimators promise: the contract of scikit-learn, frames, pickles, searches."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

import aucopt
from aucopt.estimators import (
    AUCOptClassifier,
    PanelClassifier,
    RankBoostClassifier,
    SPAMClassifier,
    SPAUCClassifier,
    SVMPerfClassifier,
)

ALL = [PanelClassifier, RankBoostClassifier, SPAMClassifier, SPAUCClassifier, SVMPerfClassifier]


# What the checks feed in is not always fit for the default steps, and sparse rows are announced.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore:The sparse X is made dense")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks([estimator() for estimator in ALL])
def test_scikit_learn_contract(estimator, check):
    name = getattr(check, "func", check).__name__
    if sklearn.__version__.startswith("1.6.") and name.startswith("check_sample_weight_equivalence"):
        pytest.skip("This check of scikit-learn 1.6 mixes up two classes (its issue 30770).")
    check(estimator)


def two_clouds(n=60, d=3, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return rng.normal(size=(n, d)) + 0.8 * y[:, None], y


@pytest.mark.parametrize("estimator", ALL)
def test_public_and_at_the_top(estimator):
    assert getattr(aucopt, estimator.__name__) is estimator
    assert estimator.__name__ in aucopt.__all__


def seed(estimator):
    return {"random_state": 0} if "random_state" in estimator().get_params() else {}


@pytest.mark.parametrize("estimator", ALL)
def test_frames_pickles_and_searches(estimator):
    X, y = two_clouds()
    frame = pd.DataFrame(X, columns=["age", "dose", "bmi"])
    model = estimator().set_params(**seed(estimator)).fit(frame, y)
    assert model.feature_names_in_.tolist() == ["age", "dose", "bmi"]
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(model.decision_function(frame), again.decision_function(frame))
    parameter, values = {
        PanelClassifier: ("k", [1, 2]),
        RankBoostClassifier: ("n_estimators", [1, 20]),
        SPAMClassifier: ("l2", [1e-3, 1e3]),
        SPAUCClassifier: ("l2", [1e-3, 1e3]),
        SVMPerfClassifier: ("C", [1e-3, 1.0]),
    }[estimator]
    search = GridSearchCV(
        estimator().set_params(**seed(estimator)), {parameter: values}, scoring="roc_auc", cv=3
    )
    assert search.fit(frame, y).best_score_ > 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "d"),
    [
        (AUCOptClassifier(), 2),
        (AUCOptClassifier(), 3),
        (AUCOptClassifier(solver="ascent"), 3),
        (AUCOptClassifier(), 8),
        (AUCOptClassifier(smoothing=1.0), 2),
        (PanelClassifier(), 3),
        (SVMPerfClassifier(), 3),
        (SPAMClassifier(step_size=0.1, random_state=0), 3),
        (SPAUCClassifier(mu=0.3, random_state=0), 3),
        (RankBoostClassifier(20), 3),
    ],
    ids=repr,
)
def test_a_fitted_model_does_not_carry_its_rows(model, d):
    """Its size does not grow with the rows, which may be patients'; integers may have a few more digits."""
    sizes = []
    for n in (60, 240, 960):
        X, y = two_clouds(n, d)
        fitted = clone(model).fit(X.round(1), y)
        sizes.append(len(pickle.dumps(fitted)))
        assert not any(n in np.shape(value) for value in vars(fitted).values())
    assert max(sizes) - min(sizes) < 60
