"""Any panel: directions in boxes that are halved until a bound refuses them, or time is up.

One coordinate of a direction is +1 or -1 and the others lie in intervals, so that 2k boxes hold all
directions. The score of a pair is linear in the others: its value in the middle of a box and its reach to
both sides tell whether the pair is right or wrong in all of the box, or open. The negatives that are above a
positive in all of a box bound what the positive is worth there.

Scores are floats with a bound on their error; a pair in doubt stays open. So what is refused is refused for
certain, and what is not refused is left to an exact search.
"""

import numpy as np
from numba import njit

from aucopt.kernels.panels.alike import cover_alike
from aucopt.kernels.panels.coordinates import (
    CUT,
    REACHED,
    REFUSED,
    UNDECIDED,
    WIDTH,
    pick_columns,
    whiten,
)
from aucopt.kernels.scores.curve import worth_of

# Lists of all pairs that copies of columns take where pairs count alike.
COPIES = 3
_DEPTH = 96
_ROUNDINGS = 1024 * 2.0**-53


@njit(cache=True, nogil=True)
def value_of(worth, wp, above):
    """What the positives are worth with so much above each."""
    total = np.int64(0)
    for i in range(wp.shape[0]):
        total += wp[i] * worth_of(worth, above[i])
    return total


@njit(cache=True, nogil=True)
def are_equal(same, i, j):
    """Whether two rows are equal in all columns of a panel."""
    equal = True
    for c in range(same.shape[0]):
        equal &= same[c, i] == same[c, j]
    return equal


@njit(cache=True, nogil=True)
def tie_pairs(same, wn, tied):
    """Weigh the negatives that are equal to each positive: they tie whatever the direction."""
    n_positives = tied.shape[0]
    for i in range(n_positives):
        tied[i] = 0
        for j in range(wn.shape[0]):
            if same[0, i] == same[0, n_positives + j] and are_equal(same, i, n_positives + j):
                tied[i] += wn[j]


@njit(cache=True, nogil=True, error_model="numpy")
def classify(box, lists, first, last, pairs, diffs, error, above):
    """Put the open pairs of a box behind those of its parent; return their end, -1 if there is no room.

    The parent's are in ``[first, last)``. ``box`` is the axis that was cut, by how much the middle moves
    along it and by how much the half width shrinks. Also returned is the weight, in units, of open pairs that
    are not right in the middle.
    """
    axis, move, shrink = box
    score, reach, pair = lists
    owner, above_by, lost_by = pairs
    end, lost = last, np.int64(0)
    if last + last - first > score.shape[0]:
        return -1, lost
    # Without branches: which pairs stay open cannot be foretold.
    for t in range(first, last):
        m = pair[t]
        d = diffs[axis, m]
        s = score[t] + move * d
        r = reach[t] - shrink * abs(d)
        wrong = s + r < -error
        is_open = (s - r <= error) & (s + r >= -error)
        above[owner[m]] += above_by[m] * wrong
        lost += lost_by[m] * (is_open & (s <= error))
        score[end], reach[end], pair[end] = s, r, m
        end += is_open
    return end, lost


