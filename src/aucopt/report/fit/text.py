"""What the report of a fit says: its title, its headline, the numbers beside it, and how they were found."""

from math import isnan

from aucopt.analysis.fit import BEST, Analysis
from aucopt.analysis.rivals import SINGLE
from aucopt.delong import AUCDifference, AUCInterval
from aucopt.report.page.page import Fact, Headline
from aucopt.report.paper.naming import count
from aucopt.stats.splits import BAND

_STATUS = {
    "optimal": "the optimum",
    "max_gap": "within the gap allowed",
    "time_limit": "time ran out",
    "local": "nothing is proved",
}


def title(analysis: Analysis) -> str:
    """What it is about."""
    n, target = len(analysis.rows.columns), analysis.rows.target
    if analysis.rival == SINGLE:
        return f"The best blend of {count(n, 'score')} for {target}"
    return f"The best linear score of {count(n, 'column')} for {target}"


def headline(analysis: Analysis) -> Headline:
    """What is proved, what to expect, and whether it beats its rival."""
    solution = analysis.solution
    what = "blend" if analysis.rival == SINGLE else "linear score"
    if any(analysis.signs) and analysis.rival != SINGLE:
        what += " with weights of the signs allowed"
    reached = f"has an AUC of {solution.auc:.4f} on these rows"
    if solution.status == "optimal":
        sentence = f"The best {what} {reached}. No other has more: that is proved."
    elif _bound(analysis) == "1":
        sentence = f"The best {what} found {reached}. Whether another has more is not proved."
    else:
        sentence = (
            f"The best {what} found {reached}. No other has more than {_bound(analysis)}: that is proved."
        )
    return Headline(sentence, _expectations(analysis), settled=solution.status == "optimal")


def _bound(analysis: Analysis) -> str:
    """The bound; that of no search is a plain 1."""
    trivial = analysis.solution.gap > 0 and analysis.shown_bound == "1.0000"
    return "1" if trivial else analysis.shown_bound


def _expectations(analysis: Analysis) -> list[str]:
    honest = analysis.honest
    if honest is None:
        return [
            "It was optimised on these rows, and new ones will see less. How much less was not found out: "
            f"{reason(analysis.omitted['honest'])}."
        ]
    found = honest.intervals[BEST]
    texts = [f"It was optimised on these rows. On new ones expect {found.auc:.4f}{_between(found)}."]
    if honest.comparison is not None:
        rival = analysis.rival.capitalize()
        if analysis.rival == SINGLE:
            rival = f"The best single model, {analysis.rival_detail},"
        theirs = honest.intervals[analysis.rival].auc
        texts.append(f"{rival} reaches {theirs:.4f} there: {_judgement(honest.comparison.differences[0])}.")
    return texts


def _judgement(found: AUCDifference) -> str:
    """What the interval of a difference says."""
    if isnan(found.low):
        return f"a difference of {found.difference:+z.4f}, with no interval"
    between = f"the difference lies between {found.low:+z.4f} and {found.high:+z.4f}"
    if found.low > -BAND and found.high < BAND:
        return f"the same for all purposes ({between})"
    if found.low > 0:
        return f"less, and not by chance ({between})"
    return f"more ({between})" if found.high < 0 else f"these rows cannot tell the two apart ({between})"


def _between(found: AUCInterval) -> str:
    """What an AUC lies between, in brackets, and what is special about that."""
    interval = f"{found.confidence:.0%} interval {found.low:.4f} to {found.high:.4f}"
    said = [text for text in ("" if isnan(found.low) else interval, found.note) if text]
    return f" ({'; '.join(said)})" if said else ""


def facts(analysis: Analysis) -> list[Fact]:
    """The numbers that belong to the headline."""
    solution, honest = analysis.solution, analysis.honest
    gap = "gap 0" if solution.gap == 0 else f"gap {solution.gap:.2g}"
    shown = [
        Fact("AUC on these rows", f"{solution.auc:.4f}", "apparent: optimised on them"),
        Fact("proved bound", _bound(analysis), f"{gap}: {_STATUS[solution.status]}"),
    ]
    if honest is not None:
        for label, name in (("AUC on new rows", BEST), (f"{analysis.rival} there", analysis.rival)):
            found = honest.intervals[name]
            between = f"{found.confidence:.0%}: {found.low:.4f} to {found.high:.4f}"
            shown.append(Fact(label, f"{found.auc:.4f}", found.note if isnan(found.low) else between))
    return shown


def methods(analysis: Analysis) -> list[str]:
    """How the numbers were found."""
    solution, honest = analysis.solution, analysis.honest
    texts = [
        "The AUC is the share of pairs of a positive and a negative row that a score orders right, ties "
        f"counted half: {solution.right:,} right and {solution.tied:,} tied of {solution.total:,}. Counts "
        "and bound are exact, for the numbers as written.",
        f"The search took {solution.seconds:.2f} s: {_STATUS[solution.status]}.",
    ]
    if analysis.rival != SINGLE:
        texts.append(f"{analysis.rival.capitalize()}: {analysis.rival_detail}.")
    if honest is not None:
        texts.append(
            f"AUCs on new rows come from stratified {honest.n_folds}-fold cross-validation, "
            f"{times(honest.n_repeats)}; a row is compared with rows of its own fold only. Intervals and the "
            "paired comparison are DeLong's."
        )
    if analysis.intervals is not None:
        n = len(analysis.intervals.samples)
        texts.append(f"Intervals of the weights: each class resampled {times(n)}, and solved again.")
    texts += solution.notes
    wanted = {
        "honest": "AUC on new rows",
        "intervals": "intervals of the weights",
        "simple": "simple weights",
    }
    texts += [f"No {wanted.get(part, part)}: {reason(why)}." for part, why in analysis.omitted.items()]
    return texts


def times(n: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def reason(sentence: str) -> str:
    """A sentence as a part of another one."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")
