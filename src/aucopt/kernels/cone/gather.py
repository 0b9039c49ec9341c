"""Open pairs of a cone that still matter, copied to a place of their own: by positive, and by hyperplane.

Of a positive that is worth something however its open pairs turn out, the worth falls evenly: by the
slope for whatever is above it. Sums of such positives are all that is asked for, so that they become one.
Where many pairs share hyperplanes, as on grids, the pairs of that one merge, of whichever positives they
are: on each side of a hyperplane some of its pairs are wrong, so as much as the lighter side weighs is
lost for certain, and only what the heavier side has more is open. On grids this closes cones around
directions in which many hyperplanes meet.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.cone.positives import is_settled, value_left


class Lines(NamedTuple):
    """Hyperplanes on which pairs of several positives lie; empty if they are not to be merged.

    `number` tells the hyperplane of each of the planes, from 1 on, negative for the opposite side. The
    rest is room for adding up: of each hyperplane what lies on its sides, and a row that stands for it,
    with its plane, its difference and its bits; and the hyperplanes met.
    """

    number: np.ndarray
    plus: np.ndarray
    minus: np.ndarray
    plane: np.ndarray
    d: np.ndarray
    up: np.ndarray
    down: np.ndarray
    met: np.ndarray


@njit(cache=True, nogil=True)
def gather_alive(axes, worth, planes, pairs, positives, lines, mine, first, at, to, to_positive):
    """Copy the open pairs that still matter to ``to`` and on, their positives to ``to_positive`` and on.

    Their bits close ranks, and neighbours whose worth falls evenly become one; with lines all of these do,
    as the last of the positives. Returns the number of pairs and of positives, and what those left out are
    worth.
    """
    n = len(axes)
    full = (1 << n) - 1
    slope = worth.slope if worth.slope else np.int64(1)
    m, n_left, settled, was_even = 0, 0, np.int64(0), False
    n_met, together = 0, np.int64(0)
    begin = np.int64(0)
    for g in range(mine[0], mine[1]):
        end, over = positives.end[g], np.int64(0)
        start, possible = m, np.int64(0)
        for t in range(begin, end):
            up, down, plane = pairs.up[at + t], pairs.down[at + t], pairs.plane[first + t]
            weight = planes.gain[plane]
            over += weight * (down == full)
            # Written first, and over if it is decided: whether a row is open is anybody's guess.
            for c in range(n):
                pairs.d[c, to + m] = pairs.d[c, first + t]
            pairs.plane[to + m] = plane
            pairs.up[at + m], pairs.down[at + m] = up, down
            is_open = (up != full) & (down != full)
            possible += weight * is_open
            m += is_open
        begin = end
        left, mass = positives.left[g] - slope * over, positives.weight[g]
        if is_settled(worth, left, possible):
            settled += mass * value_left(worth, left)
            m = start
            continue
        is_even = worth.slope != 0 and left >= slope * possible
        if is_even and lines.met.shape[0] > 0:
            n_met = _add_up(planes, pairs, lines, n_met, mass, to + start, m - start, at + start)
            together += mass * left
            m = start
            continue
        last = to_positive + n_left - 1
        if is_even and was_even and positives.weight[last] == mass:
            positives.end[last] = m
            positives.left[last] += left
            continue
        was_even = is_even
        positives.end[last + 1], positives.left[last + 1], positives.weight[last + 1] = m, left, mass
        n_left += 1
    if n_met == 0:
        return m, n_left, settled
    start = m
    m, lighter = _put_together(planes, pairs, lines, n_met, at, to, m)
    together -= slope * lighter
    if m == start:
        return m, n_left, settled + together
    last = to_positive + n_left
    positives.end[last], positives.left[last], positives.weight[last] = m, together, 1
    return m, n_left + 1, settled


@njit(cache=True, nogil=True)
def _add_up(planes, pairs, lines, n_met, mass, begin, n_rows, at):
    """Add what some rows weigh to their hyperplanes; returns how many of these are met by then."""
    for t in range(n_rows):
        plane = pairs.plane[begin + t]
        number = lines.number[plane]
        k = abs(number) - 1
        if lines.plus[k] == 0 and lines.minus[k] == 0:
            lines.met[n_met] = k
            # The row itself is written over by the next positives.
            lines.plane[k], lines.up[k], lines.down[k] = plane, pairs.up[at + t], pairs.down[at + t]
            for c in range(lines.d.shape[0]):
                lines.d[c, k] = pairs.d[c, begin + t]
            n_met += 1
        if number > 0:
            lines.plus[k] += mass * planes.gain[plane]
        else:
            lines.minus[k] += mass * planes.gain[plane]
    return n_met


@njit(cache=True, nogil=True)
def _put_together(planes, pairs, lines, n_met, at, to, m):
    """Write a row for each hyperplane met, turned to its heavier side, from row ``m`` on.

    Returns the number of rows then, and what the lighter sides weigh together.
    """
    lighter = np.int64(0)
    for e in range(n_met):
        k = lines.met[e]
        plane, plus, minus = lines.plane[k], lines.plus[k], lines.minus[k]
        lines.plus[k], lines.minus[k] = 0, 0
        lighter += min(plus, minus)
        if plus == minus:
            continue
        stays = (lines.number[plane] > 0) == (plus > minus)
        turn = 1.0 if stays else -1.0
        for c in range(lines.d.shape[0]):
            pairs.d[c, to + m] = turn * lines.d[c, k]
        high, low, up, down = planes.high[plane], planes.low[plane], lines.up[k], lines.down[k]
        if not stays:
            high, low, up, down = low, high, down, up
        pairs.up[at + m], pairs.down[at + m] = up, down
        # Planes of their own, where nobody else writes.
        pairs.plane[to + m] = to + m
        planes.high[to + m], planes.low[to + m] = high, low
        planes.gain[to + m], planes.loss[to + m] = abs(plus - minus), 0
        lines.number[to + m] = k + 1 if plus > minus else -k - 1
        m += 1
    return m, lighter
