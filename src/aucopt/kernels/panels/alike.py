"""Boxes of directions where all pairs count alike: whole lists of pairs at once, in floats of 32 bits.

As in `boxes`, a box is halved until a bound refuses it. Here all pairs of a list are scored, also those whose
side is known: processors score eight at a time, which is faster than picking out the open ones at every cut.
They are picked out where few are left.
"""

import numpy as np
from numba import njit

from aucopt.kernels.panels.coordinates import CUT, REACHED, REFUSED, UNDECIDED, WIDTH

_DEPTH = 60
# Numbers that are summed in 32 bits before they go to a sum of 64.
_CHUNK = 1024
_ROUNDOFF = 2.0**-24
_ZERO, _ONE = np.float32(0), np.float32(1)
# Open pairs are picked out where they are less than this part of their list.
_FEW = 0.4


# Sums may be taken in any order, and products be added at once: the bound on errors allows for both.
@njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
def move_box(score, reach, column, new_score, new_reach, move, shrink, error):
    """Fill in the scores in the middle of a box, and their reaches, from those of another box.

    The middle moves along the axis of the column, and the half width shrinks. Returned is how many pairs are
    wrong and right in all of the box, and how many are not surely right in its middle.
    """
    wrong, right, below = np.int64(0), np.int64(0), np.int64(0)
    for begin in range(0, score.shape[0], _CHUNK):
        stop = begin + _CHUNK
        s, r, d = score[begin:stop], reach[begin:stop], column[begin:stop]
        new_s, new_r = new_score[begin:stop], new_reach[begin:stop]
        n_wrong, n_right, n_below = _ZERO, _ZERO, _ZERO
        for t in range(s.shape[0]):
            middle = s[t] + move * d[t]
            around = r[t] - shrink * abs(d[t])
            new_s[t], new_r[t] = middle, around
            n_wrong += _ONE if middle + around < -error else _ZERO
            n_right += _ONE if middle - around > error else _ZERO
            n_below += _ONE if middle <= error else _ZERO
        wrong, right, below = wrong + np.int64(n_wrong), right + np.int64(n_right), below + np.int64(n_below)
    return wrong, right, below


@njit(cache=True, nogil=True)
def pick_open(score, reach, columns, new_columns, error):
    """Move the open pairs of a list to its beginning, and copy their columns; count them, and those wrong."""
    end, wrong = np.int64(0), np.int64(0)
    for t in range(score.shape[0]):
        s, r = score[t], reach[t]
        score[end], reach[end] = s, r
        for c in range(columns.shape[0]):
            new_columns[c, end] = columns[c, t]
        below = s + r < -error
        wrong += below
        end += (s - r <= error) & ~below
    return end, wrong


@njit(cache=True, nogil=True)
def fill_pairs(z, same, n_positives, columns):
    """Fill in the differences of pairs of rows, but of those that all columns tie; return their number."""
    n = 0
    for i in range(n_positives):
        for j in range(n_positives, z.shape[1]):
            differs = False
            for c in range(z.shape[0]):
                columns[c, n] = z[c, i] - z[c, j]
                differs |= same[c, i] != same[c, j]
            n += differs
    return n


@njit(cache=True, nogil=True)
def span_of(z):
    """The widest column."""
    widest = 0.0
    for c in range(z.shape[0]):
        widest = max(widest, z[c].max() - z[c].min())
    return widest


