"""What is finished, in a file: a line for each block and each panel searched, so that a search can go on.

The first line names the question. A line that was cut off when the search was killed counts for nothing.
"""

import json
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from aucopt.panels.blocks import BlockResult

_VERSION = 2

Columns = tuple[int, ...]


class SearchFile:
    """The file of a search, or none: then nothing is kept.

    Attributes
    ----------
    blocks : dict of int to BlockResult
        Finished blocks by their first panel.
    searched : dict of columns to (value, bound)
        Panels that were searched exactly, with the value that they were held against.
    """

    def __init__(self, path: str | PathLike[str] | None, digest: str, limit_of: str) -> None:
        self.blocks: dict[int, BlockResult] = {}
        self.searched: dict[Columns, tuple[int, int]] = {}
        self._file = None
        if path is None:
            return
        place = Path(path)
        header = {"aucopt panels": _VERSION, "question": digest, "delta": limit_of}
        lines = place.read_bytes().split(b"\n") if place.exists() else []
        whole = lines[:-1]
        if whole:
            self._read(place, whole, header)
        # What follows the last whole line was cut off.
        if lines and lines[-1]:
            place.write_bytes(b"".join(line + b"\n" for line in whole))
        self._file = place.open("a", encoding="utf-8")
        if not whole:
            self._write(header)

    def _read(self, place: Path, lines: list[bytes], header: dict[str, Any]) -> None:
        try:
            read = [json.loads(line) for line in lines]
        except ValueError:
            raise ValueError(f"{place} is not the file of a search for panels.") from None
        if not isinstance(read[0], dict) or "aucopt panels" not in read[0]:
            raise ValueError(f"{place} is not the file of a search for panels.")
        if read[0] != header:
            raise ValueError(
                f"{place} belongs to a search with other data or options. Name another file, or remove it."
            )
        for line in read[1:]:
            if "first" in line:
                panels = np.array(line["panels"], dtype=np.int32).reshape(
                    len(line["lower"]), -1 if line["lower"] else 0
                )
                bounds = (np.array(line[name], dtype=np.int64) for name in ("lower", "upper"))
                self.blocks[line["first"]] = BlockResult(
                    line["first"], line["size"], line["refused"], panels, *bounds
                )
            else:
                self.searched[tuple(line["columns"])] = (line["value"], line["bound"])

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()

    def keep_block(self, left: BlockResult) -> None:
        """Remember a finished block."""
        self.blocks[left.first] = left
        parts = {name: getattr(left, name).tolist() for name in ("panels", "lower", "upper")}
        self._write({"first": left.first, "size": left.size, "refused": left.refused, **parts})

    def keep_panel(self, columns: Columns, value: int, bound: int) -> None:
        """Remember a panel that was searched."""
        self.searched[columns] = (value, bound)
        self._write({"columns": columns, "value": value, "bound": bound})

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
