"""From a question to an answer: search, check, draw. It knows no browser, and stops where it is told to."""

from dataclasses import replace

import numpy as np

from aucopt.analysis.answer import Analysis
from aucopt.analysis.fit import analyse
from aucopt.analysis.further import Further, look_further
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import FittedRival, fit_rival
from aucopt.app.panel_answer import find_panel
from aucopt.app.question import FitRequest
from aucopt.app.result import COMPILING, Answer, Follow, Say
from aucopt.app.roc import roc_points, with_live_roc
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.solution.solution import Solution
from aucopt.report.fit.further import further_sections
from aucopt.report.fit.page import fit_page
from aucopt.report.fit.roc_figure import RocCurve

# Seconds after which the checks give up, and those for the ranges of the weights; as in the command.
_CHECKS, _LOOK = 600.0, 10.0


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
        If these rows cannot be searched, or there are too few of them for a risk.
    """
    if question.size is not None:
        return find_panel(question, follow, say)
    rows = question.rows
    free = (0,) * len(rows.columns)
    say("fitting the method for comparison")
    rival = fit_rival(None, rows, free, question.objective)
    say(COMPILING)
    solution, why_not = _search(question, rival, follow)
    solution = replace(solution, classes=np.array(rows.classes))
    analysis = _analyse(question, solution, rival, say)
    further = Further()
    if not analysis.is_interrupted:
        further = look_further(analysis, risk=question.risk, other=question.second, n_jobs=-1, say=say)
    landscape = survey(analysis, seconds=0.0 if analysis.is_interrupted else _LOOK, n_jobs=-1)
    page = fit_page(
        analysis,
        landscape,
        source=question.source,
        command=question.command,
        settings=question.settings,
        notes=question.notes.remarks,
        warnings=question.notes.warnings,
        more=further_sections(analysis, further),
    )
    certificate = None if solution.certificate is None else solution.certificate.to_json()
    model = further.model(analysis).to_json()
    if not analysis.objective.classifies:
        return Answer(page, page, None, model, certificate, why_not)
    beside = []
    if analysis.honest is not None and landscape.roc:
        beside = [
            RocCurve(f"{name}, new rows", *landscape.roc[name], found.value)
            for name, found in analysis.honest.intervals.items()
            if name in landscape.roc
        ]
    points = roc_points(rows, solution.coef)
    reached = solution.auc if analysis.objective.part is None else solution.value
    own = RocCurve(f"{analysis.best}, these rows", points.fpr, points.tpr, reached)
    return Answer(page, with_live_roc(page, own, beside), points, model, certificate, why_not)


def _search(question: FitRequest, rival: FittedRival, follow: Follow) -> tuple[Solution, str]:
    """The solution, with its certificate if there can be one; and why there is none."""
    rows = question.rows

    def search(certify: bool) -> Solution:
        return maximize(
            rows,
            rows.y,
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
        return search(False), "You did not ask for a certificate."
    try:
        return search(True), ""
    except ValueError:
        # A local search proves nothing that could be written down. What else is wrong is raised again.
        return search(False), "There is no certificate, because this search does not prove a bound."


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
