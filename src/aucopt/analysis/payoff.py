"""Does it pay to optimise an objective on these data? The answer, and the numbers it rests on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.lab.methods import Family
from aucopt.stats import TTest
from aucopt.words.numbers import DIFFERENCE_FORM, name_interval, show_auc, show_difference, show_span
from aucopt.words.sentences import count

Answer = Literal["pays", "does not pay", "undecided"]


@dataclass(frozen=True)
class MethodResult:
    """What a method reached over the splits.

    Attributes
    ----------
    name : str
        As in the tables of the paper.
    family : {"standard", "AUC optimiser", "optimiser"}
        What it was made for.
    linear : bool
        Whether its score is linear in the columns.
    test_values, train_values : tuple of float
        AUC, or value of another objective, on the test rows and on the training rows of each split.
    interval : (float, float)
        Of the mean test value; it allows for splits that share rows.
    comparison : TTest or None
        Test value against the best standard classifier by the corrected resampled t-test; None for that one.
    difference_interval : (float, float) or None
        Of the mean difference. All those of AUC optimisers hold together at the stated confidence.
    below_optimum : float or None
        How far the training value stays below the proved bound of any linear score, on average; None where
        nothing is proved, or the score is not linear.
    n_optimal : int or None
        Splits on which the training value reaches that bound.
    seconds : float
        Mean time of the last fit alone.
    roc : tuple of float or None
        Mean sensitivity on the test rows, at evenly spaced false positive rates from 0 to 1.
    """

    name: str
    family: Family
    linear: bool
    test_values: tuple[float, ...]
    train_values: tuple[float, ...]
    interval: tuple[float, float]
    comparison: TTest | None
    difference_interval: tuple[float, float] | None
    below_optimum: float | None
    n_optimal: int | None
    seconds: float
    roc: tuple[float, ...] | None = None

    @property
    def test_value(self) -> float:
        """Mean value on the test rows."""
        return float(np.mean(self.test_values))

    @property
    def train_value(self) -> float:
        """Mean value on the training rows."""
        return float(np.mean(self.train_values))


@dataclass(frozen=True)
class PayOff:
    """Whether optimising AUC, or another objective, pays on some data.

    Attributes
    ----------
    objective : Objective
        What all methods were tuned and judged by.
    answer : {"pays", "does not pay", "undecided"}
        "pays" if an optimiser of the objective is better than the best standard classifier, by `band` or
        more and not by chance; "does not pay" if a gain above `band` is ruled out for all of them; else
        "undecided".
    sentence : str
        The answer in a sentence.
    results : tuple of MethodResult
        By mean test value, the best first.
    reference : str
        The best standard classifier.
    band : float
        A smaller difference is not worth a change of method.
    confidence : float
        Of all intervals.
    n_rows, n_columns, n_positive, n_trials : int
        What it rests on.
    failed : mapping of str to str
        Methods that could not be fitted, and why.
    """

    objective: Objective
    answer: Answer
    sentence: str
    results: tuple[MethodResult, ...]
    reference: str
    band: float
    confidence: float
    n_rows: int
    n_columns: int
    n_positive: int
    n_trials: int
    failed: Mapping[str, str]

    def result(self, name: str) -> MethodResult:
        """Return the result of a method by its name."""
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(f"No result of {name!r}; there are: {', '.join(r.name for r in self.results)}.")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, texts, lists and dicts, ready for JSON."""
        plain = asdict(replace(self, objective=None))  # type: ignore[arg-type]
        plain["objective"] = self.objective.stated or {"name": self.objective.name}
        for row, result in zip(plain["results"], self.results, strict=True):
            row["test_value"], row["train_value"] = result.test_value, result.train_value
            if self.objective.by_pairs:
                row["test_auc"], row["train_auc"] = result.test_value, result.train_value
            if result.comparison is not None:
                row["comparison"]["pvalue"] = result.comparison.pvalue
        return plain

    @property
    def contenders(self) -> tuple[MethodResult, ...]:
        """The optimisers of the objective, the best first."""
        family = contending_family(self.objective)
        return tuple(result for result in self.results if result.family == family)

    def __str__(self) -> str:
        interval = name_interval(self.confidence)
        name = self.objective.name
        compared = (f"less {self.reference}", interval)
        header = ("", f"test {name}", interval, *compared, f"train {name}", "below optimum")
        rows = [header, *map(_show_result, self.results)]
        widths = [max(len(row[k]) for row in rows) for k in range(len(header))]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]
            )
            for row in rows
        ]
        basis = (
            f"{count(self.n_rows, 'row')} ({self.n_positive:,} positive), {count(self.n_columns, 'column')}, "
            f"{self.n_trials} random halves."
        )
        table = [line.rstrip() for line in lines]
        return "\n".join([self.sentence, "", *table, "", basis, *self.failures])

    @property
    def failures(self) -> list[str]:
        """A sentence for each method that could not be fitted."""
        return [f"{name} could not be fitted: {reason}" for name, reason in self.failed.items()]


def _show_result(result: MethodResult) -> tuple[str, ...]:
    difference, between = "", ""
    if result.comparison is not None and result.difference_interval is not None:
        difference = show_difference(result.comparison.difference)
        between = show_span(*result.difference_interval, DIFFERENCE_FORM)
    return (
        result.name,
        show_auc(result.test_value),
        show_span(*result.interval),
        difference,
        between,
        show_auc(result.train_value),
        "" if result.below_optimum is None else show_auc(result.below_optimum),
    )


def contending_family(objective: Objective) -> Family:
    """The methods whose gain is asked about: for the AUC all that optimise it, else the optimum alone."""
    return "AUC optimiser" if objective.by_pairs else "optimiser"


def name_optimising(objective: Objective) -> str:
    """What is asked about, after "optimising".

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis.payoff import name_optimising
    >>> name_optimising(aucopt.Sensitivity(specificity=0.95))
    'the sensitivity at specificity 0.95'
    """
    quantity = objective.quantity
    return f"the {quantity.whole}" if quantity.condition else quantity.whole
