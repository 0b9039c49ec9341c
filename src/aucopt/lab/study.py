"""A study: which units there are, and everything beside the unit that decides its result."""

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
from aucopt.lab.protocol import Split, draw_split, stable_seed
from aucopt.lab.records import Projection, Unit

LabelledRows = tuple[npt.NDArray[Any], npt.NDArray[Any]]

# Raise it when the protocol changes results: older stores are then refused.
PROTOCOL = 1
# The code of the paper made 210 trials of the original columns and used those from the sixth on.
FIRST_RAW_AS_CODED = 5
COMPONENTS = {"tsne2": 2, "tsne3": 3}
LINEAR = tuple(name for name, method in METHODS.items() if method.linear)


@dataclass(frozen=True)
class Study:
    """Which fits are made, and how.

    Attributes
    ----------
    projection : {"raw", "tsne2", "tsne3"}
        The original columns, or their t-SNE projection to R^2 or R^3.
    datasets : tuple of str
        Names in the registry, or of files in the folder of data.
    methods : tuple of str
        Names in `METHODS`, or of methods beyond the paper.
    trials : int
        Random splits of each data set.
    max_pairs : int, optional
        Cut training sets to so many pairs of a positive and a negative.
    n_folds : int
        Folds of the tuning.
    every : int
        Of each parameter of a grid keep the first value, and from there each `every`-th; 1 keeps all.
    thin : int, optional
        Keep at most so many values of each parameter of a grid, evenly spaced, the ends among them.
    as_coded : bool
        As the authors' code did, where it differs from the paper.
    proof_seconds : float
        How long AUC-opt, or another method that proves the optimum, may search for a proof in R^3; on the
        original columns it keeps the limit of its own.
        The paper's cut sets take far less; a unit that ends here keeps its bound, and its numbers depend on
        the machine.
    unit_seconds : float, optional
        A unit that takes longer is ended and recorded so. It decides no result of a unit that is done.

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
                raise ValueError(f"{name} must be one name or more, each once; they are {list(given)}.")
        for method in self.methods:
            find_method(method)

    def units(self) -> list[Unit]:
        """All units, trial by trial, so that a part of them treats all data sets and methods alike."""
        return [
            Unit(dataset, self.projection, trial, method)
            for trial in range(self.trials)
            for dataset in self.datasets
            for method in self.methods
        ]

    def method(self, name: str) -> Method:
        """Return a method as this study runs it."""
        method = find_method(name)
        if self.as_coded:
            method = method_as_coded(method)
        if method.proves_optimum and self.projection == "tsne3":
            # By cones however many pairs there are; "auto" would climb where they are too many.
            method = replace(method, estimator=method.make(solver="cone", time_limit=self.proof_seconds))
        method = method.every(self.every)
        return method if self.thin is None else method.thinned(self.thin)

    def split(self, dataset: str, trial: int, y: npt.ArrayLike) -> Split:
        """Return the split of a trial, the same for all methods and, but for cuts, all projections."""
        sizes: dict[str, Any] = {"n_folds": self.n_folds, "max_pairs": self.max_pairs}
        if self.as_coded:
            first = FIRST_RAW_AS_CODED if self.projection == "raw" else 0
            return draw_split_as_coded(y, first + trial, **sizes)
        return draw_split(y, stable_seed("split", dataset, trial), **sizes)

    def settings(self) -> dict[str, str]:
        """Everything that decides results, as text under a name each."""
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
    """Say in a sentence how a study was run, from the settings its store keeps.

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
    """Load the rows of a data set as the study takes them, from the places `aucopt.datasets` knows."""
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
"""The studies of the paper by name, and the one in R^3 that it could not run."""


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
    """Return a study of the paper, with other settings where they are given.

    Parameters
    ----------
    name : {"linear-2d", "linear-3d", "linear-3d-uncut", "real"}
        The 8 linear methods in R^2, in R^3 on training sets cut to 2,000 pairs, in R^3 uncut; or all
        methods on the original columns, beyond the paper AUC-opt by exact planes, plain and smoothed.
    as_coded : bool, default=False
        As the authors' code did, where it differs from the paper.
    datasets, methods : tuple of str, optional
        Only these.
    trials, max_pairs, n_folds, every, thin : int, optional
        As in `Study`; None keeps the value of the paper.
    proof_seconds, unit_seconds : float, optional
        As in `Study`; None keeps its default.

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
        raise ValueError(f"No study is called {name!r}. There are: {', '.join(STUDIES)}.")
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