@njit(cache=True, nogil=True, error_model="numpy")
def cover_panel(z, same, signs, wp, wn, worth, linear, error, limit, most_looks, scratch):
    """Refuse a panel, or tell what it reaches; ``z`` holds its columns in coordinates of their own.

    ``same`` holds the ranks of its columns, which tell equal values exactly. Returns what became of it, and a
    value that it reaches, 0 if none is known.
    """
    diffs, score, reach, pair, owner, above_by, lost_by, above, tied = scratch
    k, n_positives, n_others = z.shape[0], wp.shape[0], wn.shape[0]
    middle, half = np.empty((_DEPTH, k)), np.empty((_DEPTH, k))
    begin, end = np.empty(_DEPTH, dtype=np.int64), np.empty(_DEPTH, dtype=np.int64)
    part = np.empty(_DEPTH, dtype=np.int64)
    lists, pairs = (score, reach, pair), (owner, above_by, lost_by)
    for c in range(k):
        m = 0
        for i in range(n_positives):
            for j in range(n_others):
                diffs[c, m] = z[c, i] - z[c, n_positives + j]
                m += 1
    tie_pairs(same, wn, tied)
    looks, best = np.int64(0), np.int64(0)
    for face in range(2 * k):
        lead, sign = face >> 1, 1.0 - 2.0 * (face & 1)
        if signs[lead] * sign < 0:
            continue
        for c in range(k):
            low = -WIDTH if signs[c] <= 0 else 0.0
            high = WIDTH if signs[c] >= 0 else 0.0
            middle[0, c], half[0, c] = (low + high) / 2, (high - low) / 2
        middle[0, lead], half[0, lead] = sign, 0.0
        above[0] = tied
        top, m, lost = 0, -1, np.int64(0)
        for i in range(n_positives):
            for j in range(n_others):
                m += 1
                s, r = 0.0, 0.0
                for c in range(k):
                    s += middle[0, c] * diffs[c, m]
                    r += half[0, c] * abs(diffs[c, m])
                if s - r > error:
                    continue
                if s + r < -error:
                    above[0, i] += above_by[m]
                    continue
                if abs(s) + r <= error and are_equal(same, i, n_positives + j):
                    continue
                if s <= error:
                    lost += lost_by[m]
                score[top], reach[top], pair[top] = s, r, m
                top += 1
        begin[0], end[0], part[0] = 0, top, 0
        level = 0
        bound = value_of(worth, wp, above[0])
        looks += n_positives * n_others
        if bound < limit:
            continue
        if linear:
            best = max(best, bound - lost)
            if best >= limit:
                return REACHED, best
        while level >= 0:
            if part[level] == 2:
                level -= 1
                continue
            if level == _DEPTH - 1 or looks >= most_looks:
                return UNDECIDED, best
            axis = 0
            for c in range(1, k):
                if half[level, c] > half[level, axis]:
                    axis = c
            h = half[level, axis]
            if h < 1e-9 or k == 1:
                return UNDECIDED, best
            # The cut lies slightly beside the middle.
            side = part[level]
            part[level] += 1
            new_half = h * (0.5 + (CUT if side == 0 else -CUT))
            move = (new_half - h) if side == 0 else (h - new_half)
            above[level + 1] = above[level]
            stop, lost = classify(
                (axis, move, h - new_half),
                lists,
                begin[level],
                end[level],
                pairs,
                diffs,
                error,
                above[level + 1],
            )
            looks += end[level] - begin[level]
            if stop < 0:
                return UNDECIDED, best
            bound = value_of(worth, wp, above[level + 1])
            if bound < limit:
                continue
            if linear:
                best = max(best, bound - lost)
                if best >= limit:
                    return REACHED, best
            middle[level + 1] = middle[level]
            half[level + 1] = half[level]
            middle[level + 1, axis] += move
            half[level + 1, axis] = new_half
            begin[level + 1], end[level + 1], part[level + 1] = end[level], stop, 0
            level += 1
    return REFUSED, best


@njit(cache=True, nogil=True, error_model="numpy")
def cover_boxes(
    panels,
    images,
    ranks,
    group,
    n_positives,
    signs,
    wp,
    wn,
    worth,
    linear,
    alike,
    limit,
    most_looks,
    room,
    state,
    lower,
):
    """Refuse panels that do not reach the limit; tell of the others what is known.

    If all pairs count ``alike`` they are looked at in lists of 32 bits, of which ``room`` fit.
    """
    k, n = panels.shape[1], images.shape[1]
    n_pairs = n_positives * (n - n_positives)
    listed = 0 if alike else room
    short = (
        np.empty((k, COPIES * n_pairs if alike else 0), dtype=np.float32),
        np.empty(room - listed, dtype=np.float32),
        np.empty(room - listed, dtype=np.float32),
    )
    scratch = (
        np.empty((k, 0 if alike else n_pairs)),
        np.empty(listed),
        np.empty(listed),
        np.empty(listed, dtype=np.int32),
        np.empty(n_pairs, dtype=np.int32),
        np.empty(n_pairs, dtype=np.int64),
        np.empty(n_pairs, dtype=np.int64),
        np.empty((_DEPTH, n_positives), dtype=np.int64),
        np.empty(n_positives, dtype=np.int64),
    )
    owner, above_by, lost_by = scratch[4:7]
    m = 0
    for i in range(n_positives):
        for j in range(n - n_positives):
            owner[m], above_by[m], lost_by[m] = i, worth.unit * wn[j], wp[i] * worth.unit * wn[j]
            m += 1
    matrix, z = np.empty((k, k)), np.empty((k, n))
    same, mine = np.empty((k, n), dtype=ranks.dtype), np.empty(k, dtype=np.int64)
    columns = np.empty(k, dtype=np.int64)
    for r in range(panels.shape[0]):
        used = pick_columns(panels[r], group, signs, columns)
        if used == 0:
            state[r], lower[r] = UNDECIDED, 0
            continue
        for c in range(used):
            mine[c] = signs[columns[c]]
            same[c] = ranks[columns[c]]
        some = columns[:used]
        whiten(some, images, wp, wn, n_positives, mine[:used].any(), matrix)
        size = 0.0
        for c in range(used):
            z[c] = 0.0
            for d in range(c + 1):
                size += abs(matrix[c, d])
                for i in range(n):
                    z[c, i] += matrix[c, d] * images[columns[d], i]
        if alike:
            state[r], lower[r] = cover_alike(
                z[:used],
                same[:used],
                mine[:used],
                n_positives,
                _ROUNDINGS * size,
                limit,
                most_looks,
                short,
            )
            continue
        state[r], lower[r] = cover_panel(
            z[:used],
            same[:used],
            mine[:used],
            wp,
            wn,
            worth,
            linear,
            _ROUNDINGS * size,
            limit,
            most_looks,
            scratch,
        )
