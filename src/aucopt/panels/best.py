"""The front door: which k columns make the best linear score, and what is proved about it."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike

import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.base import Objective
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
    """Find the k columns whose best linear score is the best of all panels of k columns, and prove it.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n, p)
        The columns to choose from. Those of a frame need different names.
    y : array of shape (n,)
        Two classes, any labels; the larger in sorted order is the positive one.
    k : int
        Columns of a panel, from 1 to p. A weight may be zero, so that panels of fewer columns are included;
        `fewest` of the result names them where they suffice.
    objective : "auc", PartialAUC, Sensitivity or Specificity
        What to maximise.
    sample_weight : array of shape (n,), optional
        A pair counts the product of its weights.
    signs : int or sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column, or one for all.
    delta : float
        All panels whose best value is within this of the best panel's are found as well. 0 finds all best
        panels.
    include, exclude : iterable of int or str
        Columns that every panel has, and columns that no panel has, by position or by name.
    time_limit : float, optional
        Seconds after which to stop with what is proved so far. Compiling is not counted.
    n_jobs : int, optional
        Threads. None means 1, -1 all processors, as in scikit-learn. The result does not depend on it,
        unless time runs out.
    memory_limit : int
        Bytes for bits and for lists of pairs, about 1 GB by default. Above it pairs are counted anew for
        each panel, which is slower.
    certify : bool
        Write down the proof that no score of the columns chosen is better, as `certificate` of the result.
        That no other panel is better is computed, not certified.
    file : path, optional
        What is finished is kept in this file. A search that is killed and called again with the same data,
        options and file goes on where it was.
    scheduler : str, optional
        Address of a Dask scheduler, whose cluster searches blocks of panels instead of threads here. Needs
        the extra `dask`.
    callback : callable, optional
        Called with a `PanelProgress` now and then.

    Returns
    -------
    PanelSolution

    Raises
    ------
    ValueError
        If k is less than 1 or more than the number of columns, `delta` is negative, more columns than k are
        included, a column is both included and excluded, or two columns have one name.

    Examples
    --------
    >>> import aucopt
    >>> X = [[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2], [2, 1, 3], [1, 3, 0]]
    >>> best = aucopt.best_panel(X, [1, 1, 1, 0, 0, 0], k=2)
    >>> best.columns, best.value, best.gap, best.status
    ((1, 2), 1.0, 0.0, 'optimal')
    """
    if time_limit is not None:
        _compile(k, objective)
    question = read_question(
        X,
        y,
        k,
        objective=objective,
        sample_weight=sample_weight,
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


def _compile(k: int, objective: str | Objective) -> None:
    """Search a tiny table once, so that compiling is no part of a time limit."""
    kind = (k, str(objective))
    if kind in _compiled or not isinstance(k, int) or not 1 <= k <= _MOST_COMPILED:
        return
    _compiled.add(kind)
    rng = np.random.default_rng(0)
    best_panel(rng.normal(size=(_ROWS, k + 1)), np.arange(_ROWS) % 2, k, objective=objective)
