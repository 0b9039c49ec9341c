"""Models as files, and as plain scikit-learn classifiers."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score
from sklearn.svm import LinearSVC

import aucopt
from aucopt.datasets import load_toy

MODEL = aucopt.LinearModel(
    ("age", "dose"), [0.6, -0.8], 1.5, ("well", "ill"), "state", {"auc": {"apparent": 0.7}}
)
X = np.array([[10.0, 2.0], [1.0, 3.0], [2.5, 0.0]])


def test_a_saved_model_comes_back(tmp_path):
    path = tmp_path / "model.json"
    MODEL.save(path)
    loaded = aucopt.load_model(path)
    assert (loaded.columns, loaded.classes, loaded.cutoff) == (("age", "dose"), ("well", "ill"), 1.5)
    assert (loaded.target, loaded.facts) == ("state", {"auc": {"apparent": 0.7}})
    assert loaded.decision_function(X).tolist() == MODEL.decision_function(X).tolist()
    assert loaded.predict(X).tolist() == ["ill", "well", "well"]
    content = json.loads(path.read_text())
    assert (content["format"], content["version"], content["aucopt"]) == (
        "aucopt-model",
        1,
        aucopt.__version__,
    )


@pytest.mark.parametrize("frame", [pd.DataFrame, lambda columns: pl.DataFrame(columns)])
def test_frames_are_read_by_name(frame):
    mixed = frame({"dose": X[:, 1], "other": [7.0, 8.0, 9.0], "age": X[:, 0]})
    assert MODEL.decision_function(mixed).tolist() == MODEL.decision_function(X).tolist()
    with pytest.raises(ValueError, match="X lacks columns of the model: 'age'"):
        MODEL.linear_score(frame({"dose": X[:, 1]}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no json", "is not a model of aucopt: it is not JSON"),
        ("[1]", 'it lacks "format": "aucopt-model"'),
        ('{"format": "aucopt-model", "version": 2}', "a model of version 2; this aucopt reads version 1"),
        ('{"format": "aucopt-model", "version": 1, "columns": []}', "lacks weights, cutoff, classes"),
        (
            '{"format": "aucopt-model", "version": 1, "columns": ["a"], "weights": [1, 2], "cutoff": 0,'
            ' "classes": [0, 1]}',
            "A model of 1 columns needs as many finite weights",
        ),
        (
            '{"format": "aucopt-model", "version": 1, "columns": ["a"], "weights": [1], "cutoff": 0,'
            ' "classes": [0]}',
            "two classes",
        ),
    ],
)
def test_what_is_no_model(tmp_path, text, message):
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        aucopt.load_model(path)


def test_rows_of_another_width():
    with pytest.raises(ValueError, match="X must have 2 columns"):
        MODEL.linear_score([[1.0]])


def test_score_is_the_accuracy_as_in_scikit_learn():
    y = ["ill", "ill", "well"]
    assert MODEL.score(X, y) == accuracy_score(y, MODEL.predict(X)) == pytest.approx(2 / 3)
    assert MODEL.score(X, y, sample_weight=[1, 0, 1]) == 1.0
    assert MODEL.score(X, y, [1, 2, 1]) == 0.5


def test_score_without_labels_warns_and_still_scores_rows():
    with pytest.warns(FutureWarning, match=r"call linear_score\(X\)"):
        scores = MODEL.score(X)
    assert scores.tolist() == MODEL.linear_score(X).tolist()
    assert scores == pytest.approx(X @ MODEL.weights)


def test_plain_classifier_of_a_model():
    plain = MODEL.to_sklearn()
    assert type(plain) is LinearSVC
    assert plain.predict(X).tolist() == MODEL.predict(X).tolist()
    assert plain.decision_function(X) == pytest.approx(MODEL.decision_function(X))


@pytest.mark.parametrize(
    "estimator", [aucopt.AUCOptClassifier(), aucopt.SVMPerfClassifier()], ids=lambda e: type(e).__name__
)
def test_plain_classifier_of_an_estimator(estimator):
    table, y = load_toy()
    frame = pd.DataFrame(table, columns=["first", "second"])
    labels = np.where(y == 1, "yes", "no")
    with pytest.raises(NotFittedError):
        clone(estimator).to_sklearn()
    ours = clone(estimator).fit(frame, labels)
    plain = ours.to_sklearn()
    assert plain.predict(frame).tolist() == ours.predict(frame).tolist()
    assert plain.decision_function(frame) == pytest.approx(ours.decision_function(frame))
    assert (plain.classes_.tolist(), plain.n_features_in_) == (["no", "yes"], 2)
    assert plain.feature_names_in_.tolist() == ["first", "second"]
