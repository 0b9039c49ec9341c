import shlex

import numpy as np
import pytest

from aucopt.app.question import FitRequest, as_command, choose_rows, choose_second, name_outcome
from aucopt.cli.data import read_rows
from aucopt.cli.fit import add_parser
from aucopt.exact.objective.roc import AUC
from aucopt.tables.errors import TableError
from aucopt.tables.reading import read_table

PATIENTS = """marker,ward,grade,months,died
1.5,east,1,3,1
,west,2,5,0
2.5,east,3,8,1
<0.4,west,2,9,0
3.5,south,1,2,1
1.0,east,3,7,0
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "patients.csv"
    path.write_text(PATIENTS, encoding="utf-8")
    return path


@pytest.mark.parametrize("missing", ["drop", "impute"])
@pytest.mark.parametrize(
    ("kind", "target", "columns"),
    [
        ("classes", "died", ["marker", "ward"]),
        ("ordered", "grade", ["marker", "ward"]),
        ("censored", "died", ["marker", "grade"]),
    ],
)
def test_the_command_chooses_the_same_rows(path, kind, target, columns, missing):
    import argparse

    outcome = name_outcome(kind, target, "months")
    rows, notes = choose_rows(read_table(str(path)), outcome, "1", columns, missing)
    words = ["--objective", "concordance"] if kind != "classes" else []
    asked = FitRequest(rows, notes, str(path), AUC())
    command = shlex.split(as_command(asked, all_columns=False, missing=missing, words=words))
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    _, typed, told = read_rows(parser.parse_args(command[1:]))
    np.testing.assert_array_equal(typed.X, rows.X)
    np.testing.assert_array_equal(typed.y, rows.y)
    assert (typed.columns, typed.classes, typed.kind) == (rows.columns, rows.classes, kind)
    assert told.all == notes.all


def test_all_that_was_chosen_is_in_the_command_and_the_report(path):
    table = read_table(str(path))
    rows, notes = choose_rows(table, name_outcome("classes", "died", ""), "1", ["marker"])
    second = choose_second(rows, table, "other.csv", "drop", notes)
    asked = FitRequest(rows, notes, "p.csv", AUC(), 5.0, risk="logistic", second=second)
    command = as_command(asked, all_columns=True, missing="drop")
    assert "--time-limit 5 --risk logistic --validate other.csv" in command
    assert asked.settings["validate"] == "other.csv"
    assert asked.settings["time limit"] == "5 s"
    panel = as_command(FitRequest(rows, notes, "p.csv", AUC(), size=1), all_columns=True, missing="drop")
    assert panel.startswith("aucopt panel p.csv --target died")
    assert "--size 1" in panel


def test_a_second_file_without_a_column_is_refused(path):
    table = read_table(str(path))
    rows, notes = choose_rows(table, name_outcome("classes", "died", ""), "1", ["marker", "grade"])
    del table.columns["grade"]
    with pytest.raises(TableError, match=r"other\.csv: there is no column 'grade'"):
        choose_second(rows, table, "other.csv", "drop", notes)
