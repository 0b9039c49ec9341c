"""Any number of columns: climb by the best directions of planes through the current one.

From a start w, AUC is maximised over the plane of w and u for one u after the other: each column, the slopes
of smoothed AUCs, the way of the last round, random directions. In floats, since only a recount of the new
weights decides whether to go there; so nothing is proved, and the status is never "optimal".
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from aucopt.exact.solvers.ascent.climber import Climber, TimeIsUp
from aucopt.exact.solvers.ascent.climbs import climb_planes, climb_smoothed
from aucopt.exact.solvers.ascent.columns import Columns, score_rows
from aucopt.exact.solvers.ascent.positives import PositiveRows, RowStrata
from aucopt.exact.solvers.ascent.rays import Pairs
from aucopt.kernels.scores.curve import Worth
from aucopt.metrics import PairCounts, pair_counts


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
    strata: RowStrata | None = None,
    starts: Any = None,
    known: Sequence[np.ndarray] = (),
    smoothing: float = 0.0,
    deadline: float | None = None,
    budget: int | None = None,
    n_restarts: int | None = None,
    most: float | None = None,
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
    strata : RowStrata, optional
        The strata of the rows, where only negatives of the same stratum count as above a positive.
    starts : (k, d) array, optional
        Weights to climb from, one after the other; the best result is kept. By default the best of balanced
        logistic regression, squared loss, hinge loss of pairs and every single column.
    known : sequence of (d,) arrays
        Weights that are tried beside the default starts.
    smoothing : float
        0 maximises the AUC. Above, the AUC averaged over a cloud of directions (module `smoothing`),
        which generalises better than the AUC itself: a smooth objective, climbed by its gradient. About the
        tangent of the angle between the weights and the directions averaged, on standardised columns; try
        0.03 to 30 by cross-validation.
    deadline : float, optional
        The moment of `time.monotonic` at which to stop.
    budget : int, optional
        Planes to search in each climb. By default 50 rounds of d + 15 planes each, fewer on large tables.
        Most data need less.
    n_restarts : int, optional
        Further climbs from other starts. By default 4, fewer on large tables; with a deadline as many as it
        allows.
    most : float, optional
        2R + T that no direction exceeds: reached, the ascent ends. By default that of all pairs.
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
    pairs = Pairs(positive, weight) if worth is None else PositiveRows(positive, weight, worth, strata)
    climber = Climber(columns, pairs, np.asarray(signs), deadline, n_jobs, most)

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
            if smoothing > 0:
                climb_smoothed(climber, given, known, smoothing, rng)
            else:
                climb_planes(climber, given, known, budget, n_restarts, rng, lambda: report(result("local")))
    except TimeIsUp:
        return result("time_limit")
    except KeyboardInterrupt:
        return result("interrupted")
    return result("local")


def _read_starts(starts: Any, n_columns: int) -> np.ndarray:
    given = np.atleast_2d(np.asarray(starts, dtype=np.float64))
    if given.ndim != 2 or given.shape[1] != n_columns or not np.isfinite(given).all():
        raise ValueError(f"starts must be finite weights on {n_columns} columns each, not of {given.shape}.")
    return given


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
