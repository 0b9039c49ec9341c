"""Everything that is wrong with a table stands in one error, with the option that mends each part of it."""

import numpy as np
import pytest

from aucopt.analysis.rows import Rows
from aucopt.estimators import LinearModel
from aucopt.tables.errors import Problems, TableError
from aucopt.tables.reading import read_table
from aucopt.tables.scoring import read_model_rows
from aucopt.tables.second import select_like
from aucopt.tables.selection import select_rows

SICK = (
    "crp,tsh,age,share,note,grade\n<0.5,1,50,12%,3,a\n2,<4,,0.4,haemolytic,b\n<1,3,60,1%,5,c\n7,8,,9%,6,a\n"
)


@pytest.fixture
def table(tmp_path):
    (tmp_path / "sick.csv").write_text(SICK)
    return read_table(str(tmp_path / "sick.csv"))


def refusal(action):
    with pytest.raises(TableError) as refused:
        action()
    return refused.value


def test_all_problems_of_a_table_are_one_error(table):
    error = refusal(lambda: select_rows(table, "grade"))
    lines = str(error).split("\n")
    assert lines[0] == "the table has 5 problems:"
    assert lines[1].startswith("  1. Column 'share' mixes two ways to write numbers")
    assert lines[2] == (
        "  2. Cells that are limits of detection: 2 in column 'crp' (row 1 below the header holds '<0.5'), 1 "
        "in column 'tsh' (row 2 below the header holds '<4'). Add --detection-limit half to use half the "
        "limit as the value, --detection-limit limit to use the limit itself, or --exclude to leave the "
        "column out."
    )
    assert lines[3].startswith("  3. 2 rows lack a value (age 2): rows 2, 4 below the header. Add --missing")
    assert lines[4].startswith("  4. The target 'grade' must have two classes, it has 3: a, b, c. Name the")
    assert lines[5].startswith(
        "  5. Column 'note' is left out: most cells are numbers, but row 2 below the header"
    )
    assert "--" not in error.message
    assert error.message.count("\n") == 5
    # Each option mends its part.
    options = {"detection_limit": "half", "missing": "impute", "positive_label": "a", "exclude": ["share"]}
    assert select_rows(table, "grade", **options)[0].columns == ("crp", "tsh", "age", "age is missing")


def test_a_second_table_and_new_rows_are_refused_as_a_whole(table):
    columns = ("crp", "age")
    rows = Rows(np.eye(2), columns, np.array([True, False]), None, "grade", ("b", "a"))
    told = str(refusal(lambda: select_like(rows, table, "other.csv"))).split("\n")
    assert told[0] == "other.csv has 3 problems:"
    assert [line.split()[1] for line in told[1:]] == ["Cells", "2", "'grade'"]
    model = LinearModel(columns, weights=[1, 1], cutoff=None, classes=None)
    told = str(refusal(lambda: read_model_rows(model, table, "new.csv"))).split("\n")
    assert told[0] == "the table has 2 problems:"
    assert "--exclude" not in told[1]
    assert "--missing blank" in told[2]


def test_columns_that_are_not_there_are_named_together(table):
    told = str(refusal(lambda: select_rows(table, "grad", columns=["cpr", "age"])))
    assert told.endswith(
        "1. There is no column 'grad'; did you mean 'grade'?\n"
        "  2. There is no column 'cpr'; did you mean 'crp'?"
    )


def test_warnings_alone_are_no_error():
    Problems().check(["Column 'crp' is left out."])
    problems = Problems("a.csv")
    with problems.collect():
        raise TableError("row 3 lacks a value.", "Add --missing drop.")
    assert str(refusal(problems.check)) == "a.csv: row 3 lacks a value. Add --missing drop."
