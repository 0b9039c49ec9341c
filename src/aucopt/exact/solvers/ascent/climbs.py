"""The course of an ascent: cheap starts first, then what separates, then climbs and restarts."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count

import numpy as np

from aucopt.exact.solvers.ascent.climber import BATCH, Climber, Place
from aucopt.exact.solvers.ascent.columns import standardised
from aucopt.exact.solvers.ascent.margins import Margins
from aucopt.exact.solvers.ascent.rays import MOST_SWAPS
from aucopt.exact.solvers.ascent.restarts import PATH, Restarts, planes_a_round
from aucopt.exact.solvers.ascent.smoothing import climb_down, sign_limits
from aucopt.exact.solvers.ascent.starts import around, best_column, default_starts
from aucopt.exact.solvers.separable import separating_direction
from aucopt.exact.solvers.starts import clip

# Below this share of right pairs no linear program is worth its time.
_MAY_SEPARATE = 0.99
# In a table with more numbers separation by linear programs is not tried.
_MOST_SEPARATED = 4_000_000
# Without a deadline: so many restarts and rounds of planes, fewer the more pairs there are.
_RESTARTS, _ROUNDS, _PAIRS_SEARCHED, _FEWEST_ROUNDS = 4, 50, 1 << 24, 3
# On large tables planes are counted instead of rounds: swaps to list, and rows to sort, which cost more.
_WORK, _SWAPS_A_ROW = 1 << 27, 50
# From so many rows on all of them are smoothed by sorting, a part of them by listing pairs.
_MANY_ROWS = 1 << 15
# The width of that, in standard deviations of the scores, and steps of the climb.
_RAMP, _RAMP_STEPS = 0.2, 3


def climb_smoothed(
    climber: Climber,
    given: np.ndarray | None,
    known: Sequence[np.ndarray],
    smoothing: float,
    rng: np.random.Generator,
) -> None:
    """Climb the smoothed AUC from each given start, or from the best of the default and the known ones."""
    columns, pairs, signs = climber.columns, climber.pairs, climber.signs
    starts = _own_starts(climber, known if given is None else given)
    # Something to return if time runs out at once.
    climber.best = Place(starts[0] if starts else best_column(climber), -np.inf)
    climber.check_time()
    rows = standardised(columns)
    climber.check_time()
    smoothed = pairs.smooth(columns, rows, rng)
    if given is None:
        cheap = default_starts(columns, rows, pairs.positive, pairs.weight, signs, climber.stopped)
        for w in chain([climber.best.w], starts, cheap, around(columns)):
            climber.check_time()
            if (w := clip(w, signs)).any():
                climber.offer(w, smoothed.value(w, smoothing))
        starts = [climber.best.w]
    for w in starts or [climber.best.w]:
        climber.start(w, smoothed.value(w, smoothing))
        for width in [smoothing, *(width for width in PATH if width > smoothing), smoothing]:
            w = smoothed.maximize(w, width, signs, climber.stopped)
            climber.n_rounds += 1
            climber.offer(w, smoothed.value(w, smoothing))
            climber.check_time()


def climb_planes(
    climber: Climber,
    given: np.ndarray | None,
    known: Sequence[np.ndarray],
    budget: int | None,
    n_restarts: int | None,
    rng: np.random.Generator,
    after_round: Callable[[], object],
) -> None:
    """Climb from each given start, or from the best of the default and the known ones; then restart."""
    columns, pairs = climber.columns, climber.pairs
    n_rows, n_columns = columns.shape
    starts = _own_starts(climber, known if given is None else given)
    # Whatever the time, nothing below these is returned.
    for w in starts or [best_column(climber)]:
        climber.offer(w)
    climber.check_time()
    rows = standardised(columns)
    tried = list(starts)
    if given is None:
        if starts:
            climber.offer(best_column(climber))
        cheap = default_starts(columns, rows, pairs.positive, pairs.weight, climber.signs, climber.stopped)
        tried += _offer_all(climber, cheap)
        _separate(climber)
    if climber.is_perfect:
        return
    climber.check_time()
    smoothed = pairs.smooth(columns, rows, rng, most_rows=_MANY_ROWS)
    if n_rows > _MANY_ROWS and given is None:
        _climb_ramp(climber, rows)
    del rows
    if budget is None:
        budget = _planes_a_climb(pairs.n_pairs, n_rows, n_columns)
    climbs = Restarts(climber, smoothed, tried, budget, rng, after_round)
    for w in [climber.best.w] if given is None else starts or [climber.best.w]:
        climbs.climb_from(w)
    if n_restarts is None:
        n_restarts = (
            None if climber.deadline is not None else min(_RESTARTS, _PAIRS_SEARCHED // pairs.n_pairs)
        )
    for _ in count() if n_restarts is None else range(n_restarts):
        if climber.is_perfect:
            break
        climbs.restart()


def _planes_a_climb(n_pairs: int, n_rows: int, n_columns: int) -> int:
    """Planes that one climb may search."""
    if n_pairs > _PAIRS_SEARCHED:
        n_planes = _WORK // (MOST_SWAPS + _SWAPS_A_ROW * n_rows)
        return n_planes if n_planes >= BATCH else 0
    return min(max(_PAIRS_SEARCHED // n_pairs, _FEWEST_ROUNDS), _ROUNDS) * planes_a_round(n_columns)


def _own_starts(climber: Climber, starts: Sequence[np.ndarray] | np.ndarray) -> list[np.ndarray]:
    """Weights on the scaled columns within the signs; those that vanish are left out."""
    clipped = [clip(climber.columns.scaled(coef), climber.signs) for coef in starts]
    return [w for w in clipped if w.any()]


def _offer_all(climber: Climber, starts: Iterator[np.ndarray]) -> list[np.ndarray]:
    """Offer one start after the other until one is perfect."""
    tried = []
    for w in starts:
        if (w := clip(w, climber.signs)).any():
            climber.offer(w)
            tried.append(w)
        climber.check_time()
        if climber.is_perfect:
            break
    return tried


def _separate(climber: Climber) -> None:
    """Try linear programs where the best start leaves few pairs wrong."""
    columns, pairs = climber.columns, climber.pairs
    if (
        climber.is_perfect
        or climber.best.value < _MAY_SEPARATE * pairs.whole
        or columns.is_sparse
        or columns.matrix.size > _MOST_SEPARATED
    ):
        return
    x = columns.matrix
    w = separating_direction(x[pairs.ups], x[pairs.downs], climber.signs.tolist(), climber.deadline)
    if w is not None:
        climber.offer(w)


def _climb_ramp(climber: Climber, rows: np.ndarray) -> None:
    """Climb the AUC of all rows, smoothed over the scores: a sample is too coarse for the last digits."""
    columns, pairs = climber.columns, climber.pairs
    share = np.ones(columns.shape[0]) if pairs.weight is None else pairs.weight / pairs.weight.max()
    margins, used = Margins(pairs.positive, share), columns.varying
    spread = columns.spread[used]
    start = climber.best.w[used] * spread
    start /= (rows @ start).std()

    def loss(v: np.ndarray) -> tuple[float, np.ndarray]:
        value, pull = margins.ramp(rows @ v, _RAMP)
        return value, rows.T @ pull

    limits = sign_limits(climber.signs[used])
    w = np.zeros(columns.shape[1])
    w[used] = climb_down(loss, start, climber.stopped, limits, most_steps=_RAMP_STEPS) / spread
    if w.any():
        climber.offer(w)
    climber.check_time()
