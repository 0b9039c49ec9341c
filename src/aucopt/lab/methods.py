"""The methods of the paper: what each is, its estimator and its grid.

The paper counts AdaBoost and RankBoost among the AUC optimisers. Grids are those of its appendix.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Literal, get_args

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC, LinearSVC

from aucopt.estimators import (
    AUCOptClassifier,
    RankBoostClassifier,
    SPAMClassifier,
    SPAUCClassifier,
    SVMPerfClassifier,
)
from aucopt.lab.prefixes import Prefix, first_boosted, first_ranked, first_trees, first_weighted

Family = Literal["standard", "AUC optimiser", "optimiser"]


@dataclass(frozen=True)
class Method:
    """A method of the experiment: a classifier, and the grid of parameters that it is tuned over.

    Attributes
    ----------
    name : str
        The name in tables and figures.
    family : {"standard", "AUC optimiser", "optimiser"}
        What the method was designed for: classification, the AUC, or another objective ("optimiser").
    linear : bool
        Whether its score is linear in the columns.
    estimator : estimator
        An unfitted classifier that follows scikit-learn's conventions, with `decision_function` or
        `predict_proba`.
    grid : mapping of str to sequence
        The values to try for each parameter; empty if there is nothing to tune.
    prefix : callable, optional
        Returns the model after k rounds or trees of a longer fit, so that `n_estimators` is tuned by a
        single fit.
    standardise : bool
        Whether the columns are standardised before the fit.
    proves_optimum : bool
        Whether the method proves its optimum; its estimator must then accept `solver` and `time_limit`, as
        `AUCOptClassifier` does.

    Raises
    ------
    ValueError
        If the family is not known, the estimator is a class instead of an instance, or the grid names a
        parameter that the estimator does not have.

    Examples
    --------
    >>> from aucopt.lab import Method
    >>> from sklearn.linear_model import RidgeClassifier
    >>> ridge = Method("Ridge", "standard", True, RidgeClassifier(), {"alpha": [0.1, 1, 10]})
    >>> ridge.make(alpha=10)
    RidgeClassifier(alpha=10)
    """

    name: str
    family: Family
    linear: bool
    estimator: BaseEstimator
    grid: Mapping[str, Sequence[Any]]
    prefix: Prefix | None = None
    standardise: bool = True
    proves_optimum: bool = False

    def __post_init__(self) -> None:
        if self.family not in get_args(Family):
            raise ValueError(f"family must be one of {list(get_args(Family))}, not {self.family!r}.")
        is_instance = not isinstance(self.estimator, type) and hasattr(self.estimator, "get_params")
        if not is_instance or isinstance(self.estimator, RegressorMixin):
            raise ValueError(
                f"The estimator of {self.name!r} must be an instance of a scikit-learn classifier, such as "
                f"LogisticRegression(), not {self.estimator!r}."
            )
        known = self.estimator.get_params()
        if unknown := [name for name in self.grid if name not in known]:
            raise ValueError(
                f"The grid of {self.name!r} names {', '.join(map(repr, unknown))}, but the parameters of its "
                f"estimator are {', '.join(sorted(known))}."
            )

    def make(self, seed: int | None = None, **parameters: Any) -> BaseEstimator:
        """Return a new estimator with the given parameters, and with the seed for every `random_state`."""
        estimator = clone(self.estimator)
        seeds = dict.fromkeys(find_all(estimator, "random_state"), seed)
        return estimator.set_params(**(seeds | parameters))

    def thinned(self, most: int) -> "Method":
        """Return the method with at most `most` values of each parameter, evenly spaced, ends included."""
        grid = {name: _thinned(values, most) for name, values in self.grid.items()}
        return replace(self, grid=grid)

    def every(self, step: int) -> "Method":
        """Return the method with every `step`-th value of each parameter, starting with the first."""
        return replace(self, grid={name: list(values[::step]) for name, values in self.grid.items()})


def _thinned(values: Sequence[Any], most: int) -> list[Any]:
    if len(values) <= most:
        return list(values)
    # A single value is the middle one.
    places = np.linspace(0, len(values) - 1, most) if most > 1 else [(len(values) - 1) // 2]
    return [values[round(place)] for place in places]


def find_all(estimator: BaseEstimator, parameter: str) -> list[str]:
    """Return the names of a parameter in an estimator and in the estimators nested in it.

    Examples
    --------
    >>> from aucopt.lab.methods import find_all
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> find_all(make_pipeline(RandomForestClassifier()), "n_jobs")
    ['randomforestclassifier__n_jobs']
    """
    return [name for name in estimator.get_params() if name.rpartition("__")[2] == parameter]


def decades(first: float, last: float, n: int) -> list[float]:
    """Return n powers of ten with equal ratios, in 12 digits: further ones depend on the processor.

    Examples
    --------
    >>> from aucopt.lab.methods import decades
    >>> decades(-5, 5, 4)
    [1e-05, 0.0215443469003, 46.4158883361, 100000.0]
    """
    return [float(f"{value:.12g}") for value in np.logspace(first, last, n)]


WIDE_C = {"C": decades(-6, 6, 20)}
TREES = {"n_estimators": [10, 50, 100, 150, 200, 300, 400, 500]}
ROUNDS = {"n_estimators": [10, 50, 100, 200, 300, 500, 800, 1000]}
L2 = decades(-5, 5, 10)


def _standard(
    name: str,
    linear: bool,
    make: Callable[..., BaseEstimator],
    grid: Mapping[str, Sequence[Any]],
    prefix: Prefix | None = None,
) -> list[Method]:
    """Return the method, and its balanced form, which gives both classes the same weight."""
    return [
        Method(name, "standard", linear, make(), grid, prefix),
        Method(f"B-{name}", "standard", linear, make(class_weight="balanced"), grid, prefix),
    ]


METHODS: dict[str, Method] = {
    method.name: method
    for method in [
        *_standard("SVM", True, lambda **weights: LinearSVC(loss="hinge", **weights), WIDE_C),
        *_standard("LR", True, lambda **weights: LogisticRegression(max_iter=1000, **weights), WIDE_C),
        *_standard("RF", False, RandomForestClassifier, TREES, first_trees),
        Method("GB", "standard", False, GradientBoostingClassifier(), ROUNDS, first_boosted),
        *_standard("SVM-RBF", False, SVC, WIDE_C),
        Method(
            "AdaBoost",
            "AUC optimiser",
            False,
            AdaBoostClassifier(learning_rate=0.1),
            {"n_estimators": [2, 3, 4, 5, 6, 10, 50, 100, 150, 200]},
            first_weighted,
        ),
        Method("RankBoost", "AUC optimiser", False, RankBoostClassifier(), ROUNDS, first_ranked),
        Method(
            "SPAM",
            "AUC optimiser",
            True,
            SPAMClassifier(),
            {"step_size": np.linspace(1, 100, 12).tolist(), "l2": L2},
        ),
        Method(
            "SPAUC",
            "AUC optimiser",
            True,
            SPAUCClassifier(),
            {"mu": decades(-7, -2.5, 10), "l2": L2},
        ),
        Method(
            "SVM-Perf",
            "AUC optimiser",
            True,
            SVMPerfClassifier(),
            {"C": [2.0**k for k in range(-20, 12)]},
        ),
        # AUC does not change under affine maps, and exact searches are quicker on numbers of few digits.
        Method(
            "AUC-opt",
            "AUC optimiser",
            True,
            # Counted restarts: a time limit is for proofs, not to be used up.
            AUCOptClassifier(n_restarts=4),
            {},
            standardise=False,
            proves_optimum=True,
        ),
    ]
}
"""The methods of the paper by name. To add a method of your own, add an entry."""

# What the paper could not run: weights kept off needles, by an amount that is tuned like any C.
BEYOND_THE_PAPER: dict[str, Method] = {
    method.name: method
    for method in [
        Method(
            "AUC-opt smoothed",
            "AUC optimiser",
            True,
            AUCOptClassifier(),
            {"smoothing": [0.03, 0.1, 0.3, 1.0, 3.0, 10.0]},
            standardise=False,
        ),
    ]
}


def find_method(name: str) -> Method:
    """Return a method by name: one of the paper, one beyond it, or one that was added to `METHODS`.

    Raises
    ------
    ValueError
        If there is no method of that name.

    Examples
    --------
    >>> from aucopt.lab.methods import find_method
    >>> find_method("B-LR").family
    'standard'
    """
    known = {**METHODS, **BEYOND_THE_PAPER}
    if name not in known:
        close = get_close_matches(name, known, 1, cutoff=0.5)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"There is no method {name!r}.{hint} The methods are: {', '.join(known)}.")
    return known[name]
