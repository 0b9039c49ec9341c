"""From a question to an answer: search, check, draw. It knows no browser, and stops where it is told to."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from aucopt.analysis.answer import Analysis
from aucopt.analysis.fit import analyse
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import FittedRival, fit_rival
from aucopt.app.question import FitRequest
from aucopt.app.roc import RocPoints, roc_points, with_live_roc
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solution.solution import Solution
from aucopt.report.fit.page import fit_page
from aucopt.report.fit.roc_figure import RocCurve
from aucopt.report.page.page import Page

Follow = Callable[[Progress], object]
Say = Callable[[str], object]

# Seconds after which the checks give up, and those for the ranges of the weights; as in the command.
_CHECKS, _LOOK = 600.0, 10.0
COMPILING = "compiling, once: the first search of its kind takes some seconds more"


@dataclass(frozen=True, eq=False)
class Answer:
    """What the app shows and lets the user keep.

    Attributes
    ----------
    page : Page
        The report.
    shown : Page
        The same with the ROC curve that follows the mouse.
    points : RocPoints
        What that curve tells.
    model : str
        The model, as JSON.
    certificate : str or None
        The proof, as JSON; None if nothing is proved or none was asked for.
    no_certificate : str
        Why there is none.
    """

    page: Page
    shown: Page
    points: RocPoints
    model: str
    certificate: str | None
    no_certificate: str


def find_answer(question: FitRequest, follow: Follow, say: Say) -> Answer:
    """Search and find out the rest.

    Parameters
    ----------
    question : FitRequest
        What to search for.
    follow : callable
        Told the best value, the bound and the gap while the search runs.
    say : callable
        Told what is being done.

    Notes
    -----
    Both callables may raise KeyboardInterrupt, as Ctrl-C does in the command: what is found and proved by
    then is the answer.

    Raises
    ------
    KeyboardInterrupt
        If that comes before anything is found.
    ValueError
        If these rows cannot be searched.
    """
    rows = question.rows
    free = (0,) * len(rows.columns)
    say("fitting the method that it is compared with")
    rival = fit_rival(None, rows, free, question.objective)
    say(COMPILING)
    solution, why_not = _search(question, rival, follow)
    solution = replace(solution, classes=np.array(rows.classes))
    settings = {
        "target": rows.target,
        "positive class": str(rows.classes[1]),
        "columns": ", ".join(rows.columns),
    }
    if question.time_limit is not None:
        settings["time limit"] = f"{question.time_limit:g} s"
    analysis = _analyse(question, solution, rival, say)
    landscape = survey(analysis, seconds=0.0 if analysis.is_interrupted else _LOOK, n_jobs=-1)
    page = fit_page(
        analysis,
        landscape,
        source=question.source,
        command=question.command,
        settings=settings,
        notes=question.notes,
    )
    beside = []
    if analysis.honest is not None and landscape.roc:
        beside = [
            RocCurve(f"{name}, new rows", *landscape.roc[name], found.value)
            for name, found in analysis.honest.intervals.items()
        ]
    certificate = None if solution.certificate is None else solution.certificate.to_json()
    points = roc_points(rows, solution.coef)
    reached = solution.auc if analysis.objective.part is None else solution.value
    own = RocCurve(f"{analysis.best}, these rows", points.fpr, points.tpr, reached)
    shown = with_live_roc(page, own, beside)
    return Answer(page, shown, points, analysis.model.to_json(), certificate, why_not)


def _search(question: FitRequest, rival: FittedRival, follow: Follow) -> tuple[Solution, str]:
    """The solution, with its certificate if there can be one; and why there is none."""
    rows = question.rows

    def search(certify: bool) -> Solution:
        return maximize(
            rows,
            rows.positive,
            question.objective,
            sample_weight=rows.weights,
            # No score is shown that is worse than the one it is compared with.
            starts=rival.coef,
            time_limit=question.time_limit,
            n_jobs=-1,
            random_state=0,
            certify=certify,
            callback=follow,
        )

    if not question.certify:
        return search(False), "No certificate was asked for."
    try:
        return search(True), ""
    except ValueError:
        # A local search proves nothing that could be written down. What else is wrong is raised again.
        return search(False), "There is no certificate: this search could not prove a bound."


def _analyse(question: FitRequest, solution: Solution, rival: FittedRival, say: Say) -> Analysis:
    free = (0,) * len(question.rows.columns)

    def within(seconds: float) -> Analysis:
        return analyse(
            question.rows, solution, signs=free, seconds=seconds, rival=rival, n_jobs=-1, seed=0, say=say
        )

    try:
        return within(_CHECKS)
    except KeyboardInterrupt:
        # Stopped while compiling. Without a limit there is nothing to compile beforehand, and every part
        # that is asked for is told to stop by itself.
        return within(float("inf"))
