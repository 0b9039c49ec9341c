"""Whether it pays to optimise an objective, judged by the outcomes of methods on the same splits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.analysis.contrast import FEWEST_SPLITS, Contrast, make_contrast
from aucopt.analysis.payoff import MethodResult, PayOff, contending_family, name_optimising
from aucopt.exact.objective.base import Objective
from aucopt.lab.methods import Method
from aucopt.lab.protocol import SplitResult
from aucopt.stats import corrected_interval, corrected_t_test
from aucopt.words.difference import show_gain
from aucopt.words.numbers import show_auc, show_probability


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
    n_planned: int,
    n_splits: int,
    failed: Mapping[str, str],
    positive: npt.NDArray[np.bool_] | None = None,
    tested: Sequence[npt.NDArray[np.intp]] = (),
) -> PayOff:
    """Compare the outcomes of methods on the same splits, and say whether optimising the objective pays.

    Parameters
    ----------
    methods : sequence of Method
        Some of each family.
    outcomes : mapping of str to sequence of SplitResult
        Those of each method, split by split, with `validation` where a family has several methods.
    objective : Objective
        What they were judged by.
    ratio : float
        Test rows a training row.
    band, confidence : float
        As in `PayOff`.
    n_rows, n_columns, n_positive, n_planned, n_splits : int
        As in `PayOff`.
    failed : mapping of str to str
        As in `PayOff`.
    positive, tested
        The classes of all rows and the test rows of each split; without them the splits alone tell how well
        an AUC is known.
    """
    tests = {name: [outcome.test_value for outcome in reached] for name, reached in outcomes.items()}
    means = {name: float(np.mean(values)) for name, values in tests.items()}
    standard = [method.name for method in methods if method.family == "standard"]
    optimisers = [method.name for method in methods if method.family == contending_family(objective)]
    reference = max(standard, key=means.__getitem__)
    judged: dict[str, Any] = {"ratio": ratio, "band": band, "confidence": confidence}
    if objective.is_auc:
        judged |= {"positive": positive, "tested": tested}
    contrast = make_contrast(outcomes, optimisers, standard, **judged)
    linear = {method.name for method in methods if method.linear}
    families = [[name for name in family if name in linear] for family in (optimisers, standard)]
    linear_contrast = None
    if all(families) and len(linear) < len(methods):
        linear_contrast = make_contrast(outcomes, families[0], families[1], **judged)
    choices = contrast.count_choices()
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
                difference_interval=None if against is None else _within_one(against.interval(confidence)),
                n_chosen=choices.get(method.name, 0),
                below_optimum=float(np.mean(gaps)) if gaps else None,
                n_optimal=sum(gap <= 0 for gap in gaps) if gaps else None,
                seconds=float(np.mean([outcome.seconds for outcome in reached])),
                roc=_mean_roc(reached),
            )
        )
    results.sort(key=lambda result: -result.test_value)
    sentence = _sentence(contrast, objective, n_planned, band, confidence)
    linear_sentence = ""
    if linear_contrast is not None and contrast.answer != "too few":
        linear_sentence = _linear_sentence(linear_contrast, band, confidence)
    return PayOff(
        objective=objective,
        answer=contrast.answer,
        sentence=sentence,
        linear_sentence=linear_sentence,
        contrast=contrast,
        linear_contrast=linear_contrast,
        results=tuple(results),
        reference=reference,
        band=band,
        confidence=confidence,
        n_rows=n_rows,
        n_columns=n_columns,
        n_positive=n_positive,
        n_done=len(bounds),
        n_planned=n_planned,
        n_splits=n_splits,
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


def _sentence(
    contrast: Contrast, objective: Objective, n_planned: int, band: float, confidence: float
) -> str:
    """The answer, and what it rests on."""
    optimising = f"optimising {name_optimising(objective)}"
    if contrast.answer == "too few":
        return (
            f"Too few splits to say whether {optimising} pays: {len(contrast.optimisers)} of {n_planned} "
            f"were done, and at least {FEWEST_SPLITS} are needed."
        )
    begin = {
        "pays": f"On these data, {optimising} pays",
        "does not pay": f"On these data, {optimising} does not pay",
        "undecided": f"On these data, it is not clear whether {optimising} pays",
    }[contrast.answer]
    name, family = objective.name, contending_family(objective)
    optimiser, standard = _name_choice(contrast.optimisers), _name_choice(contrast.standards)
    return (
        f"{begin}. The {family} that is best on the training rows ({optimiser}) has a test {name} of "
        f"{show_auc(contrast.optimiser_value)}, the best standard classifier ({standard}) "
        f"{show_auc(contrast.standard_value)}; the difference is "
        f"{show_gain(contrast.difference, *contrast.interval, confidence)}. {_odds(contrast, band)}"
    )


def _linear_sentence(contrast: Contrast, band: float, confidence: float) -> str:
    """The same, shorter."""
    optimiser, standard = _name_choice(contrast.optimisers), _name_choice(contrast.standards)
    answer = "it is undecided" if contrast.answer == "undecided" else f"it {contrast.answer}"
    return (
        f"Among the linear methods {answer}: the difference between the chosen methods ({optimiser}; "
        f"{standard}) is {show_gain(contrast.difference, *contrast.interval, confidence)}. "
        f"{_odds(contrast, band)}"
    )


def _odds(contrast: Contrast, band: float) -> str:
    """What is probable."""
    better, equivalent, worse = map(show_probability, contrast.posterior)
    gain = f"The probability of a gain of more than {band:g} is {better}"
    if contrast.answer != "undecided":
        return f"{gain}."
    return (
        f"{gain}; that the two are equivalent within {band:g}, {equivalent}; of a loss of more than "
        f"{band:g}, {worse}."
    )


def _name_choice(names: Sequence[str]) -> str:
    """Which methods were chosen, the most frequent first; the rest is counted."""
    (first, n), *others = Counter(names).most_common()
    if not others:
        return first
    second, *rest = others
    more = f" and {len(rest)} more" if rest else ""
    return f"{first} in {n} of {len(names)} splits, {second[0]} in {second[1]}{more}"


def _within_one(interval: tuple[float, float]) -> tuple[float, float]:
    """Values differ by one at most."""
    return max(interval[0], -1.0), min(interval[1], 1.0)
