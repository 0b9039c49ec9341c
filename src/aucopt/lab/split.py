"""Halves of the rows: one trains, in folds, and the other tests; and the seeds that decide them.

The rows are shuffled; the first half trains, the second tests. Seeds come from a key alone.
"""

import hashlib
from numbers import Integral
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold

from aucopt.lab.tuning import Fold

# A split that chance does not give in so many draws is not to be had.
MOST_DRAWS = 10_000

RowNumbers = npt.NDArray[np.intp]


class Split(NamedTuple):
    """Rows that train, rows that test, and the folds of the training rows.

    Attributes
    ----------
    train, test : ndarray of int
        Row numbers, in random order.
    folds : list of (train, test)
        Positions within `train`, as `score_grid` takes them.
    """

    train: RowNumbers
    test: RowNumbers
    folds: list[Fold]


def stable_seed(*key: str | int) -> int:
    """Return a seed of 32 bits that depends on a key alone: not on order, process or machine.

    Examples
    --------
    >>> from aucopt.lab.split import stable_seed
    >>> stable_seed("pima", 3)
    1938599522
    """
    # Integers of numpy's are written differently by its versions.
    plain = tuple(part if isinstance(part, str) else int(part) for part in key)
    return int.from_bytes(hashlib.sha256(repr(plain).encode()).digest()[:4], "big")


def read_seed(random_state: int | np.random.Generator | None) -> int:
    """Return the seed that a `random_state` stands for: 0 for None, the next number of a Generator.

    Examples
    --------
    >>> from aucopt.lab.split import read_seed
    >>> read_seed(None), read_seed(7)
    (0, 7)
    """
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(1 << 32))
    if random_state is None:
        return 0
    if not isinstance(random_state, Integral) or random_state < 0:
        raise ValueError(f"random_state must be None, a whole number or a Generator, not {random_state!r}.")
    return int(random_state)


def draw_split(y: npt.ArrayLike, seed: int, *, n_folds: int = 5, max_pairs: int | None = None) -> Split:
    """Shuffle rows, halve them, and fold the training half; draw again until each part has both classes.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 for positives, 0 for negatives.
    seed : int
        Decides the split.
    n_folds : int, default=5
        Stratified folds of the training rows.
    max_pairs : int, optional
        Cut the training rows to the longest beginning with at most so many pairs of a positive and a
        negative. Test rows stay.

    Returns
    -------
    Split

    Raises
    ------
    ValueError
        If a class has too few rows.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab.split import draw_split
    >>> X, y = load_toy()
    >>> split = draw_split(y, seed=1)
    >>> len(split.train), len(split.test), len(split.folds)
    (384, 385, 5)
    """
    positive = np.asarray(y) == 1
    for label, count in (("positives", positive.sum()), ("negatives", (~positive).sum())):
        if count <= n_folds:
            raise ValueError(
                f"{n_folds} folds of one half of the rows and a test half need at least {n_folds + 1} "
                f"{label}; there are {count}."
            )
    rng = np.random.default_rng(seed)
    for _ in range(MOST_DRAWS):
        order = rng.permutation(len(positive))
        train, test = order[: len(order) // 2], order[len(order) // 2 :]
        if max_pairs is not None:
            train = train[: np.count_nonzero(count_prefix_pairs(positive[train]) <= max_pairs)]
        n_positive = np.count_nonzero(positive[train])
        if min(n_positive, len(train) - n_positive) >= n_folds and 0 < positive[test].sum() < len(test):
            folds = StratifiedKFold(n_folds).split(train, positive[train])
            return Split(train, test, list(folds))
    cut = "" if max_pairs is None else f" cut to {max_pairs:,} pairs"
    raise ValueError(
        f"None of {MOST_DRAWS:,} random halves{cut} has {n_folds} rows of each class for training and both "
        "classes for testing. Use fewer folds or more rows."
    )


def count_prefix_pairs(positive: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Count the pairs of a positive and a negative among the first 1, 2, 3, ... rows."""
    return np.cumsum(positive, dtype=np.int64) * np.cumsum(~positive, dtype=np.int64)
