"""The front door: which k columns make the best linear score, and what is proved about it."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike

import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.panels.answer import PanelProgress, PanelSolution
from aucopt.panels.conclude import conclude
from aucopt.panels.pool import open_pool
from aucopt.panels.question import MEMORY, read_question
from aucopt.panels.record import SearchFile
from aucopt.panels.search import PanelSearch
from aucopt.panels.table import read_table
from aucopt.typing import TableLike
from aucopt.words.difference import BAND

# Tiny tables that compile, and panels beyond which no compiled search ends soon.
_ROWS, _MOST_COMPILED = 12, 6
_compiled: set[tuple[int, str]] = set()


def best_panel(
    X: TableLike,
    y: npt.ArrayLike,
    k: int = 3,
    *,
    objective: str | Objective = "auc",
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    strata_weight: str = "pairs",
    signs: int | Sequence[int] | None = None,
    delta: float = BAND,
    include: Iterable[int | str] = (),
    exclude: Iterable[int | str] = (),
    time_limit: float | None = None,
    n_jobs: int | None = None,
    memory_limit: int = MEMORY,
    certify: bool = False,
    file: str | PathLike[str] | None = None,
    scheduler: str | None = None,
    callback: Callable[[PanelProgress], object] | None = None,
) -> PanelSolution:
    """Find the k columns with the best linear score among all sets of k columns, and prove it.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n, p)
        The columns to choose from. The columns of a data frame must have different names.
    y : array of shape (n,), or of events and times
        Labels of two classes, of any type. The larger label is the positive class. For `Concordance`, an
        ordered outcome or censored times, as in `aucopt.maximize`.
    k : int
        Number of columns of a panel, from 1 to p. Weights may be zero, so that smaller panels are included;
        if fewer columns suffice, `fewest` of the result lists them.
    objective : "auc", "concordance", "accuracy", PartialAUC, Sensitivity, Specificity, Concordance, Accuracy
        What to maximise. The intercept of an accuracy does not count as a column.
    sample_weight : array of shape (n,), optional
        Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two rows.
    strata, strata_weight
        See `aucopt.maximize`: only rows of the same stratum are compared, for the AUC and for `Concordance`.
        These pairs are listed, and `memory_limit` must be large enough for them in all columns.
    signs : int or sequence of int, optional
        Sign constraints on the weights: +1 means at least 0, -1 at most 0, and 0 no constraint. One number
        for each column, or one for all columns.
    delta : float
        Also find all panels whose best value is within this distance of the best panel. 0 finds all panels
        that tie for the best.
    include, exclude : iterable of int or str
        Columns that every panel must contain and columns that no panel may contain, by position or by name.
    time_limit : float, optional
        Time limit in seconds. The search then stops and returns the best weights and bound found so far. It
        does not include the time to compile.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn. The result does not
        depend on this number, unless the time limit is reached.
    memory_limit : int
        Memory limit in bytes for bit sets and lists of pairs, about 1 GB by default. If it does not suffice,
        pairs are counted again for each panel, which is slower.
    certify : bool
        Whether to store the proof that no score of the chosen columns is better, in `certificate` of the
        result. That no other panel is better is computed but not certified.
    file : path, optional
        A file that keeps finished work. If a search is killed, call it again with the same data, options and
        file to continue it.
    scheduler : str, optional
        Address of a Dask scheduler. Its cluster then searches the panels instead of local threads. Requires
        the extra `dask`.
    callback : callable, optional
        Called repeatedly during the search, with a `PanelProgress`.

    Returns
    -------
    PanelSolution

    Raises
    ------
    ValueError
        If k is less than 1 or more than the number of columns, `delta` is negative, more columns than k are
        included, a column is both included and excluded, or two columns have the same name.

    Examples
    --------
    >>> import aucopt
    >>> X = [[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2], [2, 1, 3], [1, 3, 0]]
    >>> best = aucopt.best_panel(X, [1, 1, 1, 0, 0, 0], k=2)
    >>> best.columns, best.value, best.gap, best.status
    ((1, 2), 1.0, 0.0, 'optimal')
    """
    if time_limit is not None:
        _compile(k, objective, strata)
    question = read_question(
        X,
        y,
        k,
        objective=objective,
        sample_weight=sample_weight,
        strata=strata,
        strata_weight=strata_weight,
        signs=signs,
        delta=delta,
        include=include,
        exclude=exclude,
        time_limit=time_limit,
        n_jobs=n_jobs,
        memory_limit=memory_limit,
        callback=callback,
    )
    table = read_table(question)
    record = SearchFile(file, table.digest, str(question.delta))
    pool = open_pool(question.n_threads, scheduler)
    try:
        search = PanelSearch(question, table, pool, record)
        search.run()
    finally:
        pool.close()
        record.close()
    return conclude(search, certify)


def _compile(k: int, objective: str | Objective, strata: npt.ArrayLike | None) -> None:
    """Search a tiny table once, so that compiling is no part of a time limit."""
    asked = read_objective(objective)
    # Whatever the labels and the outcome are called.
    named = "concordance" if strata is not None else "accuracy" if isinstance(asked, Accuracy) else asked
    kind = (k, str(named))
    if kind in _compiled or not isinstance(k, int) or not 1 <= k <= _MOST_COMPILED:
        return
    _compiled.add(kind)
    rng = np.random.default_rng(0)
    best_panel(rng.normal(size=(_ROWS, k + 1)), np.arange(_ROWS) % 2, k, objective=named)
