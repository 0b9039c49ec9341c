"""From a table to an answer: the best linear score, what it is worth on new rows, and how sure all of it is.

`analyse` takes the solution of a search and finds out the rest, by a number of fits that the size of the
table decides (`effort.py`); `Analysis` is what the command line prints and a report draws.
"""

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np
from sklearn.base import clone

from aucopt.analysis.answer import INTERRUPTED, Analysis, ChosenCut
from aucopt.analysis.cut import place_cut
from aucopt.analysis.effort import Effort, plan_effort
from aucopt.analysis.honest import HonestValues, honest_values
from aucopt.analysis.plain_blends import plain_blends
from aucopt.analysis.rivals import FittedRival, find_rival, fit_rival
from aucopt.analysis.rows import Rows
from aucopt.analysis.warm_up import compile_kernels
from aucopt.estimators import AUCOptClassifier
from aucopt.estimators.ranker import ConcordanceRanker
from aucopt.estimators.scoring import score_rows
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.bootstrap import WeightIntervals, bootstrap_weights
from aucopt.exact.solution.weights.simple import SimpleWeights, simple_weights
from aucopt.words.difference import BAND

Say = Callable[[str], object]

_FEWEST_RESAMPLES = 40
# What simple weights may lose, and the columns and rows up to which they are looked for.
SIMPLE_LOSS, _MOST_SIMPLE, _MOST_ROWS = BAND, 6, 100_000


