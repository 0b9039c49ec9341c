"""Files that are not UTF-8."""

import pytest

from aucopt.tables.encoding import to_utf8
from aucopt.tables.errors import TableError
from aucopt.tables.reading import read_table

TEXT = "größe;dosis µg;krank\n1,5;2;ja\n2,5;3;nein\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_recognised(encoding, tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT.encode(encoding))
    table = read_table(str(path))
    assert list(table.columns) == ["größe", "dosis µg", "krank"]
    assert table.columns["größe"].tolist() == [1.5, 2.5]
    assert table.notes == ()


@pytest.mark.parametrize(("encoding", "extra"), [("latin-1", ""), ("cp1252", "€")])
def test_western_files_are_read_with_a_note(encoding, extra, tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes((TEXT + f"3,5;4;vielleicht{extra}\n").encode(encoding))
    table = read_table(str(path), called="a.csv")
    assert list(table.columns) == ["größe", "dosis µg", "krank"]
    assert table.columns["krank"][-1] == f"vielleicht{extra}"
    assert table.notes == (
        "a.csv is not UTF-8 text; it was read as Windows-1252 (--encoding names another).",
    )
    assert read_table(str(path), encoding=encoding).notes == ()


def test_bytes_that_windows_lacks_are_latin_1():
    assert to_utf8(b"a\x81b", "x")[1].startswith("x is not UTF-8 text; it was read as Latin-1")


def test_what_cannot_be_read_is_refused():
    with pytest.raises(TableError, match="there is no encoding 'klingon'"):
        to_utf8(b"a", "x", "klingon")
    with pytest.raises(TableError, match="x is not encoded as ascii"):
        to_utf8("ö".encode(), "x", "ascii")
    with pytest.raises(TableError, match="it holds binary data"):
        to_utf8(b"\xff\x00\x01ab\x80", "x")
