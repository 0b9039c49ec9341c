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
    """Find the linear score that is best by an objective, and prove that none is better.

    Parameters
    ----------
    X, signs, smoothing, max_gap, time_limit, starts, n_restarts, n_jobs, memory, random_state, callback
        As in `maximize_auc`, which is the same with the AUC. Gaps are those of the objective. `signs` do not
        constrain the intercept of `Accuracy`.
    y : array of shape (n,), or of events and times
        Two classes, as in `maximize_auc`. For `Concordance` numbers that can be ordered, or censored times: a
        structured array of event and time, as in scikit-survival, or two columns, event (0 or 1) and time.
    objective : "auc", "concordance", "accuracy", PartialAUC, Sensitivity, Specificity, Concordance, Accuracy
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``.
    strata : array of shape (n,), optional
        Labels such as those of matched sets or of centres: only pairs within a stratum count. For the AUC and
        for `Concordance`. Strata without a pair are left out, and a note says how many there are.
    strata_weight : {"pairs", "cases"}
        Whether all pairs count alike, or all positives: "cases" counts a pair one over the weight of the
        negatives of its stratum, which gives the covariate-adjusted AUC.
    sample_weight : array of shape (n,), optional
        Limits such as a false positive rate are shares of the weight of a class; in an accuracy a row counts
        its weight. Integers and decimals of few digits are exact; objectives other than the AUC take no
        others.
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        As in `maximize_auc` for the AUC, for `Concordance` and, with a column more for the intercept, for
        `Accuracy`. With strata, and for `Concordance`, exact solvers list the pairs that count, for which
        `memory` must suffice; otherwise "auto" takes the ascent. Parts of the ROC curve are searched by the
        plane (two columns), by cones or by the ascent. "auto" takes the plane for two columns, cones for
        three to six if they should end within about a minute (three columns and 2e7 pairs, four and 1e6, five
        and 1e5, six and 1e4) or if a `time_limit` is given, and otherwise the ascent.
    certify : bool
        As in `maximize_auc`. Proofs for a part of the ROC curve are written by cones, which "auto" then takes
        for two columns as well; `arcs` of the solution then has a single direction.

    Returns
    -------
    Solution
        `value`, `bound`, `gap` and `status` are about the objective. `auc` is the AUC of the same weights,
        and a sensitivity, specificity or accuracy has a `cutoff`.

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
