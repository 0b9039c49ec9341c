"""What a solver returns: the direction, its AUC, the bound that proves it, and all directions as good."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import degrees
from typing import TYPE_CHECKING, Protocol

import numpy as np

from aucopt.exact.solution.parts import BestColumn, DirectionArc, Profile
from aucopt.inputs import read_share
from aucopt.words.numbers import show_auc, show_bound, show_cut_off
from aucopt.words.sentences import as_html, as_text, show_column, show_work
from aucopt.words.status import remark_on_bound
from aucopt.words.weights import WeightColumn, table_lines

if TYPE_CHECKING:
    from aucopt.exact.objective.base import CutOff, Objective
    from aucopt.exact.proof.certificate import Certificate

# Weighted counts beyond this say nothing to a reader.
_TOO_LONG = 10**15
_DIGITS = 6  # of an AUC: pairs of a thousand rows can be told apart


class Geometry(Protocol):
    """Questions about all directions that only the problem can answer."""

    def near(self, delta: Fraction) -> tuple[DirectionArc, ...]:
        """All allowed directions within delta of the best."""

    def profile(self, n_angles: int) -> Profile:
        """Values around the circle."""

    def angle(self, coef: np.ndarray) -> float:
        """Whitened angle of raw weights."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The best linear score found, with a proved bound on all others.

    Attributes
    ----------
    coef : (n_features,) array
        Weights of the columns. They have Euclidean length 1, unless only weights of another length attain the
        optimum in float64. They lie in the middle of the set of optimal directions: with two columns, of the
        widest optimal arc or, for a part of the ROC curve, of the widest optimal arc with the highest AUC.
    value : float
        The value of the objective for `coef`, computed from integer counts: the AUC, unless another objective
        was chosen.
    bound : float
        Proved upper bound: no allowed weights have a higher value.
    gap : float
        bound - value, computed exactly: 0.0 means that they are equal.
    auc : float
        The AUC of `coef`; ties count one half.
    status : str
        How the search ended: "optimal" (the optimum is proved), "max_gap" (the gap is as small as requested),
        "time_limit", "interrupted", or "local" (a local optimum, nothing is proved).
    right, tied, total : int
        Number (or total weight) of the pairs that `coef` ranks correctly, of tied pairs, and of all pairs.
    direction : tuple of int
        The direction of `coef` in exact integers; it attains the bound if the status is "optimal".
    arcs : tuple of DirectionArc
        For two columns, all optimal arcs if the status is "optimal", otherwise the arc of `coef`. With a
        certificate for a part of the ROC curve, a single direction. Empty for more columns.
    notes : tuple of str
        Remarks, for instance on rounding or on columns that were left out.
    feature_names, classes
        The names of the columns; the negative and the positive label.
    objective : Objective
        What was maximised.
    intercept : float or None
        For `Accuracy`, the intercept of the rule ``X @ coef + intercept > 0``.
    cutoff : float or None
        For `Accuracy`, `Sensitivity` and `Specificity`, a cut-off of the score ``X @ coef`` that attains the
        value, with the rule score > cut-off. None if all rows have the same score.
    cutoff_interval : (float, float) or None
        All equivalent cut-offs: from the highest score that is rejected (included) to the lowest score that
        is accepted (excluded).
    standardized : float or None
        For `PartialAUC`, McClish's standardised value: 0.5 for an uninformative score, 1 for a perfect one.
    best_column : BestColumn or None
        The best single column: name, sign of its weight, value. `blend_gain` is the gain of `coef` over it.
    work : dict of str to int
        Counts of the work done by the solver, such as arcs and swaps (plane), cones and pairs (cone), nodes,
        linear programs and conflicts (conflict), or planes and rounds (ascent).
    seconds : float
        Time it took.
    in_plane : bool
        Whether exactly two columns are not constant. Then `near`, `profile` and `angle` are available, unless
        the solution comes from `without_data` or from a fitted classifier.
    certificate : Certificate or None
        The proof for `aucopt.verify`, if it was asked for.
    """

    coef: np.ndarray
    status: str
    right: int
    tied: int
    total: int
    objective: "Objective"
    value_exact: Fraction = field(repr=False)
    bound_exact: Fraction = field(repr=False)
    cut: "CutOff | None" = field(repr=False)
    direction: tuple[int, ...]
    arcs: tuple[DirectionArc, ...]
    notes: tuple[str, ...]
    feature_names: tuple[str, ...]
    classes: np.ndarray
    work: dict[str, int]
    seconds: float
    in_plane: bool
    geometry: Geometry | None = field(repr=False)
    best_column: BestColumn | None = None
    intercept: float | None = None
    certificate: "Certificate | None" = field(default=None, repr=False)

    @property
    def blend_gain(self) -> float | None:
        """The exact gain of `value` over the best single column; None if only one column is not constant."""
        return None if self.best_column is None else float(self.value_exact - self.best_column.value_exact)

    @property
    def value(self) -> float:
        """The objective of `coef`."""
        return float(self.value_exact)

    @property
    def auc_exact(self) -> Fraction:
        """AUC of `coef` as a fraction."""
        return Fraction(2 * self.right + self.tied, 2 * self.total)

    @property
    def auc(self) -> float:
        """AUC of `coef`, ties counted half."""
        return float(self.auc_exact)

    @property
    def bound(self) -> float:
        """Proved upper bound: no allowed weights have a higher value."""
        return float(self.bound_exact)

    @property
    def gap(self) -> float:
        """Distance from `value` to `bound`, exactly 0.0 when they are equal."""
        return float(self.bound_exact - self.value_exact)

    @property
    def cutoff(self) -> float | None:
        """A cut-off that attains the value, for the rule score > cut-off."""
        return None if self.cut is None else self.cut.value

    @property
    def cutoff_interval(self) -> tuple[float, float] | None:
        """The interval of all equivalent cut-offs, the first end included, the second excluded."""
        return None if self.cut is None else (self.cut.low, self.cut.high)

    @property
    def standardized(self) -> float | None:
        """McClish's standardised value of a partial AUC."""
        standard = self.objective.standardize(self.value_exact)
        return None if standard is None else float(standard)

    def renamed(self, names: Sequence[str]) -> "Solution":
        """Return the same solution with other column names."""
        new = dict(zip(self.feature_names, map(str, names), strict=True))
        best = self.best_column
        if best is not None:
            best = best._replace(name=new[best.name])
        return replace(self, feature_names=tuple(new.values()), best_column=best)

    def near(self, delta: float) -> tuple[DirectionArc, ...]:
        """Return all allowed directions whose AUC is within `delta` of the best found, as arcs.

        It is available for the AUC of two columns; `aucopt.weight_ranges` supports every objective. `delta`
        is read as an exact decimal: 0.3 is 3/10.

        Examples
        --------
        >>> import aucopt
        >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
        >>> [arc.low for arc in aucopt.maximize_auc(X, y).near(0.0)]
        [(2, -1)]
        """
        exact_delta = read_share(delta, "delta")
        if not self.objective.by_pairs:
            raise ValueError(
                f"near is for the AUC: the directions within delta of the best {self.objective.name} can be "
                "a great many arcs, since its value is the same in very many cells. aucopt.weight_ranges(X, "
                "y, delta, objective=...) gives the range of each weight over all of them."
            )
        return self._geometry.near(exact_delta)

    def profile(self, n_angles: int = 720) -> Profile:
        """Return the values over the full circle of whitened angles, for plotting (two columns)."""
        if n_angles < 1:
            raise ValueError(f"n_angles must be positive, not {n_angles!r}.")
        return self._geometry.profile(n_angles)

    def angle(self, coef: np.ndarray) -> float:
        """Return the whitened angle of any weights, in [0, 2 pi): their position in `profile`."""
        weights = np.asarray(coef, dtype=np.float64).ravel()
        if weights.shape != self.coef.shape or not np.isfinite(weights).all() or not weights.any():
            raise ValueError(f"coef must be {len(self.coef)} finite numbers, not all zero; got {coef!r}.")
        return self._geometry.angle(weights)

    def without_data(self) -> "Solution":
        """Return the same solution without the data, so without `near`, `profile` and `angle`.

        Call this before you share a pickled solution. The `solution_` of a fitted classifier never contains
        the data.

        Examples
        --------
        >>> import aucopt
        >>> solution = aucopt.maximize_auc([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1])
        >>> solution.without_data().auc
        1.0
        """
        return replace(self, geometry=None)

    @property
    def _geometry(self) -> Geometry:
        if self.intercept is not None:
            raise ValueError(
                f"near, profile and angle are for scores without a cut of their own, not for "
                f"{self.objective!r}. Call aucopt.maximize_auc(X, y) for these."
            )
        if not self.in_plane:
            raise ValueError(
                "near, profile and angle need two columns that are neither constant nor dependent: only then "
                "do directions have angles. For up to eight columns aucopt.weight_ranges(X, y, delta, "
                "solution=solution) gives the range of each weight over all directions within delta of the "
                "best."
            )
        if self.geometry is None:
            raise ValueError(
                "This solution does not hold the data, which near, profile and angle need: it comes from a "
                "fitted classifier or from without_data(). Call aucopt.maximize_auc(X, y) for one that does."
            )
        return self.geometry

    def _lines(self) -> list[tuple[str, str]]:
        pairs = f"{self.right:,} right"
        if self.tied:
            pairs += f" + {self.tied:,} tied"
        pairs += f" of {self.total:,} pairs"
        if self.total >= _TOO_LONG:
            pairs = f"{self.right / self.total:.4%} right, {self.tied / self.total:.4%} tied, by weight"
        bound = show_bound(self.bound_exact, self.gap, _DIGITS)
        _, *weights = table_lines(self.feature_names, [WeightColumn("weight", (self.coef,), ".6g")])
        name = self.objective.name if self.objective.by_pairs and self.intercept is None else "AUC"
        own = [(name, f"{show_auc(self.auc, _DIGITS)}  ({pairs})")]
        proof = ("bound", f"{bound}  ({remark_on_bound(self.status, self.gap)})")
        if not self.objective.by_pairs or self.intercept is not None:
            own = [*self._own_lines(), proof, *own]
        else:
            own.append(proof)
        lines = own + [("weights" if i == 0 else "", line) for i, line in enumerate(weights)]
        if self.in_plane:
            shown = ", ".join(f"{degrees(arc.width):.3g}" for arc in self.arcs[:3])
            more = ", ..." if len(self.arcs) > 3 else ""
            what = "optimal arcs" if self.status == "optimal" else "its arc"
            lines.append((what, f"{len(self.arcs)} ({shown}{more} degrees wide, whitened)"))
        if self.best_column is not None:
            alone = show_column(self.best_column.name, self.best_column.sign)
            value = show_auc(self.best_column.value, _DIGITS)
            lines.append(("best column", f"{alone} alone {value}: {self.blend_gain:+.2g}"))
        work = [show_work(self.work)] if self.work else []
        lines.append(("work", ", ".join([*work, f"{self.seconds:.2f} s"])))
        return lines + [("note", note) for note in self.notes]

    def _own_lines(self) -> list[tuple[str, str]]:
        """The value of an objective other than the AUC, and what belongs to it."""
        lines = [(self.objective.name, f"{show_auc(self.value, _DIGITS)}  ({self.objective.condition})")]
        if self.standardized is not None:
            lines.append(
                ("standardised", f"{show_auc(self.standardized, _DIGITS)}  (McClish: 0.5 is chance)")
            )
        if self.intercept is not None:
            lines.append(("intercept", f"{self.intercept:.6g}"))
        if self.cut is not None:
            lines.append(("cut-off", show_cut_off(*self.cut)))
        elif self.objective.has_cut_off:
            lines.append(("cut-off", "none: at this limit no cut-off separates any rows"))
        return lines

    def __str__(self) -> str:
        return as_text(self._lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self._lines())
