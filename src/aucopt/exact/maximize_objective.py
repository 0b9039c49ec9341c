"""The front door of every objective but the AUC, whose own is `maximize.py`."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import best_of_table, choose_solver, read_options, solve
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.posed import pose
from aucopt.exact.proof.certificate import RawTable, build_certificate
from aucopt.exact.rehearsal import REHEARSED, rehearse_reading
from aucopt.exact.solution.answer import build_solution
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import MEMORY
from aucopt.typing import TableLike


def maximize(
    X: TableLike,
    y: npt.ArrayLike,
    objective: str | Objective = "auc",
    *,
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    strata_weight: str = "pairs",
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    smoothing: float = 0.0,
    max_gap: float = 0.0,
    time_limit: float | None = None,
    starts: npt.ArrayLike | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    certify: bool = False,
    callback: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the linear score that maximises an objective, and prove that no linear score is better.

    Parameters
    ----------
    X, signs, smoothing, max_gap, time_limit, starts, n_restarts, n_jobs, memory, random_state, callback
        See `maximize_auc`, which is this function for the AUC. Gaps refer to the objective. `signs` do not
        constrain the intercept of `Accuracy`.
    y : array of shape (n,), or of events and times
        Labels of two classes, as in `maximize_auc`. For `Concordance`, an ordered outcome as numbers, or
        censored times as a structured array of event and time as in scikit-survival, or as two columns, event
        (0 or 1) and time.
    objective : "auc", "concordance", "accuracy", PartialAUC, Sensitivity, Specificity, Concordance, Accuracy
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``.
    strata : array of shape (n,), optional
        Labels of strata, such as matched sets or centres: only rows of the same stratum are compared.
        Available for the AUC, the partial AUC and `Concordance`. Strata without a comparable pair are left
        out, and a note gives their number.
    strata_weight : {"pairs", "cases"}
        Whether all pairs or all positives have the same weight: "cases" divides the weight of a pair by the
        total weight of the negatives in its stratum, which yields the covariate-adjusted AUC.
    sample_weight : array of shape (n,), optional
        Nonnegative weights of the rows. Rates are shares of the total weight of a class, and an accuracy is
        the share of the total weight of all rows. Integers and short decimals are exact; objectives other
        than the AUC accept no others.
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        See `maximize_auc` for the AUC, for `Concordance` and, with one more column for the intercept, for
        `Accuracy`. With strata, and for `Concordance`, exact solvers list all comparable pairs, except for
        "plane"; if `memory` does not suffice for three columns and more, "auto" uses "ascent". For parts of
        the ROC curve the solvers are "plane" (two columns), "cone" and "ascent". "auto" then uses "plane" for
        two columns, "cone" for three to six columns if it should end within about a minute (up to 2e7 pairs
        for three columns, 1e6 for four, 1e5 for five and 1e4 for six) or if a `time_limit` is given, and
        otherwise "ascent".
    certify : bool
        See `maximize_auc`. Proofs for a part of the ROC curve need the solver "cone", which "auto" then uses
        for two columns as well; `arcs` of the solution is then a single direction.

    Returns
    -------
    Solution
        `value`, `bound`, `gap` and `status` refer to the objective. `auc` is the AUC of the same weights. For
        a sensitivity, a specificity or an accuracy there is a `cutoff`.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> solution = aucopt.maximize(X, y, aucopt.Sensitivity(specificity=0.9))
    >>> print(round(solution.value, 3), solution.gap, solution.status)
    0.171 0.0 optimal
    """
    asked = read_objective(objective)
    search: dict[str, Any] = {
        "signs": signs,
        "solver": solver,
        "smoothing": smoothing,
        "max_gap": max_gap,
        "time_limit": time_limit,
        "starts": starts,
        "n_restarts": n_restarts,
        "n_jobs": n_jobs,
        "memory": memory,
        "random_state": random_state,
        "certify": certify,
        "callback": callback,
    }
    of_classes = asked.classifies and not isinstance(asked, Accuracy)
    if of_classes and strata is None and strata_weight == "pairs":
        return best_of_table(X, y, asked, sample_weight, **search)
    if not REHEARSED:
        rehearse_reading()
    started = time.monotonic()
    posed = pose(X, y, asked, sample_weight, strata, strata_weight, memory)
    options = posed.ready(read_options(posed, **search, started=started))
    problem, options, chosen = choose_solver(posed.problem, posed.objective, options)
    found = solve(problem, posed.objective, options, chosen)
    solution = posed.finish(build_solution(problem, posed.objective, options, found))
    if certify:
        table = RawTable(X, y, sample_weight, strata)
        certificate = build_certificate(problem, found, solution, options.signs, table)
        solution = replace(solution, certificate=certificate)
    return replace(solution, seconds=time.monotonic() - options.started)
