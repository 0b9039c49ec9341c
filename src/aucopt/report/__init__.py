"""Tables and pictures of finished results."""

from aucopt.report.method_figures import plot_gaps, plot_times
from aucopt.report.paper import make_tables, write_figures, write_tables
from aucopt.report.profile_figure import plot_profile
from aucopt.report.rank_figure import plot_critical_difference
from aucopt.report.score_figures import plot_scores
from aucopt.report.table import Cell, Table
from aucopt.report.toy_figure import plot_toy
from aucopt.report.win_figure import plot_wins

__all__ = [
    "Cell",
    "Table",
    "make_tables",
    "write_tables",
    "write_figures",
    "plot_profile",
    "plot_toy",
    "plot_scores",
    "plot_wins",
    "plot_critical_difference",
    "plot_gaps",
    "plot_times",
]
