"""Separable data: a direction that ranks every positive above every negative, by linear programs.

The largest margin: max t such that w.x+ >= c + t, w.x- <= c - t, |w_j| <= 1, in columns scaled to unit range.
One row a point, never a pair, and only for points that bind: the hardest so far enter, until all have at
least half of the margin. A sample that no direction separates answers for all the data.
"""

import time
from collections.abc import Sequence
from math import inf

import numpy as np
from scipy.optimize import linprog

# Random labels are hardly ever separable on more than twice as many rows as columns; signals need more.
_SAMPLE_PER_COLUMN = 25
_ENTER_PER_COLUMN = 1
_MARGIN_SHARE = 0.5
_MAX_ROUNDS = 50
# HiGHS takes a row as satisfied when it misses by less.
_LP_TOLERANCE = 1e-7


def separating_direction(
    x_positive: np.ndarray,
    x_negative: np.ndarray,
    signs: Sequence[int] | None = None,
    deadline: float | None = None,
) -> np.ndarray | None:
    """Find weights that rank every positive above every negative, if the data are separable.

    In floats: weights count only after an exact recount, and None proves nothing. What HiGHS cannot tell from
    zero, a margin below about 1e-7 of the range of the columns, is not found.

    Parameters
    ----------
    x_positive, x_negative : arrays of shape (n+, d) and (n-, d)
        Finite numbers; neither is empty.
    signs : sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column.
    deadline : float, optional
        The moment of `time.monotonic` at which to give up.

    Returns
    -------
    (d,) array or None
        Weights whose margin on the scaled columns is more than half of the largest; none exceeds 1.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.exact.solvers.separable import separating_direction
    >>> negative = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> separating_direction(np.array([[1.0, 1.0]]), negative)
    array([1., 1.])
    >>> separating_direction(np.array([[1.0, 1.0]]), negative, signs=(0, -1)) is None
    True
    """
    sides = np.zeros(x_positive.shape[1], dtype=np.int64) if signs is None else np.asarray(signs)
    size = _SAMPLE_PER_COLUMN * (len(sides) + 2)
    if len(x_positive) > 2 * size or len(x_negative) > 2 * size:
        some_positive, some_negative = (x[:: max(1, len(x) // size)] for x in (x_positive, x_negative))
        if _separate(some_positive, some_negative, sides, 0.0, deadline) is None:
            return None
    return _separate(x_positive, x_negative, sides, _MARGIN_SHARE, deadline)


def _separate(
    x_positive: np.ndarray, x_negative: np.ndarray, signs: np.ndarray, share: float, deadline: float | None
) -> np.ndarray | None:
    """Find weights that give every row more than this share of the largest margin."""
    classes = ((1.0, x_positive), (-1.0, x_negative))
    low = np.minimum(x_positive.min(axis=0), x_negative.min(axis=0))
    span = np.maximum(x_positive.max(axis=0), x_negative.max(axis=0)) - low
    varies = span > 0
    if not varies.any():
        return None
    unit = span[varies].min()
    # A weight on a scaled column times this is one on the raw column; constant columns have none.
    raw = np.divide(unit, span, out=np.zeros_like(span), where=varies)
    n_enter = _ENTER_PER_COLUMN * (len(span) + 2)
    entered = [np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)]
    w = (x_positive.mean(axis=0) - x_negative.mean(axis=0)) * raw
    w[w * signs < 0] = 0.0
    # Of an infinite margin all rows fall short: the hardest for this first guess enter.
    offset, margin, enough = 0.0, np.inf, np.inf
    for _ in range(_MAX_ROUNDS):
        all_clear = True
        for k, (side, x) in enumerate(classes):
            margins = side * (x @ (w * raw) - offset)
            all_clear &= bool(margins.min() > enough)
            short = np.flatnonzero(margins < margin)
            hardest = short[np.argsort(margins[short], kind="stable")[:n_enter]]
            entered[k] = np.union1d(entered[k], hardest)
        if all_clear:
            return w * raw
        rows = [(x[chosen] - low) * (raw / unit) for (_, x), chosen in zip(classes, entered, strict=True)]
        w, threshold, scaled_margin = _largest_margin(rows[0], rows[1], signs, deadline)
        if scaled_margin <= _LP_TOLERANCE:
            return None
        offset, margin = threshold * unit + low @ (w * raw), scaled_margin * unit
        enough = share * margin
    return None


def _largest_margin(
    x_positive: np.ndarray, x_negative: np.ndarray, signs: np.ndarray, deadline: float | None
) -> tuple[np.ndarray, float, float]:
    """Solve the linear program on scaled rows: weights, threshold c, and margin t.

    The margin is zero if the rows are not separable, or not in time.
    """
    side = np.repeat([1.0, -1.0], [len(x_positive), len(x_negative)])
    rows = side[:, None] * np.concatenate([x_positive, x_negative])
    seconds = inf if deadline is None else deadline - time.monotonic()
    if seconds <= 0:
        return np.zeros(rows.shape[1]), 0.0, 0.0
    result = linprog(
        c=np.append(np.zeros(rows.shape[1] + 1), -1.0),
        A_ub=np.column_stack([-rows, side, np.ones(len(rows))]),
        b_ub=np.zeros(len(rows)),
        bounds=[(-float(s <= 0), float(s >= 0)) for s in signs] + [(None, None)] * 2,
        method="highs-ds",
        options={"time_limit": seconds} if seconds < inf else None,
    )
    if result.status != 0:
        return np.zeros(rows.shape[1]), 0.0, 0.0
    return result.x[:-2], float(result.x[-2]), float(result.x[-1])
