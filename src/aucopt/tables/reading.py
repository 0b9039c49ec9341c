"""Tables out of files: CSV and its kin, compressed or not, from a pipe, Parquet, or Excel."""

import bz2
import csv
import gzip
import io
import lzma
import sys
import zipfile
import zlib
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from aucopt.tables.errors import TableError
from aucopt.tables.marks import Marks

_PARQUET, _ZIP, _OLD_EXCEL = b"PAR1", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class Table(NamedTuple):
    """Named columns: float64 with NaN for missing values, or objects that are strings and None.

    Integers that float64 would round are int64 or uint64; if some of them are missing, `absent` says in which
    rows. `written` has the cells of columns to be copied: as a number, 007 would come out another. `marks`
    says what cells have beside digits, such as a percent sign; the value of a cell <0.1 is 0.1. `notes` are
    for the reader of the whole table.
    """

    columns: dict[str, np.ndarray]
    absent: dict[str, np.ndarray]
    n_rows: int
    written: dict[str, list[str]]
    marks: Mapping[str, Marks] = MappingProxyType({})
    notes: tuple[str, ...] = ()

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.columns[name].dtype != object

    def is_missing(self, name: str) -> np.ndarray:
        """Which rows lack a value in a column."""
        column = self.columns[name]
        if name in self.absent:
            return self.absent[name]
        if column.dtype == object:
            return np.array([cell is None for cell in column], dtype=bool)
        return np.isnan(column)


def read_table(
    source: str,
    copied: Collection[str] = (),
    *,
    called: str | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Table:
    """Read a file, or standard input if the source is "-"; keep some columns as written too.

    `called` is the name of the file in errors, if that is not the source itself. `encoding` is that of text,
    if it shall not be detected. `sheet` is that of a workbook, by default the first.

    Raises
    ------
    TableError
        If there is no such file, or it is not a valid table.
    """
    name = called or ("standard input" if source == "-" else source)
    try:
        if source == "-":
            return _read(cast(BinaryIO, sys.stdin.buffer), name, copied, encoding, sheet)
        with open(source, "rb") as file:
            return _read(file, name, copied, encoding, sheet)
    except (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise TableError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None
    except csv.Error as error:
        raise TableError(f"{name} is not a valid table: {error}") from None


def _read(
    raw: BinaryIO, name: str, copied: Collection[str], encoding: str | None, sheet: str | None
) -> Table:
    # Pipes cannot seek, so look ahead.
    file = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(Any, raw))
    start = file.peek(8)[:8]
    # Slow to import, and `aucopt --help` needs none of it.
    from aucopt.tables.csv_tables import read_csv
    from aucopt.tables.encoding import to_utf8
    from aucopt.tables.parquet_tables import read_parquet

    if start.startswith(_PARQUET):
        return read_parquet(file.read(), name, copied)
    if start.startswith(_OLD_EXCEL):
        raise TableError(f"{name} is a workbook of an old Excel, or has a password; save it as .xlsx.")
    if start.startswith(_ZIP):
        packed = file.read()
        if _is_workbook(packed):
            from aucopt.tables.excel_tables import read_excel

            return read_excel(packed, name, copied, sheet)
        file = io.BufferedReader(cast(Any, io.BytesIO(packed)))
    if sheet is not None:
        raise TableError(f"{name} is not a workbook, so that it has no sheet {sheet!r}.")
    unpack = next((open_it for magic, open_it in _PACKED.items() if start.startswith(magic)), None)
    with file if unpack is None else unpack(file, name) as opened:
        content, note = to_utf8(opened.read(), name, encoding)
    table = read_csv(content, name, copied)
    return table._replace(notes=(note, *table.notes)) if note else table


def _is_workbook(packed: bytes) -> bool:
    return "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(packed)).namelist()


def _open_zip(file: BinaryIO, name: str) -> Any:
    archive = zipfile.ZipFile(io.BytesIO(file.read()))
    members = [member for member in archive.namelist() if not member.endswith("/")]
    if len(members) != 1:
        raise TableError(f"{name} holds {len(members)} files; one table is needed.")
    return archive.open(members[0])


# What compressed files begin with.
_PACKED: dict[bytes, Callable[[BinaryIO, str], Any]] = {
    b"\x1f\x8b": lambda file, name: gzip.GzipFile(fileobj=file),
    b"BZh": lambda file, name: bz2.BZ2File(file),
    b"\xfd7zXZ\x00": lambda file, name: lzma.LZMAFile(file),  # noqa: SIM115 (its reader closes it)
    _ZIP: _open_zip,
}
