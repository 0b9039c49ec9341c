"""The paper's Fig. 1: a set on which every loss but the AUC itself is misled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold

from aucopt.datasets import load_toy
from aucopt.exact.maximize import maximize_auc
from aucopt.exact.solution.solution import Solution
from aucopt.lab.methods import METHODS
from aucopt.lab.tuning import score_grid
from aucopt.metrics import roc_auc_score

FOLDS = 5
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ToyFit:
    """A linear method on the toy set: its weights, the scores of the rows, their AUC.

    `is_optimum` tells whether these are the weights that are proved to be the best.
    """

    method: str
    coef: Floats
    scores: Floats
    auc: float
    is_optimum: bool = False


@dataclass(frozen=True)
class ToyExample:
    """The toy set, what some methods make of it, and the proved optimum."""

    X: Floats
    y: npt.NDArray[np.int64]
    fits: tuple[ToyFit, ...]
    solution: Solution


def fit_toy(methods: Sequence[str] = ("LR", "SVM-Perf")) -> ToyExample:
    """Fit linear methods to the toy set, tuned by 5-fold cross-validation, and find the optimum.

    Parameters
    ----------
    methods : sequence of str
        Names in `METHODS`. AUC-opt, the optimum itself, comes after them in any case.

    Returns
    -------
    example : ToyExample
        All on the training rows, as in the paper.

    Examples
    --------
    >>> from aucopt.lab.toy import fit_toy
    >>> [(fit.method, round(fit.auc, 4)) for fit in fit_toy([]).fits]
    [('AUC-opt', 0.7038)]
    """
    X, y = load_toy()
    folds = list(StratifiedKFold(FOLDS).split(X, y))
    fits = []
    for name in methods:
        if name not in METHODS or not METHODS[name].linear:
            raise ValueError(f"The toy example shows linear methods of METHODS; {name!r} is none.")
        if not METHODS[name].proves_optimum:
            best = score_grid(METHODS[name], X, y, folds).best
            coef = METHODS[name].make(0, **best).fit(X, y).coef_[0]
            fits.append(_apply(name, coef, X, y))
    solution = maximize_auc(X, y)
    fits.append(_apply("AUC-opt", solution.coef, X, y, is_optimum=True))
    return ToyExample(X, y, tuple(fits), solution)


def _apply(name: str, coef: Floats, X: Floats, y: npt.NDArray[np.int64], is_optimum: bool = False) -> ToyFit:
    scores = X @ coef
    return ToyFit(name, coef, scores, roc_auc_score(y, scores), is_optimum)
