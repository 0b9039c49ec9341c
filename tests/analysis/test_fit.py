"""What an analysis finds out about a score, and what it says where it cannot."""

import numpy as np
import pytest
from made_analyses import analyse_rows, make_rows

from aucopt.analysis.fit import BEST
from aucopt.analysis.rivals import LOGISTIC


def test_an_analysis_holds_all_parts():
    X, y = make_rows(90, 2, [1, 0.5])
    said: list[str] = []
    found = analyse_rows(X * [1, 100], y, seconds=20, say=said.append)
    assert found.omitted == {}
    assert set(found.honest.intervals) == {BEST, LOGISTIC}
    assert found.solution.auc >= found.rival_auc
    assert np.linalg.norm(found.per_deviation) == pytest.approx(1)
    # The second column is in hundreds: its weight is small, per standard deviation it is not.
    assert abs(found.solution.coef[1]) < 0.1 < abs(found.per_deviation[1])
    assert found.intervals.weight == pytest.approx(found.per_deviation, abs=1e-6)
    assert np.all(
        (found.intervals.low <= found.per_deviation) & (found.per_deviation <= found.intervals.high)
    )
    above = X * [1, 100] @ found.solution.coef > found.cut.value
    assert (above[y].mean(), 1 - above[~y].mean()) == pytest.approx(
        (found.cut.sensitivity, found.cut.specificity)
    )
    assert found.simple.within
    assert found.simple.feature_names == ("c0", "c1")
    assert any("folds" in line for line in said)
    assert found.model.predict(X * [1, 100]).tolist() == np.where(above, "yes", "no").tolist()


def test_what_cannot_be_found_says_why():
    X, y = make_rows(40, 2, [1, 0.5])
    found = analyse_rows(X, np.arange(40) == 0, seconds=2)
    assert found.honest is None
    assert found.omitted["honest"] == "Cross-validation needs two rows of each class or more."
    quick = analyse_rows(X, y, seconds=0)
    assert set(quick.omitted) == {"honest", "intervals", "simple"}
    assert set(quick.omitted.values()) == {"Not asked for."}
    twice = analyse_rows(np.column_stack([X, X[:, 0]]), y, seconds=2)
    assert "drop some of: c2." in twice.omitted["intervals"]
    uneven = analyse_rows(X, y, weights=np.linspace(0.5, 2, 40), seconds=2)
    assert "whole sample weights" in uneven.omitted["intervals"]
    assert uneven.honest is not None


def test_no_intervals_where_no_resample_could_move_the_weights():
    X, y = make_rows(30, 3, [9, 0, 0])
    found = analyse_rows(X, y, seconds=1)
    assert found.solution.auc == 1
    assert "separate the classes" in found.omitted["intervals"]
    assert found.honest.intervals[BEST].low < 1
