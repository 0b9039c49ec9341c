"""The exact optimum as a scikit-learn classifier."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import aucopt
from aucopt import AUCOptClassifier, maximize_auc


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [
        AUCOptClassifier(objective=objective)
        for objective in ("auc", aucopt.PartialAUC(max_fpr=0.2), aucopt.Sensitivity(0.9), aucopt.Accuracy())
    ]
)
def test_scikit_learn_contract(estimator, check):
    name = getattr(check, "func", check).__name__
    if sklearn.__version__.startswith("1.6.") and name.startswith("check_sample_weight_equivalence"):
        pytest.skip("This check of scikit-learn 1.6 mixes up two classes (its issue 30770).")
    check(estimator)


def two_clouds(n=80, d=2, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return (rng.normal(size=(n, d)) + 0.8 * y[:, None]).round(2), y


@pytest.mark.parametrize("d", [1, 2, 3])
def test_stores_what_maximize_auc_finds(d):
    X, y = two_clouds(n=40, d=d, seed=d)
    labels = np.where(y, "ill", "healthy")
    model = AUCOptClassifier().fit(X, labels)
    solution = maximize_auc(X, y)
    assert model.coef_.shape == (1, d)
    assert model.coef_[0].tolist() == solution.coef.tolist()
    assert (model.auc_, model.bound_, model.gap_) == (solution.auc, solution.bound, 0.0)
    assert model.status_ == "optimal"
    assert model.solution_.classes.tolist() == model.classes_.tolist() == ["healthy", "ill"]
    scores = model.decision_function(X)
    assert roc_auc_score(y, scores) == pytest.approx(model.auc_, abs=1e-12)
    assert not hasattr(model, "predict_proba")
    assert model.score(X, labels) == accuracy_score(labels, model.predict(X))


@pytest.mark.parametrize("solver", ["plane", "cone", "enumeration", "ascent"])
def test_solvers_agree(solver):
    X, y = two_clouds(n=30)
    assert AUCOptClassifier(solver).fit(X, y).auc_ == AUCOptClassifier().fit(X, y).auc_


@pytest.mark.parametrize("smoothing", [0.0, 0.5])
def test_options_reach_the_solver(smoothing):
    X, y = two_clouds()
    X[:, 1] *= -1
    model = AUCOptClassifier(signs=1, smoothing=smoothing).fit(X, y)
    assert (model.coef_ >= 0).all()
    assert model.coef_[0, 0] > 0.9


def test_stops_early_with_a_bound():
    X, y = two_clouds(d=3)
    for option, status in (({"max_gap": 0.5}, "max_gap"), ({"time_limit": 0}, "time_limit")):
        model = AUCOptClassifier(**option).fit(X, y)
        assert model.status_ == status
        assert 0 < model.gap_ == pytest.approx(model.bound_ - model.auc_)


def test_smoothing_is_near_the_optimum_and_claims_no_more():
    X, y = two_clouds(d=4)
    model = AUCOptClassifier(smoothing=0.3, random_state=0).fit(X, y)
    assert 0.7 < model.auc_ == pytest.approx(roc_auc_score(y, X @ model.coef_[0]))
    assert (model.bound_, model.status_) == (1.0, "local")
    assert model.gap_ == pytest.approx(1 - model.auc_)
    assert "Smoothed by 0.3" in str(model.solution_)
    plane = AUCOptClassifier(smoothing=0.3).fit(X[:, :2], y)
    assert plane.auc_ <= AUCOptClassifier().fit(X[:, :2], y).auc_


@pytest.mark.parametrize("weights", [[1, 2, 0, 3], [0.1, 0.7, 0.0, 1 / 3]])
@pytest.mark.parametrize("smoothing", [0.0, 0.5])
def test_sample_weights(weights, smoothing):
    X, y = two_clouds()
    weights = np.resize(weights, len(y))
    model = AUCOptClassifier(smoothing=smoothing).fit(X, y, sample_weight=weights)
    expected = roc_auc_score(y, model.decision_function(X), sample_weight=weights)
    assert model.auc_ == pytest.approx(expected, abs=1e-12)
    if weights.dtype.kind == "i":
        repeated = AUCOptClassifier(smoothing=smoothing).fit(np.repeat(X, weights, 0), np.repeat(y, weights))
        np.testing.assert_allclose(model.coef_, repeated.coef_, rtol=1e-3 if smoothing else 0)
        assert model.auc_ == pytest.approx(repeated.auc_, abs=1e-3 if smoothing else 0)


SCORES = {"balanced_accuracy": balanced_accuracy_score, "accuracy": accuracy_score, "f1": f1_score}


@given(
    measure=st.sampled_from(sorted(SCORES)),
    data=st.lists(st.tuples(st.integers(0, 6), st.booleans(), st.integers(1, 3)), min_size=2, max_size=15),
)
@settings(max_examples=60, deadline=None)
def test_no_cut_does_better(measure, data):
    x, y, weights = (np.array(part) for part in zip(*data, strict=True))
    y[:2] = [True, False]
    model = AUCOptClassifier(threshold=measure).fit(x[:, None], y, weights)
    scores = model.decision_function(x[:, None])
    reached = SCORES[measure](y, model.predict(x[:, None]), sample_weight=weights)
    others = [SCORES[measure](y, scores > cut, sample_weight=weights) for cut in [*scores, -np.inf]]
    assert reached == pytest.approx(max(others))


def test_a_given_cut():
    X, y = two_clouds(d=1)
    model = AUCOptClassifier(threshold=0.25).fit(X, y)
    assert model.predict(X).tolist() == (model.coef_[0, 0] * X[:, 0] > 0.25).tolist()


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("solver", "guess", "solver must be one of"),
        ("smoothing", -1, "smoothing must be a finite number of at least 0, not -1"),
        ("max_gap", 2, "max_gap must lie between 0 and 1"),
        ("time_limit", -1, "time_limit must be a number of seconds, not -1"),
        ("signs", [1, 1, 1], "signs must be -1, 0 or"),
        ("threshold", "gini", "threshold must be 'auto', 'balanced_accuracy', 'accuracy', 'f1' or a number"),
        ("threshold", None, "threshold must be a finite number, not None"),
    ],
)
def test_bad_options_are_refused(option, value, sentence):
    X, y = two_clouds(n=10)
    with pytest.raises(ValueError, match=sentence):
        AUCOptClassifier(**{option: value}).fit(X, y)
    with pytest.raises(ValueError, match="smoothing needs solver="):
        AUCOptClassifier("plane", smoothing=1.0).fit(X, y)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_frames_and_their_names(make):
    X, y = two_clouds()
    frame = make({"age": X[:, 0], "dose": X[:, 1]})
    model = AUCOptClassifier().fit(frame, y)
    assert model.feature_names_in_.tolist() == ["age", "dose"]
    assert model.solution_.feature_names == ("age", "dose")
    assert model.predict(frame).tolist() == AUCOptClassifier().fit(X, y).predict(X).tolist()
    with pytest.raises(ValueError, match="feature names"):
        model.predict(make({"dose": X[:, 1], "age": X[:, 0]}))


@pytest.mark.parametrize("smoothing", [0.0, 0.5])
def test_sparse_rows_are_dense_rows(smoothing):
    X, y = two_clouds()
    X[np.abs(X) < 0.7] = 0
    model = AUCOptClassifier(smoothing=smoothing).fit(X, y)
    thin = AUCOptClassifier(smoothing=smoothing).fit(sparse.csr_array(X), y)
    assert thin.auc_ == model.auc_
    assert thin.decision_function(sparse.csr_array(X)).tolist() == thin.decision_function(X).tolist()


def test_pickles_clones_and_works_in_pipelines_and_searches():
    X, y = two_clouds()
    model = AUCOptClassifier(signs=[1, 0], smoothing=0.0, threshold="f1").fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert again.predict(X).tolist() == model.predict(X).tolist()
    assert str(again.solution_) == str(model.solution_)
    for fitted in (model, again):
        with pytest.raises(ValueError, match="does not hold the data"):
            fitted.solution_.near(0.01)
    assert clone(model).get_params() == model.get_params()
    search = GridSearchCV(
        make_pipeline(StandardScaler(), AUCOptClassifier()),
        {"aucoptclassifier__smoothing": [0.0, 0.5, 2.0]},
        scoring="roc_auc",
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.7
    calibrated = CalibratedClassifierCV(AUCOptClassifier(), cv=3).fit(X, y)
    assert ((calibrated.predict_proba(X) >= 0) & (calibrated.predict_proba(X) <= 1)).all()


def test_metadata_routing_passes_sample_weights_on():
    X, y = two_clouds()
    weights = np.where(X[:, 0] > 0, 1, 1000)
    with sklearn.config_context(enable_metadata_routing=True):
        model = AUCOptClassifier().set_fit_request(sample_weight=True)
        routed = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model).fit(
            X, y, sample_weight=weights
        )
        model.set_score_request(sample_weight=True)
        scores = cross_val_score(model, X, y, params={"sample_weight": weights}, cv=3)
    alone = AUCOptClassifier().fit(StandardScaler().fit_transform(X), y, sample_weight=weights)
    assert routed[-1].coef_.tolist() == alone.coef_.tolist()
    assert len(scores) == 3


@pytest.mark.parametrize(
    ("objective", "kept"),
    [(aucopt.Sensitivity(0.9), "specificity"), (aucopt.Specificity(0.9), "sensitivity")],
    ids=repr,
)
def test_predict_uses_the_cut_off_of_the_objective(objective, kept):
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 3)) + 0.6 * y[:, None]
    model = AUCOptClassifier(objective=objective).fit(X, y)
    called = model.predict(X)
    rates = {"sensitivity": called[y == 1].mean(), "specificity": 1 - called[y == 0].mean()}
    assert rates.pop(kept) >= 0.9
    assert model.value_ == pytest.approx(next(iter(rates.values())))
    assert (model.gap_, model.status_) == (0.0, "optimal")
    assert model.auc_ == pytest.approx(roc_auc_score(y, model.decision_function(X)))
    balanced = AUCOptClassifier(objective=objective, threshold="balanced_accuracy").fit(X, y)
    assert balanced.coef_.tolist() == model.coef_.tolist()


def test_predict_where_no_row_can_be_told_apart():
    X = [[0.0], [0.0], [1.0], [1.0]]
    for objective, label in ((aucopt.Sensitivity(1), 0), (aucopt.Specificity(1), 1)):
        model = AUCOptClassifier(objective=objective).fit(X, [1, 0, 1, 0])
        assert model.value_ == 0
        assert set(model.predict(X)) == {label}


def test_partial_areas_are_cut_as_the_auc_is():
    X, y = two_clouds()
    model = AUCOptClassifier(objective=aucopt.PartialAUC(max_fpr=0.2)).fit(X, y)
    best = max(balanced_accuracy_score(y, X @ model.coef_[0] > cut) for cut in X @ model.coef_[0])
    assert balanced_accuracy_score(y, model.predict(X)) == pytest.approx(best)


def test_what_is_no_objective_is_refused():
    with pytest.raises(ValueError, match='objective must be "auc"'):
        AUCOptClassifier(objective="gini").fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("class_weight", [None, "balanced", {"ill": 1, "well": 5}])
def test_the_best_rule_is_predicted(class_weight):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] + rng.normal(size=60) > 0, "well", "ill")
    objective = aucopt.Accuracy(class_weight)
    model = AUCOptClassifier(objective=objective).fit(X, y)
    cost = np.ones(60)
    if class_weight == "balanced":
        cost = np.where(y == "well", (y == "ill").sum(), (y == "well").sum())
    elif class_weight is not None:
        cost = np.array([class_weight[label] for label in y])
    right = cost[model.predict(X) == y].sum() / cost.sum()
    assert model.value_ == pytest.approx(right)
    assert model.value_ == aucopt.maximize(X, y, objective).value
    assert model.status_ == "optimal"
