"""Reading tables: what people save, what they save by mistake, and what is said about it."""

import bz2
import gzip
import io
import lzma
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest

from aucopt.cli import tables
from aucopt.cli.command import CommandError
from aucopt.cli.selection import select_rows
from aucopt.cli.tables import read_table

TEXT = "age,dose,state\n50,1.5,ill\n61,2,well\n43,0.25,ill\n"


@pytest.fixture
def saved(tmp_path):
    def save(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return save


def as_lists(table):
    return {name: column.tolist() for name, column in table.columns.items()}


PLAIN = {"age": [50, 61, 43], "dose": [1.5, 2, 0.25], "state": ["ill", "well", "ill"]}


@pytest.mark.parametrize(
    "content",
    [
        TEXT,
        "\ufeff" + TEXT,
        "\n" + TEXT.replace("\n", "\r\n") + "\r\n",
        TEXT.replace(",", "\t"),
        TEXT.replace(",", " | "),
        TEXT.replace(",", ";").replace(".", ","),
        TEXT.replace("age,", '"age",').replace("ill", '"ill"'),
        gzip.compress(TEXT.encode()),
        bz2.compress(TEXT.encode()),
        lzma.compress(TEXT.encode()),
    ],
    ids=["plain", "mark", "lines", "tabs", "bars", "semicolons", "quotes", "gzip", "bzip2", "xz"],
)
def test_one_table_in_many_forms(saved, content):
    assert as_lists(read_table(saved(content, "any.name"))) == PLAIN


def test_zip(saved):
    def packed(*names):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name in names:
                archive.writestr(name, TEXT)
        return saved(buffer.getvalue(), "table.zip")

    assert as_lists(read_table(packed("table.csv"))) == PLAIN
    with pytest.raises(CommandError, match="holds 2 files; one table is needed"):
        read_table(packed("one.csv", "two.csv"))
    with pytest.raises(CommandError, match="is a workbook; save the sheet as CSV"):
        read_table(packed("[Content_Types].xml", "sheet.xml"))


def test_standard_input(monkeypatch):
    packed = io.BytesIO(gzip.compress(TEXT.encode()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(packed))
    assert as_lists(read_table("-")) == PLAIN


def test_parquet(saved, tmp_path, monkeypatch):
    frame = pd.DataFrame(
        {"n": [1, 2, None], "x": [0.5, 1.5, 2.5], "ok": [True, False, True], "s": ["a", None, "b"]}
    )
    frame["n"] = frame["n"].astype("Int64")
    path = str(tmp_path / "table.parquet")
    frame.to_parquet(path)
    table = read_table(path)
    assert table.columns["n"][:2].tolist() == [1, 2]
    assert np.isnan(table.columns["n"][2])
    assert table.columns["x"].tolist() == [0.5, 1.5, 2.5]
    assert table.columns["ok"].tolist() == ["True", "False", "True"]
    assert table.columns["s"].tolist() == ["a", None, "b"]
    with pytest.raises(CommandError, match="cannot read"):
        read_table(saved(b"PAR1 is how it begins"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CommandError, match=r"pip install 'aucopt\[parquet\]'"):
        read_table(path)


def test_missing_cells_and_numbers_that_are_none(saved):
    table = read_table(saved("a,b,c,d\n1,NA,2_5,x\n,7,3,\n?, 8 ,4,NA\n"))
    assert np.isnan(table.columns["a"]).tolist() == [False, True, True]
    assert np.isnan(table.columns["b"]).tolist() == [True, False, False]
    assert table.columns["c"].tolist() == ["2_5", "3", "4"]
    assert table.columns["d"].tolist() == ["x", None, None]


def test_text_that_comes_late(saved, monkeypatch):
    monkeypatch.setattr(tables, "_BLOCK", 2)
    table = read_table(saved("a,b\n1,0.1\n,2\n\n3,x\n4,5\n"))
    assert table.n_rows == 4
    assert np.isnan(table.columns["a"]).tolist() == [False, True, False, False]
    assert table.columns["b"].tolist() == ["0.1", "2", "x", "5"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("a,b\n", "has a header and no rows"),
        ("1,2\n3,4\n", "has no header: its first line must name the columns"),
        ("a,a\n1,2\n", "several columns of one name: 'a'. Rename all but one."),
        ("a,b\n1,2\n1,2,3\n", "line 3 has 3 cells, the header 2: '1, 2, 3'"),
        ('a,b\n\n"x\ny",2\n7\n"u\nv",1\n8,9\n', "line 5 has 1 cells, the header 2: '7'"),
        ('a,b\n1,"2\n', "is no table: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is no text in UTF-8"),
        (b"a\x00b\n1\n", "it holds binary data"),
        (b"\x1f\x8b\x08\x00broken", "cannot read"),
        (gzip.compress(TEXT.encode())[:-12], "cannot read"),
        (gzip.compress(TEXT.encode())[:10] + b"\xff" * 20, "cannot read"),
        (b"PK\x03\x04 is how it begins", "cannot read"),
    ],
)
def test_what_is_no_table(saved, content, message):
    with pytest.raises(CommandError, match=message):
        read_table(saved(content))


def test_no_such_file(tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        read_table(str(tmp_path / "missing.csv"))
    with pytest.raises(CommandError, match="Is a directory"):
        read_table(str(tmp_path))


def test_columns_are_chosen(saved):
    lines = [f"{k},{k % 3},t{k},{k * k % 7},,{'yes' if k % 2 else 'no'},{1 + k % 2}" for k in range(12)]
    table = read_table(saved("id,a,text,b,void,y,w\n" + "\n".join(lines)))
    rows, notes = select_rows(table, "y", weights="w")
    assert (rows.columns, rows.classes) == (("a", "b"), ("no", "yes"))
    assert rows.weights.dtype == np.int64
    assert notes == [
        "Column 'void' is empty and left out.",
        "Columns of text are left out: text.",
        "Columns that only number the rows are left out: id; --columns would take them.",
    ]
    turned, _ = select_rows(table, "y", columns=["id"], positive_label="no")
    assert (turned.columns, turned.classes, turned.positive[0]) == (("id",), ("yes", "no"), True)
    numbers, _ = select_rows(table, "w", columns=["a"], positive_label="1.0")
    assert numbers.classes == (2, 1)


def test_true_and_false_are_numbers_unless_they_are_the_target(saved):
    table = read_table(saved("smoker,word,y\nTrue,true,TRUE\nfalse,maybe,FALSE\n,false,TRUE\n"))
    rows, notes = select_rows(table, "y", missing="drop")
    assert (rows.columns, rows.classes, rows.X.tolist()) == (("smoker",), ("FALSE", "TRUE"), [[1], [0]])
    assert notes[:2] == ["Columns of text are left out: word.", "True counts 1 and false 0 in smoker."]


@pytest.mark.parametrize(
    ("name", "values", "taken"),
    [
        ("visit", range(1000, 1012), False),
        ("patient_id", (k * k + 7 for k in range(12)), False),
        ("patientId", (k * k for k in range(12)), False),
        ("Case ID", (-k * k for k in range(12)), False),
        ("acid", (k * k for k in range(12)), True),
        ("id", (k * k % 5 for k in range(12)), True),
        ("id", (k * k + 0.5 for k in range(12)), True),
    ],
)
def test_identifiers_are_no_columns_of_a_score(saved, name, values, taken):
    lines = [f"{value},{k % 3},{k % 2}" for k, value in enumerate(values)]
    rows, notes = select_rows(read_table(saved(f"{name},a,y\n" + "\n".join(lines))), "y")
    assert rows.columns == ((name, "a") if taken else ("a",))
    assert bool(notes) is not taken


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (TEXT, {"target": "stat"}, "no column 'stat'; did you mean 'state'?"),
        (TEXT, {"target": "STATE"}, "did you mean 'state'?"),
        (TEXT, {"target": "zzz"}, "no column 'zzz'; there are age, dose, state"),
        (TEXT, {"target": "age"}, "'age' must have two classes, it has 3: 43, 50, 61. Keep the rows of two"),
        (TEXT, {"columns": ["state"]}, "'state' is the target"),
        (TEXT, {"columns": ["age", "doze"]}, "did you mean 'dose'"),
        (TEXT, {"positive_label": "sick"}, "--positive-label sick: the labels of 'state' are ill, well"),
        (TEXT.replace("well", "ill"), {}, "it has 1: ill."),
        (TEXT.replace("61", "many"), {"columns": ["age"]}, "'age' is text: row 2 holds 'many'"),
        (TEXT.replace("61", "inf"), {}, "column 'age' holds infinite values"),
        (TEXT.replace("61", ""), {}, r"row 2 below the header lacks a value \(age 1\). Leave these rows out"),
        (
            TEXT.replace("2,", "NA,").replace("50", ""),
            {},
            r"2 rows lack a value \(age 1, dose 1\): rows 1, 2",
        ),
        (TEXT.replace("61", "-2e300"), {}, "column 'age' holds -2e.300, too large to be squared. Divide"),
        (
            "y,s\n1,a\n0,b\n",
            {"target": "y"},
            "no column of numbers beside the target. Columns of text are left out: s",
        ),
        (TEXT.replace("61", "-1"), {"weights": "age", "columns": ["dose"]}, "numbers of zero or more"),
        (TEXT.replace("61", "0"), {"weights": "age"}, "all rows of class well have weight zero"),
    ],
)
def test_what_cannot_be_chosen(saved, content, options, message):
    with pytest.raises(CommandError, match=message.replace("?", r"\?")):
        select_rows(read_table(saved(content)), **{"target": "state"} | options)


def test_rows_that_lack_values_are_dropped(saved):
    table = read_table(saved(TEXT + "50,,ill\n,3,well\n70,3,\n"))
    rows, notes = select_rows(table, "state", missing="drop")
    assert rows.X.tolist() == [[50, 1.5], [61, 2], [43, 0.25]]
    assert notes == ["3 of 6 rows lack a value and are left out."]
