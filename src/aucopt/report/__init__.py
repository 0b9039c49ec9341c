"""Tables, pictures and pages of finished results."""

from aucopt.report.answer_figure import plot_answer
from aucopt.report.fit_page import fit_page
from aucopt.report.method_figures import plot_gaps, plot_times
from aucopt.report.page import Fact, Headline, Illustration, Page, Section
from aucopt.report.paper import make_tables, write_figures, write_tables
from aucopt.report.pay_page import pay_page
from aucopt.report.plane_figure import plot_planes
from aucopt.report.profile_figure import plot_profile
from aucopt.report.rank_figure import plot_critical_difference
from aucopt.report.roc_figure import Cut, RocCurve, plot_roc
from aucopt.report.row_figure import Line, plot_rows
from aucopt.report.score_figures import plot_scores
from aucopt.report.table import Cell, Table
from aucopt.report.toy_figure import plot_toy
from aucopt.report.trial_figure import plot_trials
from aucopt.report.weight_figure import Spread, plot_weights
from aucopt.report.win_figure import plot_wins

__all__ = [
    "fit_page",
    "pay_page",
    "Page",
    "Headline",
    "Fact",
    "Section",
    "Illustration",
    "Cell",
    "Table",
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
    "plot_toy",
    "plot_scores",
    "plot_wins",
    "plot_critical_difference",
    "plot_gaps",
    "plot_times",
    "plot_trials",
    "plot_answer",
]
