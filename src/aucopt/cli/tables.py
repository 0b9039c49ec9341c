"""Tables out of files: CSV and its kin, compressed or not, from a pipe, or Parquet.

Cells are read by Python's csv module, a block of lines at a time, and become numbers where all of them are: a
million lines take seconds, and no table library is needed.
"""

import bz2
import csv
import gzip
import io
import lzma
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from aucopt.cli.command import CommandError

# Cells that stand for nothing, in any case of letters.
MISSING = frozenset(["", "na", "n/a", "nan", "null", "none", ".", "?"])
_DELIMITERS = ",\t;|"
_BLOCK = 1 << 14
_PARQUET = b"PAR1"


class Table(NamedTuple):
    """Named columns: float64 with NaN for missing values, or objects that are strings and None.

    `written` has the cells of columns to be copied: as a number, 007 or a long id would come out another.
    """

    columns: dict[str, np.ndarray]
    n_rows: int
    written: dict[str, list[str]]

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.columns[name].dtype != object


def read_table(source: str, copied: Collection[str] = ()) -> Table:
    """Read a file, or standard input if the source is "-"; keep some columns as written too.

    Raises
    ------
    CommandError
        If there is no such file, or it is no table.
    """
    name = "standard input" if source == "-" else source
    try:
        if source == "-":
            return _read(cast(BinaryIO, sys.stdin.buffer), name, copied)
        with open(source, "rb") as file:
            return _read(file, name, copied)
    except UnicodeDecodeError:
        raise CommandError(f"{name} is no text in UTF-8; save the table as CSV UTF-8.") from None
    except (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise CommandError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None
    except csv.Error as error:
        raise CommandError(f"{name} is no table: {error}") from None


def _read(raw: BinaryIO, name: str, copied: Collection[str]) -> Table:
    # Pipes cannot seek, so look ahead.
    file = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(Any, raw))
    start = file.peek(8)[:8]
    if start.startswith(_PARQUET):
        return _read_parquet(file, name, copied)
    unpack = next((open_it for magic, open_it in _PACKED.items() if start.startswith(magic)), None)
    opened = cast(Any, file if unpack is None else unpack(file, name))
    with io.TextIOWrapper(opened, encoding="utf-8-sig", newline="") as text:
        return _read_csv(text, name, copied)


def _open_zip(file: BinaryIO, name: str) -> Any:
    archive = zipfile.ZipFile(io.BytesIO(file.read()))
    members = [member for member in archive.namelist() if not member.endswith("/")]
    if "[Content_Types].xml" in members:
        raise CommandError(f"{name} is a workbook; save the sheet as CSV.")
    if len(members) != 1:
        raise CommandError(f"{name} holds {len(members)} files; one table is needed.")
    return archive.open(members[0])


# What compressed files begin with.
_PACKED: dict[bytes, Callable[[BinaryIO, str], Any]] = {
    b"\x1f\x8b": lambda file, name: gzip.GzipFile(fileobj=file),
    b"BZh": lambda file, name: bz2.BZ2File(file),
    b"\xfd7zXZ\x00": lambda file, name: lzma.LZMAFile(file),  # noqa: SIM115 (the text reader closes it)
    b"PK\x03\x04": _open_zip,
}


def _read_csv(text: io.TextIOWrapper, name: str, copied: Collection[str]) -> Table:
    header, n_before = "", 0
    while not header.strip():
        header = text.readline()
        n_before += 1
        if not header:
            raise CommandError(f"{name} is empty.")
    if "\0" in header:
        raise CommandError(f"{name} is no table: it holds binary data.")
    delimiter = max(_DELIMITERS, key=header.count)
    names = [cell.strip() for cell in next(csv.reader([header], delimiter=delimiter))]
    _check_names(names, name)
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    parts: list[list[np.ndarray]] = [[] for _ in names]
    written: dict[str, list[str]] = {column: [] for column in names if column in copied}
    n_rows = 0
    for block in _blocks(reader, len(names), n_before, name):
        n_rows += len(block)
        for column, found, cells in zip(names, parts, zip(*block, strict=True), strict=True):
            is_text = bool(found) and found[-1].dtype == object
            found.append(_as_text(cells) if is_text else _as_column(cells, delimiter))
            if column in written:
                written[column] += map(str.strip, cells)
    if not n_rows:
        raise CommandError(f"{name} has a header and no rows.")
    columns = {column: _joined(found) for column, found in zip(names, parts, strict=True)}
    return Table(columns, n_rows, written)


