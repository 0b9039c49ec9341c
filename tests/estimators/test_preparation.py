"""Gaps and categories, fitted to the rows of each fit alone."""

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from aucopt import LinearModel, load_model
from aucopt.estimators.preparation import Preparation, RawColumn, encode_column
from aucopt.estimators.prepared import PreparedClassifier

COLUMNS = (
    RawColumn("age", has_gaps=True),
    RawColumn("sex", ("f", "m", "x"), has_gaps=True),
    RawColumn("dose"),
)
FRAME = pd.DataFrame(
    {"age": [50, np.nan, 70, 61], "sex": ["m", "f", None, "x"], "dose": [1.0, 2.0, 3.0, 4.0], "more": [9] * 4}
)
RAW = np.column_stack([encode_column(column, FRAME[column.name]) for column in COLUMNS])


def test_it_does_what_scikit_learn_does():
    found = Preparation(COLUMNS).fit_transform(RAW)
    ages = SimpleImputer(strategy="median", add_indicator=True).fit_transform(RAW[:, [0]])
    levels = OneHotEncoder(sparse_output=False, drop="first").fit_transform([["m"], ["f"], ["f"], ["x"]])
    gap = np.array([[0.0], [0], [1], [0]])
    np.testing.assert_array_equal(found, np.hstack([ages, levels, gap, RAW[:, [2]]]))
    assert Preparation(COLUMNS).names == (
        *("age", "age is missing", "sex = m", "sex = x", "sex is missing", "dose"),
    )


def test_medians_are_those_of_the_fit():
    fitted = Preparation(COLUMNS).fit(RAW[:3])
    assert fitted.medians_ == [60.0, 0.0, 0.0]
    assert fitted.transform(RAW[1:2])[0, 0] == 60.0
    assert Preparation(COLUMNS[:1]).fit([[np.nan]]).medians_ == [0.0]


def test_a_gap_where_the_fit_had_none_stays_a_gap():
    columns = (RawColumn("sex", ("f", "m")), RawColumn("dose"))
    assert np.isnan(Preparation(columns).fit([[0, 1]]).transform([[np.nan, np.nan]])).all()


def test_weights_reach_the_last_step_of_a_pipeline():
    y, weights = np.array([0, 1, 1, 0]), np.array([1.0, 2.0, 1.0, 3.0])
    inner = make_pipeline(StandardScaler(), LogisticRegression())
    model = PreparedClassifier(Preparation(COLUMNS), inner).fit(RAW, y, weights)
    X = Preparation(COLUMNS).fit_transform(RAW)
    expected = make_pipeline(StandardScaler(), LogisticRegression()).fit(
        X, y, logisticregression__sample_weight=weights
    )
    np.testing.assert_allclose(model.decision_function(RAW), expected.decision_function(X))
    assert model.predict(RAW).tolist() == expected.predict(X).tolist()
    assert not hasattr(model, "status_")


def test_a_saved_model_prepares_frames(tmp_path):
    preparation = Preparation(COLUMNS).fit(RAW)
    model = LinearModel(preparation.names, [1, 10, 100, 1000, 5, 0], 0, (0, 1), preparation=preparation)
    expected = [150.0, 71.0, 75.0, 1061.0]
    assert model.linear_score(FRAME).tolist() == expected
    model.save(tmp_path / "model.json")
    again = load_model(tmp_path / "model.json")
    assert again.linear_score(FRAME).tolist() == expected
    with pytest.raises(ValueError, match="X lacks columns of the model: 'sex'"):
        again.linear_score(FRAME.drop(columns="sex"))
    with pytest.raises(ValueError, match="row 0 holds 'y' in column 'sex'; the categories are f, m, x"):
        again.linear_score(FRAME.assign(sex="y"))
