"""Does it pay to optimise AUC on these data? The answer, and the numbers it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from aucopt.lab.methods import Family, Method
from aucopt.lab.protocol import SplitResult
from aucopt.stats import TTest, corrected_interval, corrected_t_test
from aucopt.words.difference import show_gain
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
    family : {"standard", "AUC optimiser"}
        What it was made for.
    linear : bool
        Whether its score is linear in the columns.
    test_aucs, train_aucs : tuple of float
        AUC on the test rows and on the training rows of each split.
    interval : (float, float)
        Of the mean test AUC; it allows for splits that share rows.
    comparison : TTest or None
        Test AUC against the best standard classifier by the corrected resampled t-test; None for that one.
    difference_interval : (float, float) or None
        Of the mean difference. All those of AUC optimisers hold together at the stated confidence.
    below_optimum : float or None
        How far the training AUC stays below the proved bound of any linear score, on average; None where
        nothing is proved, or the score is not linear.
    n_optimal : int or None
        Splits on which the training AUC reaches that bound.
    seconds : float
        Mean time of the last fit alone.
    roc : tuple of float or None
        Mean sensitivity on the test rows, at evenly spaced false positive rates from 0 to 1.
    """

    name: str
    family: Family
    linear: bool
    test_aucs: tuple[float, ...]
    train_aucs: tuple[float, ...]
    interval: tuple[float, float]
    comparison: TTest | None
    difference_interval: tuple[float, float] | None
    below_optimum: float | None
    n_optimal: int | None
    seconds: float
    roc: tuple[float, ...] | None = None

    @property
    def test_auc(self) -> float:
        """Mean AUC on the test rows."""
        return float(np.mean(self.test_aucs))

    @property
    def train_auc(self) -> float:
        """Mean AUC on the training rows."""
        return float(np.mean(self.train_aucs))


@dataclass(frozen=True)
class PayOff:
    """Whether optimising AUC pays on some data.

    Attributes
    ----------
    answer : {"pays", "does not pay", "undecided"}
        "pays" if an AUC optimiser is better than the best standard classifier, by `band` or more and not by
        chance; "does not pay" if a gain above `band` is ruled out for all of them; else "undecided".
    sentence : str
        The answer in a sentence.
    results : tuple of MethodResult
        By mean test AUC, the best first.
    reference : str
        The best standard classifier.
    band : float
        A smaller difference of AUC is not worth a change of method.
    confidence : float
        Of all intervals.
    n_rows, n_columns, n_positive, n_trials : int
        What it rests on.
    failed : mapping of str to str
        Methods that could not be fitted, and why.
    """

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
        plain = asdict(self)
        for row, result in zip(plain["results"], self.results, strict=True):
            row["test_auc"], row["train_auc"] = result.test_auc, result.train_auc
            if result.comparison is not None:
                row["comparison"]["pvalue"] = result.comparison.pvalue
        return plain

    def __str__(self) -> str:
        interval = name_interval(self.confidence)
        header = ("", "test AUC", interval, f"less {self.reference}", interval, "train AUC", "below optimum")
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
        show_auc(result.test_auc),
        show_span(*result.interval),
        difference,
        between,
        show_auc(result.train_auc),
        "" if result.below_optimum is None else show_auc(result.below_optimum),
    )