def _blocks(reader: Any, width: int, n_before: int, name: str) -> Iterator[list[list[str]]]:
    """Blocks of rows that are as long as the header; empty lines do not count."""
    while block := list(islice(reader, _BLOCK)):
        if any(len(row) != width for row in block):
            wrong = next((i for i, row in enumerate(block) if row and len(row) != width), None)
            if wrong is not None:
                # From the end of the block back: a row is a line, and one more for each break within a cell.
                after = sum(1 + sum(cell.count("\n") for cell in row) for row in block[wrong + 1 :])
                line = n_before + reader.line_num - after
                raise CommandError(
                    f"{name} is no table: line {line} has {len(block[wrong])} cells, the header {width}: "
                    f"{', '.join(block[wrong])[:60]!r}"
                )
            block = [row for row in block if row]
        if block:
            yield block


def _check_names(names: list[str], name: str) -> None:
    repeated = [column for column, times in Counter(names).items() if times > 1]
    if repeated:
        raise CommandError(
            f"{name} has several columns of one name: {', '.join(map(repr, repeated))}. Rename all but one."
        )
    if all(map(_is_number, names)):
        raise CommandError(f"{name} has no header: its first line must name the columns, not hold numbers.")


def _as_column(cells: tuple[str, ...], delimiter: str) -> np.ndarray:
    """Numbers if all cells are, or are missing; else text."""
    try:
        # Python reads 2_5 as 25; a person who writes it means no number.
        if "_" not in "".join(cells):
            return np.array(cells, dtype=np.float64)
    except ValueError:
        filled = ["nan" if cell.strip().casefold() in MISSING else cell for cell in cells]
        if delimiter == ";":
            filled = [cell.replace(",", ".") for cell in filled]
        if all(map(_is_number, filled)):
            return np.array(filled, dtype=np.float64)
    return _as_text(cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _as_text(cells: tuple[str, ...]) -> np.ndarray:
    text = np.empty(len(cells), dtype=object)
    text[:] = [None if cell.strip().casefold() in MISSING else cell.strip() for cell in cells]
    return text


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    """One column; numbers before the first text become text too."""
    if all(part.dtype != object for part in parts):
        return np.concatenate(parts)
    return np.concatenate([part if part.dtype == object else _written(part) for part in parts])


def _written(numbers: np.ndarray) -> np.ndarray:
    text = np.empty(len(numbers), dtype=object)
    text[:] = [None if value != value else f"{value:.15g}" for value in numbers.tolist()]
    return text


def _read_parquet(file: BinaryIO, name: str, copied: Collection[str]) -> Table:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise CommandError(f"{name} is Parquet, which needs pyarrow: pip install 'aucopt[parquet]'") from None
    try:
        table = parquet.read_table(io.BytesIO(file.read()))
    except pyarrow.ArrowException as error:
        raise CommandError(f"cannot read {name}: {error}") from None
    _check_names(table.column_names, name)
    columns = {}
    for column, values in zip(table.column_names, table.columns, strict=True):
        kind = values.type
        types = pyarrow.types
        if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
            columns[column] = values.cast(pyarrow.float64(), safe=False).to_numpy().astype(np.float64)
        else:
            columns[column] = _as_objects(values.to_pylist())
    if not table.num_rows:
        raise CommandError(f"{name} has no rows.")
    written = {
        column: ["" if value is None else str(value) for value in table[column].to_pylist()]
        for column in table.column_names
        if column in copied
    }
    return Table(columns, table.num_rows, written)


def _as_objects(values: list[Any]) -> np.ndarray:
    text = np.empty(len(values), dtype=object)
    text[:] = [None if value is None else str(value) for value in values]
    return text
