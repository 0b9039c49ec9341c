"""How far a linear score is from the best there is."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import best_solution, read_options
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import MEMORY
from aucopt.typing import TableLike


def auc_gap(
    X: TableLike,
    y: npt.ArrayLike,
    coef: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    max_gap: float = 0.0,
    time_limit: float | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    callback: Callable[[Progress], object] | None = None,
) -> float:
    """Return how far the AUC of given weights is below the highest possible AUC.

    Parameters
    ----------
    X, y, sample_weight, signs, solver, max_gap, time_limit
        See `maximize_auc`. If the search stops before the optimum is proved, the gap is measured to its
        bound.
    coef : array of n_features numbers
        Weights of a linear score, for instance ``LogisticRegression().fit(X, y).coef_``.
    n_restarts, n_jobs, memory, random_state, callback
        See `maximize_auc`.

    Returns
    -------
    float
        The gap, zero if the weights are optimal. It is exact: both AUCs are computed from integer counts.

    Examples
    --------
    >>> import aucopt
    >>> aucopt.auc_gap([[1, 0], [1, 1], [0, 0.5]], [1, 0, 0], coef=[1, 0])
    0.25
    """
    weights = np.asarray(coef, dtype=np.float64).ravel()
    problem = Problem.read(X, y, sample_weight)
    if weights.shape != (problem.n_features,) or not np.isfinite(weights).all():
        raise ValueError(
            f"coef must be {problem.n_features} finite numbers, one per column; got shape {weights.shape}."
        )
    options = read_options(
        problem,
        signs=signs,
        solver=solver,
        max_gap=max_gap,
        time_limit=time_limit,
        starts=weights,
        n_restarts=n_restarts,
        n_jobs=n_jobs,
        memory=memory,
        random_state=random_state,
        callback=callback,
    )
    counts = AUC().count_rows(problem, weights)
    return float(best_solution(problem, AUC(), options).bound_exact - counts.share)
