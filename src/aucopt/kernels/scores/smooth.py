"""A smooth count of right pairs and its gradient.

Pairs come in blocks, each positive of a block with each of its negatives, so that the inner loop reads
consecutive numbers and becomes vector instructions: no divisor is zero, so Python's check for it
(`error_model`), which would prevent that, is not needed, and sums may be taken in any order (`fastmath`).
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numba import njit


class PairBlocks(NamedTuple):
    """Blocks of pairs.

    Attributes
    ----------
    ups, downs : arrays of int32
        Rows of the positives and negatives, block after block.
    up_ends, down_ends : arrays of int
        Where each block ends among them.
    rate : (n_pairs,) array
        What the difference of the scores of a pair is multiplied by; the pairs of each positive in turn.
    """

    ups: np.ndarray
    downs: np.ndarray
    up_ends: np.ndarray
    down_ends: np.ndarray
    rate: np.ndarray


@njit(cache=True, nogil=True)
def smooth_count(scores, blocks, up_weight, down_weight, pull):
    """Sum (1 + z / sqrt(1 + z^2)) / 2 over pairs, with z = rate (score of the up - score of the down).

    The weight of a pair is the product of the weights of its rows. `pull` receives the derivative with
    respect to each score.
    """
    for i in range(pull.size):
        pull[i] = 0.0
    value = 0.0
    at, u, d0 = 0, 0, 0
    for b in range(blocks.up_ends.size):
        rows = blocks.downs[d0 : blocks.down_ends[b]]
        n = rows.size
        below, weight, pulled, slopes = scores[rows], down_weight[rows], np.zeros(n), np.empty(n)
        half = 0.5 * weight.sum()
        while u < blocks.up_ends[b]:
            row = blocks.ups[u]
            right, slope = _sum_row(scores[row], below, blocks.rate[at : at + n], weight, slopes)
            value += up_weight[row] * (half + 0.5 * right)
            pull[row] += 0.5 * up_weight[row] * slope
            _add(pulled, 0.5 * up_weight[row], slopes)
            at += n
            u += 1
        for j in range(n):
            pull[rows[j]] -= pulled[j]
        d0 = blocks.down_ends[b]
    return value


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
def _sum_row(score, below, rate, weight, slopes):
    """The pairs of one positive: the sums of z / sqrt(1 + z^2) and of its derivatives, which are kept."""
    value = 0.0
    total = 0.0
    for j in range(below.size):
        z = rate[j] * (score - below[j])
        shrink = 1.0 / sqrt(1.0 + z * z)
        value += weight[j] * z * shrink
        slope = weight[j] * rate[j] * shrink * shrink * shrink
        total += slope
        slopes[j] = slope
    return value, total


@njit(cache=True, nogil=True)
def _add(sums, factor, values):
    for j in range(sums.size):
        sums[j] += factor * values[j]
