"""A tiny study for tests of its runs: three data sets, four cheap methods, three trials."""

from pathlib import Path
from typing import Any

from aucopt.lab import State, Store, Study, run_study
from aucopt.lab.study import load_rows

NAMES = ("apple", "birch", "cedar")
CHEAP = ("LR", "SPAM", "SVM-Perf", "AUC-opt")
STUDY = Study("raw", NAMES, CHEAP, trials=3, thin=2)
N_UNITS = 36


def run(folder: Path, path: Path, study: Study = STUDY, **options: Any) -> tuple[State, bytes]:
    """Run a study; return its last state and its export."""
    with Store(path) as store:
        state = run_study(study, store, load=lambda name: load_rows(study, name, data=folder), **options)
        store.export(path.with_suffix(".csv"))
    return state, path.with_suffix(".csv").read_bytes()
