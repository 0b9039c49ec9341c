"""What is known of the best panel of a table: for the command line to print and a report to draw."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucopt.analysis.answer import INTERRUPTED, ChosenCut
from aucopt.analysis.honest import HonestValues
from aucopt.analysis.panel.stability import Optimism, Stability
from aucopt.analysis.rows import Rows
from aucopt.delong.comparison import AUCDifference
from aucopt.estimators.model import LinearModel
from aucopt.exact.objective.base import Objective
from aucopt.panels.answer import PanelSolution
from aucopt.words.panel import name_panel, remark_on_chance, verdict_on_panel
from aucopt.words.sentences import LOGISTIC

ALL, PATH, TUNED = "all columns, logistic", "L1 path, same size", "L1 path, tuned"
"""The rivals of a panel of two classes that are not panels themselves."""


def name_all(rival: str) -> str:
    """What a method on all columns is called among the methods.

    Examples
    --------
    >>> from aucopt.analysis.panel.answer import name_all
    >>> name_all("logistic regression"), name_all("Cox regression")
    ('all columns, logistic', 'all columns, Cox regression')
    """
    return ALL if rival == LOGISTIC else f"all columns, {rival}"


@dataclass(frozen=True, eq=False)
class PanelAnalysis:
    """The analysis of the best panel of a table.

    Attributes
    ----------
    rows : Rows
        The data, with all columns.
    panel : PanelSolution
        The best panel, the bound over all panels, and the panels that are nearly as good.
    smaller : PanelSolution or None
        The best panel with one column less; None if the panel has one column.
    cut : ChosenCut or None
        A cut-off of the panel's score; None if the outcome is ranked.
    signs : tuple of int
        The sign constraints of the search, for each column.
    apparent : dict of str to float
        The value of each method on the rows to which it was fitted, which is optimistic.
    honest : HonestValues or None
        Cross-validated values of the methods, with the selection of columns repeated in each fold; the folds
        are the same for all methods.
    optimism : Optimism or None
        The optimism of the apparent value, estimated by the bootstrap.
    stability : Stability or None
        How often the same panel, and each column, is chosen in resamples.
    omitted : dict of str to str
        The reason for each part that is None.
    seconds : dict of str to float
        Seconds for each part.
    seed : int
        The seed of folds and resamples.
    rival, rival_detail : str
        The method that is fitted to all columns, and what a reader should know of it.
    """

    rows: Rows
    panel: PanelSolution
    smaller: PanelSolution | None
    cut: ChosenCut | None
    signs: tuple[int, ...]
    apparent: dict[str, float]
    honest: HonestValues | None
    optimism: Optimism | None
    stability: Stability | None
    omitted: dict[str, str]
    seconds: dict[str, float]
    seed: int
    rival: str = LOGISTIC
    rival_detail: str = ""

    @property
    def objective(self) -> Objective:
        """The objective, which was maximised and is estimated on new rows."""
        return self.panel.solution.objective

    @property
    def name(self) -> str:
        """What the panel is called among the methods."""
        return name_panel(self.panel.k)

    @property
    def smaller_name(self) -> str | None:
        """What the panel of one column less is called; None if there is none."""
        return name_panel(self.panel.k - 1) if self.panel.k > 1 else None

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns chosen."""
        return tuple(self.rows.columns[j] for j in self.panel.columns)

    @property
    def is_interrupted(self) -> bool:
        """Whether the search or a part of the analysis was interrupted."""
        return self.panel.status == "interrupted" or INTERRUPTED in self.omitted.values()

    def difference(self, rival: str) -> AUCDifference | None:
        """Return the difference between the panel and a rival on new rows; None if it is not known."""
        if self.honest is None or self.honest.comparison is None:
            return None
        for found in self.honest.comparison.differences:
            if (found.first, found.second) == (self.name, rival):
                return found
        return None

    @property
    def verdict(self) -> str:
        """One sentence on whether a panel of this size is worthwhile."""
        return verdict_on_panel(
            self.panel.k,
            len(self.rows.columns),
            None if self.smaller_name is None else self.difference(self.smaller_name),
            self.difference(name_all(self.rival)),
            self.rival,
        )

    @property
    def chance(self) -> str:
        """A sentence if there is no evidence that the panel ranks new rows better than chance; else empty."""
        if self.honest is None or not (self.objective.is_auc or not self.objective.classifies):
            return ""
        return remark_on_chance(self.panel.k, self.honest.intervals[self.name].low)

    @property
    def model(self) -> LinearModel:
        """The score of the panel with its cut-off and labels, to score new rows."""
        value: dict[str, Any] = {"apparent": self.panel.value, "bound": self.panel.bound}
        if self.honest is not None:
            found = self.honest.intervals[self.name]
            low, high = (None if np.isnan(end) else end for end in (found.low, found.high))
            value |= {"honest": found.value, "honest_interval": [low, high], "confidence": found.confidence}
        counts = dict(self.rows.story.counts)
        facts: dict[str, Any] = {
            "rows": len(self.rows.X),
            **({"positives": counts["positive"]} if self.rows.kind == "classes" else counts),
            "status": self.panel.status,
            "objective": self.objective.stated or {"name": self.objective.name},
            "value": value,
            "chosen_from": len(self.rows.columns),
        }
        names, weights, prepared = self.columns, self.panel.solution.coef, None
        if self.rows.preparation is not None:
            # A column of the panel may be one of several that are made of one column of the table.
            prepared = self.rows.preparation.only(names)
            chosen = dict(zip(names, weights, strict=True))
            names = prepared.names
            weights = np.array([chosen.get(name, 0.0) for name in names])
        if self.cut is None:
            # The order of the scores is all there is.
            return LinearModel(names, weights, None, None, self.rows.story.name, facts, preparation=prepared)
        facts |= {
            "auc": value if self.objective.is_auc else {"apparent": self.panel.solution.auc},
            "sensitivity": self.cut.sensitivity,
            "specificity": self.cut.specificity,
        }
        return LinearModel(
            names, weights, self.cut.value, self.rows.classes, self.rows.target, facts, preparation=prepared
        )
