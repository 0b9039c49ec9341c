"""Does it pay to optimise an objective on these data? The answer, and the numbers it rests on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from aucopt.analysis.contrast import Answer, Contrast
from aucopt.exact.objective.base import Objective
from aucopt.lab.methods import Family
from aucopt.stats import TTest
from aucopt.words.numbers import DIFFERENCE_FORM, name_interval, show_auc, show_difference, show_span
from aucopt.words.sentences import count

CHOSEN = "Chosen: number of splits in which the method was the best of its family on the training rows."


@dataclass(frozen=True)
class MethodResult:
    """The results of a method over the splits.

    Attributes
    ----------
    name : str
        The name of the method.
    family : {"standard", "AUC optimiser", "optimiser"}
        What the method was designed for.
    linear : bool
        Whether its score is linear in the columns.
    test_values, train_values : tuple of float
        AUC, or value of another objective, on the test rows and on the training rows of each split.
    interval : (float, float)
        Confidence interval of the mean test value, which accounts for the overlap between splits.
    comparison : TTest or None
        Comparison of the test values with the best standard classifier, by the corrected resampled t-test;
        None for that classifier itself.
    difference_interval : (float, float) or None
        Confidence interval of the mean difference for this method alone. It is descriptive: the answer does
        not depend on it.
    n_chosen : int
        Number of splits in which this method was chosen from its family on the training rows.
    below_optimum : float or None
        Mean distance of the training value below the proved bound on all linear scores; None if nothing is
        proved, or the score is not linear.
    n_optimal : int or None
        Number of splits in which the training value attains that bound.
    seconds : float
        Mean seconds for the final fit, without tuning.
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
    n_chosen: int
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
    """Whether optimising the AUC, or another objective, pays on a data set.

    Attributes
    ----------
    objective : Objective
        The objective by which all methods were tuned and compared.
    answer : {"pays", "does not pay", "undecided", "too few"}
        "pays" if the chosen optimiser exceeds the chosen standard classifier by more than `band` with a
        probability of at least `confidence`; "does not pay" if the probability that it does not is at least
        `confidence`; "too few" if fewer than five splits were done; otherwise "undecided".
    sentence : str
        The answer in one or two sentences.
    linear_sentence : str
        The answer for the linear methods alone; empty if there are no others.
    contrast : Contrast
        The comparison behind the answer: in each split, both methods are chosen on the training rows and
        compared on the test rows.
    linear_contrast : Contrast or None
        The same for the linear methods alone; None if all methods are linear.
    results : tuple of MethodResult
        The results of each method, sorted by mean test value, the best first.
    reference : str
        The standard classifier with the best mean test value, with which each method is compared in
        `results`.
    band : float
        Differences within plus or minus this are too small to matter.
    confidence : float
        Confidence level of the answer and of all intervals.
    n_rows, n_columns, n_positive : int
        The size of the table: rows, columns and positive rows.
    n_done, n_planned : int
        Number of splits that all methods finished, and number of splits requested.
    n_splits : int
        Number of folds of the outer cross-validation.
    failed : mapping of str to str
        Methods that could not be fitted, and why.
    """

    objective: Objective
    answer: Answer
    sentence: str
    linear_sentence: str
    contrast: Contrast
    linear_contrast: Contrast | None
    results: tuple[MethodResult, ...]
    reference: str
    band: float
    confidence: float
    n_rows: int
    n_columns: int
    n_positive: int
    n_done: int
    n_planned: int
    n_splits: int
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
        for key, contrast in (("contrast", self.contrast), ("linear_contrast", self.linear_contrast)):
            if contrast is not None:
                plain[key]["difference"] = contrast.difference
                plain[key]["posterior"] = contrast.posterior._asdict()
        for row, result in zip(plain["results"], self.results, strict=True):
            row["test_value"], row["train_value"] = result.test_value, result.train_value
            if self.objective.is_auc:
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
        header = ("", "chosen", f"test {name}", interval, *compared, f"train {name}", "below optimum")
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
            f"{self.splitting}.\n{CHOSEN}"
        )
        table = [line.rstrip() for line in lines]
        return "\n".join([*self.sentences, "", *table, "", basis, *self.failures])

    @property
    def sentences(self) -> list[str]:
        """The answer, and that for the linear methods alone where there are others."""
        return [sentence for sentence in (self.sentence, self.linear_sentence) if sentence]

    @property
    def splitting(self) -> str:
        """How the rows were split, in words."""
        repeats = f", {self.n_planned // self.n_splits} times" if self.n_planned > self.n_splits else ""
        cut = f" ({self.n_done} of {self.n_planned} splits were done)" if self.n_done < self.n_planned else ""
        return f"{self.n_splits}-fold cross-validation{repeats}{cut}"

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
        str(result.n_chosen),
        show_auc(result.test_value),
        show_span(*result.interval),
        difference,
        between,
        show_auc(result.train_value),
        "" if result.below_optimum is None else show_auc(result.below_optimum),
    )


def contending_family(objective: Objective) -> Family:
    """The methods whose gain is asked about: for the AUC all that optimise it, else the optimum alone."""
    return "AUC optimiser" if objective.is_auc else "optimiser"


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
