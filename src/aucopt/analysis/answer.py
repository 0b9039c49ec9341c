"""What is known of the best linear score of a table: for the command line to print and a report to draw."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aucopt.analysis.honest import HonestValues
from aucopt.analysis.rivals import find_rival
from aucopt.analysis.rows import Rows
from aucopt.estimators import LinearModel
from aucopt.exact.objective.base import Objective
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.bootstrap import WeightIntervals
from aucopt.exact.solution.weights.simple import SimpleWeights
from aucopt.words.difference import judge_gain
from aucopt.words.numbers import show_auc
from aucopt.words.status import Subject, name_subject, remarks_on_endings

INTERRUPTED = "Interrupted."
# On these rows refits may reach this much more or less than the solution before it is said.
_SAME_FIT = 0.0005


@dataclass(frozen=True)
class ChosenCut:
    """Where the objective cuts the score, and what that does on the rows it was chosen on."""

    value: float
    sensitivity: float
    specificity: float


@dataclass(frozen=True, eq=False)
class Analysis:
    """The analysis of the best linear score of a table.

    Attributes
    ----------
    rows : Rows
        The data.
    solution : Solution
        The weights, their value on these rows and the bound.
    per_deviation : (d,) array
        The weights per standard deviation of the columns, scaled to length one.
    cut : ChosenCut or None
        A cut-off of the score; None if the outcome is not two classes.
    rival : str
        The score it is compared with, such as "logistic regression", or "best column" for a blend.
    rival_detail : str
        How the rival was fitted, or which column it is.
    rival_value : float
        The value of the rival on the rows to which it was fitted.
    rival_auc : float or None
        The AUC of the rival on these rows, if there are two classes.
    rival_coef : (d,) array
        The weights of the rival, in the units of the columns.
    rival_cut : ChosenCut or None
        A cut-off of the rival's score.
    signs : tuple of int
        The sign constraints of the search.
    honest : HonestValues or None
        Cross-validated values of both scores.
    intervals : WeightIntervals or None
        Bootstrap intervals of the weights per standard deviation.
    simple : SimpleWeights or None
        Small integer weights with nearly the same value.
    refit_value : float or None
        The value on these rows of a fit to all rows with the settings of the cross-validation; None without
        cross-validation.
    omitted : dict of str to str
        The reason for each part that is None.
    seconds : dict of str to float
        Seconds for each part.
    seed : int
        The seed of the folds and resamples.
    others : dict of str to float
        For a blend, the values on these rows of blends that need no search, such as equal weights; `honest`
        has their values on new rows.
    """

    rows: Rows
    solution: Solution
    per_deviation: np.ndarray
    cut: ChosenCut | None
    rival: str
    rival_detail: str
    rival_value: float
    rival_auc: float | None
    rival_coef: np.ndarray
    rival_cut: ChosenCut | None
    signs: tuple[int, ...]
    honest: HonestValues | None
    intervals: WeightIntervals | None
    simple: SimpleWeights | None
    refit_value: float | None
    omitted: dict[str, str]
    seconds: dict[str, float]
    seed: int
    others: dict[str, float] = field(default_factory=dict)

    @property
    def objective(self) -> Objective:
        """The objective, which was maximised and is estimated on new rows."""
        return self.solution.objective

    @property
    def best(self) -> str:
        """The name of the best score in comparisons."""
        return self.objective.optimiser

    @property
    def is_blend(self) -> bool:
        """Whether the score is compared with one of its own columns: people call such a score a blend."""
        return find_rival(self.rival).is_component

    @property
    def is_interrupted(self) -> bool:
        """Whether the search or a part of the analysis was interrupted."""
        return self.solution.status == "interrupted" or INTERRUPTED in self.omitted.values()

    @property
    def remarks_on_refits(self) -> list[str]:
        """What a reader must know of the fits behind the value on new rows, if they differ from this one."""
        if self.honest is None or self.refit_value is None:
            return []
        remarks = remarks_on_endings(self.honest.endings.get(self.best, {}), self.solution.status)
        if abs(self.refit_value - self.solution.value) > _SAME_FIT:
            remarks.append(f"on these rows such a fit reaches {show_auc(self.refit_value)}")
        return remarks

    @property
    def judgement(self) -> str:
        """Whether the score pays beside its rival, as new rows tell it; empty if they were not asked."""
        if self.honest is None or self.honest.comparison is None:
            return ""
        found = self.honest.comparison.differences[0]
        return judge_gain(f"the {self.subject.name}", self.rival, found.difference, found.low, found.high)

    @property
    def subject(self) -> Subject:
        """What was searched for."""
        return name_subject(blend=self.is_blend, signed=any(self.signs))

    @property
    def model(self) -> LinearModel:
        """The score with its cut-off and labels, to score new rows."""
        solution = self.solution
        value: dict[str, Any] = {"apparent": solution.value, "bound": solution.bound}
        if self.honest is not None:
            found = self.honest.intervals[self.best]
            value["honest"] = _finite(found.value)
            value["honest_interval"] = [_finite(found.low), _finite(found.high)]
            value["confidence"] = found.confidence
        facts = {
            "rows": len(self.rows.X),
            **self.counts,
            "status": solution.status,
            "objective": solution.objective.stated or {"name": solution.objective.name},
            "value": value,
        }
        columns, target = self.rows.columns, self.rows.target
        if self.cut is None:
            # The order of the scores is all there is.
            return LinearModel(columns, solution.coef, None, None, self.rows.story.name, facts)
        facts |= {
            "auc": value if solution.objective.is_auc else {"apparent": solution.auc},
            "sensitivity": self.cut.sensitivity,
            "specificity": self.cut.specificity,
        }
        return LinearModel(
            columns,
            solution.coef,
            self.cut.value,
            self.rows.classes,
            target,
            facts,
            self.rows.preparation,
        )

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have which outcome, as documents name it."""
        counts = dict(self.rows.story.counts)
        if self.rows.kind == "classes":
            return {"positives": counts["positive"]}
        return counts


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
