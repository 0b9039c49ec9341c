"""The store: one SQLite file for the records of one study, a row a unit, written as it arrives.

Each record is a transaction of its own in SQLite's rollback journal, so that a process killed at any moment
loses at most the record it was writing, and the file stays whole on its own. What decides results is kept in
the file too: records of another study are refused, not mixed in.
"""

import csv
import errno
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import isclose
from pathlib import Path
from typing import Any, Self

from aucopt.lab.records import Record, Scores, Unit
from aucopt.lab.study import Study

SCHEMA_VERSION = 1
KEY = ("dataset", "projection", "trial", "method")
SCORES = tuple(f"{part}_{name}" for part in ("train", "test") for name in Scores._fields)
# What depends on the moment and the machine is kept, but not exported.
INCIDENTAL = ("seconds", "elapsed", "host")
EXPORTED = (*KEY, "status", "reason", *SCORES, "n_train", "n_test", "bound", "parameters")
COLUMNS = (*EXPORTED, *INCIDENTAL)
INSERT = f"INSERT OR REPLACE INTO units VALUES ({', '.join('?' * len(COLUMNS))})"
DECIMAL = re.compile(r"(?<![\w.])\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)(?![\w.])")
SECONDS_TO_WAIT = 60.0  # for another process that reads or writes the file


class StoreError(Exception):
    """The store cannot be read or written, or belongs to another study; the message says what to do."""


