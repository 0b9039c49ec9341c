"""Points in blocks, one a stratum: merged, counted and listed within each block only.

Points of a block keep to its places, so that what is known of an order holds block by block. Without strata
there is one block.
"""

import numpy as np
from numba import njit

from aucopt.kernels.plane.order import OrderedPoints, Scratch, SwapTally, count_right, reorder
from aucopt.kernels.plane.positives import keep_open, weigh_opposite, weigh_order


@njit(cache=True, nogil=True)
def count_blocks(weight, blocks):
    """Weight of the right pairs of all blocks, in the order given."""
    right = np.int64(0)
    for k in range(blocks.shape[0] - 1):
        right += count_right(weight[blocks[k] : blocks[k + 1]])
    return right


@njit(cache=True, nogil=True)
def reorder_blocks(points, blocks, limbs, axis, scratch, tally):
    """Sort each block along ``axis``; returns and leaves behind what `reorder` does, of all blocks."""
    gain, loss, n_swaps = np.int64(0), np.int64(0), np.int64(0)
    room = tally.pairs.shape[0]
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        used = min(n_swaps, room)
        part = SwapTally(
            tally.pairs[used:], tally.gains, tally.losses, tally.glued, tally.score[first:end], tally.start
        )
        own = Scratch(
            scratch.key[first:end],
            scratch.place[first:end],
            scratch.left_key,
            scratch.left_place,
            scratch.left_weight,
            scratch.above,
        )
        some = OrderedPoints(points.xy[first:end], points.weight[first:end], points.row[first:end])
        won, lost, listed = reorder(some, limbs, axis, own, part)
        for i in range(first, end):
            scratch.place[i] += first
        for s in range(used, min(used + listed, room)):
            tally.pairs[s, 0] += first
            tally.pairs[s, 1] += first
        gain, loss, n_swaps = gain + won, loss + lost, n_swaps + listed
    return gain, loss, n_swaps


@njit(cache=True, nogil=True)
def weigh_blocks(weight, place, blocks, worth, over, above):
    """What the positives of all blocks are worth, as `weigh_order` has it; ``over`` is a number a block."""
    total = np.int64(0)
    for k in range(blocks.shape[0] - 1):
        total += weigh_order(weight, place[blocks[k] : blocks[k + 1]], worth, over[k], above)
    return total


@njit(cache=True, nogil=True)
def weigh_opposite_blocks(weight, above, blocks, worth, over):
    """What the positives of all blocks are worth half a turn on, as `weigh_opposite` has it."""
    total = np.int64(0)
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        total += weigh_opposite(weight[first:end], above[first:end], over[k], worth)
    return total


@njit(cache=True, nogil=True)
def keep_blocks(weight, place, blocks, above, above_then, gains, worth, over, kept):
    """What still matters of each block, as `keep_open` has it; what lies above the rest is added to ``over``.

    Returns what the positives that do not matter are worth together.
    """
    settled = np.int64(0)
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        gone, higher = keep_open(
            weight[first:end],
            place[first:end] - first,
            above[first:end],
            above_then[first:end],
            gains[first:end],
            worth,
            kept[first:end],
        )
        settled += gone
        over[k] += worth.unit * higher
    return settled
