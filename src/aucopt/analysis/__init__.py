"""What a table of one's own tells: its best linear score on new rows, and whether optimising AUC pays.

`analyse` finds out what a score is worth and how sure its weights are, `analyse_panel` the same of a panel of
columns, `honest_values` what methods reach on rows they have not seen; `aucopt.does_it_pay` runs the methods
of the lab on the table and judges them.
"""

from aucopt.analysis.answer import Analysis
from aucopt.analysis.fit import analyse
from aucopt.analysis.honest import HonestValues, honest_aucs, honest_values
from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.analysis.panel.answer import PanelAnalysis
from aucopt.analysis.payoff import MethodResult, PayOff
from aucopt.analysis.rows import Rows

__all__ = [
    "Analysis",
    "analyse",
    "HonestValues",
    "honest_aucs",
    "honest_values",
    "PanelAnalysis",
    "analyse_panel",
    "Rows",
    "PayOff",
    "MethodResult",
]
