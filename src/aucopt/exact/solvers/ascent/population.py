"""Many directions at once: differential evolution, for the few columns in which it finds what climbs miss.

A member moves towards one of the best and along the difference of two others, and stays if its value is not
worse. All of a generation is tried before any of it is kept, so that threads change nothing. A population
that finds nothing any more makes room for another one, which begins anywhere and is led by nobody.
"""

import numpy as np

from aucopt.exact.solvers.ascent.climber import Climber
from aucopt.exact.solvers.ascent.smoothing import AT_LIMIT
from aucopt.exact.solvers.starts import clip

# Members a column, at least and at most so many.
_A_COLUMN, _FEWEST, _MOST = 8, 24, 64
# The best part, to which others move.
_BEST = 0.15
# How often it may evolve without finding anything.
_PATIENCE = 2
# Step lengths, and the share of the columns that a step changes.
_STEPS, _CHANGED = (0.4, 1.0), 0.8


class Population:
    """Directions on the standardised columns that vary, of length one, and their values.

    Parameters
    ----------
    climber : Climber
        Counts values; its best place is a member.
    starts : list of arrays
        Weights on the scaled columns that are members too.
    rng : Generator
        Draws the rest.
    """

    def __init__(self, climber: Climber, starts: list[np.ndarray], rng: np.random.Generator) -> None:
        self._climber, self._rng = climber, rng
        self._used = climber.columns.varying
        self._spread = climber.columns.spread[self._used]
        d = len(self._used)
        self._size = min(max(_A_COLUMN * d, _FEWEST), _MOST)
        self._begin([w[self._used] * self._spread for w in (climber.best.w, *starts)][: self._size])
        self._is_first = True

    def _begin(self, members: list[np.ndarray]) -> None:
        """Let these and random directions be the members."""
        drawn = self._rng.standard_normal((self._size - len(members), len(self._used)))
        self._members = np.array([*members, *drawn])
        self._values = self._settle(self._members)
        self._n_in_vain = 0

    def evolve(self, n_tried: int) -> np.ndarray:
        """Try about so many directions; the best member, as weights on the scaled columns."""
        size, d = self._members.shape
        rng = self._rng
        if self._n_in_vain == _PATIENCE:
            self._is_first = False
            self._begin([])
        if self._is_first:
            self._enter(self._climber.best.w)
        before = self._values.max()
        for _ in range(max(n_tried // size, 1)):
            order = np.argsort(-self._values, kind="stable")
            leaders = self._members[rng.choice(order[: max(int(_BEST * size), 2)], size)]
            a, b = (self._members[rng.permutation(size)] for _ in range(2))
            steps = rng.uniform(*_STEPS, (size, 1))
            moved = self._members + steps * (leaders - self._members) + steps * (a - b)
            changed = rng.random((size, d)) < _CHANGED
            changed[np.arange(size), rng.integers(0, d, size)] = True
            tried = np.where(changed, moved, self._members)
            values = self._settle(tried)
            kept = values >= self._values
            self._members[kept], self._values[kept] = tried[kept], values[kept]
            self._climber.check_time()
        self._n_in_vain = 0 if self._values.max() > before else self._n_in_vain + 1
        return self._weights(self._members[int(np.argmax(self._values))])

    def _enter(self, w: np.ndarray) -> None:
        """Take a direction in for the worst member."""
        new = (w[self._used] * self._spread)[None]
        value = self._settle(new)[0]
        worst = int(np.argmin(self._values))
        if value > self._values[worst]:
            self._members[worst], self._values[worst] = new[0], value

    def _settle(self, members: np.ndarray) -> np.ndarray:
        """Bring directions within the signs, to length one, and count them; those that vanish are nothing."""
        signs = self._climber.signs[self._used]
        members[:] = clip(members, signs)
        if signs.any():
            # Differences of members at a limit leave it by rounding alone.
            members[np.abs(members) < AT_LIMIT * np.abs(members).max(axis=1, keepdims=True)] = 0.0
        length = np.linalg.norm(members, axis=1, keepdims=True)
        np.divide(members, length, out=members, where=length > 0)
        values = self._climber.values_of([self._weights(v) for v in members])
        return np.where(length[:, 0] > 0, values, -np.inf)

    def _weights(self, v: np.ndarray) -> np.ndarray:
        w = np.zeros(self._climber.columns.shape[1])
        w[self._used] = v / self._spread
        return w
