"""The records of a study as one compressed file, small enough to be published beside its tables.

A CSV table under gzip: the settings of the study in a comment on the first line, then one line for each unit,
sorted by key, without the name of the machine. Tables, figures and further runs can be made from it.
"""

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from aucopt.lab.records import Record
from aucopt.lab.store import COLUMNS, SCORES, Store, StoreError, from_row, to_row

SUFFIX = ".csv.gz"
FORMAT = "aucopt records 1"
ARCHIVED = COLUMNS[:-1]  # all but the host
# Times are rounded to so many digits: more would be noise, and noise does not compress.
TIME_DIGITS = 3
_NUMBERS = (*SCORES, "bound", "seconds", "elapsed")


class Archive(NamedTuple):
    """What an archive holds.

    Attributes
    ----------
    settings : dict of str to str
        Everything that decides results, as a store keeps it.
    records : list of Record
        Sorted by key.
    """

    settings: dict[str, str]
    records: list[Record]


def is_archive(path: str | Path) -> bool:
    """Whether a file is an archive, by its name."""
    return Path(path).name.endswith(SUFFIX)


def complete_trials(records: Iterable[Record]) -> int:
    """How many trials, from the first on, all data sets and methods have finished.

    Examples
    --------
    >>> from aucopt.lab import Record, Unit
    >>> from aucopt.lab.archive import complete_trials
    >>> done = [Record(Unit("pima", "tsne2", 0, name), "done") for name in ("LR", "AUC-opt")]
    >>> complete_trials([*done, Record(Unit("pima", "tsne2", 1, "LR"), "done")])
    1
    """
    by_trial: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)
    for record in records:
        by_trial[record.unit.trial].add((record.unit.dataset, record.unit.method))
    everything = set().union(*by_trial.values())
    trial = 0
    while by_trial.get(trial) == everything and everything:
        trial += 1
    return trial


def write_archive(store: Store, path: str | Path, *, complete: bool = False) -> int:
    """Write the records of a store as an archive.

    Parameters
    ----------
    store : Store
        Where they are.
    path : path
        The file; its name ends in ".csv.gz".
    complete : bool, default=False
        Only the trials, from the first on, that all data sets and methods have a record of, so that the
        archive is a study of fewer trials.

    Returns
    -------
    int
        How many records. The same records give the same bytes.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from aucopt.lab import Record, Store, Unit
    >>> from aucopt.lab.archive import read_archive, write_archive
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/study.sqlite") as store:
    ...     store.add(Record(Unit("pima", "tsne2", 0, "LR"), "failed", "ValueError: no"))
    ...     n = write_archive(store, f"{folder}/records.csv.gz")
    ...     [record.reason for record in read_archive(f"{folder}/records.csv.gz").records]
    ['ValueError: no']
    """
    if not is_archive(path):
        raise StoreError(f"the name of an archive ends in {SUFFIX}, not as {path}.")
    records, settings = store.records(), store.settings()
    if complete:
        n_trials = complete_trials(records)
        records = [record for record in records if record.unit.trial < n_trials]
        if not records:
            raise StoreError(f"{store.path} has no trial that all data sets and methods have finished.")
    text = StringIO()
    text.write(f"# {json.dumps({'format': FORMAT, 'settings': settings}, sort_keys=True)}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(ARCHIVED)
    writer.writerows(to_row(_rounded(record))[:-1] for record in records)
    try:
        # No time and no name in the header: equal records give equal files.
        Path(path).write_bytes(gzip.compress(text.getvalue().encode(), compresslevel=9, mtime=0))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error}.") from error
    return len(records)


def read_archive(path: str | Path) -> Archive:
    """Read an archive.

    Parameters
    ----------
    path : path
        What `write_archive` wrote.

    Returns
    -------
    Archive

    Raises
    ------
    StoreError
        If the file cannot be read, or is none.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
            head = json.loads(file.readline().removeprefix("#"))
            rows = list(csv.DictReader(file))
        if head["format"] != FORMAT:
            raise StoreError(f"{path} is of the format {head['format']!r}, here is {FORMAT!r}.")
        return Archive(head["settings"], [_read(row) for row in rows])
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error}.") from error
    except (EOFError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path} holds no records of the lab ({type(error).__name__}: {error}).") from error


def restore(archive: Archive, store: Store) -> int:
    """Put the records of an archive into a store, so that a run goes on from them; return how many.

    Raises
    ------
    StoreError
        If the store holds a study with other settings.
    """
    store.agree(archive.settings)
    kept = store.units()
    new = [record for record in archive.records if record.unit not in kept]
    store.add_all(new)
    return len(new)


def _rounded(record: Record) -> Record:
    seconds, elapsed = (float(f"{value:.{TIME_DIGITS}g}") for value in (record.seconds, record.elapsed))
    return replace(record, seconds=seconds, elapsed=elapsed)


def _read(row: dict[str, str]) -> Record:
    values: dict[str, object] = dict(row)
    for name in ("trial", "n_train", "n_test"):
        values[name] = int(row[name])
    for name in _NUMBERS:
        values[name] = float(row[name]) if row[name] else None
    return from_row((*(values[name] for name in ARCHIVED), ""))
