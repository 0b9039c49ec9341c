"""The splits of a comparison: stratified folds, drawn again and again."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold

from aucopt.lab.split import Split, stable_seed

# A point on the curve of a few test rows is coarse: so many rows of each class at least, if there are.
_ROWS_OF_A_CURVE = 20


class PreparedRows(NamedTuple):
    """Rows, and what is fitted to the training rows of each split before a method sees them."""

    X: np.ndarray
    preparation: Any = None

    def for_split(self, split: Split) -> np.ndarray:
        """All rows as the training rows of a split prepare them."""
        if self.preparation is None:
            return self.X
        fitted = clone(self.preparation, safe=False).fit(self.X[split.train])
        return np.asarray(fitted.transform(self.X), dtype=np.float64)


def count_folds(n_splits: int, n_fewer: int, *, by_pairs: bool) -> int:
    """How many parts the rows are split into, at most `n_splits`.

    Parameters
    ----------
    n_splits : int
        As many as there are rows for.
    n_fewer : int
        Rows of the smaller class.
    by_pairs : bool
        Whether each test part needs one row of each class, for the AUC, or enough of them for a part of the
        ROC curve.

    Examples
    --------
    >>> from aucopt.analysis.repeats import count_folds
    >>> [count_folds(10, n, by_pairs=True) for n in (300, 7)]
    [10, 7]
    >>> [count_folds(10, n, by_pairs=False) for n in (300, 70, 25)]
    [10, 3, 2]
    """
    return max(min(n_splits, n_fewer if by_pairs else n_fewer // _ROWS_OF_A_CURVE), 2)


def draw_repeats(
    positive: npt.NDArray[np.bool_], n_splits: int, n_repeats: int, *, n_folds: int, seed: int
) -> list[Split]:
    """Split the rows into stratified parts, `n_repeats` times; each part tests once, the others train.

    Parameters
    ----------
    positive : ndarray of bool
        The labels.
    n_splits : int
        Parts of the rows.
    n_repeats : int
        How often they are drawn.
    n_folds : int
        Folds of the training rows, for tuning.
    seed : int
        Decides all draws.

    Returns
    -------
    list of Split
        Those of one draw after those of another.

    Raises
    ------
    ValueError
        If a class has too few rows.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.repeats import draw_repeats
    >>> splits = draw_repeats(np.arange(100) % 4 == 0, 10, 3, n_folds=5, seed=0)
    >>> len(splits), len(splits[0].test), len(splits[0].folds)
    (30, 10, 5)
    """
    for label, count in (("positives", positive.sum()), ("negatives", (~positive).sum())):
        if count - -(-count // n_splits) < n_folds:
            raise ValueError(
                f"{n_folds} folds of the training rows and test rows need at least {n_folds + 1} {label}; "
                f"there are {count}."
            )
    splits = []
    for repeat in range(n_repeats):
        rng = np.random.default_rng(stable_seed("does it pay", seed, repeat))
        order = rng.permutation(len(positive))
        for train, test in StratifiedKFold(n_splits).split(order, positive[order]):
            rows = order[rng.permutation(train)]
            folds = list(StratifiedKFold(n_folds).split(rows, positive[rows]))
            splits.append(Split(rows, order[test], folds))
    return splits
