"""Blends of scikit-learn models: the weights, the contract, and what is refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, ShuffleSplit, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import aucopt
from aucopt import AUCBlender, roc_auc_score


def some_models():
    """Two: their blends are searched at once."""
    return [("bayes", GaussianNB()), ("near", KNeighborsClassifier(15))]


def two_clouds(n=90, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    X = rng.normal(size=(n, 3)) + 0.6 * y[:, None]
    X[:, 2] = np.where(y, 1.5, 1.0) * rng.normal(size=n)
    return X, y.astype(int)


@parametrize_with_checks([AUCBlender([("logistic", LogisticRegression()), ("bayes", GaussianNB())], cv=3)])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


def test_the_weights_are_those_of_the_scores_out_of_fold():
    X, y = two_clouds()
    blender = AUCBlender(some_models(), cv=4).fit(X, y)
    scores = np.column_stack(
        [
            cross_val_predict(model, X, y, cv=StratifiedKFold(4), method="predict_proba")[:, 1]
            for _, model in some_models()
        ]
    )
    best = aucopt.maximize_auc(scores, y, signs=1)
    assert best.status == blender.status_ == "optimal"
    assert blender.auc_ == blender.value_ == blender.bound_ == best.auc
    np.testing.assert_allclose(blender.weights_, best.coef / best.coef.sum())
    assert blender.solution_.feature_names == ("bayes", "near")
    with pytest.raises(ValueError, match="does not hold the data"):
        blender.solution_.near(0.01)


def test_models_with_a_weight_are_fitted_to_all_rows_and_blended():
    X, y = two_clouds()
    models = [*some_models(), ("chance", DummyClassifier(strategy="prior"))]
    blender = AUCBlender(models).fit(X, y)
    used = [name for (name, _), w in zip(models, blender.weights_, strict=True) if w > 0]
    assert list(blender.named_estimators_) == used
    assert "chance" not in used
    by_hand = sum(
        w * clone(model).fit(X, y).predict_proba(X)[:, 1]
        for (_, model), w in zip(models, blender.weights_, strict=True)
    )
    found = blender.decision_function(X)
    np.testing.assert_allclose(found, by_hand + blender.intercept_)
    np.testing.assert_array_equal(blender.predict(X), (found > 0).astype(int))


def test_at_most_k_models():
    X, y = two_clouds()
    models = [*some_models(), ("chance", DummyClassifier(strategy="prior"))]
    free = AUCBlender(some_models()).fit(X, y)
    one, two = (AUCBlender(models, k=k).fit(X, y) for k in (1, 2))
    assert two.auc_ == free.auc_
    assert one.auc_ == free.solution_.best_column.auc
    for k, blender in ((1, one), (2, two)):
        assert np.count_nonzero(blender.weights_) == len(blender.estimators_) == k
        assert blender.weights_.sum() == pytest.approx(1)
        assert blender.status_ == "optimal"
        assert blender.bound_ == blender.value_
        assert blender.panel_.names == tuple(blender.solution_.feature_names)
    assert not hasattr(free, "panel_")


def test_the_scores_of_the_models_are_columns_of_a_transformer():
    X, y = two_clouds()
    models = [*some_models(), ("chance", DummyClassifier(strategy="prior"))]
    blender = AUCBlender(models).fit(X, y)
    by_hand = [model.predict_proba(X)[:, 1] for model in blender.estimators_]
    np.testing.assert_array_equal(blender.transform(X), np.column_stack(by_hand))
    names = [f"aucblender_{name}" for name in blender.named_estimators_]
    assert blender.get_feature_names_out().tolist() == names == ["aucblender_bayes", "aucblender_near"]
    before = blender.decision_function(X)
    frame = blender.set_output(transform="pandas").transform(X)
    assert list(frame) == names
    np.testing.assert_array_equal(blender.decision_function(X), before)


def test_fitted_models_stay_as_they_are():
    X, y = two_clouds()
    first, second = slice(0, 45), slice(45, 90)
    models = [(name, model.fit(X[first], y[first])) for name, model in some_models()]
    blender = AUCBlender(models, cv="prefit").fit(X[second], y[second])
    assert all(blender.named_estimators_[name] is dict(models)[name] for name in blender.named_estimators_)
    scores = np.column_stack([model.predict_proba(X[second])[:, 1] for _, model in models])
    assert blender.auc_ == aucopt.maximize_auc(scores, y[second], signs=1).auc
    with pytest.raises(NotFittedError):
        AUCBlender(some_models(), cv="prefit").fit(X, y)


def test_parameters_of_models_and_dropped_models():
    X, y = two_clouds()
    blender = AUCBlender(some_models())
    assert blender.get_params()["near__n_neighbors"] == 15
    assert blender.named_estimators.bayes is blender.estimators[0][1]
    blender.set_params(bayes="drop", near__n_neighbors=9)
    assert blender.fit(X, y).weights_.tolist() == [1]
    search = GridSearchCV(blender, {"near__n_neighbors": [3, 15]}, scoring="roc_auc", cv=3).fit(X, y)
    assert search.best_score_ > 0.6
    again = pickle.loads(pickle.dumps(blender))
    np.testing.assert_array_equal(again.decision_function(X), blender.decision_function(X))


def test_frames_of_text_go_to_the_models_as_they_are():
    X, y = two_clouds()
    frame = pd.DataFrame({"age": X[:, 0], "town": np.where(X[:, 1] > 0.3, "Rom", "Ulm")})
    prepare = make_column_transformer((OneHotEncoder(), ["town"]), remainder="passthrough")
    models = [
        ("first", make_pipeline(prepare, LogisticRegression())),
        ("second", make_pipeline(prepare, GaussianNB())),
    ]
    labels = np.where(y == 1, "yes", "no")
    blender = AUCBlender(models).fit(frame, labels)
    assert blender.feature_names_in_.tolist() == ["age", "town"]
    assert set(blender.predict(frame)) == {"yes", "no"}
    assert blender.classes_.tolist() == ["no", "yes"]


def test_scores_of_all_kinds():
    X, y = two_clouds()
    labels = np.where(y == 1, "yes", "no")
    kinds = {"svm": "decision_function", "bayes": "predict_proba", "regression": "predict"}
    for models in ([("svm", LinearSVC()), ("bayes", GaussianNB())], [("regression", Ridge())]):
        blender = AUCBlender(models).fit(X, y)
        assert blender.stack_method_ == [kinds[name] for name in blender.named_estimators_]
    votes = AUCBlender(some_models(), stack_method="predict").fit(X, labels)
    assert votes.auc_ == AUCBlender(some_models(), stack_method="predict").fit(X, y).auc_
    assert roc_auc_score(labels, votes.decision_function(X)) > 0.6


def test_weights_of_rows_count_in_fits_and_in_the_auc():
    X, y = two_clouds(60)
    weights = np.arange(60) % 4
    models = [("logistic", make_pipeline(StandardScaler(), LogisticRegression())), ("bayes", GaussianNB())]
    fitted = [(name, model.fit(X, y)) for name, model in models]
    weighted = AUCBlender(fitted, cv="prefit").fit(X, y, weights)
    repeated = AUCBlender(fitted, cv="prefit").fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert weighted.auc_ == repeated.auc_
    assert AUCBlender(models).fit(X, y, weights).auc_ > 0.5
    with pytest.raises(ValueError, match="KNeighborsClassifier takes no sample weights"):
        AUCBlender(some_models()).fit(X, y, weights)


def test_random_folds_are_the_same_for_all_models():
    X, y = two_clouds()
    twins = [("first", LogisticRegression()), ("second", LogisticRegression())]
    blender = AUCBlender(twins, cv=StratifiedKFold(3, shuffle=True)).fit(X, y)
    # Equal columns: one of them gets all the weight.
    assert sorted(blender.weights_) == [0, 1]


def test_many_models_have_a_bound_too():
    X, y = two_clouds()
    models = [(f"c{j}", LogisticRegression(C=10.0**-j)) for j in range(4)]
    models += [(f"k{k}", KNeighborsClassifier(k)) for k in (3, 5, 9, 15, 25)]
    models += [("bayes", GaussianNB())]
    blender = AUCBlender(models).fit(X, y)
    assert blender.value_ <= blender.bound_ < 1
    assert blender.gap_ == blender.solution_.gap


def test_another_objective():
    X, y = two_clouds()
    objective = aucopt.PartialAUC(max_fpr=0.3)
    blender = AUCBlender(some_models()[:1], objective=objective).fit(X, y)
    assert blender.solution_.objective == objective
    assert blender.bound_ == blender.value_ < blender.auc_


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"estimators": []}, "one of them or more"),
        ({"estimators": [LogisticRegression()]}, "list of \\(name, estimator\\)"),
        ({"estimators": [("a", GaussianNB()), ("a", GaussianNB())]}, "not unique"),
        ({"estimators": [("a__b", GaussianNB())]}, "must not contain __"),
        ({"estimators": [("a", "drop")]}, "at least one"),
        ({"estimators": [("a", "keep")]}, '"drop" to leave it out'),
        (
            {"estimators": [("a", LinearSVC())], "stack_method": "predict_proba"},
            "'a' has no method predict_proba",
        ),
        ({"estimators": [("a", GaussianNB())], "stack_method": "vote"}, "stack_method must be"),
        ({"estimators": [("a", GaussianNB())], "k": 0}, "k must be a whole number of at least 1"),
        ({"estimators": [("a", GaussianNB())], "cv": ShuffleSplit(3)}, "only works for partitions"),
    ],
)
def test_what_is_refused(arguments, message):
    X, y = two_clouds()
    with pytest.raises(ValueError, match=message):
        AUCBlender(**arguments).fit(X, y)


def test_three_classes_are_refused():
    X, _ = two_clouds()
    with pytest.raises(ValueError, match="Only binary classification"):
        AUCBlender(some_models()).fit(X, np.arange(90) % 3)