@njit(cache=True, nogil=True, error_model="numpy")
def cover_alike(z, same, signs, n_positives, error_of_z, limit, most_looks, scratch):
    """Refuse a panel, or tell what it reaches; ``z`` holds its columns in coordinates of their own.

    A score is off by at most ``error_of_z`` before it is rounded to 32 bits.
    Pairs count one if they are right and one half if they tie, and values are in halves. ``same`` holds the
    ranks of its columns, which tell equal values exactly. Returned is what became of the panel, and a value
    that it reaches, 0 if none is known.
    """
    columns, score, reach = scratch
    k, room, most_copied = z.shape[0], score.shape[0], columns.shape[1] - 1
    n_pairs = fill_pairs(z, same, n_positives, columns[:k])
    tied = n_positives * (z.shape[1] - n_positives) - n_pairs
    # A score is a sum of 2k products, and of one more at each level.
    roundings = 4.0 * (k + 1) * span_of(z) * _ROUNDOFF
    half = np.empty((_DEPTH, k))
    begin, end, part = np.empty(_DEPTH, np.int64), np.empty(_DEPTH, np.int64), np.empty(_DEPTH, np.int64)
    place, copied, dropped = (
        np.empty(_DEPTH, np.int64),
        np.empty(_DEPTH, np.int64),
        np.empty(_DEPTH, np.int64),
    )
    looks, best = np.int64(0), np.int64(0)
    if room < n_pairs:
        return UNDECIDED, best
    for face in range(2 * k):
        lead, sign = face >> 1, 1.0 - 2.0 * (face & 1)
        if signs[lead] * sign < 0:
            continue
        s, r = score[:n_pairs], reach[:n_pairs]
        s[:], r[:] = _ZERO, _ZERO
        wrong, right, below = np.int64(0), np.int64(0), np.int64(0)
        for c in range(k):
            low = -WIDTH if signs[c] <= 0 else 0.0
            high = WIDTH if signs[c] >= 0 else 0.0
            middle = sign if c == lead else (low + high) / 2
            half[0, c] = 0.0 if c == lead else (high - low) / 2
            error = np.float32(error_of_z + roundings * (2 * k + 8))
            move, shrink = np.float32(middle), np.float32(-half[0, c])
            wrong, right, below = move_box(s, r, columns[c, :n_pairs], s, r, move, shrink, error)
        begin[0], end[0], part[0], place[0], copied[0], dropped[0] = 0, n_pairs, 0, 0, n_pairs, 0
        looks += n_pairs
        if 2 * (n_pairs - wrong) + tied < limit:
            continue
        best = max(best, 2 * (n_pairs - below) + tied)
        if best >= limit:
            return REACHED, best
        level = 0
        while level >= 0:
            if part[level] == 2:
                level -= 1
                continue
            if level == _DEPTH - 1 or looks >= most_looks:
                return UNDECIDED, best
            axis = np.argmax(half[level])
            h, n, out = half[level, axis], end[level] - begin[level], end[level]
            if h == 0.0 or out + n > room:
                return UNDECIDED, best
            # The cut lies slightly beside the middle.
            side = part[level]
            part[level] += 1
            new_half = h * (0.5 + (CUT if side == 0 else -CUT))
            move = (new_half - h) if side == 0 else (h - new_half)
            error = np.float32(error_of_z + roundings * (2 * k + 9 + level))
            s, r = score[out : out + n], reach[out : out + n]
            mine = columns[:k, place[level] : place[level] + n]
            wrong, right, below = move_box(
                score[begin[level] : out],
                reach[begin[level] : out],
                mine[axis],
                s,
                r,
                np.float32(move),
                np.float32(h - new_half),
                error,
            )
            looks += n
            most = 2 * (n_pairs - dropped[level] - wrong) + tied
            if most < limit:
                continue
            best = max(best, 2 * (n_pairs - dropped[level] - below) + tied)
            if best >= limit:
                return REACHED, best
            level += 1
            half[level] = half[level - 1]
            half[level, axis] = new_half
            n_open = n - wrong - right
            begin[level], end[level], part[level] = out, out + n, 0
            place[level], copied[level], dropped[level] = (
                place[level - 1],
                copied[level - 1],
                dropped[level - 1],
            )
            if (n_open < _FEW * n or out + 2 * n > room) and copied[level] + n <= most_copied:
                first = copied[level]
                # Counted again: what is left out must be what was counted, however sums were rounded.
                kept, wrong = pick_open(s, r, mine, columns[:k, first:], error)
                place[level], copied[level] = first, first + kept
                end[level] = out + kept
                dropped[level] += wrong
    return REFUSED, best
