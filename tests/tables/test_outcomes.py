"""Outcomes and strata in a table, and what is said of bad ones."""

import numpy as np
import pytest

from aucopt.tables.errors import TableError
from aucopt.tables.outcomes import OutcomeColumns
from aucopt.tables.reading import Table
from aucopt.tables.selection import select_rows

COLUMNS = {
    "age": np.array([50.0, 40.0, 70.0, 60.0]),
    "dose": np.array([1.0, 3.0, 2.0, 5.0]),
    "died": np.array(["no", "yes", "yes", "no"], dtype=object),
    "months": np.array([4.0, 2.0, 7.0, 1.0]),
    "grade": np.array([0.0, 2.0, 1.0, 1.0]),
    "centre": np.array(["a", "b", "a", "b"], dtype=object),
}


def choose(outcome, label=None, missing="error", **changes):
    table = Table(COLUMNS | changes, {}, 4, {})
    return select_rows(table, outcome, columns=["age", "dose"], positive_label=label, missing=missing)[0]


def test_censored_times_by_usual_words():
    rows = choose(OutcomeColumns(None, "died", "months", "centre"))
    assert rows.y.tolist() == [[0, 4], [1, 2], [1, 7], [0, 1]]
    assert rows.kind == "censored"
    assert rows.strata.tolist() == ["a", "b", "a", "b"]
    assert rows.story.line == ("4 rows, 2 events (died = yes), 2 censored, time in months, 2 strata (centre)")
    turned = choose(OutcomeColumns(None, "died", "months"), label="no")
    assert turned.y[:, 0].tolist() == [1, 0, 0, 1]
    everyone = choose(OutcomeColumns(None, "died", "months"), died=np.ones(4))
    assert everyone.y[:, 0].tolist() == [1, 1, 1, 1]
    assert everyone.n_pairs == 6


def test_an_ordered_target():
    rows = choose(OutcomeColumns("grade", ordered=True))
    assert (rows.kind, rows.y.tolist(), rows.n_pairs) == ("ordered", [0, 2, 1, 1], 5)
    assert rows.story.line == "4 rows, grade with 3 values"


def test_columns_of_the_outcome_are_not_columns_of_the_score():
    outcome = OutcomeColumns(None, "died", "months", "centre")
    rows, notes = select_rows(Table(COLUMNS, {}, 4, {}), outcome)
    assert rows.columns == ("age", "dose", "grade")
    assert notes.all == []


def test_rows_without_an_outcome_are_left_out_on_demand():
    gap = np.array([4.0, np.nan, 7.0, 1.0])
    outcome = OutcomeColumns(None, "died", "months")
    with pytest.raises(TableError, match=r"row 2 below the header lacks a value \(months 1\)"):
        choose(outcome, months=gap)
    assert choose(outcome, missing="drop", months=gap).y[:, 1].tolist() == [4, 7, 1]


@pytest.mark.parametrize(
    ("outcome", "changes", "message"),
    [
        (OutcomeColumns(None), {}, "name the column to predict with --target."),
        (OutcomeColumns(None, ordered=True), {}, "with --target, or censored times with --event and --time"),
        (OutcomeColumns("grade", "died", "months"), {}, "--event and --time take the place of --target"),
        (OutcomeColumns(None, "died"), {}, "--time is missing"),
        (OutcomeColumns(None, time="months"), {}, "--event is missing"),
        (OutcomeColumns(None, "died", "died"), {}, "cannot be both the event and the time"),
        (OutcomeColumns("grade", strata="grade", ordered=True), {}, "cannot be the strata too"),
        (OutcomeColumns("grade", strata="center", ordered=True), {}, "did you mean 'centre'"),
        (OutcomeColumns("died", ordered=True), {}, "column 'died' is text"),
        (OutcomeColumns("grade", ordered=True), {"grade": np.ones(4)}, "the same value of 'grade'"),
        (OutcomeColumns("grade", ordered=True), {"grade": np.array([1, 2, np.inf, 0])}, "infinite values"),
        (OutcomeColumns("age", ordered=True), {}, "'age' is the target; it cannot be a column"),
        (OutcomeColumns(None, "died", "dose"), {}, "'dose' is the target; it cannot be a column"),
        (OutcomeColumns(None, "died", "months"), {"months": np.array([1.0, -1, 2, 3])}, "zero or more"),
        (OutcomeColumns(None, "died", "months"), {"died": np.zeros(4)}, "no row has the event"),
        (OutcomeColumns(None, "died", "months"), {"died": np.arange(4.0)}, "must have two classes"),
    ],
)
def test_bad_outcomes(outcome, changes, message):
    with pytest.raises(TableError) as caught:
        choose(outcome, **changes)
    assert message in str(caught.value)


def test_an_ordered_target_has_no_positive_label():
    with pytest.raises(TableError, match="--positive-label is for two classes"):
        choose(OutcomeColumns("grade", ordered=True), label="1")
