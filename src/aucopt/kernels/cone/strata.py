"""Cones and the positives of strata: each stratum is bounded and listed by its own pairs."""

import numpy as np
from numba import njit

from aucopt.kernels.cone.positives import bound_positives, list_positives


@njit(cache=True, nogil=True)
def bound_strata(above, below, error, mine, others, coincident, worth, handicaps, highs, lows):
    """What the positives of all strata are worth at most in a cone, and how many pairs are open.

    Positives from ``highs[k]`` on and negatives from ``lows[k]`` on belong to stratum k. For the rest see
    `bound_positives`.
    """
    upper, n_open = np.int64(0), np.int64(0)
    for k in range(handicaps.shape[0]):
        some = np.ascontiguousarray(above[:, highs[k] : highs[k + 1]])
        order = np.argsort(below[0, lows[k] : lows[k + 1]]) + lows[k]
        under = np.ascontiguousarray(below[:, order])
        worth_here, open_here = bound_positives(
            some,
            under,
            error,
            mine[highs[k] : highs[k + 1]],
            others[order],
            coincident[highs[k] : highs[k + 1]],
            worth,
            handicaps[k],
            np.searchsorted(under[0], some[0] + error[0], side="right"),
            np.searchsorted(under[0], some[0] - error[0], side="left"),
        )
        upper += worth_here
        n_open += open_here
    return upper, n_open


@njit(cache=True, nogil=True)
def list_strata(
    scores, error, high, low, weight, x, digits, limbs, worth, handicaps, highs, lows, planes, pairs, listed,
    done,
):  # fmt: skip
    """List the open pairs of all strata; ``scores`` are those of all points. Returns as `list_positives`."""
    n, n_listed, settled = np.int64(done[0]), np.int64(done[1]), np.int64(0)
    for k in range(handicaps.shape[0]):
        up, down = high[highs[k] : highs[k + 1]], low[lows[k] : lows[k + 1]]
        n, n_listed, gone = list_positives(
            np.ascontiguousarray(scores[:, up]),
            np.ascontiguousarray(scores[:, down]),
            error,
            up,
            down,
            weight,
            x,
            digits,
            limbs,
            worth,
            handicaps[k],
            planes,
            pairs,
            listed,
            (n, n_listed),
        )
        settled += gone
        if n < 0:
            break
    return n, n_listed, settled
