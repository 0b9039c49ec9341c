"""Whether it pays to optimise an objective, judged by the outcomes of methods on the same splits."""

from collections.abc import Mapping, Sequence

import numpy as np

from aucopt.analysis.payoff import Answer, MethodResult, PayOff, contending_family, name_optimising
from aucopt.exact.objective.base import Objective
from aucopt.lab.methods import Method
from aucopt.lab.protocol import SplitResult
from aucopt.stats import corrected_interval, corrected_t_test
from aucopt.words.difference import show_gain
from aucopt.words.numbers import show_auc


def judge(
    methods: Sequence[Method],
    outcomes: Mapping[str, Sequence[SplitResult]],
    *,
    objective: Objective,
    ratio: float,
    band: float,
    confidence: float,
    n_rows: int,
    n_columns: int,
    n_positive: int,
    failed: Mapping[str, str],
) -> PayOff:
    """Compare the outcomes of methods on the same splits, and say whether optimising the objective pays.

    Parameters
    ----------
    methods : sequence of Method
        Some of each family.
    outcomes : mapping of str to sequence of SplitResult
        Those of each method, split by split.
    objective : Objective
        What they were judged by.
    ratio : float
        Test rows a training row.
    band, confidence : float
        As in `PayOff`.
    n_rows, n_columns, n_positive : int
        As in `PayOff`.
    failed : mapping of str to str
        As in `PayOff`.
    """
    tests = {name: [outcome.test_value for outcome in reached] for name, reached in outcomes.items()}
    means = {name: float(np.mean(values)) for name, values in tests.items()}
    standard = [method.name for method in methods if method.family == "standard"]
    optimisers = [method.name for method in methods if method.family == contending_family(objective)]
    reference = max(standard, key=means.__getitem__)
    # Bonferroni: the answer looks at all optimisers at once.
    together = 1 - (1 - confidence) / len(optimisers)
    bounds = _bounds(outcomes)
    results = []
    for method in methods:
        reached = outcomes[method.name]
        against = None
        if method.name != reference:
            against = corrected_t_test(tests[method.name], tests[reference], ratio)
        gaps = [
            bound - outcome.train_value
            for bound, outcome in zip(bounds, reached, strict=True)
            if bound is not None and method.linear
        ]
        low, high = corrected_interval(tests[method.name], ratio, confidence)
        results.append(
            MethodResult(
                name=method.name,
                family=method.family,
                linear=method.linear,
                test_values=tuple(tests[method.name]),
                train_values=tuple(outcome.train_value for outcome in reached),
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
    results.sort(key=lambda result: -result.test_value)
    contenders = [result for result in results if result.name in optimisers]
    best = next(result for result in results if result.name == reference)
    answer = _answer(contenders, band)
    sentence = _sentence(answer, objective, contenders, best, band, confidence)
    return PayOff(
        objective=objective,
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
    objective: Objective,
    contenders: Sequence[MethodResult],
    reference: MethodResult,
    band: float,
    confidence: float,
) -> str:
    optimising = f"optimising {name_optimising(objective)}"
    name, family = objective.name, contending_family(objective)
    if answer == "pays":
        best = max((r for r in contenders if _low(r) > 0 and _gain(r) >= band), key=_gain)
        return (
            f"On these data {optimising} pays: {best.name} reaches a test {name} of "
            f"{show_auc(best.test_value)} and {reference.name}, the best standard classifier, "
            f"{show_auc(reference.test_value)}; the difference is {_show_gain(best, confidence)}."
        )
    best = max(contenders, key=_gain)
    title = f", the best {family}," if objective.by_pairs else ""
    compared = (
        f"{best.name}{title} reaches a test {name} of {show_auc(best.test_value)} and "
        f"{reference.name}, the best standard classifier, {show_auc(reference.test_value)}; the difference "
        f"is {_show_gain(best, confidence)}"
    )
    if answer == "does not pay":
        every = f" for every {family}" if objective.by_pairs else ""
        return (
            f"On these data {optimising} does not pay: {compared}. "
            f"A gain of more than {band:g} is ruled out{every}."
        )
    open_for = ", ".join(result.name for result in contenders if _high(result) > band)
    return (
        f"These data cannot tell whether {optimising} pays: {compared}. "
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
    """Values differ by one at most."""
    return max(interval[0], -1.0), min(interval[1], 1.0)
