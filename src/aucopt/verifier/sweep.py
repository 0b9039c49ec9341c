"""The most right pairs inside an arc, swap by swap: exactly, or, sooner, a bound on it.

A pair swaps at a share before / (before + after) of the way along the arc, with the distance of its two
heights before and after. Only the order of these shares matters. They are computed in int64, to 62 bits: of
heights that are exact, equal shares and only these become equal, and the result is exact. Of heights that are
not, a gain counts as early and a loss as late as it may happen: what results is never too low.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucopt.verifier.heights import Heights

# Distances are cut to this many bits: fractions of such numbers that differ do so by more than 2^-62.
_BITS = 31
# The way is cut into 2^16 stretches. Only those that may reach the limit are looked at more closely.
_STRETCH_BITS = 16


@dataclass(frozen=True)
class Swaps:
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
        after = np.maximum(stop.values[self.rising] - stop.values[self.passed], 0)
        cut = max(int((before + after).max(initial=0)).bit_length() - _BITS, 0)
        before >>= cut
        whole = before + (after >> cut)
        if doubt or cut:
            doubt = (doubt >> cut) + 2
            # Nothing is known of the share where both distances are nothing but doubt.
            np.maximum(whole, 1, out=whole)
            before += doubt - 2 * doubt * (self.change > 0)
            before = np.minimum(np.maximum(before, 0), whole)
        stretch = (before << _STRETCH_BITS) // whole
        at_begin, at_most = self._bound_stretches(stretch)
        close = np.flatnonzero((at_most > enough)[stretch])
        if not len(close):
            return enough, False
        moment = _shares(before[close], whole[close])
        order = np.argsort(moment, kind="stable")
        close, moment = close[order], moment[order]
        running = np.cumsum(self.change[close])
        # Stretches that were left out change the sum as well.
        first = np.searchsorted(stretch[close], stretch[close])
        running += at_begin[stretch[close]] - (running - self.change[close])[first]
        if not doubt:
            # What happens at the same moment happens together.
            running = running[np.append(moment[1:] != moment[:-1], True)]
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


def _shares(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Return part / whole, from 0 to 1, in units of 2^-62 and rounded down; whole is below 2^31."""
    high, rest = np.divmod(part << _BITS, whole)
    return (high << _BITS) + (rest << _BITS) // whole