def judge(
    methods: Sequence[Method],
    outcomes: Mapping[str, Sequence[SplitResult]],
    *,
    ratio: float,
    band: float,
    confidence: float,
    n_rows: int,
    n_columns: int,
    n_positive: int,
    failed: Mapping[str, str],
) -> PayOff:
    """Compare the outcomes of methods on the same splits, and say whether optimising AUC pays.

    Parameters
    ----------
    methods : sequence of Method
        Some of each family.
    outcomes : mapping of str to sequence of SplitResult
        Those of each method, split by split.
    ratio : float
        Test rows a training row.
    band, confidence : float
        As in `PayOff`.
    n_rows, n_columns, n_positive : int
        As in `PayOff`.
    failed : mapping of str to str
        As in `PayOff`.
    """
    tests = {name: [outcome.test.auc for outcome in reached] for name, reached in outcomes.items()}
    means = {name: float(np.mean(aucs)) for name, aucs in tests.items()}
    standard = [method.name for method in methods if method.family == "standard"]
    optimisers = [method.name for method in methods if method.family == "AUC optimiser"]
    reference = max(standard, key=means.__getitem__)
    # Bonferroni: the answer looks at all AUC optimisers at once.
    together = 1 - (1 - confidence) / len(optimisers)
    bounds = _bounds(outcomes)
    results = []
    for method in methods:
        reached = outcomes[method.name]
        against = None
        if method.name != reference:
            against = corrected_t_test(tests[method.name], tests[reference], ratio)
        gaps = [
            bound - outcome.train.auc
            for bound, outcome in zip(bounds, reached, strict=True)
            if bound is not None and method.linear
        ]
        low, high = corrected_interval(tests[method.name], ratio, confidence)
        results.append(
            MethodResult(
                name=method.name,
                family=method.family,
                linear=method.linear,
                test_aucs=tuple(tests[method.name]),
                train_aucs=tuple(outcome.train.auc for outcome in reached),
                interval=(max(low, 0.0), min(high, 1.0)),
                comparison=against,
                difference_interval=None
                if against is None
                else _within_one(against.interval(together if method.name in optimisers else confidence)),
                below_optimum=float(np.mean(gaps)) if gaps else None,
                n_optimal=sum(gap <= 0 for gap in gaps) if gaps else None,
                seconds=float(np.mean([outcome.seconds for outcome in reached])),
                roc=_mean_roc(reached),
            )
        )
    results.sort(key=lambda result: -result.test_auc)
    contenders = [result for result in results if result.name in optimisers]
    best = next(result for result in results if result.name == reference)
    answer = _answer(contenders, band)
    sentence = _sentence(answer, contenders, best, band, confidence)
    return PayOff(
        answer=answer,
        sentence=sentence,
        results=tuple(results),
        reference=reference,
        band=band,
        confidence=confidence,
        n_rows=n_rows,
        n_columns=n_columns,
        n_positive=n_positive,
        n_trials=len(bounds),
        failed=failed,
    )


def _mean_roc(reached: Sequence[SplitResult]) -> tuple[float, ...] | None:
    curves = [outcome.test_roc for outcome in reached if outcome.test_roc is not None]
    return tuple(np.mean(curves, axis=0).tolist()) if curves else None


def _bounds(outcomes: Mapping[str, Sequence[SplitResult]]) -> list[float | None]:
    """The lowest proved bound of each split."""
    bounds = []
    for split in zip(*outcomes.values(), strict=True):
        proved = [outcome.bound for outcome in split if outcome.bound is not None]
        bounds.append(min(proved) if proved else None)
    return bounds


def _answer(contenders: Sequence[MethodResult], band: float) -> Answer:
    if any(_gain(result) >= band and _low(result) > 0 for result in contenders):
        return "pays"
    return "does not pay" if all(_high(result) <= band for result in contenders) else "undecided"


def _sentence(
    answer: Answer,
    contenders: Sequence[MethodResult],
    reference: MethodResult,
    band: float,
    confidence: float,
) -> str:
    if answer == "pays":
        best = max((r for r in contenders if _low(r) > 0 and _gain(r) >= band), key=_gain)
        return (
            f"On these data optimising AUC pays: {best.name} reaches a test AUC of {show_auc(best.test_auc)} "
            f"and {reference.name}, the best standard classifier, {show_auc(reference.test_auc)}; the "
            f"difference is {_show_gain(best, confidence)}."
        )
    best = max(contenders, key=_gain)
    compared = (
        f"{best.name}, the best AUC optimiser, reaches a test AUC of {show_auc(best.test_auc)} and "
        f"{reference.name}, the best standard classifier, {show_auc(reference.test_auc)}; the difference is "
        f"{_show_gain(best, confidence)}"
    )
    if answer == "does not pay":
        return (
            f"On these data optimising AUC does not pay: {compared}. "
            f"A gain of more than {band:g} is ruled out for every AUC optimiser."
        )
    open_for = ", ".join(result.name for result in contenders if _high(result) > band)
    return (
        f"These data cannot tell whether optimising AUC pays: {compared}. "
        f"A gain of more than {band:g} is not ruled out for {open_for}."
    )


def _show_gain(result: MethodResult, confidence: float) -> str:
    return show_gain(_gain(result), _low(result), _high(result), confidence)


def _gain(result: MethodResult) -> float:
    assert result.comparison is not None
    return result.comparison.difference


def _low(result: MethodResult) -> float:
    assert result.difference_interval is not None
    return result.difference_interval[0]


def _high(result: MethodResult) -> float:
    assert result.difference_interval is not None
    return result.difference_interval[1]


def _within_one(interval: tuple[float, float]) -> tuple[float, float]:
    """AUCs differ by one at most."""
    return max(interval[0], -1.0), min(interval[1], 1.0)
