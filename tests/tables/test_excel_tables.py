"""Workbooks in and out."""

import datetime
import io
import sys

import numpy as np
import openpyxl
import pytest

from aucopt.cli import main
from aucopt.tables.errors import TableError
from aucopt.tables.excel_tables import read_excel, write_excel
from aucopt.tables.reading import read_table


def book(*sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets:
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


ROWS = [
    [],
    ["id", "age", "crp", "sex", "seen", "ok"],
    ["007", 50, 0.1, "f", datetime.date(2020, 1, 2), True],
    ["008", None, "<0.5", "m", None, False],
    [],
    ["009", 61.5, "1,234.5", None, None, None],
]


def test_a_sheet_is_read_as_its_csv_would_be(tmp_path):
    path = tmp_path / "table.xlsx"
    path.write_bytes(book(("data", ROWS), ("notes", [["x"]])))
    table = read_table(str(path), ["id"], called="table.xlsx")
    assert table.n_rows == 3
    assert table.written["id"] == ["007", "008", "009"]
    np.testing.assert_array_equal(table.columns["age"], [50, np.nan, 61.5])
    assert table.columns["crp"].tolist() == [0.1, 0.5, 1234.5]
    assert table.marks["crp"].limits == (0, -1, 0)
    assert table.columns["sex"].tolist() == ["f", "m", None]
    assert table.columns["ok"].tolist() == ["True", "False", None]
    assert table.notes == ("table.xlsx has several sheets; 'data' was read, not notes (--sheet chooses).",)
    assert read_table(str(path), sheet="data").notes == ()


def test_what_spreadsheets_add_is_left_out():
    rows = [
        ["Ward 3"],
        [],
        ["age", "crp", None, "ill", None],
        [50, 1.5, None, 1, None],
        [61, 2, "x", 0, None],
    ]
    table = read_excel(book(("data", [*rows, [None] * 7])), "t.xlsx", ())
    assert list(table.columns) == ["age", "crp", "column 3", "ill"]
    assert table.n_rows == 2
    assert table.columns["column 3"].tolist() == [None, "x"]
    assert table.notes == (
        "t.xlsx has a title above its header, which is not read: 'Ward 3'.",
        "A column without a name is called 'column 3'.",
    )


@pytest.mark.parametrize(
    ("sheets", "sheet", "message"),
    [
        ([("a", [["x", "y"], [1, 2]])], "b", "has no sheet 'b'; its sheets are a"),
        ([("a", [])], None, "sheet 'a' of t.xlsx is empty"),
        ([("a", [["x", "y"]])], None, "has a header and no rows"),
        ([("a", [["x", "x"], [1, 2]])], None, "several columns of one name"),
        ([("a", [[1, 2], [1, 2]])], None, "has no header"),
    ],
)
def test_what_is_no_table(sheets, sheet, message):
    with pytest.raises(TableError, match=message):
        read_excel(book(*sheets), "t.xlsx", (), sheet)


def test_other_files_and_no_library(tmp_path, monkeypatch):
    old = tmp_path / "old.xls"
    old.write_bytes(b"\xd0\xcf\x11\xe0" + b"\0" * 50)
    with pytest.raises(TableError, match="workbook of an old Excel"):
        read_table(str(old))
    plain = tmp_path / "a.csv"
    plain.write_text("a,b\n1,2\n")
    with pytest.raises(TableError, match="is not a workbook"):
        read_table(str(plain), sheet="a")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(TableError, match=r'pip install "aucopt\[excel\]"'):
        write_excel(io.BytesIO(), [])


def test_scores_go_into_a_workbook(tmp_path, capsys):
    from aucopt import LinearModel

    model, new, out = tmp_path / "m.json", tmp_path / "new.xlsx", tmp_path / "scores.xlsx"
    LinearModel(("age",), [2.0], 100.0, ("well", "ill")).save(model)
    new.write_bytes(book(("data", [["id", "age"], ["007", 40], ["008", 60], ["009", None]])))
    words = ["score", str(model), str(new), "--keep", "id", "--missing", "blank", "--output", str(out)]
    assert main(words) == 0
    rows = list(openpyxl.load_workbook(out).active.iter_rows(values_only=True))
    assert rows == [
        ("id", "score", "predicted"),
        ("007", 80, "well"),
        ("008", 120, "ill"),
        ("009", None, None),
    ]
    assert capsys.readouterr().out == ""
