"""Gaps and categories of a table, in the first file and in a second one."""

import numpy as np
import pytest

from aucopt.tables.errors import TableError
from aucopt.tables.reading import read_table
from aucopt.tables.second import select_like
from aucopt.tables.selection import select_rows

TEXT = "age,site,grade,name,y\n50,a,1,x1,0\n,b,2,x2,1\n70,,10,x3,1\n61,c,2,x4,0\n64,b,1,x5,\n"


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "table.csv"
        path.write_text(text)
        return read_table(str(path))

    return read


def test_gaps_are_filled_and_told(read):
    rows, notes = select_rows(read(TEXT), "y", columns=["age", "grade"], missing="impute")
    assert rows.columns == ("age", "age is missing", "grade")
    assert rows.X.tolist() == [[50, 0, 1], [61, 1, 2], [70, 0, 10], [61, 0, 2]]
    assert notes.remarks[0] == "1 of 5 rows lack the target and are left out."
    assert "the median of the column (age 61)" in notes.remarks[1]
    methods, X = rows.in_folds({"any": None})
    assert np.isnan(X).sum() == 1
    assert methods["any"].preparation is rows.preparation
    with pytest.raises(TableError, match="--missing impute to fill in the medians"):
        select_rows(read(TEXT), "y", columns=["age"])


def test_text_becomes_categories_if_it_is_asked_for(read):
    lines = "".join(f"{k / 2},s{k % 3},n{k},{k % 2}\n" for k in range(24))
    table = read("x,site,name,y\n" + lines)
    rows, notes = select_rows(table, "y", categories=[])
    assert rows.columns == ("x", "site = s1", "site = s2")
    assert notes.remarks[0] == "Columns of text are left out: name."
    assert notes.remarks[1].endswith("which is in brackets: site (s0).")
    assert select_rows(table, "y", columns=["site"], categories=[])[0].columns == ("site = s1", "site = s2")
    with pytest.raises(TableError, match="'name' cannot be a category: it has 24 different values"):
        select_rows(table, "y", categories=["name"])


def test_numbers_can_be_categories_and_gaps_one_more(read):
    rows, _ = select_rows(read(TEXT), "y", columns=["age"], categories=["grade", "site"], missing="impute")
    assert rows.columns == (
        *("age", "age is missing", "grade = 2", "grade = 10"),
        *("site = b", "site = c", "site is missing"),
    )


def test_a_second_file_is_prepared_like_the_first(read):
    rows, _ = select_rows(read(TEXT), "y", columns=["age"], categories=["site"], missing="impute")
    other = read("y,site,age\n1,c,\n0,a,40\n")
    found, _ = select_like(rows, other, "b.csv", missing="impute")
    assert found.columns == rows.columns
    assert found.X.tolist() == [[61, 1, 0, 1, 0], [40, 0, 0, 0, 0]]
    assert found.positive.tolist() == [True, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "y,site,age\n1,d,1\n0,a,4\n",
            "b.csv: row 1 below the header holds 'd' in column 'site'; the categories are a, b, c",
        ),
        ("y,age\n1,1\n0,4\n", "b.csv: there is no column 'site'"),
        ("y,site,age\n1,a,1\n1,a,4\n", "b.csv: there is no row of class 0"),
        ("y,site,age\n1,a,1\n2,a,4\n", "b.csv: 'y' holds 2; the classes are 0 and 1"),
        ("y,site,age\n1,a,1\n0,a,\n", "b.csv: row 2 below the header lacks a value"),
    ],
)
def test_a_second_file_that_does_not_fit(read, text, message):
    complete = "age,site,y\n50,a,0\n60,b,1\n70,c,1\n61,c,0\n"
    rows, _ = select_rows(read(complete), "y", categories=[])
    with pytest.raises(TableError, match=message):
        select_like(rows, read(text), "b.csv")


def test_one_class_against_the_rest_in_a_second_file(read):
    rows, _ = select_rows(read("x,y\n1.5,a\n2,b\n3,c\n"), "y", positive_label="b")
    found, _ = select_like(rows, read("x,y\n1,d\n2,b\n"), "b.csv")
    assert found.positive.tolist() == [False, True]
