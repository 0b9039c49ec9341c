"""What the report of a fit says: its title, its headline, the numbers beside it, and how they were found."""

from math import isnan

from aucopt.analysis.answer import Analysis
from aucopt.delong import AUCInterval, ROCInterval
from aucopt.report.page.page import Fact, Headline
from aucopt.words.difference import describe_difference
from aucopt.words.numbers import name_interval, show_auc, show_bound, show_span
from aucopt.words.sentences import (
    APPARENT_SHORT,
    as_clause,
    as_sentence,
    count,
    cross_validated,
    optimistic,
    show_omitted,
    times,
)
from aucopt.words.status import best_of, claim, name_bound, remark_on_bound, tell_ending


def title(analysis: Analysis) -> str:
    """What it is about."""
    n, target = len(analysis.rows.columns), analysis.rows.story.name
    what, of = ("blend", count(n, "score")) if analysis.is_blend else ("linear score", count(n, "column"))
    return f"{best_of(analysis.solution.status, what)} of {of} for {target}"


def headline(analysis: Analysis) -> Headline:
    """What is proved, what to expect, and whether it beats its rival."""
    solution = analysis.solution
    sentence = claim(
        solution.status, analysis.subject, solution.value, _bound(analysis), analysis.objective.quantity
    )
    return Headline(sentence, _expectations(analysis), settled=solution.status == "optimal")


def _bound(analysis: Analysis) -> str:
    return show_bound(analysis.solution.bound_exact, analysis.solution.gap)


def _expectations(analysis: Analysis) -> list[str]:
    honest, quantity = analysis.honest, analysis.objective.quantity
    if honest is None:
        return [
            f"On new rows the {quantity.name} will be lower, because the weights were fitted to these rows. "
            f"How much lower was not estimated: {as_clause(analysis.omitted['honest'])}."
        ]
    found = honest.intervals[analysis.best]
    expected = quantity.of(show_auc(found.value))
    texts = [f"On new rows, expect {expected}{_between(found)}. {optimistic(quantity.name)}"]
    if honest.comparison is not None:
        rival = analysis.rival.capitalize()
        if analysis.is_blend:
            rival = f"The best single model, {analysis.rival_detail},"
        theirs, difference = honest.intervals[analysis.rival].value, honest.comparison.differences[0]
        judgement = describe_difference(
            f"The {analysis.subject.name}",
            difference.difference,
            difference.low,
            difference.high,
            honest.comparison.confidence,
        )
        texts.append(f"{rival} reaches {show_auc(theirs)} on new rows. {judgement}")
        if not analysis.objective.is_auc:
            texts.append(analysis.judgement)
    return texts


def _between(found: AUCInterval | ROCInterval) -> str:
    """What a value lies between, in brackets, and what is special about that."""
    interval = f"{name_interval(found.confidence)} {show_span(found.low, found.high)}"
    said = [text for text in ("" if isnan(found.low) else interval, found.note) if text]
    return f" ({'; '.join(said)})" if said else ""


def facts(analysis: Analysis) -> list[Fact]:
    """The numbers that belong to the headline."""
    solution, honest, name = analysis.solution, analysis.honest, analysis.objective.name
    shown = [
        Fact(f"{name} on these rows", show_auc(solution.value), APPARENT_SHORT),
        Fact(name_bound(solution.status), _bound(analysis), remark_on_bound(solution.status, solution.gap)),
    ]
    if honest is not None:
        for label, who in (
            (f"{name} on new rows", analysis.best),
            (f"{analysis.rival}, new rows", analysis.rival),
        ):
            found = honest.intervals[who]
            # A fact has little room.
            between = f"{found.confidence:.0%}: {show_span(found.low, found.high)}"
            shown.append(Fact(label, show_auc(found.value), found.note if isnan(found.low) else between))
    return shown


