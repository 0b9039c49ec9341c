"""The result for an objective other than the AUC: what is proved of it, weights, cut-off."""

from collections.abc import Mapping

import numpy as np

from aucopt.analysis.rivals import FittedRival
from aucopt.analysis.rows import Rows
from aucopt.app.question import Question
from aucopt.estimators import LinearModel
from aucopt.estimators.scoring import best_cut, score_rows
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.solution import Solution
from aucopt.report.page.page import Fact, Headline, Page, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.words.numbers import show_auc, show_bound, show_cut_off
from aucopt.words.sentences import APPARENT_SHORT, count, optimistic
from aucopt.words.status import remark_on_bound
from aucopt.words.weights import PER_DEVIATION, fit_columns, heaviest_first


def objective_page(
    question: Question, solution: Solution, rival: FittedRival, settings: Mapping[str, str]
) -> Page:
    """The page of a solution; estimates on new rows are made for the AUC only."""
    rows, objective = question.rows, solution.objective
    what = f"{objective.name} ({objective.condition})"
    has = f"has a {objective.name} of {show_auc(solution.value)} {_where(objective.condition)}"
    bound = show_bound(solution.bound_exact, solution.gap)
    if solution.status == "optimal":
        sentence = f"The best linear score {has}. It is proved that no other has a higher one."
    elif solution.bound < 1:
        sentence = f"The best linear score found {has}. It is proved that no other exceeds {bound}."
    else:
        sentence = f"The best linear score found {has}. It is not proved that no other has a higher one."
    theirs = objective.count_rows(Problem.read(rows, rows.positive, rows.weights), rival.coef).share
    cut = solution.cut
    text = "" if cut is None else f"Cut-off: {show_cut_off(*cut)}."
    counts = (
        f"{count(len(rows.positive), 'row')}, {rows.n_positive:,} of them {rows.target} = {rows.classes[1]}"
    )
    return Page(
        title=f"The best linear score of {count(len(rows.columns), 'column')} for {rows.target}",
        subtitle=f"{question.source} · {counts}",
        headline=Headline(
            sentence,
            [
                "All numbers are those of the rows that the weights were fitted to. "
                f"{optimistic(objective.name)}"
            ],
            settled=solution.status == "optimal",
        ),
        facts=[
            Fact(what, show_auc(solution.value), APPARENT_SHORT),
            Fact("bound", bound, remark_on_bound(solution.status, solution.gap)),
            Fact(f"{rival.name}, the same", show_auc(float(theirs)), APPARENT_SHORT),
            Fact("AUC of the score", show_auc(solution.auc), APPARENT_SHORT),
        ],
        sections=[Section("The weights", [_weights(rows, solution), *([text] if text else [])])],
        methods=[*solution.notes, *question.notes],
        command=question.command,
        settings={"objective": what, **settings},
    )


def objective_model(rows: Rows, solution: Solution) -> LinearModel:
    """The model, cut where the objective says, or else with the best Youden index."""
    weights = np.ones(len(rows.positive)) if rows.weights is None else rows.weights.astype(np.float64)
    cut = solution.cutoff
    if cut is None:
        cut = best_cut(rows.positive, score_rows(np.ascontiguousarray(rows.X), solution.coef), weights)
    facts = {
        "rows": len(rows.positive),
        "positives": rows.n_positive,
        "status": solution.status,
        "auc": {"apparent": solution.auc},
        "objective": {"name": repr(solution.objective), "value": solution.value, "bound": solution.bound},
    }
    return LinearModel(rows.columns, solution.coef, cut, rows.classes, rows.target, facts)


def _where(condition: str) -> str:
    return f"{condition}, on these rows" if condition.startswith("at ") else f"({condition}) on these rows"


def _weights(rows: Rows, solution: Solution) -> ReportTable:
    scaled = solution.coef * rows.deviations
    scaled = scaled / (np.linalg.norm(scaled) or 1.0)
    columns = fit_columns(solution.coef, scaled)
    body = [
        (
            TableCell(rows.columns[j]),
            *(TableCell(float(values[j]), column.form) for column in columns for values in column.values),
        )
        for j in heaviest_first(scaled)
    ]
    header = ("column", *(title for column in columns for title in column.titles))
    return ReportTable(
        "weights", "", header, tuple(body), (f"{PER_DEVIATION[0].upper()}{PER_DEVIATION[1:]}.",)
    )
