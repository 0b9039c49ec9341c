"""All swaps of a turn at once, for data with few pairs: no march, one sort.

From just after an axis every pair of distinct points swaps once in half a turn, and the other half mirrors
this one. Two passes over all pairs: the first counts them in buckets by whitened angle, the second lists
those in buckets that can still hold the optimum. Only these are sorted.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import sign_dot
from aucopt.kernels.plane.swaps import Swaps, sort_buckets
from aucopt.kernels.plane.sweep import open_runs, open_up, walk_buckets

# How far to turn: once around, half around, or up to the next axis.
CIRCLE, HALF, QUADRANT = 0, 1, 2
# What floats take for no difference at all must not divide.
_TINY = 1e-300


class Gauge(NamedTuple):
    """How angles are measured: a direction (x, y) at the angle of (a x + b y, c y), where a, c > 0.

    ``error`` bounds what rounding does to both coordinates together, for a difference of two points.
    ``exact`` holds the digits of the axis where the turn begins and of the next axis.
    """

    a: float
    b: float
    c: float
    error: float
    exact: np.ndarray


class Compared(NamedTuple):
    """Which pairs count: those of one stratum whose first point has the lower level.

    A stratum and a level for each point in the order given, and the weight of the pairs that are right there
    and of all pairs of distinct points. No levels: every positive is compared with every negative.
    """

    stratum: np.ndarray
    level: np.ndarray
    right: int
    distinct: int


ALL_PAIRS = Compared(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), 0, 0)


class Others(NamedTuple):
    """The points with negatives: coordinates, places in the order of all points, and room for buckets."""

    u: np.ndarray
    v: np.ndarray
    place: np.ndarray
    bucket: np.ndarray


@njit(cache=True, nogil=True)
def list_turn(points, limbs, gauge, extent, n_buckets, compared):
    """Find the cells with the most right pairs, turning from just after the first coordinate's axis.

    The points are in the order there. Returns the most right pairs, the swaps listed, how many there were,
    and the cells of this half turn and of the opposite one as rows (first swap, last swap), -1 for an end.
    """
    weight = points.weight
    n = weight.shape[0]
    zero, one = np.int64(0), np.int64(1)
    n_negatives, below, right, distinct = zero, zero, zero, zero
    for i in range(n):
        right += weight[i, 0] * below
        below += weight[i, 1]
        n_negatives += weight[i, 1] > 0
    for i in range(n):
        distinct += weight[i, 0] * (below - weight[i, 1])
    if compared.level.shape[0] > 0:
        right, distinct = np.int64(compared.right), np.int64(compared.distinct)
    # The negatives by themselves: numbers that lie side by side are worked on several at a time.
    others = Others(
        np.empty(n_negatives),
        np.empty(n_negatives),
        np.empty(n_negatives, dtype=np.int32),
        np.empty(n_negatives, dtype=np.int32),
    )
    t = 0
    for i in range(n):
        if weight[i, 1] > 0:
            others.u[t], others.v[t], others.place[t] = points.xy[i, 0], points.xy[i, 1], i
            t += 1
    gains = np.zeros(n_buckets, dtype=np.int64)
    losses = np.zeros(n_buckets, dtype=np.int64)
    held = np.zeros(n_buckets, dtype=np.int64)
    glued = np.zeros(n_buckets, dtype=np.bool_)
    _count_swaps(gains, losses, held, glued, points, limbs, gauge, extent, others, compared)

    opened = np.zeros(n_buckets, dtype=np.bool_)
    _, best, _ = open_runs(gains, losses, glued, right, zero)
    if extent == CIRCLE:
        best = max(best, open_runs(losses, gains, glued, distinct - right, zero)[1])
        open_up(opened, open_runs(losses, gains, glued, distinct - right, best)[0])
    open_up(opened, open_runs(gains, losses, glued, right, best)[0])
    swaps, n_swaps = _list_swaps(held, opened, points, limbs, gauge, extent, others, compared)
    sort_buckets(swaps, glued, points.row, limbs)
    best, cells = walk_buckets(swaps, gains, losses, glued, weight, right, best, True, one)
    mirrored = cells[:0]
    if extent == CIRCLE:
        mirrored_best, mirrored = walk_buckets(
            swaps, gains, losses, glued, weight, distinct - right, best, True, -one
        )
        if mirrored_best > best:
            best, cells = mirrored_best, cells[:0]
    return best, swaps, n_swaps, cells, mirrored


@njit(cache=True, nogil=True, error_model="numpy")
def _place(a, b, c, du, dv):
    """Where in [0, 2] of a half turn a pair swaps whose upper point is (du, dv) above, and its size.

    The pair ties on (-dv, du). Along the square |x| + |y| = 1 the order is that of angles, without arctan;
    three times error / size bounds the error, where that is small.
    """
    x, y = b * du - a * dv, c * du
    size = abs(x) + y
    return 1.0 - x / max(size, _TINY), size


@njit(cache=True, nogil=True, error_model="numpy")
def _bin_swaps(others, points, limbs, gauge, extent, n_buckets, i, cut, compared):
    """Find the buckets of the swaps of point i with all others, the first ``cut`` of which are below it.

    Bucket -1 is no swap, or one beyond the end of the turn. Returns whether floats are sure of every one.
    """
    a, b, c, error, exact = gauge
    us, vs, place, bucket = others
    n_others = place.shape[0]
    u, v = points.xy[i, 0], points.xy[i, 1]
    scale, top = 0.5 * n_buckets, np.int32(n_buckets - 1)
    tolerance = 3.0 * scale * error
    after = cut + 1 if cut < n_others and place[cut] == i else cut
    sure = True
    for t in range(cut):
        moment, size = _place(a, b, c, u - us[t], v - vs[t])
        moment *= scale
        k = min(np.int32(moment), top)
        sure &= (0.5 - abs(moment - k - 0.5)) * size > tolerance
        bucket[t] = k
    for t in range(cut, after):
        bucket[t] = -1
    for t in range(after, n_others):
        moment, size = _place(a, b, c, us[t] - u, vs[t] - v)
        moment *= scale
        k = min(np.int32(moment), top)
        sure &= (0.5 - abs(moment - k - 0.5)) * size > tolerance
        bucket[t] = k
    for t in range(n_others if extent != CIRCLE else 0):
        up, low = points.row[max(i, place[t])], points.row[min(i, place[t])]
        if extent == HALF:
            beyond = us[t] == u and sign_dot(limbs, up, low, exact[0]) == 0
        else:
            dv = vs[t] - v if t >= cut else v - vs[t]
            beyond = dv > 0.0 or (dv == 0.0 and sign_dot(limbs, up, low, exact[1]) >= 0)
        if beyond:
            bucket[t] = -1
    for t in range(n_others if compared.level.shape[0] > 0 else 0):
        j = place[t]
        if (
            compared.level[j] <= compared.level[i]
            or compared.stratum[j] != compared.stratum[i]
            or points.row[j] == points.row[i]
        ):
            bucket[t] = -1
    return sure


@njit(cache=True, nogil=True, error_model="numpy")
def _count_swaps(gains, losses, held, glued, points, limbs, gauge, extent, others, compared):
    """Count all swaps in buckets, and glue the buckets between which floats cannot decide."""
    weight = points.weight
    bucket, place = others.bucket, others.place
    n_buckets, n_others = gains.shape[0], place.shape[0]
    cut = 0
    for i in range(weight.shape[0]):
        mine = weight[i, 0]
        if mine == 0:
            continue
        while cut < n_others and place[cut] < i:
            cut += 1
        sure = _bin_swaps(others, points, limbs, gauge, extent, n_buckets, i, cut, compared)
        for t in range(cut):
            if bucket[t] >= 0:
                losses[bucket[t]] += mine * weight[place[t], 1]
                held[bucket[t]] += 1
        for t in range(cut, n_others):
            if bucket[t] >= 0:
                gains[bucket[t]] += mine * weight[place[t], 1]
                held[bucket[t]] += 1
        if not sure:
            _glue(glued, others, points, gauge, i)


@njit(cache=True, nogil=True, error_model="numpy")
def _glue(glued, others, points, gauge, i):
    """Glue the buckets in any of which a swap of point i may lie."""
    a, b, c, error, _ = gauge
    n_buckets = glued.shape[0]
    scale = 0.5 * n_buckets
    for t in range(others.place.shape[0]):
        if others.bucket[t] < 0:
            continue
        sign = 1.0 if others.place[t] > i else -1.0
        du, dv = sign * (others.u[t] - points.xy[i, 0]), sign * (others.v[t] - points.xy[i, 1])
        moment, size = _place(a, b, c, du, dv)
        first, last = 0, n_buckets - 1
        # Where the error is not small it is not known.
        if size > 8.0 * error:
            slack = 3.0 * error / size
            first = max(np.int64(scale * (moment - slack)), 0)
            last = min(np.int64(scale * (moment + slack)), last)
        for k in range(first + 1, last + 1):
            glued[k] = True


@njit(cache=True, nogil=True, error_model="numpy")
def _list_swaps(held, opened, points, limbs, gauge, extent, others, compared):
    """List the swaps of the opened buckets, by bucket; return also how many swaps there are in all."""
    xy, weight, _ = points
    a, b, c, error, _ = gauge
    bucket, us, vs, others_place = others.bucket, others.u, others.v, others.place
    n_buckets, n_others = held.shape[0], others_place.shape[0]
    offset = np.empty(n_buckets + 1, dtype=np.int64)
    filled = np.empty(n_buckets, dtype=np.int64)
    n_swaps = offset[0] = 0
    for k in range(n_buckets):
        filled[k] = offset[k]
        n_swaps += held[k]
        offset[k + 1] = offset[k] + (held[k] if opened[k] else 0)
    n_listed = offset[n_buckets]
    pairs = np.empty((n_listed, 2), dtype=np.int32)
    place, slack = np.empty(n_listed), np.empty(n_listed)
    cut = 0
    for i in range(xy.shape[0] if n_listed > 0 else 0):
        if weight[i, 0] == 0:
            continue
        while cut < n_others and others_place[cut] < i:
            cut += 1
        _bin_swaps(others, points, limbs, gauge, extent, n_buckets, i, cut, compared)
        for t in range(n_others):
            k, j = bucket[t], others_place[t]
            if k < 0 or not opened[k]:
                continue
            s = filled[k]
            filled[k] += 1
            pairs[s, 0], pairs[s, 1] = i, j
            sign = 1.0 if j > i else -1.0
            moment, size = _place(a, b, c, sign * (us[t] - xy[i, 0]), sign * (vs[t] - xy[i, 1]))
            # Where the error is not small floats say nothing: such swaps compare exactly.
            sure = size > 8.0 * error
            place[s] = moment if sure else 1.0
            slack[s] = 3.0 * error / size if sure else 2.0
    return Swaps(pairs, place, slack, np.arange(n_listed), offset), n_swaps
