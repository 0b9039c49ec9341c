"""What the report of a fit says: its title, its headline, the numbers beside it, and how they were found."""

from math import isnan

from aucopt.analysis.answer import BEST, Analysis
from aucopt.delong import AUCInterval
from aucopt.report.page.page import Fact, Headline
from aucopt.words.difference import describe_difference
from aucopt.words.numbers import name_interval, show_auc, show_bound, show_span
from aucopt.words.sentences import (
    APPARENT_SHORT,
    OPTIMISTIC,
    as_clause,
    as_sentence,
    count,
    cross_validated,
    show_omitted,
    times,
)
from aucopt.words.status import STATUSES, Subject, claim, name_subject, remark_on_bound


def title(analysis: Analysis) -> str:
    """What it is about."""
    n, target = len(analysis.rows.columns), analysis.rows.target
    if analysis.is_blend:
        return f"The best blend of {count(n, 'score')} for {target}"
    return f"The best linear score of {count(n, 'column')} for {target}"


def headline(analysis: Analysis) -> Headline:
    """What is proved, what to expect, and whether it beats its rival."""
    solution = analysis.solution
    sentence = claim(solution.status, _subject(analysis), solution.auc, _bound(analysis))
    return Headline(sentence, _expectations(analysis), settled=solution.status == "optimal")


def _subject(analysis: Analysis) -> Subject:
    return name_subject(blend=analysis.is_blend, signed=any(analysis.signs))


def _bound(analysis: Analysis) -> str:
    return show_bound(analysis.solution.bound_exact, analysis.solution.gap)


def _expectations(analysis: Analysis) -> list[str]:
    honest = analysis.honest
    if honest is None:
        return [
            "On new rows the AUC will be lower, because the weights were fitted to these rows. How much "
            f"lower was not estimated: {as_clause(analysis.omitted['honest'])}."
        ]
    found = honest.intervals[BEST]
    texts = [f"On new rows, expect an AUC of {show_auc(found.auc)}{_between(found)}. {OPTIMISTIC}"]
    if honest.comparison is not None:
        rival = analysis.rival.capitalize()
        if analysis.is_blend:
            rival = f"The best single model, {analysis.rival_detail},"
        theirs, difference = honest.intervals[analysis.rival].auc, honest.comparison.differences[0]
        judgement = describe_difference(
            f"The {_subject(analysis).name}",
            difference.difference,
            difference.low,
            difference.high,
            honest.comparison.confidence,
        )
        texts.append(f"{rival} reaches {show_auc(theirs)} on new rows. {judgement}")
    return texts


def _between(found: AUCInterval) -> str:
    """What an AUC lies between, in brackets, and what is special about that."""
    interval = f"{name_interval(found.confidence)} {show_span(found.low, found.high)}"
    said = [text for text in ("" if isnan(found.low) else interval, found.note) if text]
    return f" ({'; '.join(said)})" if said else ""


def facts(analysis: Analysis) -> list[Fact]:
    """The numbers that belong to the headline."""
    solution, honest = analysis.solution, analysis.honest
    shown = [
        Fact("AUC on these rows", show_auc(solution.auc), APPARENT_SHORT),
        Fact("proved bound", _bound(analysis), remark_on_bound(solution.status, solution.gap)),
    ]
    if honest is not None:
        for label, name in (("AUC on new rows", BEST), (f"{analysis.rival}, new rows", analysis.rival)):
            found = honest.intervals[name]
            # A fact has little room.
            between = f"{found.confidence:.0%}: {show_span(found.low, found.high)}"
            shown.append(Fact(label, show_auc(found.auc), found.note if isnan(found.low) else between))
    return shown


def methods(analysis: Analysis) -> list[str]:
    """How the numbers were found."""
    solution, honest = analysis.solution, analysis.honest
    texts = [
        "The AUC is the share of pairs of a positive and a negative row that a score orders right, ties "
        f"counted half: {solution.right:,} right and {solution.tied:,} tied of {solution.total:,}. Counts "
        "and bound are exact, for the numbers as written.",
        f"{STATUSES[solution.status].sentence} It took {solution.seconds:.2f} s.",
    ]
    if not analysis.is_blend:
        texts.append(f"{analysis.rival.capitalize()}: {analysis.rival_detail}.")
    if honest is not None:
        texts.append(
            f"AUCs on new rows come from stratified {cross_validated(honest.n_folds, honest.n_repeats)}; "
            "a row is compared with rows of its own fold only. Intervals and the paired "
            "comparison are DeLong's."
        )
        texts += map(as_sentence, analysis.remarks_on_refits)
        if not honest.complete:
            texts.append("Time ran out before all repeats were done.")
    if analysis.intervals is not None:
        n = len(analysis.intervals.samples)
        texts.append(
            f"Intervals of the weights: the rows of each class were resampled {times(n)}, and the weights "
            "were fitted again each time."
        )
    texts += solution.notes
    return texts + [as_sentence(show_omitted(part, why)) for part, why in analysis.omitted.items()]
