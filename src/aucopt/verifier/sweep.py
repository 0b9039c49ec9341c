"""The most right pairs inside an arc, swap by swap: exactly, or, sooner, a bound on it.

A pair swaps at a share before / (before + after) of the way along the arc, with the distance of its two
heights before and after. Only the order of these shares matters. They are divided out in int64. Where heights
are exact, shares get so many bits that only equal ones become equal, and the result is exact. Where they are
not, a gain counts as early and a loss as late as it may happen: what results is never too low.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucopt.verifier.heights import Heights

# Bits of a share that are computed in a row. Two shares of numbers of b bits that differ do so in their first
# 2 b bits: a stretch and two words are enough for 60.
_WORD_BITS = 62
# Distances that are not exact anyway are cut to this many bits.
_SHORT_BITS = 31
# The way is cut into 2^16 stretches. Only those that may reach the limit are looked at more closely.
_STRETCH_BITS = 16


@dataclass(frozen=True)
class PointSwaps:
    """Pairs of points that swap inside an arc: `rising` comes to stand over `passed`.

    `change` is what that adds to the weight of the right pairs. Gains are listed before losses.
    """

    rising: np.ndarray
    passed: np.ndarray
    change: np.ndarray

    def most_above(self, start: Heights, stop: Heights, enough: int) -> tuple[int, bool]:
        """What the running sum of changes, 0 at first, never exceeds; and whether that is certainly reached.

        Sums up to `enough` need not be told apart.
        """
        enough = max(enough, 0)
        doubt = 2 * max(start.doubt, stop.doubt)
        before = np.maximum(start.values[self.passed] - start.values[self.rising], 0)
        whole = before + np.maximum(stop.values[self.rising] - stop.values[self.passed], 0)
        cut = max(int(whole.max(initial=0)).bit_length() - (_SHORT_BITS if doubt else _WORD_BITS - 2), 0)
        if doubt or cut:
            before, whole, doubt = before >> cut, whole >> cut, (doubt >> cut) + 2
            # Nothing is known of the share where both distances are nothing but doubt.
            np.maximum(whole, 1, out=whole)
            before += doubt - 2 * doubt * (self.change > 0)
            before = np.minimum(np.maximum(before, 0), whole)
        stretch, rest = _divide(before, whole, _STRETCH_BITS)
        at_begin, at_most = self._bound_stretches(stretch)
        close = np.flatnonzero((at_most > enough)[stretch])
        if not len(close):
            return enough, False
        words = [stretch[close]]
        rest, whole = rest[close], whole[close]
        for _ in range(1 if doubt else 2):
            word, rest = _divide(rest, whole, _WORD_BITS)
            words.append(word)
        # The last key of lexsort counts first; gains stay before losses of the same moment.
        order = np.lexsort(words[::-1])
        close = close[order]
        running = np.cumsum(self.change[close])
        # Stretches that were left out change the sum as well.
        first = np.searchsorted(stretch[close], stretch[close])
        running += at_begin[stretch[close]] - (running - self.change[close])[first]
        if not doubt:
            # What happens at the same moment happens together.
            moments = np.array(words)[:, order]
            running = running[np.append((moments[:, 1:] != moments[:, :-1]).any(axis=0), True)]
        return max(int(running.max()), enough), not doubt

    def _bound_stretches(self, stretch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The sum of changes before each stretch, and what it does not exceed inside, gains first."""
        gains, all_changes = (np.zeros((1 << _STRETCH_BITS) + 1, dtype=self.change.dtype) for _ in range(2))
        np.add.at(all_changes, stretch, self.change)
        n_gains = int(np.count_nonzero(self.change > 0))
        np.add.at(gains, stretch[:n_gains], self.change[:n_gains])
        at_begin = np.cumsum(all_changes) - all_changes
        return at_begin, at_begin + gains

    def exactly_above(self, start: Sequence[int], stop: Sequence[int]) -> int:
        """The highest value of the running sum, at least 0, from exact heights."""
        digits = 2 * max(map(abs, (*start, *stop))).bit_length() + 4
        change: defaultdict[int, int] = defaultdict(int)
        for i, j, weight in zip(
            self.rising.tolist(), self.passed.tolist(), self.change.tolist(), strict=True
        ):
            before = start[j] - start[i]
            # Two shares that differ do so in these digits.
            change[(before << digits) // (before + stop[i] - stop[j])] += weight
        best = running = 0
        for moment in sorted(change):
            running += change[moment]
            best = max(best, running)
        return best


def _divide(part: np.ndarray, whole: np.ndarray, n_bits: int) -> tuple[np.ndarray, np.ndarray]:
    """The first bits of part / whole, from 0 to 1, after the point; and what remains, to go on with."""
    step = _WORD_BITS - int(whole.max(initial=1)).bit_length()
    share = np.zeros_like(part)
    while n_bits:
        n = min(step, n_bits)
        digits, part = np.divmod(part << n, whole)
        share = (share << n) + digits
        n_bits -= n
    return share, part
