"""From what the search knows to what people get."""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from aucopt.exact.maximize_objective import maximize
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import MEMORY as LISTED
from aucopt.exact.solvers.base import Options
from aucopt.inputs import is_sparse
from aucopt.panels.answer import MOST_LISTED, Panel, PanelSolution
from aucopt.panels.exactly import search_panel
from aucopt.panels.question import Question
from aucopt.panels.search import PanelSearch

_NOT_CERTIFIED = (
    "The certificate is about the columns of this panel. That no other panel is better is computed, not "
    "certified."
)
_NO_BITS = "The memory limit leaves no room for bits of all pairs; pairs were counted for each panel."
# Seconds in which the best panel is solved for its weights, however late it is.
_SHORTEST = 0.2

Columns = tuple[int, ...]


def conclude(search: PanelSearch, certify: bool) -> PanelSolution:
    """Solve the best panel once more for its weights, and list the panels as good."""
    question = search.question
    problem, objective = question.problem, question.objective
    within = np.flatnonzero(search.lower >= search.limit)
    order = within[np.lexsort((*search.panels[within].T[::-1], -search.lower[within]))]
    columns = search.panel
    if search.status == "optimal" and len(order):
        # Of several best panels the first in order, whichever was found first.
        columns = tuple(int(j) for j in search.panels[order[0]])
    fewest = question.of_table(_fewest(search, columns))
    columns = question.of_table(columns)
    solution = _solve(question, columns, certify)
    value, bound = solution.value_exact, _bound(search, solution)
    names, n_columns = problem.feature_names, problem.n_features - question.has_intercept

    def named(panel: Columns) -> tuple[str, ...] | None:
        return tuple(names[j] for j in panel) if question.named else None

    panels = []
    for at in order[:MOST_LISTED]:
        panel = question.of_table(search.panels[at])
        ends = (float(objective.share(problem, int(v[at]))) for v in (search.lower, search.upper))
        panels.append(Panel(panel, named(panel), *ends))
    kept = ("had to be rounded", "constant one")
    notes = [*question.notes, *(note for note in solution.notes if any(words in note for words in kept))]
    if certify:
        notes.append(_NOT_CERTIFIED)
    if search.table.halves and search.table.bits is None and search.table.memory < _bytes(search):
        notes.append(_NO_BITS)
    status = search.status
    if bound > value and status == "optimal":
        status = "max_gap" if problem.exact_weight is not None else solution.status
    return PanelSolution(
        columns=columns,
        names=named(columns),
        solution=solution,
        status=status if bound > value else "optimal",
        value_exact=value,
        bound_exact=bound,
        panels=panels,
        n_panels=len(within),
        frequency=np.bincount(search.panels[within].ravel(), minlength=len(question.signs))[:n_columns],
        fewest=fewest,
        n_total=question.n_total,
        refused=search.refused,
        delta=float(question.delta),
        k=question.k - question.has_intercept,
        seconds=time.monotonic() - question.started,
        notes=tuple(notes),
        feature_names=names[:n_columns],
    )


def _bytes(search: PanelSearch) -> int:
    return len(search.table.images) * search.table.n_pairs // 4


def _solve(question: Question, columns: Columns, certify: bool) -> Solution:
    """The best score of the chosen columns, from the rows as they came."""
    X, y, of_rows = question.given
    n_columns = len(question.of_panel(columns).independent().columns) + question.has_intercept
    left = None if question.end is None else max(question.end - time.monotonic(), _SHORTEST)
    return maximize(
        _pick(X, columns),
        y,
        question.objective,
        **of_rows,
        signs=[question.signs[j] for j in columns],
        solver="auto" if n_columns <= 2 else "cone",
        time_limit=left,
        n_jobs=question.n_threads,
        memory=max(question.memory, LISTED),
        certify=certify,
    ).renamed([question.problem.feature_names[j] for j in columns])


def _pick(X: Any, columns: Columns) -> Any:
    """Some columns of a table of any kind."""
    if hasattr(X, "iloc"):
        return X.iloc[:, list(columns)]
    if is_sparse(X):
        return X.tocsc()[:, list(columns)]
    if hasattr(X, "columns"):
        return X[:, list(columns)]
    return np.asarray(X)[:, list(columns)]


def _bound(search: PanelSearch, solution: Solution) -> Fraction:
    """No panel exceeds this."""
    problem, objective = search.question.problem, search.question.objective
    if problem.exact_weight is not None:
        return min(Fraction(search.bound + problem.rounding, 2 * problem.nominal), Fraction(1))
    return max(objective.share(problem, search.bound), solution.value_exact)


def _fewest(search: PanelSearch, columns: Columns) -> Columns:
    """The fewest columns that reach the best value; forced ones are always among them.

    Whatever is added to them makes a best panel. So only sets are tried that all their panels are best of.
    """
    question = search.question
    if search.status != "optimal":
        return columns
    best = search.panels[search.lower == search.best].tolist()
    n_forced, n_open = len(question.forced), len(question.open)
    free = [[j for j in panel if j not in question.forced] for panel in best]
    for size in range(0 if n_forced else 1, question.k - n_forced):
        needed = comb(n_open - size, question.k - n_forced - size)
        if needed > len(best):
            continue
        held = Counter(some for panel in free for some in combinations(panel, size))
        for some in sorted(some for some, n in held.items() if n == needed):
            panel = tuple(sorted((*question.forced, *some)))
            options = Options(tuple(question.signs[j] for j in panel), deadline=question.deadline)
            reach = search_panel(question.of_panel(panel), question.objective, options, search.best - 1)
            if reach.value == search.best:
                return panel
    return columns