def methods(analysis: Analysis) -> list[str]:
    """How the numbers were found."""
    solution, honest = analysis.solution, analysis.honest
    quantity = analysis.objective.quantity
    counted = f"{solution.right:,} right and {solution.tied:,} tied of {solution.total:,}"
    exact = "Counts and bound are exact, for the numbers as written."
    texts = [
        "The AUC is the share of pairs of a positive and a negative row that a score orders right, ties "
        f"counted half: {counted}. {exact}",
        f"{tell_ending(solution.status, quantity.name)} It took {solution.seconds:.2f} s.",
    ]
    if not analysis.objective.classifies:
        # By weight, where rows or strata have some.
        texts[0] = f"{analysis.objective.explained} Of the pairs {counted}. {exact}"
        texts.insert(1, _of_comparable(analysis.rows.kind))
    elif not analysis.objective.is_auc:
        texts.insert(0, analysis.objective.explained)
    if not analysis.is_blend:
        texts.append(f"{analysis.rival.capitalize()}: {analysis.rival_detail}.")
    if honest is not None:
        texts += _of_estimates(analysis, cross_validated(honest.n_folds, honest.n_repeats))
        texts += map(as_sentence, analysis.remarks_on_refits)
        if not honest.complete:
            texts.append("Time ran out before all repeats were done.")
    if analysis.intervals is not None:
        n = len(analysis.intervals.samples)
        texts.append(
            f"Intervals of the weights: {_resampled(analysis)} resampled {times(n)}, and the weights "
            "were fitted again each time."
        )
    texts += solution.notes
    return [text for text in texts if text] + [
        as_sentence(show_omitted(part, why, quantity.name)) for part, why in analysis.omitted.items()
    ]


def _of_estimates(analysis: Analysis, how: str) -> list[str]:
    """How values on new rows were found."""
    if not analysis.objective.classifies and analysis.objective.part is not None:
        return [
            f"Values on new rows come from {how}: each row is scored by a fit that has not seen it, and "
            "every stratum has a curve of its own. Where the rows of a stratum are spread over the folds, "
            "scores are on a scale that the rows of the fit in that stratum define. Intervals and the paired "
            "comparison go by how much each row, or each stratum that is kept whole, moves the mean area."
        ]
    if not analysis.objective.classifies:
        within = " and stratum" if analysis.rows.strata is not None else ""
        return [
            f"Values on new rows come from {how}; a row is compared with rows of its own fold{within} only. "
            "Intervals and the paired comparison go by how much each row, or each stratum that is kept "
            "whole, moves the share of right pairs: for two classes this is DeLong's method."
        ]
    if analysis.objective.has_cut_off and analysis.objective.part is None:
        return [
            f"Values on new rows come from stratified {how}: each row is classified by a rule, weights and "
            "cut-off, of a fit that has not seen it. Intervals and the paired comparison go by the rows that "
            "one rule classifies right and the other does not."
        ]
    if analysis.objective.part is None:
        return [
            f"{analysis.objective.name}s on new rows come from stratified {how}; a row is compared with rows "
            "of its own fold only. Intervals and the paired comparison are DeLong's."
        ]
    return [
        f"Values on new rows come from stratified {how}: each row is scored by a fit that has not seen it, "
        "on a scale that the rows of the fit define, and all rows together make one curve. A gain is claimed "
        "from this curve only, where the cut-off is the one that keeps the limit on the new rows. Intervals "
        "include the uncertainty of that cut-off.",
        "Sensitivity and specificity of cut-offs are those of the same rows, with the cut-off chosen on the "
        "rows of each fit. They keep the limit on new rows roughly, not exactly.",
    ]


def _of_comparable(kind: str) -> str:
    """Which pairs of rows have a known order."""
    if kind == "censored":
        return (
            "Two rows can be compared if the earlier time is that of an event, or if both times are equal "
            "and only one is that of an event, as in Harrell's C. A high score means an early event."
        )
    return "Two rows can be compared if their outcomes differ." if kind == "ordered" else ""


def _resampled(analysis: Analysis) -> str:
    if analysis.objective.classifies:
        return "the rows of each class were"
    if analysis.rows.strata is None:
        return "the rows were"
    return "the rows of each stratum, or whole strata where there are many, were"
