"""The best panel of the chosen columns: search, check, draw."""

from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.app.question import FitRequest
from aucopt.app.result import COMPILING, Answer, Follow, Say
from aucopt.app.roc import roc_points, with_live_roc
from aucopt.exact.solution.parts import Progress
from aucopt.panels.answer import PanelProgress
from aucopt.panels.best import best_panel
from aucopt.report.fit.roc_figure import RocCurve
from aucopt.report.panel.page import panel_page

# Seconds after which no further check begins; as in the command.
_CHECKS = 600.0
NO_PROOF = (
    "The search of all panels has no certificate. To get one for the panel, search its columns by themselves."
)


def find_panel(question: FitRequest, follow: Follow, say: Say) -> Answer:
    """Search all panels of a size and find out the rest.

    Parameters
    ----------
    question : FitRequest
        What to search for, with the size of a panel.
    follow : callable
        Told the best value, the bound and the gap while the search runs.
    say : callable
        Told what is being done.

    Raises
    ------
    KeyboardInterrupt
        If a callable raises it before anything is found.
    ValueError
        If there is no panel of this size.
    """
    rows = question.rows
    assert question.size is not None

    def tell(now: PanelProgress) -> None:
        names = ", ".join(rows.columns[j] for j in now.columns)
        follow(Progress(now.value, now.bound, now.gap, now.seconds))
        # The last word is what the page shows.
        say(f"searching: {now.n_done:,} of {now.n_total:,} panels done, best so far {names}")

    say(COMPILING)
    panel = best_panel(
        rows,
        rows.positive,
        question.size,
        objective=question.objective,
        sample_weight=rows.weights,
        time_limit=question.time_limit,
        n_jobs=-1,
        callback=tell,
    )
    if not panel.columns:
        raise KeyboardInterrupt
    analysis = analyse_panel(rows, panel, seconds=_CHECKS, n_jobs=-1, seed=0, say=say)
    page = panel_page(
        analysis,
        source=question.source,
        command=question.command,
        settings=question.settings,
        notes=question.notes.all,
    )
    chosen = rows.only(panel.columns)
    points = roc_points(chosen, panel.solution.coef)
    own = RocCurve(f"{analysis.name}, these rows", points.fpr, points.tpr, panel.value)
    beside = []
    if analysis.honest is not None:
        found = analysis.honest.intervals[analysis.name]
        beside = [RocCurve(f"{analysis.name}, new rows", *analysis.honest.roc(analysis.name), found.value)]
    shown = with_live_roc(page, own, beside)
    return Answer(page, shown, points, analysis.model.to_json(), None, NO_PROOF)
