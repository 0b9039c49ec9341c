"""What the report of a fit says: its title, its headline, the numbers beside it, and how they were found."""

from math import isnan

from aucopt.analysis.answer import Analysis
from aucopt.delong import AUCInterval, ROCInterval
from aucopt.report.page.estimates import explain_estimates
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
            f"By how much was not estimated: {as_clause(analysis.omitted['honest'])}."
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
        texts.append(f"{rival} has {show_auc(theirs)} on new rows. {judgement}")
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
    exact = "Counts and bound are exact for the numbers in the table."
    texts = [
        "The AUC is the share of pairs of a positive and a negative row that a score ranks correctly; ties "
        f"count one half: {counted}. {exact}",
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
        within = " and stratum" if analysis.rows.strata is not None else ""
        how = cross_validated(honest.n_folds, honest.n_repeats)
        texts += explain_estimates(analysis.objective, how, within=within)
        texts += map(as_sentence, analysis.remarks_on_refits)
        if not honest.complete:
            texts.append("The time limit was reached before all repeats were done.")
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


def _of_comparable(kind: str) -> str:
    """Which pairs of rows have a known order."""
    if kind == "censored":
        return (
            "Two rows are comparable if the earlier time is an event, or if the times are equal and exactly "
            "one is an event, as in Harrell's C. A high score means an early event."
        )
    return "Two rows are comparable if their outcomes differ." if kind == "ordered" else ""


def _resampled(analysis: Analysis) -> str:
    if analysis.objective.classifies:
        return "the rows of each class were"
    if analysis.rows.strata is None:
        return "the rows were"
    return "the rows of each stratum, or whole strata where there are many, were"
