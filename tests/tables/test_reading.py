"""Reading tables: what people save, what they save by mistake, and what is said about it."""

import bz2
import decimal
import gzip
import io
import lzma
import os
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pyarrow
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyarrow import parquet

from aucopt.tables import csv_tables
from aucopt.tables.cells import read_cells
from aucopt.tables.errors import TableError
from aucopt.tables.reading import read_table
from aucopt.tables.selection import select_rows

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
        gzip.compress(TEXT.encode(), mtime=0),
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
    with pytest.raises(TableError, match="holds 2 files; one table is needed"):
        read_table(packed("one.csv", "two.csv"))
    with pytest.raises(TableError, match="it is not a valid workbook"):
        read_table(packed("[Content_Types].xml", "xl/workbook.xml"))


def test_standard_input(monkeypatch):
    packed = io.BytesIO(gzip.compress(TEXT.encode(), mtime=0))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(packed))
    assert as_lists(read_table("-")) == PLAIN


def test_parquet(saved, tmp_path):
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
    with pytest.raises(TableError, match="cannot read"):
        read_table(saved(b"PAR1 is how it begins"))


def write_parquet(path, **columns):
    parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def test_parquet_numbers_keep_their_digits(tmp_path):
    written = [decimal.Decimal(text) for text in ("0.1", "1234567890123456.7", "-0.3")]
    path = write_parquet(
        tmp_path / "numbers.parquet",
        signed=pyarrow.array([-(2**63), 2**53 + 1, 0], pyarrow.int64()),
        unsigned=pyarrow.array([2**64 - 1, None, 7], pyarrow.uint64()),
        small=pyarrow.array([-(2**53), None, 3], pyarrow.int64()),
        money=pyarrow.array(written, pyarrow.decimal128(20, 1)),
        long=pyarrow.array([2**53 + 1, None, -1], pyarrow.decimal128(20, 0)),
        narrow=pyarrow.array([0.1, None, -2], pyarrow.float32()),
    )
    table = read_table(path)
    assert table.columns["signed"].tolist() == [-(2**63), 2**53 + 1, 0]
    assert table.columns["unsigned"][[0, 2]].tolist() == [2**64 - 1, 7]
    assert table.columns["long"][[0, 2]].tolist() == [2**53 + 1, -1]
    assert table.columns["money"].tolist() == list(map(float, written))
    assert table.columns["narrow"][[0, 2]].tolist() == [float(np.float32(0.1)), -2]
    for name in ("unsigned", "small", "long", "narrow"):
        assert table.is_missing(name).tolist() == [False, True, False]
    assert not table.is_missing("signed").any()
    assert [table.columns[name].dtype for name in ("signed", "unsigned", "small", "money")] == [
        np.int64,
        np.uint64,
        np.float64,
        np.float64,
    ]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_integers_that_floats_would_round(kind, saved, tmp_path):
    x, labels = [2**53 + 1, 2**53, None, 2**53 + 3, 2**53 + 2], [2**60 + 1, 2**60, 2**60, 2**60 + 1, 2**60]
    if kind == "csv":
        path = saved("x,y\n" + "\n".join(f"{a or 'NA'},{b}" for a, b in zip(x, labels, strict=True)))
    else:
        path = write_parquet(tmp_path / "long.parquet", x=x, y=labels)
    table = read_table(path)
    with pytest.raises(TableError, match=r"row 3 below the header lacks a value \(x 1\)"):
        select_rows(table, "y")
    rows, _ = select_rows(table, "y", missing="drop", positive_label=str(2**60))
    assert rows[:, 0].tolist() == [2**53 + 1, 2**53, 2**53 + 3, 2**53 + 2]
    assert rows.positive.tolist() == [False, True, False, True]
    assert rows.classes == (2**60 + 1, 2**60)