class Store:
    """The records of a study in one file.

    Parameters
    ----------
    path : path
        The SQLite file.
    create : bool, default=True
        Whether to create the file if it does not exist.

    Raises
    ------
    StoreError
        If the file is missing, is not a store, or has another version.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from aucopt.lab import Record, Store, Unit
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/study.sqlite") as store:
    ...     store.add(Record(Unit("pima", "tsne2", 0, "LR"), "failed", "ValueError: no"))
    ...     [record.reason for record in store.records()]
    ['ValueError: no']
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise StoreError(f"{self.path} does not exist; `aucopt paper run --store {self.path}` makes it.")
        with self._explained():
            self._connection = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            self._prepare()

    def _prepare(self) -> None:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            (n_tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if n_tables:
                raise StoreError(f"{self.path} is a database of something else.")
            columns = ", ".join(f'"{name}"' for name in COLUMNS)
            self._connection.executescript(
                f"""
                BEGIN EXCLUSIVE;
                CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
                CREATE TABLE IF NOT EXISTS plan (dataset TEXT, projection TEXT, trials INTEGER, method TEXT);
                CREATE TABLE IF NOT EXISTS units ({columns}, PRIMARY KEY ({", ".join(KEY)})) WITHOUT ROWID;
                PRAGMA user_version = {SCHEMA_VERSION};
                COMMIT;
                """
            )
        elif version != SCHEMA_VERSION:
            raise StoreError(
                f"{self.path} is a store of version {version}, here is {SCHEMA_VERSION}; give another file."
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def settings(self) -> dict[str, str]:
        """Return the settings of the study, as they were when the file was created."""
        with self._explained():
            return dict(self._connection.execute("SELECT name, value FROM settings ORDER BY name"))

    def agree(self, settings: Mapping[str, str]) -> None:
        """Store the settings of a study; refuse settings that differ from those in the file.

        Raises
        ------
        StoreError
            If some settings differ. The file is then left unchanged.
        """
        with self._explained():
            # Nobody else may settle on others between the look and the writing.
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                kept = self.settings()
                changed = {
                    name: value
                    for name, value in settings.items()
                    if not _agree(kept.get(name, value), value)
                }
                if changed:
                    lines = (f"  {name}: {_differ(kept[name], value)}" for name, value in changed.items())
                    raise StoreError(
                        f"{self.path} holds results of other settings:\n"
                        + "\n".join(lines)
                        + "\nGive the same settings to go on, or another file to begin anew."
                    )
                self._connection.executemany(
                    "INSERT OR IGNORE INTO settings VALUES (?, ?)", sorted(settings.items())
                )

    def plan(self, study: Study) -> None:
        """Store the list of units of a run, so that its progress can be followed."""
        rows = [(d, study.projection, study.trials, m) for d in study.datasets for m in study.methods]
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                self._connection.execute("DELETE FROM plan")
                self._connection.executemany("INSERT INTO plan VALUES (?, ?, ?, ?)", rows)

    def planned(self) -> list[Unit]:
        """Return all units of the last run, with or without a record."""
        with self._explained():
            rows = self._connection.execute("SELECT * FROM plan").fetchall()
        return [Unit(d, projection, trial, m) for d, projection, trials, m in rows for trial in range(trials)]

    def add(self, record: Record) -> None:
        """Write a record to disk.

        Raises
        ------
        StoreError
            If the disk is full or the file cannot be written. Existing records are kept.
        """
        with self._explained():
            self._connection.execute(INSERT, to_row(record))

    def add_all(self, records: Iterable[Record]) -> None:
        """Write several records in one transaction: all of them or none."""
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                self._connection.executemany(INSERT, map(to_row, records))

    def forget_failures(self, units: Iterable[Unit]) -> None:
        """Remove the records of units that failed or reached their time limit, so that they run again."""
        marks = " AND ".join(f"{name} = ?" for name in KEY)
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                self._connection.executemany(f"DELETE FROM units WHERE status != 'done' AND {marks}", units)

    def records(self) -> list[Record]:
        """Return all records, sorted by unit."""
        with self._explained():
            rows = self._connection.execute(f"SELECT * FROM units ORDER BY {', '.join(KEY)}")
            return [from_row(row) for row in rows]

    def units(self) -> set[Unit]:
        """Return the units that have a record."""
        with self._explained():
            return set(map(Unit._make, self._connection.execute(f"SELECT {', '.join(KEY)} FROM units")))

    def export(self, path: str | Path) -> int:
        """Write all records as CSV, sorted by unit, without times and host; return their number.

        The same units give an identical file, no matter when and where they ran.
        """
        if Path(path).resolve() == self.path.resolve():
            raise StoreError(f"{path} is the store itself; give another file to export to.")
        with self._explained(), open(path, "w", encoding="utf-8", newline="") as file:
            columns = ", ".join(EXPORTED)
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(EXPORTED)
            rows = self._connection.execute(
                f"SELECT {columns} FROM units ORDER BY {', '.join(KEY)}"
            ).fetchall()
            writer.writerows(rows)
            return len(rows)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say what an error of SQLite or of the disk means for the user."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(self._explain(error)) from error

    def _explain(self, error: Exception) -> str:
        text = str(error)
        full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        if full or "full" in text or "disk I/O error" in text:
            return (
                f"the disk is full, or cannot be written ({text}). What was finished is safe in {self.path}: "
                "make room and run the same command again."
            )
        if "not a database" in text or "malformed" in text:
            return f"{self.path} is not a store of the lab ({text}); give another file."
        if "locked" in text:
            return (
                f"another process keeps {self.path} locked; end it, or wait, and run the same command again."
            )
        return f"cannot use {self.path}: {text}."


def to_row(record: Record) -> tuple[Any, ...]:
    """What is kept of a record, in the order of `COLUMNS`."""
    scores = [*(record.train or [None] * 3), *(record.test or [None] * 3)]
    parameters = json.dumps(record.parameters, sort_keys=True, default=_plain)
    ending = (parameters, record.seconds, record.elapsed, record.host)
    kept = (record.status, record.reason, *scores, record.n_train, record.n_test, record.bound)
    return (*record.unit, *kept, *ending)


def from_row(row: tuple[Any, ...]) -> Record:
    """Return the record that `to_row` was given."""
    value: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    done = value["status"] == "done"
    train, test = (Scores(*(value[name] for name in part)) for part in (SCORES[:3], SCORES[3:]))
    return Record(
        Unit(*row[: len(KEY)]),
        value["status"],
        value["reason"],
        train=train if done else None,
        test=test if done else None,
        n_train=value["n_train"],
        n_test=value["n_test"],
        bound=value["bound"],
        parameters=json.loads(value["parameters"]),
        seconds=value["seconds"],
        elapsed=value["elapsed"],
        host=value["host"],
    )


def _plain(value: Any) -> Any:
    """A number of numpy's as Python's own; anything else as text."""
    return value.item() if hasattr(value, "item") else repr(value)


def _agree(old: str, new: str) -> bool:
    """Whether two texts are equal but for the last digits of numbers, which depend on the processor."""
    if old == new:
        return True
    numbers = ([float(number) for number in DECIMAL.findall(text)] for text in (old, new))
    same_words = DECIMAL.sub("", old) == DECIMAL.sub("", new)
    return same_words and all(isclose(a, b, rel_tol=1e-11) for a, b in zip(*numbers, strict=True))


def _differ(old: str, new: str, shown: int = 60) -> str:
    """Two texts, from just before they part if they are long."""
    if max(len(old), len(new)) <= shown:
        return f"{old}, now {new}"
    same = next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    start = max(0, same - shown // 2)
    old, new = (f"...{text[start : start + shown]}..." for text in (old, new))
    return f"{old}, now {new}"
