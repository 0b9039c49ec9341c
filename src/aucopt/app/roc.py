"""The ROC curve that tells the operating point under the mouse."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from aucopt.analysis.rows import Rows
from aucopt.estimators.scoring import score_rows
from aucopt.metrics import roc_curve
from aucopt.report.fit.roc_figure import RocCurve, plot_roc
from aucopt.report.page.page import Illustration, Page, Section

# More points than pixels tell nothing.
_MOST_POINTS = 1500
NAME = "roc"
HOW = "Move the mouse over the curve, or press the arrow keys, to read a cut-off and what it does."


class RocPoints(NamedTuple):
    """Operating points on these rows: score >= threshold."""

    fpr: np.ndarray
    tpr: np.ndarray
    threshold: np.ndarray

    def to_json(self) -> str:
        """For the browser; a threshold above all scores is null."""
        thresholds = [None if np.isinf(value) else float(f"{value:.6g}") for value in self.threshold]
        return json.dumps([self.fpr.round(5).tolist(), self.tpr.round(5).tolist(), thresholds])


def roc_points(rows: Rows, coef: np.ndarray) -> RocPoints:
    """The operating points of a score on its own rows, thinned where they are too many.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis import Rows
    >>> from aucopt.app.roc import roc_points
    >>> rows = Rows(np.array([[1.0], [2.0]]), ("age",), np.array([False, True]), None, "ill", (0, 1))
    >>> roc_points(rows, np.array([1.0])).to_json()
    '[[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [null, 2.0, 1.0]]'
    """
    scores = score_rows(np.ascontiguousarray(rows.X), coef)
    found = roc_curve(rows.positive, scores, sample_weight=rows.weights)
    kept = np.unique(np.linspace(0, len(found[0]) - 1, _MOST_POINTS).round().astype(int))
    return RocPoints(*(values[kept] for values in found))


def with_live_roc(page: Page, own: RocCurve, beside: Sequence[RocCurve]) -> Page:
    """The page with curves of which the browser can ask the first; beside it those on new rows."""
    caption = f"{HOW} Cut-offs belong to the curve on these rows, which is optimistic."
    figure = plot_roc([own, *beside])
    block = Illustration(NAME, figure, caption, f"ROC curve. {HOW}")
    section = Section("ROC curve", [block])
    places = [i for i, old in enumerate(page.sections) if NAME in _names(old)]
    sections = list(page.sections)
    if places:
        sections[places[0]] = section
    else:
        sections.insert(1, section)
    return replace(page, sections=sections)


def _names(section: Section) -> list[str]:
    return [block.name for block in section.blocks if isinstance(block, Illustration)]