def number_texts():
    whole, digits = st.text("0123456789", max_size=25), st.text("0123456789", max_size=25)
    mantissa = st.builds(
        "{}{}{}{}".format, st.sampled_from(["", "-", "+"]), whole, st.sampled_from([".", ""]), digits
    )
    exponent = st.one_of(st.just(""), st.builds("{}{}".format, st.sampled_from("eE"), st.integers(-400, 400)))
    return st.one_of(
        st.builds("{}{}".format, mantissa, exponent),
        st.floats().map(repr),
        st.floats().map("{:.25g}".format),
        st.integers(-(2**70), 2**70).map(str),
        st.sampled_from(
            ["inf", "-Infinity", "nan", "nan(7)", "0x10", "1_0", " 7", "7\x1c", "\u0663", "", "NA"]
        ),
    )


@given(st.lists(number_texts(), min_size=1, max_size=4))
@example(["2.4703282292062327208e-324", "2.4703282292062328e-324", "1e-400"])  # half of the least float64
@example(["1.7976931348623158079e308", "1.7976931348623159e308", "-1e400"])  # where infinity begins
@example(["9007199254740993.0", "9007199254740992.9999999999999999999999"])  # ties between two float64
@example(["8.5e-1", "0.1" + "0" * 800 + "1"])
def test_numbers_are_those_of_python(cells):
    """To the last bit, and if one cell is no number the column is text."""
    column, absent, _ = read_cells(pyarrow.chunked_array([cells]), False)
    blank = [cell.strip().casefold() in ("", "na", "nan", ".") for cell in cells]
    try:
        expected = [
            np.nan if empty else float(cell.strip()) for cell, empty in zip(cells, blank, strict=True)
        ]
        assert not any("_" in cell for cell in cells)
    except (ValueError, AssertionError):
        assert column.tolist() == [
            None if empty else cell.strip() for cell, empty in zip(cells, blank, strict=True)
        ]
        return
    if column.dtype != np.float64:
        exact = [0 if empty else int(cell) for cell, empty in zip(cells, blank, strict=True)]
        assert column.tolist() == exact
        assert max(map(abs, exact)) > 2**53
        assert (blank if any(blank) else None) == (None if absent is None else absent.tolist())
        return
    assert absent is None
    assert list(map(repr, column.tolist())) == list(map(repr, expected))


def outcome(content):
    """The table, or what is wrong with it."""
    table = csv_tables.read_csv(content, "it", ["a"])
    return {name: [repr(cell) for cell in column] for name, column in table.columns.items()}, table.written


@given(st.text('12a,"\n\r \u00e9', max_size=24), st.sampled_from(["a", "a,b", "a,b,c"]))
@example('1,"2\n3"\n\n"4""5",6', "a,b")
@example('5" pipe,2\n', "a,b")
@example('"x"y,2\n', "a,b")
@example('""\n1\n\n', "a")
def test_both_ways_to_split_lines_agree(body, header):
    content = f"{header}\n{body}".encode()
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for _ in range(2):
            try:
                found.append(outcome(content))
            except (TableError, csv_tables.csv.Error) as error:
                found.append(str(error))
            patch.setattr(csv_tables, "_quotes_are_plain", lambda lines, delimiter: False)
    assert found[0] == found[1]


@pytest.mark.parametrize("content", [TEXT, TEXT.replace("ill", '"ill, ""very""\nill"')])
def test_plain_files_are_split_by_arrow(saved, content, monkeypatch):
    monkeypatch.delattr(csv_tables, "_split_by_csv")
    assert read_table(saved(content)).n_rows == 3


def test_inches_are_no_quotes(saved):
    assert as_lists(read_table(saved('pipe,y\n5" pipe,1\n"6 inches",0\n'))) == {
        "pipe": ['5" pipe', "6 inches"],
        "y": [1, 0],
    }


def test_copied_cells_and_text_stay_as_written(saved):
    table = read_table(saved("id,code\n007,1\n0010,01\n 9007199254740993 ,x\n"), ["id"])
    assert table.written == {"id": ["007", "0010", "9007199254740993"]}
    assert table.columns["code"].tolist() == ["1", "01", "x"]


