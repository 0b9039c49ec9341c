"""The front door of every objective but the AUC, whose own is `maximize.py`."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import best_of_table
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.solution.solution import Progress, Solution
from aucopt.exact.solvers.base import MEMORY
from aucopt.inputs import TableLike


def maximize(
    X: TableLike,
    y: npt.ArrayLike,
    objective: str | Objective = "auc",
    *,
    sample_weight: npt.ArrayLike | None = None,
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
    """Find the linear score that is best by an objective of the ROC curve, and prove that none is better.

    Parameters
    ----------
    X, y, signs, smoothing, max_gap, time_limit, starts, n_restarts, n_jobs, memory, random_state, callback
        As in `maximize_auc`, which is the same with the AUC. Gaps are those of the objective.
    objective : "auc", PartialAUC, Sensitivity or Specificity
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``.
    sample_weight : array of shape (n,), optional
        Limits such as a false positive rate are shares of the weight of a class. Integers and decimals of few
        digits are exact; objectives other than the AUC take no others.
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        As in `maximize_auc` for the AUC. Parts of the ROC curve are searched by the plane (two columns), by
        cones or by the ascent. "auto" takes the plane for two columns, cones for three to six if they should
        end within about a minute (three columns and 2e7 pairs, four and 1e6, five and 1e5, six and 1e4) or if
        a `time_limit` is given, and otherwise the ascent.
    certify : bool
        As in `maximize_auc`. Proofs for a part of the ROC curve are written by cones, which "auto" then takes
        for two columns as well; `arcs` of the solution then has a single direction.

    Returns
    -------
    Solution
        `value`, `bound`, `gap` and `status` are about the objective. `auc` is the AUC of the same weights,
        and a sensitivity or specificity has a `cutoff`.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> solution = aucopt.maximize(X, y, aucopt.Sensitivity(specificity=0.9))
    >>> print(round(solution.value, 3), solution.gap, solution.status)
    0.171 0.0 optimal
    """
    return best_of_table(
        X,
        y,
        read_objective(objective),
        sample_weight,
        signs=signs,
        solver=solver,
        smoothing=smoothing,
        max_gap=max_gap,
        time_limit=time_limit,
        starts=starts,
        n_restarts=n_restarts,
        n_jobs=n_jobs,
        memory=memory,
        random_state=random_state,
        certify=certify,
        callback=callback,
    )
