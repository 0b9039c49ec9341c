"""A study: its units, and all settings that decide their results."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy.typing as npt

from aucopt.datasets import REGISTRY, load_dataset, load_projection
from aucopt.lab.as_coded import draw_split_as_coded, method_as_coded
from aucopt.lab.methods import BEYOND_THE_PAPER, METHODS, Method, find_method
from aucopt.lab.records import Projection, Unit
from aucopt.lab.split import Split, draw_split, stable_seed

LabelledRows = tuple[npt.NDArray[Any], npt.NDArray[Any]]

# Raise it when the protocol changes results: older stores are then refused.
PROTOCOL = 1
# The code of the paper made 210 trials of the original columns and used those from the sixth on.
FIRST_RAW_AS_CODED = 5
COMPONENTS = {"tsne2": 2, "tsne3": 3}
LINEAR = tuple(name for name, method in METHODS.items() if method.linear)


@dataclass(frozen=True)
class Study:
    """A study: which methods are fitted to which data sets, how often, and by which protocol.

    Attributes
    ----------
    projection : {"raw", "tsne2", "tsne3"}
        The original columns, or their t-SNE projection to R^2 or R^3.
    datasets : tuple of str
        Names of data sets in the registry, or of files in the data folder.
    methods : tuple of str
        Names of methods in `METHODS`, or of those beyond the paper.
    trials : int
        Number of random splits of each data set.
    max_pairs : int, optional
        Subsample each training set to at most this many pairs of a positive and a negative row.
    n_folds : int
        Number of cross-validation folds for tuning.
    every : int
        Use every `every`-th value of each parameter grid, starting with the first; 1 uses all values.
    thin : int, optional
        Use at most this many values of each parameter grid, evenly spaced, both ends included.
    as_coded : bool
        Follow the authors' code where it differs from the paper.
    proof_seconds : float
        Time limit, in seconds, for the proof of the optimum in R^3, by AUC-opt or another method that proves
        one. On the original columns each method keeps its own limit. The subsampled sets of the paper need
        far less. A unit that reaches the limit records its best bound, and its result then depends on the
        speed of the machine.
    unit_seconds : float, optional
        Time limit, in seconds, for one unit, tuning included. A unit that takes longer is stopped and
        recorded with the status "time_limit". The limit does not change the result of units that finish.

    Examples
    --------
    >>> from aucopt.lab import Study
    >>> study = Study("tsne2", datasets=("pima", "german"), methods=("LR", "AUC-opt"), trials=2)
    >>> len(study.units())
    8
    >>> study.units()[2]
    Unit(dataset='german', projection='tsne2', trial=0, method='LR')
    """

    projection: Projection
    datasets: tuple[str, ...] = tuple(REGISTRY)
    methods: tuple[str, ...] = LINEAR
    trials: int = 200
    max_pairs: int | None = None
    n_folds: int = 5
    every: int = 1
    thin: int | None = None
    as_coded: bool = False
    proof_seconds: float = 120.0
    unit_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.projection not in ("raw", *COMPONENTS):
            raise ValueError(f"projection must be 'raw', 'tsne2' or 'tsne3', not {self.projection!r}.")
        for name, value, least in (
            ("trials", self.trials, 1),
            ("n_folds", self.n_folds, 2),
            ("every", self.every, 1),
            ("thin", self.thin, 1),
            ("max_pairs", self.max_pairs, 1),
        ):
            if value is not None and value < least:
                raise ValueError(f"{name} must be at least {least}, not {value}.")
        for name in ("datasets", "methods"):
            given = getattr(self, name)
            if not given or len(set(given)) < len(given):
                raise ValueError(f"{name} must hold one or more different names, not {list(given)}.")
        for method in self.methods:
            find_method(method)

    def units(self) -> list[Unit]:
        """Return all units, trial by trial, so that a study that is stopped early is still balanced."""
        return [
            Unit(dataset, self.projection, trial, method)
            for trial in range(self.trials)
            for dataset in self.datasets
            for method in self.methods
        ]

    def method(self, name: str) -> Method:
        """Return a method with the grid and the limits of this study."""
        method = find_method(name)
        if self.as_coded:
            method = method_as_coded(method)
        if method.proves_optimum and self.projection == "tsne3":
            # By cones however many pairs there are; "auto" would climb where they are too many.
            method = replace(method, estimator=method.make(solver="cone", time_limit=self.proof_seconds))
        method = method.every(self.every)
        return method if self.thin is None else method.thinned(self.thin)

    def split(self, dataset: str, trial: int, y: npt.ArrayLike) -> Split:
        """Return the split of a trial: the same for all methods and, before subsampling, all projections."""
        sizes: dict[str, Any] = {"n_folds": self.n_folds, "max_pairs": self.max_pairs}
        if self.as_coded:
            first = FIRST_RAW_AS_CODED if self.projection == "raw" else 0
            return draw_split_as_coded(y, first + trial, **sizes)
        return draw_split(y, stable_seed("split", dataset, trial), **sizes)

    def settings(self) -> dict[str, str]:
        """Return all settings that decide results, as text by name."""
        study = {
            "protocol": PROTOCOL,
            "projection": self.projection,
            "max_pairs": self.max_pairs,
            "n_folds": self.n_folds,
            "every": self.every,
            "thin": self.thin,
            "as_coded": self.as_coded,
            "proof_seconds": self.proof_seconds if self.projection == "tsne3" else None,
        }
        settings = {name: json.dumps(value) for name, value in study.items()}
        whole = replace(self, every=1, thin=None)
        return settings | {f"method {name}": _definition(whole.method(name)) for name in self.methods}


def describe_settings(settings: Mapping[str, str]) -> str:
    """Describe in one sentence how a study was run, from the settings in its store.

    Examples
    --------
    >>> from aucopt.lab import paper_study
    >>> from aucopt.lab.study import describe_settings
    >>> describe_settings(paper_study("linear-3d", every=2).settings())
    'Training sets cut to 2,000 pairs; tuned by 5 folds on one value in 2 of each parameter.'
    """
    every, thin, as_coded, max_pairs, n_folds = (
        json.loads(settings.get(name, "null"))
        for name in ("every", "thin", "as_coded", "max_pairs", "n_folds")
    )
    grids = [
        *([f"one value in {every} of each parameter"] if every and every > 1 else []),
        *([f"at most {thin} values of each parameter"] if thin else []),
    ]
    parts = [
        *(["run as the authors' code did"] if as_coded else []),
        *([f"training sets cut to {max_pairs:,} pairs"] if max_pairs else []),
        *([f"tuned by {n_folds} folds on {', '.join(grids) or 'the whole grids'}"] if n_folds else []),
    ]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def load_rows(
    study: Study, dataset: str, *, data: Path | None = None, projections: Path | None = None
) -> LabelledRows:
    """Load the rows of a data set for a study, with `aucopt.datasets`."""
    if study.projection == "raw":
        loaded = load_dataset(dataset, folder=data, as_coded=study.as_coded, progress=False)
        return loaded.X, loaded.y
    return load_projection(
        dataset,
        COMPONENTS[study.projection],
        as_coded=study.as_coded,
        projections=projections,
        folder=data,
        progress=False,
    )


def _definition(method: Method) -> str:
    """The estimator, its parameters and its grid as text, the same in every process."""
    kind = type(method.estimator)
    parameters = method.estimator.get_params()
    facts = [f"{kind.__module__}.{kind.__qualname__}", parameters, method.grid, method.standardise]
    text = json.dumps(facts, sort_keys=True, default=repr)
    # Functions and plain objects tell where they lie in memory.
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


# t-SNE as coded runs 5,000 iterations: only for sets of at most so many rows, unless others are named.
MOST_ROWS_AS_CODED = 2600
TRIALS_AS_CODED = {"tsne2": 200, "tsne3": 50, "raw": 200}

STUDIES: dict[str, Study] = {
    "linear-2d": Study("tsne2"),
    "linear-3d": Study("tsne3", max_pairs=2000),
    "linear-3d-uncut": Study("tsne3"),
    "real": Study("raw", methods=(*METHODS, *BEYOND_THE_PAPER)),
}
"""The studies of the paper by name, and the study in R^3 without subsampling."""


def paper_study(
    name: str,
    *,
    as_coded: bool = False,
    datasets: tuple[str, ...] | None = None,
    methods: tuple[str, ...] | None = None,
    trials: int | None = None,
    max_pairs: int | None = None,
    n_folds: int | None = None,
    every: int | None = None,
    thin: int | None = None,
    proof_seconds: float | None = None,
    unit_seconds: float | None = None,
) -> Study:
    """Return a study of the paper, with some of its settings changed.

    Parameters
    ----------
    name : {"linear-2d", "linear-3d", "linear-3d-uncut", "real"}
        The 8 linear methods in R^2; the same in R^3 on training sets subsampled to 2,000 pairs, or on whole
        training sets; or all methods on the original columns, including two that the paper did not run:
        AUC-opt, and AUC-opt with smoothing.
    as_coded : bool, default=False
        Follow the authors' code where it differs from the paper.
    datasets, methods : tuple of str, optional
        Use only these.
    trials, max_pairs, n_folds, every, thin : int, optional
        See `Study`; None keeps the value of the paper.
    proof_seconds, unit_seconds : float, optional
        See `Study`; None keeps the default.

    Returns
    -------
    Study

    Examples
    --------
    >>> from aucopt.lab import paper_study
    >>> paper_study("linear-3d").max_pairs, paper_study("linear-3d", as_coded=True).trials
    (2000, 50)
    """
    if name not in STUDIES:
        raise ValueError(f"There is no study {name!r}. The studies are: {', '.join(STUDIES)}.")
    study = STUDIES[name]
    if as_coded:
        small = tuple(name for name, info in REGISTRY.items() if info.n <= MOST_ROWS_AS_CODED)
        study = replace(
            study,
            as_coded=True,
            datasets=study.datasets if study.projection == "raw" else small,
            trials=TRIALS_AS_CODED[study.projection],
        )
    given: dict[str, Any] = {
        "datasets": datasets,
        "methods": methods,
        "trials": trials,
        "max_pairs": max_pairs,
        "n_folds": n_folds,
        "every": every,
        "thin": thin,
        "proof_seconds": proof_seconds,
        "unit_seconds": unit_seconds,
    }
    return replace(study, **{name: value for name, value in given.items() if value is not None})