def test_arrow_is_loaded_for_tables_only():
    code = "import sys, aucopt.cli; assert 'aucopt.tables.cells' not in sys.modules"
    subprocess.run(
        [sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )


def test_missing_cells_and_numbers_that_are_none(saved):
    table = read_table(saved("a,b,c,d\n1,NA,2_5,x\n,7,3,\n?, 8 ,4,NA\n"))
    assert np.isnan(table.columns["a"]).tolist() == [False, True, True]
    assert np.isnan(table.columns["b"]).tolist() == [True, False, False]
    assert table.columns["c"].tolist() == ["2_5", "3", "4"]
    assert table.columns["d"].tolist() == ["x", None, None]


def test_text_that_comes_late(saved, monkeypatch):
    monkeypatch.setattr(csv_tables, "_BLOCK", 2)
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
        ('a,b\n1,"2\n', "is not a valid table: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "it holds binary data"),
        (b"a\x00b\n1\n", "it holds binary data"),
        (b"\x1f\x8b\x08\x00broken", "cannot read"),
        (gzip.compress(TEXT.encode(), mtime=0)[:-12], "cannot read"),
        (gzip.compress(TEXT.encode(), mtime=0)[:10] + b"\xff" * 20, "cannot read"),
        (b"PK\x03\x04 is how it begins", "cannot read"),
    ],
)
def test_what_is_no_table(saved, content, message):
    with pytest.raises(TableError, match=message):
        read_table(saved(content))


@pytest.mark.parametrize(
    "content",
    [
        "Ward 3\n\nage,crp,ill\n50,1.5,1\n61,2,0\n",
        '"Ward 3, 2026",,,\n,,,\nage,crp,ill,\n50,1.5,1,\n61,2,0,\n,,,\n ,,,\n',
        "sep=;\nage;crp;ill\n50;1,5;1\n61;2;0\n",
        '"sep=;"\r\nWard, 3\r\nage;crp;ill\r\n50;1,5;1\r\n61;2;0\r\n;;\r\n',
    ],
)
def test_what_spreadsheets_add_is_left_out(saved, content):
    table = read_table(saved(content))
    assert {name: column.tolist() for name, column in table.columns.items()} == {
        "age": [50, 61],
        "crp": [1.5, 2],
        "ill": [1, 0],
    }
    titled = "Ward" in content
    assert len(table.notes) == titled
    assert not titled or "has a title above its header, which is not read: 'Ward" in table.notes[0]


def test_a_column_without_a_name_is_called_by_its_place(saved):
    table = read_table(saved(",age,\n7,50,x\n9,61,\n,,\n"))
    assert list(table.columns) == ["column 1", "age", "column 3"]
    assert table.n_rows == 2
    assert table.notes == (
        "A column without a name is called 'column 1'.",
        "A column without a name is called 'column 3'.",
    )
    # Numbers and single names are no header below a title.
    assert list(read_table(saved("score\n1\n2\n")).columns) == ["score"]
    with pytest.raises(
        TableError, match=r"line 2 has 2 cells, the header 1: '1, 5'\. Is the line above it a"
    ):
        read_table(saved("score\n1,5\n2,5\n"))


def test_no_such_file(tmp_path):
    with pytest.raises(TableError, match="No such file or directory"):
        read_table(str(tmp_path / "missing.csv"))
    with pytest.raises(TableError, match="Is a directory"):
        read_table(str(tmp_path))


def test_columns_are_chosen(saved):
    lines = [f"{k},{k % 3},t{k},{k * k % 7},,{'yes' if k % 2 else 'no'},{1 + k % 2}" for k in range(12)]
    table = read_table(saved("id,a,text,b,void,y,w\n" + "\n".join(lines)))
    rows, notes = select_rows(table, "y", weights="w")
    assert (rows.columns, rows.classes) == (("a", "b"), ("no", "yes"))
    assert rows.weights.dtype == np.int64
    assert notes.remarks == [
        "Column 'void' is empty and left out.",
        "Columns of text are left out: text.",
        "Columns that only number the rows or folds are left out: id; name them with --columns to use them.",
    ]
    turned, _ = select_rows(table, "y", columns=["id"], positive_label="no")
    assert (turned.columns, turned.classes, turned.positive[0]) == (("id",), ("yes", "no"), True)
    numbers, _ = select_rows(table, "w", columns=["a"], positive_label="1.0")
    assert numbers.classes == (2, 1)


