"""The search over all panels."""

import time
from fractions import Fraction
from itertools import combinations
from os import PathLike

import numpy as np

from aucopt.exact.maximize import best_solution, maximize
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import RawRows
from aucopt.exact.solvers.base import Options
from aucopt.panels.answer import MOST_LISTED, Panel, PanelSolution
from aucopt.panels.exactly import search_panel
from aucopt.panels.question import Question


def search(
    question: Question,
    *,
    certify: bool = False,
    file: str | PathLike[str] | None = None,
    scheduler: str | None = None,
) -> PanelSolution:
    """Search all panels."""
    problem, objective = question.problem, question.objective
    values = {}
    for rest in combinations(question.open, question.k - len(question.forced)):
        columns = tuple(sorted((*question.forced, *rest)))
        options = Options(tuple(question.signs[j] for j in columns))
        values[columns] = search_panel(question.of_panel(columns), objective, options, -1).value
    best = max(values.values())
    panels = sorted(values, key=lambda c: (-values[c], c))
    limit = best - question.delta * objective.whole(problem)
    within = [c for c in panels if values[c] >= limit]
    chosen = panels[0]
    names = problem.feature_names
    solution = solve_chosen(question, chosen, certify)
    frequency = np.zeros(problem.n_features, dtype=np.int64)
    for c in within:
        frequency[list(c)] += 1
    def named(c):
        return tuple(names[j] for j in c) if question.named else None
    value = objective.share(problem, best)
    return PanelSolution(
        columns=chosen, names=named(chosen), solution=solution, status="optimal",
        value_exact=solution.value_exact, bound_exact=solution.bound_exact,
        panels=[Panel(c, named(c), *(2 * (float(objective.share(problem, values[c])),))) for c in within[:MOST_LISTED]],
        n_panels=len(within), frequency=frequency, fewest=chosen, n_total=question.n_total, refused={},
        delta=float(question.delta), k=question.k, seconds=time.monotonic() - question.started, notes=(),
        feature_names=names,
    )


def solve_chosen(question, columns, certify):
    raw = question.problem.raw
    alone = Problem(
        RawRows([raw.columns[j] for j in columns], None, raw.positive, raw.weight),
        tuple(question.problem.feature_names[j] for j in columns), question.problem.classes)
    options = Options(tuple(question.signs[j] for j in columns), certify=certify, started=time.monotonic())
    return best_solution(alone, question.objective, options)
