"""Grouping pairs whose differences are parallel, in one pass with a table of the lines met so far."""

import numpy as np
from numba import njit

_LOW_31 = 0x7FFFFFFF
_FACTOR = 0x5BD1E995
_FIRST_SIZE = 16


@njit(cache=True, nogil=True)
def _slopes(whole, i, j, slopes):
    """The first column in which two points differ, and by how much; slopes of all columns against it.

    Integers below 2^53 are exact floats, so that parallel differences have equal slopes.
    """
    n = whole.shape[1]
    lead = 0
    while whole[i, lead] == whole[j, lead]:
        lead += 1
    by = whole[i, lead] - whole[j, lead]
    for c in range(n):
        # Zeros of one sign.
        slopes[c] = (whole[i, c] - whole[j, c]) / by + 0.0
    return lead, by


@njit(cache=True, nogil=True)
def _hash(bits):
    """A number below 2^31 out of the bits of some floats; no product leaves 62 bits."""
    h = np.int64(1)
    for c in range(bits.shape[0]):
        for part in (bits[c] & _LOW_31, (bits[c] >> 31) & _LOW_31):
            h = (h ^ part) * _FACTOR
            h = (h ^ (h >> 29)) & _LOW_31
    return h


@njit(cache=True, nogil=True)
def _grown(table):
    """The same entries in a table twice as large."""
    mask = 2 * table.shape[0] - 1
    grown = np.full(2 * table.shape[0], -1, dtype=np.int64)
    for entry in table:
        if entry >= 0:
            at = (entry >> 32) & mask
            while grown[at] >= 0:
                at = (at + 1) & mask
            grown[at] = entry
    return grown


@njit(cache=True, nogil=True)
def number_lines(whole, high, low, n, line):
    """Number the hyperplanes of the first n pairs from 1 on, in the order of their first pairs.

    Writes the number of each pair, negative where it points the other way than the first one. Returns how
    many hyperplanes there are.
    """
    n_columns = whole.shape[1]
    # Entries are a hash and which line it is of. Few lines keep the table small and near.
    table = np.full(_FIRST_SIZE, -1, dtype=np.int64)
    first = np.empty(n, dtype=np.int64)
    mine, theirs = np.empty(n_columns), np.empty(n_columns)
    bits = mine.view(np.int64)
    m = 0
    for t in range(n):
        if 2 * m >= table.shape[0]:
            table = _grown(table)
        mask = table.shape[0] - 1
        lead, by = _slopes(whole, high[t], low[t], mine)
        h = _hash(bits)
        at, k, by_other = h & mask, np.int64(0), by
        while table[at] >= 0:
            if table[at] >> 32 == h:
                k = table[at] & _LOW_31
                i, j = high[first[k]], low[first[k]]
                other, by_other = _slopes(whole, i, j, theirs)
                same = other == lead
                for c in range(n_columns):
                    # Where slopes are equal as floats products differ by less than 2^55: no wrap hides it.
                    same = same and mine[c] == theirs[c]
                    same = same and (whole[high[t], c] - whole[low[t], c]) * by_other == by * (
                        whole[i, c] - whole[j, c]
                    )
                if same:
                    break
            at = (at + 1) & mask
        if table[at] < 0:
            table[at], first[m] = (h << 32) | m, t
            m += 1
            line[t] = m
        else:
            line[t] = k + 1 if (by > 0) == (by_other > 0) else -k - 1
    return m


@njit(cache=True, nogil=True)
def merge_lines(whole, planes, n, kept):
    """Merge the first n pairs where they share a hyperplane; ``kept`` says which pair stands for each.

    Pairs that point the other way than the one that stands for them add to its loss. Returns how many are
    left, in the order of their first pairs.
    """
    high, low, gain, loss = planes
    line = np.empty(n, dtype=np.int64)
    n_lines = number_lines(whole, high, low, n, line)
    m = 0
    for t in range(n):
        k, weight = abs(line[t]) - 1, gain[t]
        if k == m:
            kept[m] = t
            high[m], low[m], gain[m], loss[m] = high[t], low[t], weight, 0
            m += 1
        elif line[t] > 0:
            gain[k] += weight
        else:
            loss[k] += weight
    return n_lines