def test_true_and_false_are_numbers_unless_they_are_the_target(saved):
    lines = "smoker,word,cough,y\nTrue,true,YES,TRUE\nfalse,maybe,no,FALSE\n,false,No,TRUE\n"
    rows, notes = select_rows(read_table(saved(lines)), "y", missing="drop")
    assert (rows.columns, rows.classes) == (("smoker", "cough"), ("FALSE", "TRUE"))
    assert rows.X.tolist() == [[1, 1], [0, 0]]
    assert notes.remarks[:2] == [
        "Columns of text are left out: word.",
        "True or yes is read as 1, and false or no as 0, in smoker, cough.",
    ]
    # Words of two pairs are categories.
    with pytest.raises(TableError, match="no column of numbers"):
        select_rows(read_table(saved("a,y\nyes,1\ntrue,0\n")), "y")


@pytest.mark.parametrize(
    ("name", "values", "taken"),
    [
        ("visit", range(1000, 1012), False),
        ("patient_id", (k * k + 7 for k in range(12)), False),
        ("patientId", (k * k for k in range(12)), False),
        ("Case ID", (-k * k for k in range(12)), False),
        ("acid", (k * k for k in range(12)), True),
        ("fold", (k % 5 for k in range(12)), False),
        ("CV_Fold", (k % 5 for k in range(12)), False),
        ("fold", (k % 5 + 0.5 for k in range(12)), True),
        ("manifold", (k % 5 for k in range(12)), True),
        ("id", (k * k % 5 for k in range(12)), True),
        ("id", (k * k + 0.5 for k in range(12)), True),
    ],
)
def test_identifiers_are_no_columns_of_a_score(saved, name, values, taken):
    lines = [f"{value},{k % 3},{k % 2}" for k, value in enumerate(values)]
    rows, notes = select_rows(read_table(saved(f"{name},a,y\n" + "\n".join(lines))), "y")
    assert rows.columns == ((name, "a") if taken else ("a",))
    assert bool(notes.all) is not taken


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (TEXT, {"target": "stat"}, "no column 'stat'; did you mean 'state'?"),
        (TEXT, {"target": "STATE"}, "did you mean 'state'?"),
        (TEXT, {"target": "zzz"}, "no column 'zzz'; the columns are age, dose, state"),
        (
            TEXT,
            {"target": "age"},
            "'age' must have two classes, it has 3: 43, 50, 61. Name the positive class",
        ),
        (TEXT, {"columns": ["state"]}, "'state' is the target"),
        (TEXT, {"columns": ["age", "doze"]}, "did you mean 'dose'"),
        (TEXT, {"positive_label": "sick"}, "--positive-label sick: the labels of 'state' are ill, well"),
        (TEXT.replace("well", "ill"), {}, "it has 1: ill."),
        (
            TEXT.replace("61", "many"),
            {"columns": ["age"]},
            "'age' is text: row 2 below the header holds 'many'",
        ),
        (TEXT.replace("61", "inf"), {}, "column 'age' holds infinite values, the first in row"),
        (TEXT.replace("61", ""), {}, r"row 2 below the header lacks a value \(age 1\). Add --missing drop"),
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
    with pytest.raises(TableError, match=message.replace("?", r"\?")):
        select_rows(read_table(saved(content)), **{"target": "state"} | options)


def test_rows_that_lack_values_are_dropped(saved):
    table = read_table(saved(TEXT + "50,,ill\n,3,well\n70,3,\n"))
    rows, notes = select_rows(table, "state", missing="drop")
    assert rows.X.tolist() == [[50, 1.5], [61, 2], [43, 0.25]]
    assert notes.remarks == ["3 of 6 rows lack a value and are left out."]
