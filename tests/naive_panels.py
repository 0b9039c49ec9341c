"""The slow twin of the search for the best panel: all subsets, all directions, in fractions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import naive
import naive_objectives
import naive_ranking
import numpy as np

Columns = tuple[int, ...]


def panel_values(
    X: np.ndarray,
    y: Sequence[int],
    k: int,
    sample_weight: Sequence[Any] | None = None,
    signs: Sequence[int] | None = None,
    asked: naive_objectives.Asked | None = None,
) -> dict[Columns, Fraction]:
    """Return the best value of every panel of k columns."""
    values = {}
    weights = [1] * len(y) if sample_weight is None else sample_weight
    total = [
        sum(Fraction(w) for w, label in zip(weights, y, strict=True) if label == side) for side in (0, 1)
    ]
    for columns in combinations(range(X.shape[1]), k):
        some = X[:, list(columns)].tolist()
        own = _own(signs, columns)
        if asked is not None:
            values[columns] = naive_objectives.best(some, y, asked, sample_weight, own)
        else:
            best = naive.best_anywhere(some, y, sample_weight, own)
            values[columns] = best / (2 * total[0] * total[1])
    return values


def accuracy_values(
    X: np.ndarray, y: Sequence[int], k: int, signs: Sequence[int] | None = None, **how: Any
) -> dict[Columns, Fraction]:
    """Return the best accuracy of every panel of k columns."""
    return {
        columns: naive_ranking.best_accuracy(X[:, list(columns)].tolist(), y, _own(signs, columns), **how)
        for columns in combinations(range(X.shape[1]), k)
    }


def concordance_values(
    X: np.ndarray, y: Sequence[Any], k: int, signs: Sequence[int] | None = None, **how: Any
) -> dict[Columns, Fraction]:
    """Return the best concordance of every panel of k columns."""
    return {
        columns: naive_ranking.best_concordance(X[:, list(columns)].tolist(), y, _own(signs, columns), **how)
        for columns in combinations(range(X.shape[1]), k)
    }


def _own(signs: Sequence[int] | None, columns: Columns) -> list[int] | None:
    return None if signs is None else [signs[j] for j in columns]


def attacking_table(seed: int, n: int = 7, p: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """A small table with ties, repeated rows, a constant, repeated and dependent columns."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, (2, 3, 5, 50)[seed % 4], size=(n, p)).astype(float)
    kind = seed % 7
    if kind == 1:
        X[:, 1] = 3.0
    elif kind == 2:
        X[:, p - 1] = X[:, 0]
    elif kind == 3:
        X[:, p - 1] = 1.0 - 2 * X[:, 0]
    elif kind == 4:
        X[:, 2] = X[:, 0] + X[:, 1]
    elif kind == 5:
        X[n // 2 :] = X[: n - n // 2]
    elif kind == 6:
        X = rng.normal(size=(n, p))
    y = (rng.permutation(n) < max(1, n // 2 - seed % 2)).astype(int)
    return X, y
