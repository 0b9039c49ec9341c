"""The smoothed optimum as a solution: weights in the middle of a wide good region, and the AUC they have.

For prediction a direction all of whose neighbours are good is worth more than a needle that is a pair
better. Nothing is proved of it but the AUC it attains.
"""

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import joblib
import numpy as np

from aucopt.exact.ascent import ascend
from aucopt.exact.problem import primitive_vector
from aucopt.exact.solution import Solution


def maximize_smoothed(
    X: Any,
    positive: np.ndarray,
    weight: np.ndarray | None,
    *,
    smoothing: float,
    signs: Sequence[int],
    time_limit: float | None = None,
    n_jobs: int | None = None,
    random_state: Any = None,
) -> Solution:
    """Find weights whose AUC, averaged over a cloud of directions around them, is high.

    Parameters
    ----------
    X, positive, weight, signs, smoothing, random_state
        As in `ascend`.
    time_limit, n_jobs
        As in `maximize_auc`.

    Returns
    -------
    Solution
        With the trivial bound 1 and the status "local" (or "time_limit", "interrupted").

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.exact.smoothed import maximize_smoothed
    >>> X, positive = np.array([[0.0, 1], [1, 0], [2, 2], [3, 1]]), np.array([False, False, True, True])
    >>> solution = maximize_smoothed(X, positive, None, smoothing=0.5, signs=(0, 0))
    >>> solution.auc, solution.status
    (1.0, 'local')
    """
    started = time.monotonic()
    found = ascend(
        X,
        positive,
        weight,
        signs=signs,
        smoothing=smoothing,
        deadline=None if time_limit is None else started + time_limit,
        n_jobs=joblib.effective_n_jobs(-1 if n_jobs is None else n_jobs),
        random_state=random_state,
    )
    counts: Sequence[int] = [int(count) for count in (found.right, found.tied, found.total)]
    if weight is not None and weight.dtype.kind == "f":
        # Sums of float weights are fractions over a power of two.
        counts = primitive_vector([Fraction(count) for count in (found.right, found.tied, found.total)])
    right, tied, total = counts
    return Solution(
        coef=found.coef,
        status=found.status,
        right=right,
        tied=tied,
        total=total,
        bound_exact=Fraction(1),
        direction=primitive_vector([Fraction(float(w)) for w in found.coef]),
        arcs=(),
        notes=(f"Smoothed by {smoothing:g}: meant to generalise, not to attain the highest training AUC.",),
        feature_names=tuple(f"x{j}" for j in range(X.shape[1])),
        classes=np.array([False, True]),
        work={"smooth ascents": found.n_rounds},
        seconds=time.monotonic() - started,
        geometry=None,
    )
