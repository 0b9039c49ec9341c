"""Which pairs stand in another order than before: weighed and listed for all of them at once.

Things are in places 0, 1, 2..., and each has a rank, its place in another order. A pair is inverted if the
thing in the lower place has the higher rank. Two ranks that differ do so first in one of their bits, counted
from the highest: so sort them by one bit after the other. At each bit, take the groups of things whose higher
bits agree. In a group the inverted pairs are those of a rank with bit 1 before one with bit 0.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

_BLOCK_BITS = 14


class _Level(NamedTuple):
    """The inverted pairs that first differ in one bit.

    ``lower[k]`` is inverted with each of ``higher[first[k] : last[k]]``.
    """

    higher: np.ndarray
    lower: np.ndarray
    first: np.ndarray
    last: np.ndarray


def _levels(rank: np.ndarray) -> Iterator[_Level]:
    """Sort ranks by one bit after the other, and tell what each step has put right."""
    n = len(rank)
    n_bits = (n - 1).bit_length()
    # More ranks, which are in their places already, make all groups whole.
    ranks = np.arange(1 << n_bits)
    reach = int(np.abs(rank - ranks[:n]).max(initial=0))
    ranks[:n] = rank
    if not reach:
        return
    for bit in reversed(range(_BLOCK_BITS, n_bits)):
        yield _sort_bit(ranks, n, bit, reach)
    # Groups of the lower bits are small: those of a block stay in the cache of a processor.
    for begin in range(0, n, 1 << _BLOCK_BITS):
        block = ranks[begin : begin + (1 << _BLOCK_BITS)]
        for bit in reversed(range(min(_BLOCK_BITS, (n - begin - 1).bit_length()))):
            yield _sort_bit(block, n - begin, bit, reach)


def _sort_bit(ranks: np.ndarray, n: int, bit: int, reach: int) -> _Level:
    """Sort the first n ranks by one bit, in the groups whose higher bits agree.

    That puts ranks with bit 0 into the lower half of the places of their group. Nothing is further away from
    its place than `reach`, at first or later on. So only the `reach` places on both sides of the middle of a
    group take part, and half of these hold ranks with bit 0.
    """
    half = 1 << bit
    width = min(half, reach)
    n_groups = (min(n, len(ranks)) - half - 1) // (2 * half) + 1
    groups = ranks.reshape(-1, 2 * half)[:n_groups, half - width : half + width]
    things = groups.ravel()
    is_higher = things & half != 0
    at_lower = np.flatnonzero(~is_higher)
    higher, lower = things[np.flatnonzero(is_higher)], things[at_lower]
    groups[:, :width], groups[:, width:] = lower.reshape(-1, width), higher.reshape(-1, width)
    first = np.repeat(np.arange(0, len(higher), width), width)
    return _Level(higher, lower, first, at_lower - np.arange(len(lower)))


def inverted_weight(rank: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> int:
    """The weight of all inverted pairs: each counts that of its higher rank times that of its lower one."""
    total = 0
    higher, lower = _padded(higher), _padded(lower)
    for level in _levels(rank):
        running = np.concatenate([higher[:1] * 0, np.cumsum(higher[level.higher])])
        total += int(np.dot(running[level.last] - running[level.first], lower[level.lower]))
    return total


def list_inversions(
    rank: np.ndarray, kinds: Sequence[tuple[np.ndarray, np.ndarray]]
) -> list[tuple[np.ndarray, np.ndarray]]:
    """All inverted pairs of some kinds: for each kind the higher ranks, and the lower ones.

    A kind says, by rank, which may be the higher rank of a pair and which the lower one: 1 or 0.
    """
    none = np.empty(0, dtype=np.int64)
    padded = [(_padded(higher), _padded(lower)) for higher, lower in kinds]
    found = [([none], [none]) for _ in kinds]
    for level in _levels(rank):
        for (may_be_higher, may_be_lower), (higher, lower) in zip(padded, found, strict=True):
            is_higher = may_be_higher[level.higher]
            chosen = np.flatnonzero(may_be_lower[level.lower])
            before = np.concatenate([none, [0], np.cumsum(is_higher)])
            first, last = before[level.first[chosen]], before[level.last[chosen]]
            counts = last - first
            # The numbers from first to last of each, one after the other.
            numbers = np.arange(counts.sum()) + np.repeat(first - (np.cumsum(counts) - counts), counts)
            higher.append(level.higher[np.flatnonzero(is_higher)][numbers])
            lower.append(np.repeat(level.lower[chosen], counts))
    return [(np.concatenate(higher), np.concatenate(lower)) for higher, lower in found]


def _padded(weight: np.ndarray) -> np.ndarray:
    """Weights by rank, and none for the ranks that are added to make groups whole."""
    size = 1 << (len(weight) - 1).bit_length()
    return np.concatenate([weight, np.zeros(size - len(weight), dtype=weight.dtype)])
