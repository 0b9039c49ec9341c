"""CSV and its kin: lines become cells, and cells columns.

Arrow splits a million lines in a fifth of a second. It reads cells as Python's csv module does if every quote
opens or closes a whole cell, and takes lines of one length only. All other files go through the csv module:
it reads the odd quotes that people write (a 5" pipe), and knows the line of what it refuses.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, NamedTuple, cast

import numpy as np
import pyarrow
from pyarrow import compute
from pyarrow import csv as arrow_csv

from aucopt.tables.arrow_memory import as_strings
from aucopt.tables.cells import as_table, check_names, read_cells
from aucopt.tables.errors import TableError
from aucopt.tables.heading import MOST_TITLES, count_titles, drop_empty, name_all, note_heading
from aucopt.tables.reading import Table

_DELIMITERS = ",\t;|"
_SEPARATOR = re.compile(r'"?sep=([,\t;|])"?[\r\n]*', re.IGNORECASE)
_LINE = re.compile(rb"[^\r\n]*(\r\n|\r|\n|$)")
_QUOTE = ord('"')
_BLOCK = 1 << 14


class _Header(NamedTuple):
    names: list[str]
    delimiter: str
    n_before: int
    end: int


def read_csv(content: bytes, name: str, copied: Collection[str]) -> Table:
    """Read a table in UTF-8 with a header; the delimiter is the one that the header has most of.

    What spreadsheets add is left out: a line `sep=;`, a title above the header, columns without a name and
    rows at the end in which all cells are empty.

    Raises
    ------
    TableError
        If there is no header, there are no rows, or a line has more or fewer cells than the header.
    csv.Error
        If quotes are not closed.
    """
    titles, header = _find_header(content, name)
    names, delimiter = name_all(header.names), header.delimiter
    check_names(names, name)
    split = _split(content[header.end :], len(names), delimiter, header.n_before, name)
    columns = dict(zip(names, split, strict=True))
    n_rows = _count_rows(list(columns.values()))
    if not n_rows:
        raise TableError(f"{name} has a header and no rows.")
    columns = {column: cells.slice(0, n_rows) for column, cells in columns.items()}
    unnamed = [given for given, own in zip(names, header.names, strict=True) if not own]
    columns = drop_empty(header.names, columns, {given for given in unnamed if not _filled(columns[given])})
    written = {
        column: [cell.strip() for cell in cells.to_pylist()]
        for column, cells in columns.items()
        if column in copied
    }
    read = {column: read_cells(cells, delimiter == ";") for column, cells in columns.items()}
    return note_heading(as_table(read, n_rows, written), name, titles, header.names)


def _find_header(content: bytes, name: str) -> tuple[list[list[str]], _Header]:
    """The cells of titles, and the header below them."""
    found: list[_Header] = []
    place, n_before, given = 0, 0, ""
    while place < len(content) and len(found) <= MOST_TITLES:
        line = cast(re.Match[bytes], _LINE.match(content, place))
        text, n_before, place = line[0].decode(), n_before + 1, line.end()
        if "\0" in text:
            raise TableError(f"{name} is not a valid table: it holds binary data.")
        if not found and (stated := _SEPARATOR.fullmatch(text)) is not None:
            given = stated[1]
        elif text.strip():
            delimiter = given or max(_DELIMITERS, key=text.count)
            cells = [cell.strip() for cell in next(csv.reader([text], delimiter=delimiter))]
            found.append(_Header(cells, delimiter, n_before, place))
            if sum(map(bool, cells)) > 1:
                break
    if not found:
        raise TableError(f"{name} is empty.")
    n_titles = count_titles([header.names for header in found])
    return [title.names for title in found[:n_titles]], found[n_titles]


def _filled(cells: pyarrow.ChunkedArray) -> int:
    """How many rows there are up to the last cell that is not empty."""
    places = compute.indices_nonzero(compute.not_equal(compute.ascii_trim_whitespace(cells), ""))
    return places[-1].as_py() + 1 if len(places) else 0


def _count_rows(columns: list[pyarrow.ChunkedArray]) -> int:
    """The number of rows without those at the end that are empty."""
    n_rows = len(columns[0])
    if not n_rows or any(cells[-1].as_py().strip() for cells in columns):
        return n_rows
    return max(map(_filled, columns))


def _split(lines: bytes, width: int, delimiter: str, n_before: int, name: str) -> list[pyarrow.ChunkedArray]:
    """Split the lines below a header into columns of text; `n_before` lines stand above them."""
    if _quotes_are_plain(lines, delimiter):
        try:
            return _split_by_arrow(lines, width, delimiter)
        except pyarrow.ArrowInvalid:
            pass  # the csv module finds out what is wrong, and where
    return _split_by_csv(lines, width, delimiter, n_before, name)


def _quotes_are_plain(lines: bytes, delimiter: str) -> bool:
    """Whether each quote begins or ends a cell, or is one of two in a row within a quoted cell."""
    if b'"' not in lines:
        return True
    characters = np.frombuffer(b"\n" + lines + b"\n", dtype=np.uint8)
    quotes = np.flatnonzero(characters == _QUOTE)
    if len(quotes) % 2:
        return False
    around = np.zeros(256, dtype=bool)
    around[[_QUOTE, ord(delimiter), ord("\r"), ord("\n")]] = True
    return bool(around[characters[quotes[::2] - 1]].all() and around[characters[quotes[1::2] + 1]].all())


def _split_by_arrow(lines: bytes, width: int, delimiter: str) -> list[pyarrow.ChunkedArray]:
    places = [str(place) for place in range(width)]
    table = arrow_csv.read_csv(
        pyarrow.BufferReader(lines),
        arrow_csv.ReadOptions(column_names=places, use_threads=False),
        arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=b'"' in lines),
        arrow_csv.ConvertOptions(column_types=dict.fromkeys(places, pyarrow.string())),
    )
    return list(table.columns)


def _split_by_csv(
    lines: bytes, width: int, delimiter: str, n_before: int, name: str
) -> list[pyarrow.ChunkedArray]:
    text = io.StringIO(lines.decode(), newline="")
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    parts: list[list[pyarrow.Array]] = [[] for _ in range(width)]
    for block in _blocks(reader, width, n_before, name):
        for part, cells in zip(parts, zip(*block, strict=True), strict=True):
            part.append(as_strings(cells))
    return [pyarrow.chunked_array(part, pyarrow.string()) for part in parts]


def _blocks(reader: Any, width: int, n_before: int, name: str) -> Iterator[list[list[str]]]:
    """Blocks of rows that are as long as the header; empty lines do not count."""
    while block := list(islice(reader, _BLOCK)):
        if any(len(row) != width for row in block):
            wrong = next((i for i, row in enumerate(block) if row and len(row) != width), None)
            if wrong is not None:
                # From the end of the block back: a row is a line, and one more for each break within a cell.
                after = sum(1 + sum(cell.count("\n") for cell in row) for row in block[wrong + 1 :])
                line = n_before + reader.line_num - after
                is_title = width < len(block[wrong]) and line == n_before + 1
                raise TableError(
                    f"{name} is not a valid table: line {line} has {len(block[wrong])} cells, "
                    f"the header {width}: {', '.join(block[wrong])[:60]!r}"
                    + (
                        ". Is the line above it a title? Remove it, so that the header comes first."
                        * is_title
                    )
                )
            block = [row for row in block if row]
        if block:
            yield block
