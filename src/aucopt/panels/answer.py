"""What a search for the best panel returns: the panel, its score, the bound, and all panels as good."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.proof.certificate import Certificate
from aucopt.exact.solution.solution import Solution
from aucopt.words.numbers import show_auc, show_bound
from aucopt.words.panel import NOT_CERTIFIED
from aucopt.words.sentences import as_html, as_text, count
from aucopt.words.status import remark_on_bound

_DIGITS = 6
# Panels and columns that are shown; the attributes hold more.
_SHOWN = 5
# Panels that a solution lists.
MOST_LISTED = 100


class Panel(NamedTuple):
    """A set of columns, and the best value of a linear score of these columns.

    Attributes
    ----------
    columns : tuple of int
        Positions of the columns, in ascending order.
    names : tuple of str or None
        Their names, if the table has any.
    value, bound : float
        The best value found for a score of these columns, and the upper bound on all such scores. They are
        equal if the search of this panel was finished.
    """

    columns: tuple[int, ...]
    names: tuple[str, ...] | None
    value: float
    bound: float


class PanelProgress(NamedTuple):
    """The state of a search for the best panel, passed to the callback.

    Attributes
    ----------
    value, bound, gap : float
        The best value so far, the upper bound over all panels, and their difference.
    seconds : float
        Seconds since the search began.
    columns : tuple of int
        The best panel so far.
    n_done, n_refused, n_total : int
        Number of panels that are done, of panels among them that a bound excluded, and of all panels.
    """

    value: float
    bound: float
    gap: float
    seconds: float
    columns: tuple[int, ...]
    n_done: int
    n_refused: int
    n_total: int


@dataclass(frozen=True, eq=False)
class PanelSolution:
    """The best panel found, with a bound on all panels of its size.

    Attributes
    ----------
    columns : tuple of int
        Positions of the columns of the best panel, in ascending order.
    names : tuple of str or None
        Their names, if the table has any.
    solution : Solution
        The best score of these columns, as returned by `aucopt.maximize`.
    value : float
        The value of that score on these rows. It is optimistic, because the columns and their weights were
        chosen on the same rows.
    bound : float
        Upper bound on the scores of all panels. It is computed in exact arithmetic, but there is no
        certificate for it.
    gap : float
        bound - value, from integers: 0.0 means equal.
    status : str
        "optimal", "time_limit" or "interrupted".
    panels : list of Panel
        The panels within `delta` of the best, the best first, at most 100. Panels of equal value are in
        lexicographic order of their columns.
    n_panels : int
        Number of panels within `delta`; if the search was stopped, the number known so far.
    frequency : (p,) array of int
        The number of these `n_panels` panels that contain each column.
    fewest : tuple of int
        The smallest set of columns that attains `value`: a part of some best panel, or the best panel itself.
    n_total : int
        The number of panels.
    refused : dict of str to int
        The number of panels that each bound excluded. The others were searched exactly or are within `delta`.
    delta : float
        The value that was given.
    k : int
        The size of the panels.
    certificate : Certificate or None
        If requested, the proof for `aucopt.verify` that no score of *these* columns is better. That no other
        panel is better is computed but not certified, and a note says so.
    seconds : float
        Seconds the search took.
    notes : tuple of str
        Remarks on the result.
    """

    columns: tuple[int, ...]
    names: tuple[str, ...] | None
    solution: Solution
    status: str
    value_exact: Fraction = field(repr=False)
    bound_exact: Fraction = field(repr=False)
    panels: list[Panel]
    n_panels: int
    frequency: np.ndarray
    fewest: tuple[int, ...]
    n_total: int
    refused: dict[str, int]
    delta: float
    k: int
    seconds: float
    notes: tuple[str, ...]
    feature_names: tuple[str, ...] = field(repr=False)

    @property
    def value(self) -> float:
        """The value of the best panel."""
        return float(self.value_exact)

    @property
    def bound(self) -> float:
        """No score of any panel has a higher value."""
        return float(self.bound_exact)

    @property
    def gap(self) -> float:
        """Distance from `value` to `bound`, exactly 0.0 when they are equal."""
        return float(self.bound_exact - self.value_exact)

    @property
    def certificate(self) -> Certificate | None:
        """The proof for the columns of the best panel."""
        return self.solution.certificate

    def renamed(self, names: Sequence[str]) -> "PanelSolution":
        """Return the same panels with other column names, one for each column of the table."""

        def pick(columns: tuple[int, ...]) -> tuple[str, ...]:
            return tuple(names[j] for j in columns)

        return replace(
            self,
            names=pick(self.columns),
            panels=[panel._replace(names=pick(panel.columns)) for panel in self.panels],
            feature_names=tuple(names),
        )

    def _named(self, columns: tuple[int, ...]) -> str:
        return ", ".join(self.feature_names[j] for j in columns)

    def _lines(self) -> list[tuple[str, str]]:
        objective = self.solution.objective
        bound = show_bound(self.bound_exact, self.gap, _DIGITS)
        condition = f", {objective.condition}" if objective.condition else ""
        lines = [
            ("best panel", self._named(self.columns)),
            (objective.name, f"{show_auc(self.value, _DIGITS)}  (apparent, optimistic{condition})"),
            ("bound", f"{bound}  ({remark_on_bound(self.status, self.gap)}; {NOT_CERTIFIED})"),
            ("panels", f"{self.n_total:,} of {count(self.k, 'column')} each"),
        ]
        if len(self.fewest) < len(self.columns):
            alone = f"{self._named(self.fewest)} alone reach" if self.fewest else "a constant rule reaches"
            lines.append(("fewest", f"{alone} the same value"))
        lines += [
            ("weights" if i == 0 else "", f"{name}  {weight:.6g}")
            for i, (name, weight) in enumerate(
                zip(self.solution.feature_names, self.solution.coef, strict=True)
            )
        ]
        within = f"{count(self.n_panels, 'panel')} within {self.delta:g} of the best"
        lines.append(("as good", within))
        lines += [
            ("", f"{show_auc(panel.value, _DIGITS)}  {self._named(panel.columns)}")
            for panel in self.panels[:_SHOWN]
        ]
        often = np.argsort(-self.frequency, kind="stable")[:_SHOWN]
        shown = [f"{self.feature_names[j]} {self.frequency[j]:,}" for j in often if self.frequency[j]]
        lines.append(("columns", f"most often among them: {', '.join(shown)}"))
        refused = [f"{n:,} by {name}" for name, n in self.refused.items() if n]
        lines.append(("refused", ", ".join(refused) or "none"))
        lines.append(("work", f"{self.seconds:.2f} s"))
        return lines + [("note", note) for note in self.notes]

    def __str__(self) -> str:
        return as_text(self._lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self._lines())
