"""Tables, pictures and pages of finished results.

A name is imported when it is first used, so that matplotlib is loaded only by those who draw.
"""

from typing import TYPE_CHECKING

from aucopt.lazy import import_on_use

if TYPE_CHECKING:
    from aucopt.report.compare.page import pay_page
    from aucopt.report.fit.page import fit_page
    from aucopt.report.fit.plane_figure import plot_planes
    from aucopt.report.fit.profile_figure import plot_profile
    from aucopt.report.fit.roc_figure import Cut, RocCurve, plot_roc
    from aucopt.report.fit.row_figure import Line, plot_rows
    from aucopt.report.fit.weight_figure import Spread, plot_weights
    from aucopt.report.page.page import Fact, Headline, Illustration, Page, Section
    from aucopt.report.page.table import ReportTable, TableCell
    from aucopt.report.panel.exchange_figure import plot_exchange
    from aucopt.report.panel.page import panel_page
    from aucopt.report.paper.answer_figure import plot_answer
    from aucopt.report.paper.method_figures import plot_gaps, plot_times
    from aucopt.report.paper.rank_figure import plot_critical_difference
    from aucopt.report.paper.score_figures import plot_scores
    from aucopt.report.paper.toy_figure import plot_toy
    from aucopt.report.paper.trial_figure import plot_trials
    from aucopt.report.paper.win_figure import plot_wins
    from aucopt.report.paper.write import make_tables, write_figures, write_tables

__all__ = [
    "fit_page",
    "pay_page",
    "panel_page",
    "Page",
    "Headline",
    "Fact",
    "Section",
    "Illustration",
    "TableCell",
    "ReportTable",
    "make_tables",
    "write_tables",
    "write_figures",
    "plot_profile",
    "plot_planes",
    "RocCurve",
    "Cut",
    "plot_roc",
    "Line",
    "plot_rows",
    "Spread",
    "plot_weights",
    "plot_exchange",
    "plot_toy",
    "plot_scores",
    "plot_wins",
    "plot_critical_difference",
    "plot_gaps",
    "plot_times",
    "plot_trials",
    "plot_answer",
]

_NAMES_OF = {
    "compare.page": ("pay_page",),
    "fit.page": ("fit_page",),
    "fit.plane_figure": ("plot_planes",),
    "fit.profile_figure": ("plot_profile",),
    "fit.roc_figure": ("RocCurve", "Cut", "plot_roc"),
    "fit.row_figure": ("Line", "plot_rows"),
    "fit.weight_figure": ("Spread", "plot_weights"),
    "page.page": ("Page", "Headline", "Fact", "Section", "Illustration"),
    "page.table": ("TableCell", "ReportTable"),
    "panel.exchange_figure": ("plot_exchange",),
    "panel.page": ("panel_page",),
    "paper.answer_figure": ("plot_answer",),
    "paper.method_figures": ("plot_gaps", "plot_times"),
    "paper.rank_figure": ("plot_critical_difference",),
    "paper.score_figures": ("plot_scores",),
    "paper.toy_figure": ("plot_toy",),
    "paper.trial_figure": ("plot_trials",),
    "paper.win_figure": ("plot_wins",),
    "paper.write": ("make_tables", "write_tables", "write_figures"),
}

__getattr__, __dir__ = import_on_use(__name__, _NAMES_OF)
