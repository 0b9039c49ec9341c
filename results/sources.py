"""What the page rests on: the records of studies, and the tables of those whose records were not kept."""

import csv
import gzip
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np

from aucopt.lab.archive import read_archive

RESULTS = Path(__file__).parent
BAND = 0.005
MINUS = "\N{MINUS SIGN}"
PLANE, LONG, CUT, CUT_LONG, WHOLE, REAL = (
    "linear-2d",
    "linear-2d-long",
    "linear-3d",
    "linear-3d-long",
    "linear-3d-uncut",
    "real",
)
AS_CODED = "as-coded-3d"
STUDIES = {PLANE: "r2", LONG: "r2", CUT: "r3", CUT_LONG: "r3", WHOLE: "r3", REAL: "real", AS_CODED: "r3"}
RECORDS, PRIMARY = "linear-2d-records", "linear-2d-primary"
PARTS = {"auc": "AUC", "partial-auc": "partial AUC", "sensitivity": "sensitivity"}
RULES = {"LR": "best by LR", "panel": "best pair", "random": "random"}


def read_csv(path):
    """The rows of a CSV file, compressed or not, by the names in its first line."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return list(csv.DictReader(text.decode().splitlines()))


def read(study, table):
    """The rows of a table of a study whose records were not kept."""
    return read_csv(RESULTS / study / f"{table.format(STUDIES[study])}.csv")


@cache
def n_trials(study):
    """How many random halves of each data set a study has."""
    if study in STUDIES:
        return min(int(row["trials"]) for row in read(study, "beside-{}"))
    return min(map(len, trials(study, "AUC-opt").values()))


@cache
def records(folder):
    """The finished records of a study."""
    return [r for r in read_archive(RESULTS / folder / "records.csv.gz").records if r.status == "done"]


def has_records(folder):
    """Whether the records of a study are here."""
    return (RESULTS / folder / "records.csv.gz").exists()


@cache
def trials(folder, method, part="test"):
    """The AUC of a method in each trial, by data set."""
    found = defaultdict(dict)
    for record in records(folder):
        if record.unit.method == method:
            found[record.unit.dataset][record.unit.trial] = getattr(record, part).auc
    return {name: np.array([of[k] for k in sorted(of)]) for name, of in sorted(found.items())}


@cache
def means(source, method):
    """Mean test AUC of a method on each data set, from records or from a table."""
    if source in STUDIES:
        return {row["data set"]: float(row[method]) for row in read(source, "auc-by-set-{}-test")}
    return {name: float(of.mean()) for name, of in trials(source, method).items()}


def by_set(study, method):
    """Mean test AUC of a method on each data set, in the order of their names."""
    found = means(study, method)
    return np.array([found[name] for name in sorted(found)])


@cache
def pairs():
    """Values on test rows of the study of real columns: by size, rule, objective, method, data set, half."""
    found = defaultdict(lambda: defaultdict(dict))
    for row in read_csv(RESULTS / "real-columns" / "pairs.csv.gz"):
        key = int(row["k"]), row["rule"], row["objective"], row["method"]
        found[key][row["dataset"]][int(row["half"])] = row
    return found


@cache
def pair_values(k, rule, objective, method, column="test"):
    """One column of these by data set: an array over the halves."""
    sets = pairs()[k, rule, objective, method]
    return {
        name: np.array([float(of[half][column] or "nan") for half in sorted(of)])
        for name, of in sorted(sets.items())
    }
