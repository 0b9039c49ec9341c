"""Any number of columns: climb by the best directions of planes through the current one.

From a start w, AUC is maximised over the plane of w and u for one u after the other: each column, the slopes
of smoothed AUCs, the way of the last round, random directions. In floats, since only a recount of the new
weights decides whether to go there; so nothing is proved, and the status is never "optimal".
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from aucopt.exact.solvers.ascent.climber import Climber, Place, TimeIsUp
from aucopt.exact.solvers.ascent.columns import Columns, score_rows, standardised
from aucopt.exact.solvers.ascent.positives import PositiveRows, SmoothedPositives
from aucopt.exact.solvers.ascent.rays import Pairs
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
from aucopt.exact.solvers.ascent.starts import around, best_column, clip, default_starts, random_unit
from aucopt.kernels.scores.curve import Worth
from aucopt.metrics import PairCounts, pair_counts

# Smoothed from wide to narrow, each from the last: most of the way at little cost.
_PATH = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003)
# The widths that stay in the valley of a start, and those after a kick.
_NARROW = 0.03
_KICK, _AFTER_KICK = 0.1, 0.01
_KICKS = 4
_RANDOM_A_ROUND = 8
# The default budget: so many rounds, the more the fewer pairs there are.
_PAIRS_SEARCHED, _FEWEST_ROUNDS, _MOST_ROUNDS = 1 << 24, 3, 50


class Ascent(NamedTuple):
    """What an ascent reached.

    Attributes
    ----------
    coef : (d,) array
        Weights on the columns as given.
    right, tied, total : int, or float with float sample weights
        Pairs that the float scores of `coef` order right and tie, and all pairs.
    n_planes, n_rounds : int
        Planes searched, and rounds through all directions.
    status : {"local", "time_limit", "interrupted"}
        "local": no direction tried helps any more, or the budget is used up.
    history : tuple of float
        The AUC or other objective (with `smoothing` the smoothed one) of the start and after each step.
    share : float
        What the objective makes of the float scores of `coef`: the AUC, unless another was asked for.
    """

    coef: np.ndarray
    right: int | float
    tied: int | float
    total: int | float
    n_planes: int
    n_rounds: int
    status: str
    history: tuple[float, ...]
    share: float

    @property
    def auc(self) -> float:
        """AUC of `coef`, ties as one half."""
        return (2 * self.right + self.tied) / (2 * self.total)


def ascend(
    X: Any,
    positive: np.ndarray,
    weight: np.ndarray | None = None,
    *,
    signs: Sequence[int],
    worth: Worth | None = None,
    starts: Any = None,
    smoothing: float = 0.0,
    deadline: float | None = None,
    budget: int | None = None,
    n_jobs: int = 1,
    random_state: Any = None,
    report: Callable[[Ascent], object] = lambda search: None,
) -> Ascent:
    """Climb to a linear score of high AUC, or another objective, that no direction tried improves.

    Parameters
    ----------
    X : (n, d) float64 array or sparse matrix
        Finite numbers.
    positive : (n,) bool array
        Which rows are positive; some of each class.
    weight : (n,) array, optional
        Sample weights above zero. With integers all counts are exact.
    signs : sequence of d integers
        +1: weight >= 0, -1: weight <= 0, 0: free.
    worth : Worth, optional
        What a positive is worth by the weight of the negatives above it, for objectives that are such sums;
        sample weights are then integers. None stands for the AUC.
    starts : (k, d) array, optional
        Weights to climb from, one after the other; the best result is kept. By default the best of balanced
        logistic regression, squared loss and every single column.
    smoothing : float
        0 maximises the AUC. Above, the AUC averaged over a cloud of directions (module `smoothing`),
        which generalises better than the AUC itself: a smooth objective, climbed by its gradient. About the
        tangent of the angle between the weights and the directions averaged, on standardised columns; try
        0.03 to 30 by cross-validation.
    deadline : float, optional
        The moment of `time.monotonic` at which to stop.
    budget : int, optional
        Planes to search from each start. By default 50 rounds of d + 15 planes each; fewer, down to 3, from
        350,000 to 5 million pairs on. Most data need less.
    n_jobs : int
        Threads. The result does not depend on it, unless time runs out.
    random_state : int, Generator or None
        Seed of the random directions and of the sample of pairs behind smoothed AUCs; None stands for 0.
    report : callable, optional
        Called with what is reached, after each round.

    Returns
    -------
    Ascent

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.exact.solvers.ascent.ascend import ascend
    >>> X = np.array([[1, 0, 2], [1, 1, 1], [0, 0.5, 3], [2, 0.5, 0]])
    >>> found = ascend(X, np.array([True, False, False, True]), signs=(0, 0, 0))
    >>> found.auc, found.status
    (1.0, 'local')
    """
    if smoothing < 0 or not np.isfinite(smoothing):
        raise ValueError(f"smoothing must be a finite number of at least 0, not {smoothing!r}.")
    X = sparse.csc_matrix(X) if sparse.issparse(X) else np.asarray(X, dtype=np.float64)
    given = None if starts is None else _read_starts(starts, X.shape[1])
    columns = Columns(X, weight)
    pairs = Pairs(positive, weight) if worth is None else PositiveRows(positive, weight, worth)
    climber = Climber(columns, pairs, np.asarray(signs), deadline, n_jobs)
    if budget is None:
        rounds = min(max(_PAIRS_SEARCHED // pairs.n_pairs, _FEWEST_ROUNDS), _MOST_ROUNDS)
        budget = rounds * (X.shape[1] + len(_PATH) + _RANDOM_A_ROUND)

    def result(status: str) -> Ascent:
        coef, counts, value = _recounted(X, pairs, weight, columns.raw(climber.best.w))
        unit = 1.0 if smoothing > 0 else pairs.whole
        history = tuple(value / unit for value in climber.history)
        share = value / pairs.whole
        return Ascent(coef, *counts, climber.n_planes, climber.n_rounds, status, history, share)

    if len(columns.varying) == 0:
        return result("local")
    rng = np.random.default_rng(0 if random_state is None else random_state)
    try:
        # The number of BLAS threads would change roundings, and more than one only slows small matrices.
        with threadpool_limits(1):
            _climb(climber, given, smoothing, budget, rng, lambda: report(result("local")))
    except TimeIsUp:
        return result("time_limit")
    except KeyboardInterrupt:
        return result("interrupted")
    return result("local")


def _climb(
    climber: Climber,
    given: np.ndarray | None,
    smoothing: float,
    budget: int,
    rng: np.random.Generator,
    after_round: Callable[[], object],
) -> None:
    """Climb from the given starts, or from the best of the default ones."""
    columns, pairs, signs = climber.columns, climber.pairs, climber.signs
    if given is not None:
        starts = [clip(columns.scaled(coef), signs) for coef in given]
        starts = [w if w.any() else best_column(climber) for w in starts]
        # Something to return if time runs out at once.
        climber.best = Place(starts[0], -np.inf)
    else:
        climber.best = Place(best_column(climber), -np.inf)
    climber.check_time()
    rows = standardised(columns)
    climber.check_time()
    if isinstance(pairs, PositiveRows):
        smoothed: SmoothedAUC = SmoothedPositives(columns, rows, pairs, rng)
    else:
        smoothed = SmoothedAUC(columns, rows, pairs.positive, pairs.weight, rng)

    def height(w: np.ndarray) -> float:
        return smoothed.value(w, smoothing) if smoothing > 0 else climber.value_of(w)

    if given is None:
        climber.start(climber.best.w, height(climber.best.w))
        candidates = default_starts(columns, rows, pairs.positive, pairs.weight, climber.stopped)
        for w in chain(candidates, around(columns) if smoothing > 0 else []):
            climber.check_time()
            if (w := clip(w, signs)).any():
                climber.offer(w, height(w))
        starts = [climber.best.w]
    del rows
    for w in starts:
        climber.check_time()
        if smoothing > 0:
            _climb_smoothed(climber, smoothed, w, smoothing)
        else:
            _climb_planes(climber, smoothed, w, budget, rng, after_round)


def _read_starts(starts: Any, n_columns: int) -> np.ndarray:
    given = np.atleast_2d(np.asarray(starts, dtype=np.float64))
    if given.ndim != 2 or given.shape[1] != n_columns or not np.isfinite(given).all():
        raise ValueError(f"starts must be finite weights on {n_columns} columns each, not of {given.shape}.")
    return given


def _climb_smoothed(climber: Climber, smoothed: SmoothedAUC, w: np.ndarray, smoothing: float) -> None:
    """Climb the smoothed AUC at once, then again from wide to narrow."""
    climber.start(w, smoothed.value(w, smoothing))
    for width in [smoothing, *(width for width in _PATH if width > smoothing), smoothing]:
        w = smoothed.maximize(w, width, climber.signs, climber.stopped)
        climber.n_rounds += 1
        climber.offer(w, smoothed.value(w, smoothing))
        climber.check_time()


def _climb_planes(
    climber: Climber,
    smoothed: SmoothedAUC,
    w: np.ndarray,
    budget: int,
    rng: np.random.Generator,
    after_round: Callable[[], object],
) -> None:
    """Climb from a start: in its own valley, from its wide surroundings, then from beside the best."""
    budget += climber.n_planes
    spread = climber.columns.spread

    def follow(w: np.ndarray, widest: float) -> None:
        for width in _PATH:
            if width <= widest and not climber.is_perfect:
                w = smoothed.maximize(w, width, climber.signs, climber.stopped)
                climber.offer(w)
                climber.check_time()

    climber.start(w)
    follow(w, _NARROW)
    follow(w, _PATH[0])
    _climb_rounds(climber, smoothed, budget, rng, after_round)
    for _ in range(_KICKS):
        if climber.n_planes >= budget or climber.is_perfect:
            break
        v = climber.best.w * spread
        v += _KICK * np.linalg.norm(v) * random_unit(rng, spread > 0)
        w = clip(np.divide(v, spread, out=np.zeros(len(v)), where=spread > 0), climber.signs)
        if w.any():
            climber.start(w)
            follow(w, _AFTER_KICK)
            _climb_rounds(climber, smoothed, budget, rng, after_round)


def _climb_rounds(
    climber: Climber,
    smoothed: SmoothedAUC,
    budget: int,
    rng: np.random.Generator,
    after_round: Callable[[], object],
) -> None:
    """Search planes until a whole round brings nothing."""
    d = climber.columns.shape[1]
    varies = climber.columns.spread > 0
    axes, gains = np.flatnonzero(varies), np.zeros(d)
    way: list[np.ndarray] = []
    while climber.n_planes < budget and not climber.is_perfect:
        before = climber.at
        climber.climb([*(smoothed.gradient(before.w, width) for width in _PATH), *way], budget)
        axes = axes[np.argsort(-gains[axes], kind="stable")]
        gains[axes] = climber.climb(list(np.eye(d)[axes]), budget)
        climber.climb([random_unit(rng, varies) for _ in range(_RANDOM_A_ROUND)], budget)
        climber.n_rounds += 1
        after_round()
        if climber.at is before:
            break
        way = [climber.at.w - before.w]


def _recounted(
    X: Any, pairs: Pairs, weight: np.ndarray | None, coef: np.ndarray
) -> tuple[np.ndarray, PairCounts, float]:
    """The weights, of length one where that rounds no pair away; counts and value of their float scores."""
    scores = score_rows(X, coef)
    counts = pair_counts(pairs.positive, scores, sample_weight=weight)
    if coef.any():
        unit = coef / np.abs(coef).max()
        unit /= np.linalg.norm(unit)
        of_unit = score_rows(X, unit)
        if pair_counts(pairs.positive, of_unit, sample_weight=weight) == counts:
            return unit, counts, pairs.value(of_unit)
    return coef, counts, pairs.value(scores)
