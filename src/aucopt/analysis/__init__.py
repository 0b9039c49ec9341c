"""What a table of one's own tells: its best linear score on new rows, and whether optimising AUC pays.

`analyse` finds out what a score is worth and how sure its weights are, `analyse_panel` the same of a panel of
columns, `honest_values` what methods reach on rows they have not seen; `aucopt.does_it_pay` runs the methods
of the lab on the table and judges them.

A name is imported when it is first used: a command that refuses a table needs none of them.
"""

from typing import TYPE_CHECKING

from aucopt.lazy import import_on_use

if TYPE_CHECKING:
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

_NAMES_OF = {
    "answer": ("Analysis",),
    "fit": ("analyse",),
    "honest": (
        "HonestValues",
        "honest_aucs",
        "honest_values",
    ),
    "panel.analyse": ("analyse_panel",),
    "panel.answer": ("PanelAnalysis",),
    "payoff": (
        "MethodResult",
        "PayOff",
    ),
    "rows": ("Rows",),
}

__getattr__, __dir__ = import_on_use(__name__, _NAMES_OF)
