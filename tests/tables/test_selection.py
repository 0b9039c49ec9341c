"""Which columns are taken, which are doubted, and what is said of cells that are no plain numbers."""

import numpy as np
import pytest

from aucopt.tables.columns import odd_cell, suspect_columns
from aucopt.tables.errors import TableError
from aucopt.tables.reading import Table, read_table
from aucopt.tables.selection import select_rows


def column(*cells):
    found = np.empty(len(cells), dtype=object)
    found[:] = cells
    return found


@pytest.fixture
def read(tmp_path):
    def read(text, **options):
        path = tmp_path / "table.csv"
        path.write_text(text)
        return read_table(str(path), **options)

    return read


def test_the_cell_that_makes_text_of_numbers_is_named_in_a_warning():
    columns = {"name": column("a", "b", "c"), "x": np.arange(3) * 1.5, "crp": column("0.4", "not done", "7")}
    table = Table({**columns, "y": np.array([0.0, 1.0, 1.0])}, {}, 3, {})
    assert odd_cell(table, "crp") == (1, "not done")
    assert odd_cell(table, "name") is None
    assert odd_cell(table, "x") is None
    rows, notes = select_rows(table, "y")
    assert rows.columns == ("x",)
    assert notes.warnings == [
        "Column 'crp' is left out: most cells are numbers, but row 2 below the header holds 'not done'."
    ]
    assert notes.remarks == ["Columns of text are left out: name."]
    with pytest.raises(TableError, match="column 'crp' is text: row 2 below the header holds 'not done'"):
        select_rows(table, "y", columns=["crp"])
    with pytest.raises(
        TableError, match="these columns are text: name, crp; row 1 below the header holds 'a' in 'name'"
    ):
        select_rows(table, "y", columns=["name", "crp"])


def test_percent_signs_and_thousands_are_read_and_told(read):
    table = read('share,count,y\n12.3%,"1,234.50",0\n7%,8,1\nn/a,"12,000",1\n')
    rows, notes = select_rows(table, "y", missing="drop")
    assert rows.X.tolist() == [[12.3, 1234.5], [7.0, 8.0]]
    assert notes.remarks[:2] == [
        "In column 'share', 12.3% is read as 12.3.",
        "In column 'count', 1,234.50 is read as 1234.5.",
    ]


def test_a_limit_of_detection_is_an_error_unless_one_says_what_it_counts(read):
    table = read("crp,y\n0.4,0\n<0.1,1\n> 500,0\n<0.3,1\n")
    told = r"limits of detection: 3 in column 'crp' \(row 2 below the header holds '<0\.1'\)\. Add --det"
    with pytest.raises(TableError, match=told):
        select_rows(table, "y")
    assert select_rows(table, "y", detection_limit="limit")[0].X.T.tolist() == [[0.4, 0.1, 500, 0.3]]
    rows, notes = select_rows(table, "y", detection_limit="half")
    assert rows.X.T.tolist() == [[0.4, 0.05, 500, 0.15]]
    assert notes.remarks == [
        "Column 'crp' has 3 values beyond a limit of detection: row 2 below the header holds '<0.1', which "
        "is read as 0.05."
    ]


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (
            ['"1.234,50"', '"1,234.50"'],
            "row 1 below the header holds '1.234,50' with a decimal comma, and row 2 below",
        ),
        (
            ["12%", "0.4"],
            "row 1 below the header holds '12%' with a percent sign, and row 2 below the header holds '0.4'",
        ),
        (
            ['"1,234"', "5.678"],
            "row 1 below the header holds '1,234' with a comma, and row 2 below the header holds '5.678'",
        ),
    ],
)
def test_two_ways_to_write_numbers_are_refused(read, cells, why):
    table = read("\n".join(["x,z,y", *(f"{cell},{k / 2},{k % 2}" for k, cell in enumerate(cells))]))
    for columns in (None, ["x"]):
        with pytest.raises(TableError, match="column 'x' mixes two ways to write numbers") as refused:
            select_rows(table, "y", columns=columns)
        assert why in str(refused.value)
    # A column that is left out does no harm.
    assert select_rows(table, "y", exclude=["x"])[0].columns == ("z",)
    assert select_rows(table, "y", columns=["z"])[0].columns == ("z",)


def test_columns_that_tell_too_much_get_a_warning():
    rng = np.random.default_rng(0)
    positive = np.arange(40) % 2 == 1
    code = rng.permutation(1000)[:40].astype(float)
    age = np.round(rng.normal(60, 10, 40))
    days = np.where(positive, 3.5, 100) + rng.random(40)
    warnings = suspect_columns(["code", "age", "days"], np.column_stack([code, age, days]), positive)
    assert warnings == [
        "Column 'code' has a different whole number in every row: does it only identify the rows? "
        "--exclude leaves it out.",
        "Column 'days' alone separates the classes: is it known before the outcome? --exclude leaves it out.",
    ]
    few = [0, 1, 2, 3]
    assert suspect_columns(["code", "days"], np.column_stack([code, days])[few], positive[few]) == []


def test_excluded_columns_must_exist_and_leave_some(read):
    table = read("a,b,y\n1.5,2,0\n2,3,1\n")
    assert select_rows(table, "y", exclude=["a"])[0].columns == ("b",)
    with pytest.raises(TableError, match="no column 'c'"):
        select_rows(table, "y", exclude=["c"])
    with pytest.raises(TableError, match="no column is left"):
        select_rows(table, "y", columns=["a"], exclude=["a"])


def test_columns_that_are_all_constant_are_refused():
    table = Table({"a": np.ones(4), "b": np.full(4, 2.0), "y": np.array([0.0, 1, 0, 1])}, {}, 4, {})
    with pytest.raises(TableError, match=r"each column has the same value in all rows, .* them: a, b"):
        select_rows(table, "y")
    assert select_rows(table._replace(columns=table.columns | {"b": np.arange(4) / 2}), "y")[0].X.shape == (
        4,
        2,
    )
