"""An `Analysis` for people, in short sections."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path

from aucopt.analysis.answer import Analysis
from aucopt.words.difference import remark_on_difference
from aucopt.words.numbers import (
    name_interval,
    show_auc,
    show_auc_interval,
    show_bound,
    show_difference,
    show_difference_interval,
    show_rates,
)
from aucopt.words.sentences import (
    apparent,
    as_clause,
    as_note,
    cross_validated,
    show_column,
    show_omitted,
)
from aucopt.words.status import best_of, remark_on_bound
from aucopt.words.weights import (
    PER_DEVIATION,
    SIMPLE,
    fit_columns,
    heaviest_first,
    resampled,
    show_loss,
    show_resamples,
    table_lines,
)

_MOST_COLUMNS = 12
_MOST_PROVABLE = 6
_LABEL, _VALUE = 22, 26  # characters


def as_text(
    analysis: Analysis,
    notes: list[str],
    source: str,
    saved: Path | None = None,
    proof: Path | None = None,
    check: str = "",
    score: str = "",
    more: Sequence[list[str]] = (),
) -> str:
    """What a person wants to know, in order of interest.

    `check` is the command that checks the proof, `score` the one that scores new rows, and `more` are
    sections of what else was asked for.
    """
    sections = [
        [_title(analysis, source)],
        _weights(analysis),
        _values(analysis),
        _rival(analysis),
        _others(analysis),
        _point(analysis),
        _cut(analysis),
        _simple(analysis),
        *more,
        [as_note(note) for note in [*notes, *analysis.solution.notes]],
    ]
    if saved is not None:
        sections.append([f"Saved in {saved}. To score new rows: {score}"])
    if proof is not None:
        sections.append([f"The proof is in {proof}. To check it: {check}"])
    return "\n\n".join("\n".join(section) for section in sections if section)


def _title(analysis: Analysis, source: str) -> str:
    name = "standard input" if source == "-" else Path(source).name
    return f"{name}: {analysis.rows.story.line}"


def _weights(analysis: Analysis) -> list[str]:
    """The table of the weights; of many columns those that matter most."""
    names, found = analysis.rows.columns, analysis.intervals
    blend = analysis.is_blend
    columns = fit_columns(
        analysis.solution.coef,
        analysis.per_deviation,
        share=blend,
        intervals=[] if found is None else [resampled(found.confidence, found.low, found.high)],
    )
    order = heaviest_first(analysis.per_deviation)[:_MOST_COLUMNS]
    lines = table_lines(names, columns, order)
    if len(order) < len(names):
        n_left = len(names) - len(order)
        # They come by size, so that these are zero if the last one shown is.
        are_zero = analysis.per_deviation[order[-1]] == 0
        lines.append(
            f"and {n_left} more with a weight of 0"
            if are_zero
            else f"and {n_left} smaller weights: --json and --save list all of them"
        )
    if found is not None:
        lines.append(f"{PER_DEVIATION}; {show_resamples(len(found.samples), complete=found.complete)}")
    elif "intervals" in analysis.omitted:
        lines.append(show_omitted("intervals", analysis.omitted["intervals"], analysis.objective.name))
    heading = best_of(analysis.solution.status, "blend" if blend else "linear score")
    return [heading, *(f"  {line}" for line in lines)]


def _values(analysis: Analysis) -> list[str]:
    solution, honest, quantity = analysis.solution, analysis.honest, analysis.objective.quantity
    remark = remark_on_bound(solution.status, solution.gap, analysis.subject)
    if solution.status == "local" and len(analysis.rows.columns) <= _MOST_PROVABLE:
        remark += "; add --time-limit S to search for a proof"
    lines = [
        quantity.title,
        show_line("on these rows", show_auc(solution.value), apparent(quantity.name)),
        show_line("bound", show_bound(solution.bound_exact, solution.gap), remark),
    ]
    if honest is None:
        lines.append(show_line("on new rows", "-", as_clause(analysis.omitted["honest"])))
    else:
        found = honest.intervals[analysis.best]
        late = "" if honest.complete else "stopped at the time limit"
        how = [
            name_interval(found.confidence),
            found.note,
            cross_validated(honest.n_folds, honest.n_repeats),
            late,
        ]
        value = show_auc_interval(found.value, found.low, found.high)
        lines.append(show_line("on new rows", value, "; ".join(filter(None, how))))
        lines += [show_line("", "", remark) for remark in analysis.remarks_on_refits]
    best = solution.best_column
    if best is not None and not analysis.is_blend:
        alone = f"{show_column(best.name, best.sign)} alone, on these rows"
        lines.append(show_line("best column", show_auc(best.value), alone))
    if solution.standardized is not None and not analysis.objective.is_auc:
        lines.append(show_line("standardised", show_auc(solution.standardized), "McClish: 0.5 is chance"))
    if analysis.objective.classifies and not analysis.objective.is_auc:
        lines.append(show_line("AUC", show_auc(solution.auc), "of the same weights, on these rows"))
    return lines


def _rival(analysis: Analysis) -> list[str]:
    solution, honest = analysis.solution, analysis.honest
    who = "the best single model" if analysis.is_blend else analysis.rival
    gain = show_difference(solution.value - analysis.rival_value)
    lines = [
        f"Compared with {who} ({analysis.rival_detail})",
        show_line("on these rows", show_auc(analysis.rival_value), f"gain {gain}"),
    ]
    if honest is not None and honest.comparison is not None:
        theirs, found = honest.intervals[analysis.rival], honest.comparison.differences[0]
        value = show_auc_interval(theirs.value, theirs.low, theirs.high)
        lines.append(show_line("on new rows", value, "on the same folds"))
        gain = show_difference_interval(found.difference, found.low, found.high)
        remark = honest.comparison.note
        if not isnan(found.p_value):
            remark = remark_on_difference(found.low, found.high, found.p_value)
        lines.append(show_line("gain on new rows", gain, remark))
    if analysis.judgement and not analysis.objective.is_auc:
        lines.append(f"  {analysis.judgement}")
    return lines


def _others(analysis: Analysis) -> list[str]:
    """Blends that need no search."""
    honest = analysis.honest
    lines = []
    for name, value in analysis.others.items():
        shown, remark = show_auc(value), "on these rows"
        if honest is not None and honest.comparison is not None:
            found = honest.intervals[name]
            pairs = {(d.first, d.second): d for d in honest.comparison.differences}
            gain = pairs[analysis.best, name]
            shown = show_auc_interval(found.value, found.low, found.high)
            apart = show_difference_interval(gain.difference, gain.low, gain.high)
            remark = f"on new rows; gain of the best blend {apart}"
        lines.append(show_line(name, shown, remark))
    return ["Compared with blends that need no search", *lines] if lines else []


def _point(analysis: Analysis) -> list[str]:
    """An operating point as people count: rows of a thousand."""
    honest, quantity = analysis.honest, analysis.objective.quantity
    if honest is None or not quantity.shortfall:
        return []
    where = f"{quantity.condition.capitalize()}, on new rows" if quantity.condition else "On new rows"
    lines = [where, show_line("", quantity.name, quantity.shortfall)]
    for name, found in honest.intervals.items():
        lines.append(show_line(name, show_auc(found.value), quantity.count_shortfall(found.value)))
    return lines


def _cut(analysis: Analysis) -> list[str]:
    cut, honest = analysis.cut, analysis.honest
    if cut is None:
        return []
    lines = [
        f"Cut-off: {analysis.rows.target} = {analysis.rows.classes[1]} if the score is above {cut.value:.6g}",
        show_line("on these rows", show_rates(cut.sensitivity, cut.specificity), ""),
    ]
    if honest is None:
        return lines
    whose = "" if analysis.objective.is_auc else "with cut-offs chosen on the training rows of each fit"
    rates = show_rates(honest.sensitivity[analysis.best], honest.specificity[analysis.best])
    lines.append(show_line("on new rows", rates, whose))
    if not analysis.objective.is_auc:
        rates = show_rates(honest.sensitivity[analysis.rival], honest.specificity[analysis.rival])
        lines.append(show_line(analysis.rival, rates, "on new rows, with its own cut-offs"))
    return lines


def _simple(analysis: Analysis) -> list[str]:
    simple = analysis.simple
    if simple is None or not simple.within:
        return []
    score, _ = str(simple).split("\n")
    return [
        SIMPLE,
        f"  {score}",
        show_line("on these rows", show_auc(simple.value), f"{show_loss(simple.loss)} the best"),
    ]


def show_line(label: str, value: str, remark: str) -> str:
    """A line of a section."""
    return f"  {label:<{_LABEL}}{value:<{_VALUE}}  {remark}".rstrip()
