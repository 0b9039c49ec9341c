"""A unit from its key to its record."""

import time
from functools import lru_cache
from platform import node
from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.lab.methods import Method
from aucopt.lab.protocol import run_method
from aucopt.lab.records import Record, Unit
from aucopt.lab.split import Split, stable_seed
from aucopt.lab.study import Study


def run_unit(study: Study, unit: Unit, method: Method, X: npt.ArrayLike, y: npt.ArrayLike) -> Record:
    """Run a unit and record how it ended; a method that fails is a failed unit, whatever it raises.

    Parameters
    ----------
    study : Study
        How it is run.
    unit : Unit
        What is run. Its key decides the seeds, so that the record depends on nothing else but times and host.
    method : Method
        The unit's method, as the study has it.
    X : array-like of shape (n, d)
        The rows of the unit's data set.
    y : array-like of shape (n,)
        1 for positives, 0 for negatives.

    Returns
    -------
    Record

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab import Study, Unit
    >>> from aucopt.lab.unit import run_unit
    >>> study = Study("raw", datasets=("toy",), methods=("AUC-opt",), trials=1)
    >>> record = run_unit(study, study.units()[0], study.method("AUC-opt"), *load_toy())
    >>> record.status, record.train.auc == record.bound
    ('done', True)
    """
    started = time.perf_counter()
    try:
        labels = np.asarray(y) == 1
        split = _split(study, unit.dataset, unit.trial, labels.tobytes())
        outcome = run_method(method, X, labels.astype(np.int8), split, seed=stable_seed(*unit))
    except Exception as error:
        elapsed = time.perf_counter() - started
        return Record(unit, "failed", describe(error), elapsed=elapsed, host=node())
    return Record(
        unit,
        "done",
        train=outcome.train,
        test=outcome.test,
        n_train=len(split.train),
        n_test=len(split.test),
        bound=outcome.bound,
        parameters=outcome.parameters,
        seconds=outcome.seconds,
        elapsed=time.perf_counter() - started,
        host=node(),
    )


# All methods of a trial share its split; as coded, the last one draws all before it.
@lru_cache(maxsize=1)
def _split(study: Study, dataset: str, trial: int, labels: bytes) -> Split:
    return study.split(dataset, trial, np.frombuffer(labels, dtype=np.bool_))


def describe(error: BaseException) -> str:
    """Return an error as one line."""
    text: Any = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
