"""How sure are the weights? What they would have been on other samples of the same size.

Each class is resampled by itself. A resample is a set of integer weights on the points already read, so no
row is copied and nothing is read twice.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import pi
from numbers import Integral

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import read_options
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.exact.solution.parts import DirectionArc, Progress
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.known import known_or_searched, read_judged
from aucopt.exact.solution.weights.normalize import read_normalization
from aucopt.exact.solution.weights.ranges import check_identified, range_over_arc
from aucopt.exact.solution.weights.refits import OutcomeRefits, Refit, Refits
from aucopt.exact.solvers.base import MEMORY
from aucopt.exact.solvers.plane.direction import Direction, Whitening, arcs_between
from aucopt.typing import TableLike
from aucopt.words.weights import range_lines

# One round of the ascent searches a plane for each column and these.
_PLANES_BESIDE_COLUMNS = 15
# More rows than int64 counts cannot be drawn; the rounded weights stand for them.
_MOST_DRAWN = 1 << 63


@dataclass(frozen=True, eq=False)
class WeightIntervals:
    """Bootstrap confidence intervals of the weights and of the best AUC, or another objective.

    Attributes
    ----------
    feature_names : tuple of str
        The names of the columns.
    weight, low, high : (n_features,) arrays
        The weights of the solution and the limits of their percentile intervals, all normalised in the same
        way.
    samples : (n_resamples, n_features) array
        The best weights of each resample.
    auc_low, auc_high : float
        Percentile interval of the best AUC (or value of the objective) of the resamples. Like the training
        AUC, it is optimistic.
    auc_samples : (n_resamples,) array
        The best AUC (or value of the objective) of each resample.
    optimism : float
        The mean difference between the value of a resample's best weights on the resample and on the data. It
        estimates how optimistic ``solution.value`` is.
    confidence : float
        The confidence level: the share of resamples inside each interval.
    solution : Solution
        The optimum of the data.
    complete : bool
        Whether all requested resamples were solved before the time limit.
    """

    feature_names: tuple[str, ...]
    weight: np.ndarray
    low: np.ndarray
    high: np.ndarray
    samples: np.ndarray
    auc_low: float
    auc_high: float
    auc_samples: np.ndarray
    optimism: float
    confidence: float
    solution: Solution
    complete: bool

    def __str__(self) -> str:
        rows = range_lines(self.feature_names, self.weight, self.low, self.high)
        late = "" if self.complete else ", stopped at the time limit"
        return "\n".join(
            [
                *rows,
                f"{self.solution.objective.name} {self.solution.value:.4f} "
                f"[{self.auc_low:.4f}, {self.auc_high:.4f}], less an optimism of {self.optimism:.4f}",
                f"{self.confidence:.0%} of {len(self.samples)} resamples{late}",
            ]
        )

    __repr__ = __str__


def bootstrap_weights(
    X: TableLike,
    y: npt.ArrayLike,
    *,
    objective: str | Objective = "auc",
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    n_resamples: int = 200,
    confidence: float = 0.95,
    normalize: str | int = "norm",
    random_state: int | np.random.Generator | None = None,
    n_jobs: int | None = None,
    solution: Solution | None = None,
    time_limit: float | None = None,
    solver: str = "auto",
    max_gap: float = 0.0,
    memory: int = MEMORY,
    callback: Callable[[Progress], object] | None = None,
    after_resample: Callable[[int, int], object] = lambda done, total: None,
) -> WeightIntervals:
    """Compute bootstrap confidence intervals of the weights and of the best AUC.

    Parameters
    ----------
    X, y, strata, signs, n_jobs
        As in `maximize`.
    objective : "auc", PartialAUC or Concordance
        What to maximise, as in `maximize`. A sensitivity, a specificity or an accuracy is refused, because
        its best weights converge at the cube-root rate, for which the bootstrap is not valid.
    sample_weight : array of shape (n,), optional
        Integer weights, each the number of copies of a row. Other weights cannot be resampled.
    n_resamples : int
        Number of resamples.
    confidence : float
        The confidence level: the share of resamples inside an interval.
    normalize : "norm", "sd", or the name or number of a column
        How weights are normalised: to length 1 ("norm"), to length 1 per standard deviation of the columns
        ("sd"), or so that the weight of a reference column is +1 or -1.
    random_state : int, Generator or None
        Seed of the resampling. None means the fixed seed 0, so that results are reproducible; pass a
        Generator for different draws. The result does not depend on the number of threads.
    solution : Solution, optional
        The optimum of the data, if it is already known; otherwise it is computed first.
    time_limit : float, optional
        Time limit in seconds, counted from the end of the first resample, which may include compiling. No
        further resample starts after that. ``len(samples)`` is the number that were solved.
    solver, max_gap, memory, callback
        See `maximize_auc`; they are used to solve the original data if `solution` is not given.
    after_resample : callable, optional
        Called after each resample with the number of resamples done and in total.

    Returns
    -------
    WeightIntervals

    Notes
    -----
    A resample whose rows are all equal has no information about the weights and is left out.

    With two classes, the rows are resampled within each class; with other outcomes, all rows are resampled
    together. With 20 or more strata, whole strata are resampled, since the rows of a matched set belong
    together; with fewer strata, the rows are resampled within each stratum.

    With one or two columns, every resample is solved exactly. With two columns, a direction is an angle: the
    interval is that of the whitened angle, and the interval of each weight is its range over these angles.
    With three or more columns, and for a partial AUC with two or more, a resample is solved by one round of
    the ascent from the weights of the data, which yields a local optimum. With three or more columns, each
    weight has its own interval.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> intervals = aucopt.bootstrap_weights(X, y, n_resamples=20)
    >>> intervals.samples.shape
    (20, 2)
    >>> bool(intervals.low[0] <= intervals.weight[0] <= intervals.high[0])
    True
    """
    if not isinstance(n_resamples, Integral) or n_resamples < 1:
        raise ValueError(f"n_resamples must be a whole number of at least 1, not {n_resamples!r}.")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence!r}.")
    asked = read_objective(objective)
    if asked.has_cut_off:
        raise ValueError(
            f"The weights of {asked!r} converge at the cube-root rate, for which the bootstrap is not "
            "valid: its intervals would not cover. Use a PartialAUC, or judge the score on new rows."
        )
    given, objective = read_judged(X, y, asked, sample_weight, strata, memory)
    problem = given.independent()
    check_identified(problem)
    norm = read_normalization(normalize, problem)
    options = read_options(
        problem, signs=signs, solver=solver, max_gap=max_gap, n_jobs=n_jobs, memory=memory, callback=callback
    )
    solution = known_or_searched(problem, objective, options, solution)
    refits: Refits | OutcomeRefits
    if isinstance(given, ComparedProblem | StratifiedProblem):
        refits = OutcomeRefits(given, objective, options.signs, solution, sample_weight)
    else:
        refits = Refits(problem, objective, options.signs, solution)
    rng = np.random.default_rng(0 if random_state is None else random_state)
    first, *others = rng.spawn(int(n_resamples))
    solved = [refits.fit(refits.draw(first))]
    after_resample(1, int(n_resamples))
    deadline = np.inf if time_limit is None else time.monotonic() + time_limit
    is_complete = True

    def refit(seed: np.random.Generator) -> Refit | None:
        nonlocal is_complete
        if time.monotonic() > deadline:
            is_complete = False
            return None
        return refits.fit(refits.draw(seed))

    with ThreadPoolExecutor(options.n_threads) as pool:
        for done in pool.map(refit, others):
            solved.append(done)
            after_resample(len(solved), int(n_resamples))
    found = [done for done in solved if done is not None]
    if not found:
        raise ValueError(
            "In every resample all rows are equal, so there is no information about the weights."
        )

    samples = np.array([refit.coef for refit in found])
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    measured = norm.measure(samples)
    if len(problem.columns) == 2:
        low, high = range_over_arc(norm, _central_arc(problem, solution, samples, tails), problem.columns)
    else:
        low, high = np.quantile(measured, tails, axis=0)
    aucs = np.array([refit.auc for refit in found])
    auc_low, auc_high = np.quantile(aucs, tails)
    return WeightIntervals(
        feature_names=problem.feature_names,
        weight=norm.show(norm.measure(solution.coef)),
        low=norm.show(low),
        high=norm.show(high),
        samples=norm.show(measured),
        auc_low=float(auc_low),
        auc_high=float(auc_high),
        auc_samples=aucs,
        optimism=float(np.mean([refit.auc - refit.auc_on_data for refit in found])),
        confidence=confidence,
        solution=solution,
        complete=is_complete,
    )


def _central_arc(
    problem: Problem, solution: Solution, samples: np.ndarray, tails: Sequence[float]
) -> DirectionArc:
    """The whitened angles between two quantiles, counted from that of the solution."""
    whitening = Whitening(problem)
    centre, *angles = (
        whitening.angle(Direction(*problem.direction_of(coef))) for coef in (solution.coef, *samples)
    )
    turns = (np.array(angles) - centre + pi) % (2 * pi) - pi
    low, high = (whitening.at_angle(centre + turn) for turn in np.quantile(turns, tails))
    return arcs_between(problem, [(low, high)])[0]
