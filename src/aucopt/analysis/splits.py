"""Folds of a cross-validation, as the outcome and its strata ask for them.

Two classes and events are spread evenly over the folds. An ordered outcome is not: folds without neighbours
in its order would lack the pairs that are hardest to rank. Many or small strata, such as matched sets, stay
whole: pairs count inside strata only, and those of a set that is torn apart are lost. A few large strata,
such as centres, are spread over the folds instead.
"""

import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold

from aucopt.outcomes import Outcome, compared_strata

# Whole strata for each fold, at least, where they are kept together; and the rows for each fold of a stratum
# that can be spread over them.
_STRATA_A_FOLD, _ROWS_A_FOLD = 2, 4


class Splits(NamedTuple):
    """How rows are split.

    Attributes
    ----------
    n_folds : int
        Into how many parts.
    kind : (n,) array of int
        What is spread evenly.
    unit : (n,) array of int or None
        What stays together; None if every row is by itself.
    """

    n_folds: int
    kind: np.ndarray
    unit: np.ndarray | None

    def draw(self, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Rows to fit to and rows to test, fold by fold."""
        if self.unit is None:
            folds = StratifiedKFold(self.n_folds, shuffle=True, random_state=seed)
            with warnings.catch_warnings():
                # Of kinds with fewer rows than folds, such as the events of a small centre.
                warnings.simplefilter("ignore", UserWarning)
                yield from list(folds.split(self.kind, self.kind))
            return
        units = np.unique(self.unit)
        for _, chosen in KFold(self.n_folds, shuffle=True, random_state=seed).split(units):
            inside = np.isin(self.unit, units[chosen])
            yield np.flatnonzero(~inside), np.flatnonzero(inside)


def plan_splits(outcome: Outcome, n_folds: int) -> Splits:
    """Decide how to split rows of an outcome.

    Raises
    ------
    ValueError
        If there are too few rows for two folds.

    Examples
    --------
    >>> from aucopt.analysis.splits import plan_splits
    >>> from aucopt.outcomes import read_classes, read_outcome
    >>> plan_splits(read_outcome([[1, 5.0], [0, 5.0], [1, 2.0], [1, 4.0]]), 10).n_folds
    3
    >>> sets = [k // 2 for k in range(40)]
    >>> plan_splits(read_classes([0, 1] * 20, sets), 10).unit[:4].tolist()
    [0, 0, 1, 1]
    """
    if outcome.kind == "classes" and not outcome.stratum.any():
        fewest = min(int(outcome.wins.sum()), int((~outcome.wins).sum()))
        if fewest < 2:
            raise ValueError("Cross-validation needs at least two rows of each class.")
        return Splits(min(n_folds, fewest), outcome.wins.astype(np.int64), None)
    compared = compared_strata(outcome)
    n_strata, n_rows = int(np.count_nonzero(compared)), int(np.count_nonzero(compared[outcome.stratum]))
    is_torn = n_rows < _ROWS_A_FOLD * n_folds * n_strata
    if n_strata >= _STRATA_A_FOLD * n_folds or (is_torn and n_strata >= 2 * _STRATA_A_FOLD):
        n_folds = min(n_folds, n_strata // _STRATA_A_FOLD)
        return Splits(n_folds, outcome.stratum, outcome.stratum)
    if outcome.kind == "ordered":
        n_folds = min(n_folds, len(outcome.level) // 2)
        if n_folds < 2:
            raise ValueError("Cross-validation needs at least four rows.")
        return Splits(n_folds, outcome.stratum, None)
    kind = np.unique(2 * outcome.stratum + outcome.wins, return_inverse=True)[1].ravel()
    fewest = int(outcome.wins.sum())
    if outcome.kind == "classes":
        fewest = min(fewest, len(outcome.wins) - fewest)
    n_folds = min(n_folds, fewest)
    if n_folds < 2:
        what = "two events" if outcome.kind == "censored" else "two rows of each class"
        raise ValueError(f"Cross-validation needs at least {what}.")
    return Splits(n_folds, kind, None)