def analyse(
    rows: Rows,
    solution: Solution,
    *,
    signs: Sequence[int],
    seconds: float = inf,
    n_repeats: int | None = None,
    n_resamples: int | None = None,
    rival: str | FittedRival | None = None,
    n_jobs: int | None = None,
    seed: int = 0,
    say: Say = lambda line: None,
) -> Analysis:
    """Estimate the value of a solution on new rows and the uncertainty of its weights.

    Parameters
    ----------
    rows : Rows
        The data.
    solution : Solution
        The optimum of these rows. Its objective is estimated on new rows.
    signs : sequence of d integers
        The sign constraints of the search.
    seconds : float
        Time limit in seconds, without compiling. Parts that are not finished are left out, and the result
        says so. 0 leaves out all parts that need further fits.
    n_repeats, n_resamples : int, optional
        Number of repeats of the cross-validation, and number of bootstrap resamples; the defaults depend on
        the size of the table.
    rival : str, FittedRival or None
        The method to compare with, fitted or by name. None means the usual method for such an outcome, for
        instance logistic or Cox regression.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.
    seed : int
        Seed of folds and resamples. The same seed gives the same result, unless the time limit is reached.
    say : callable, optional
        Called with a text that says what is being done.

    Returns
    -------
    Analysis

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.analysis import Rows, analyse
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> found = analyse(rows, aucopt.maximize_auc(rows, rows.positive), signs=(0, 0), seconds=0)
    >>> print(f"sensitivity {found.cut.sensitivity:.2f}, specificity {found.cut.specificity:.2f}")
    sensitivity 0.97, specificity 0.64
    """
    X, y, weights = rows.X, rows.y, rows.weights
    objective = solution.objective
    more: dict[str, Any] = {} if rows.strata is None else {"strata": rows.strata}
    omitted: dict[str, str] = {}
    took: dict[str, float] = {"solve": solution.seconds}
    if not isinstance(rival, FittedRival):
        say("fitting the method for comparison")
        rival = fit_rival(rival, rows, signs, objective)
    opponent = rival
    # Weights and cut-off together are a search with one column more, of rows instead of pairs.
    has_intercept = solution.intercept is not None
    is_plain = objective.classifies and not has_intercept and X.shape[1] > 1
    others = plain_blends() if is_plain and find_rival(opponent.name).is_component else {}
    effort = plan_effort(
        len(X),
        X.shape[1] + has_intercept,
        len(X) if has_intercept else rows.n_pairs,
        listed=not objective.classifies,
        n_repeats=n_repeats,
        n_resamples=n_resamples,
    )
    refit = refit_like(solution, effort, signs, n_jobs)
    left = seconds
    if 0 < seconds < inf and solution.status != "interrupted":
        say("compiling the kernels, once")
        compile_kernels([refit], X, y, has_strata=rows.strata is not None)

    def part(name: str, find: Callable[[], Any]) -> Any:
        nonlocal left
        started = time.monotonic()
        try:
            if solution.status == "interrupted" or INTERRUPTED in omitted.values():
                raise KeyboardInterrupt
            if seconds <= 0:
                raise ValueError("Not requested.")
            return find()
        except ValueError as error:
            omitted[name] = str(error)
        except KeyboardInterrupt:
            omitted[name] = INTERRUPTED
        finally:
            took[name] = time.monotonic() - started
            left = max(left - took[name], 0.0)
        return None

    def honest() -> HonestValues:
        methods, in_folds = rows.in_folds(
            {
                objective.optimiser: refit,
                opponent.name: find_rival(opponent.name).make(rows, signs, objective),
                **others,
            }
        )
        return honest_values(
            methods,
            in_folds,
            y,
            objective,
            sample_weight=weights,
            **more,
            n_folds=effort.n_folds,
            n_repeats=effort.n_repeats,
            random_state=seed,
            time_limit=left,
            callback=lambda done, total: say(f"cross-validation: {done} of {total} folds"),
        )

    def fit_as_in_folds() -> float:
        is_alike = solution.status == ("local" if effort.is_climb else "optimal")
        if effort.n_restarts is None and (refit.time_limit is not None or is_alike):
            # The search itself was such a fit.
            return solution.value
        say("fitting all rows with the settings of the cross-validation")
        return clone(refit).fit(X, y, weights, **more).value_

    def intervals() -> WeightIntervals:
        if X.shape[1] == 1:
            raise ValueError("One column has only one direction.")
        if objective.has_cut_off:
            raise ValueError(
                "At a cut-off the weights converge at the cube-root rate, for which the bootstrap is not "
                "valid."
            )
        if effort.n_resamples == 0:
            raise ValueError(f"{len(X):,} rows and {X.shape[1]} columns take too long to resample.")
        if X.shape[1] > 2 and solution.right == solution.total:
            # Refits of three columns and more climb from the weights of the data.
            raise ValueError("The classes are perfectly separated, so many weights are equally good.")
        found = bootstrap_weights(
            rows,
            y,
            objective=objective,
            sample_weight=weights,
            **more,
            signs=signs,
            n_resamples=effort.n_resamples,
            normalize="sd",
            random_state=seed,
            n_jobs=n_jobs,
            solution=solution,
            time_limit=left,
            after_resample=lambda done, total: say(f"resampling the rows: {done} of {total}"),
        )
        if not found.complete and len(found.samples) < _FEWEST_RESAMPLES:
            n = len(found.samples)
            raise ValueError(f"Only {n} of {effort.n_resamples} resamples were solved in {left:.3g} s.")
        return found

    def simple() -> SimpleWeights:
        if not 1 < X.shape[1] <= _MOST_SIMPLE or len(X) > _MOST_ROWS:
            raise ValueError("Simple weights are computed for two or more columns, and not for large tables.")
        say("looking for simple weights")
        return simple_weights(
            rows,
            y,
            SIMPLE_LOSS,
            units="auto",
            objective=objective,
            sample_weight=weights,
            **more,
            signs=signs,
            solution=solution,
            time_limit=left,
        )

    per_deviation = solution.coef * rows.deviations
    on_new_rows = part("honest", honest)
    return Analysis(
        rows=rows,
        solution=solution,
        per_deviation=per_deviation / (np.linalg.norm(per_deviation) or 1.0),
        cut=_cut(rows, solution) if objective.classifies else None,
        rival=opponent.name,
        rival_detail=opponent.detail,
        rival_value=opponent.value,
        rival_auc=opponent.auc,
        rival_coef=opponent.coef,
        rival_cut=_cut(rows, solution, opponent.coef) if objective.classifies else None,
        signs=tuple(signs),
        honest=on_new_rows,
        refit_value=None if on_new_rows is None else part("refit", fit_as_in_folds),
        intervals=part("intervals", intervals),
        simple=part("simple", simple),
        omitted=omitted,
        seconds=took,
        seed=seed,
        others={
            name: objective.measure(y, clone(other).fit(X, y, weights).decision_function(X), weights)
            for name, other in others.items()
        },
    )


def refit_like(
    solution: Solution, effort: Effort, signs: Sequence[int], n_jobs: int | None
) -> AUCOptClassifier | ConcordanceRanker:
    """What is fitted in folds: as the solution was searched for, by the effort that the table allows.

    If time ended the search, every refit of its kind gets as long as it had, and the endings tell.
    """
    is_limited = solution.status == "time_limit" and effort.is_climb == ("planes" in solution.work)
    return effort.refit(solution.objective, signs, n_jobs, solution.seconds if is_limited else None)


def _cut(rows: Rows, solution: Solution, rival: np.ndarray | None = None) -> ChosenCut:
    """The cut-off of the solution, or of its rival, as the objective places it."""
    scores = score_rows(np.ascontiguousarray(rows.X), solution.coef if rival is None else rival)
    found = solution.cutoff if rival is None and solution.intercept is not None else None
    return place_cut(rows, solution.objective, scores, found)
