"""A bound on the AUC of all blends with weights of zero or more, from the order of each model alone.

A pair that no model ranks right is right in no blend. It can be tied in one only if some model ties it. All
other pairs may be right. The bound is cheap and needs no search, so that blends of many models have one too.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from aucopt.exact.objective.roc import AUC
from aucopt.exact.solution.solution import Solution

# Comparisons of a pair by a model: more would take longer than most searches.
MOST_COMPARISONS = 2_000_000_000
_AT_ONCE = 1_000_000  # pairs


def dominance_bound(
    scores: np.ndarray, positive: np.ndarray, weights: np.ndarray | None = None
) -> Fraction | None:
    """No blend of the columns with weights of zero or more has a higher AUC.

    Parameters
    ----------
    scores : (n, m) array
        A column a model.
    positive : (n,) array of bool
        Which rows are positive.
    weights : (n,) array, optional
        Weights of the rows.

    Returns
    -------
    Fraction or None
        None if it would take too long, or if weights are not whole numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.estimators.dominance import dominance_bound
    >>> scores = np.array([[0.2, 0.3], [0.4, 0.1], [0.3, 0.2], [0.1, 0.1]])
    >>> dominance_bound(scores, np.array([True, True, False, False]))
    Fraction(1, 1)
    >>> dominance_bound(scores[:, 1:], np.array([True, True, False, False]))
    Fraction(5, 8)
    """
    if weights is not None and not np.issubdtype(weights.dtype, np.integer):
        return None
    above, below = scores[positive], scores[~positive]
    if above.shape[0] * below.size > MOST_COMPARISONS:
        return None
    # Integers of any size: sums of products of weights may leave 64 bits.
    ones = np.ones(len(positive), dtype=np.int64) if weights is None else weights
    weight_above, weight_below = ones[positive].tolist(), ones[~positive].astype(object)
    step = max(_AT_ONCE // len(below), 1)
    halves = 0
    for start in range(0, len(above), step):
        part = above[start : start + step]
        right = np.zeros((len(part), len(below)), dtype=bool)
        tied = np.zeros_like(right)
        for mine, theirs in zip(part.T, below.T, strict=True):
            right |= mine[:, None] > theirs
            tied |= mine[:, None] == theirs
        worth = 2 * right.astype(np.int8) + (tied & ~right)
        if weights is None:
            halves += int(worth.sum(dtype=np.int64))
        else:
            for i, row in enumerate(worth):
                halves += weight_above[start + i] * int((row * weight_below).sum())
    total = sum(weight_above) * int(weight_below.sum())
    return Fraction(halves, 2 * total)


def tighten(
    solution: Solution, scores: np.ndarray, positive: np.ndarray, weights: np.ndarray | None
) -> Solution:
    """The solution of a blend by AUC, with the bound of the models' orders where that is the lower one."""
    if solution.status == "optimal" or not isinstance(solution.objective, AUC):
        return solution
    bound = dominance_bound(scores, positive, weights)
    if bound is None or bound >= solution.bound_exact:
        return solution
    status = "optimal" if bound == solution.value_exact else solution.status
    return replace(solution, bound_exact=bound, status=status)
