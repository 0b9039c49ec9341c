"""An `Analysis` for people, in short sections."""

from pathlib import Path

import numpy as np

from aucopt.analysis.fit import BEST, Analysis
from aucopt.analysis.rivals import SINGLE
from aucopt.delong import AUCDifference, AUCInterval

_MOST_COLUMNS = 12
_MOST_PROVABLE = 6
SAME_AUC = 0.005  # no difference worth a new model
_LABEL = 22
_STATUS = {
    "optimal": "no {kind} does better: proved",
    "max_gap": "none does better than this; within --max-gap",
    "time_limit": "none does better than this; time ran out",
    "local": "a local optimum, nothing is proved",
}


def as_text(
    analysis: Analysis,
    notes: list[str],
    source: str,
    saved: Path | None = None,
    proof: Path | None = None,
    check: str = "",
) -> str:
    """What a person wants to know, in order of interest; `check` is the command that checks the proof."""
    sections = [
        [_title(analysis, source)],
        _weights(analysis),
        _aucs(analysis),
        _rival(analysis),
        _cut(analysis),
        _simple(analysis),
        [f"Note: {note}" for note in [*notes, *analysis.solution.notes]],
    ]
    if saved is not None:
        sections.append([f"Saved in {saved}; score new rows by: aucopt score {saved} new.csv"])
    if proof is not None:
        sections.append([f"The proof is in {proof}; check it by: {check}"])
    return "\n\n".join("\n".join(section) for section in sections if section)


def _title(analysis: Analysis, source: str) -> str:
    rows = analysis.rows
    name = "standard input" if source == "-" else Path(source).name
    negative, positive = rows.classes
    return (
        f"{name}: {len(rows.positive):,} rows, {rows.n_positive:,} positive ({rows.target} = {positive}), "
        f"{rows.n_negative:,} negative ({negative})"
    )


def _weights(analysis: Analysis) -> list[str]:
    """The table of the weights; of many columns those that matter most."""
    names, found = analysis.rows.columns, analysis.intervals
    order = list(range(len(names)))
    if len(order) > _MOST_COLUMNS:
        order = np.argsort(-np.abs(analysis.per_deviation), kind="stable")[:_MOST_COLUMNS].tolist()
    width = max(len("column"), *(len(names[j]) for j in order))
    heading = "The blend" if analysis.rival == SINGLE else "The best linear score"
    # People blend by shares.
    total = analysis.solution.coef.sum() if analysis.rival == SINGLE else 0.0
    share = f"  {'share':>6}" if total > 0 else ""
    head = f"  {'column':<{width}}  {'weight':>12}{share}  {'per SD':>8}"
    lines = [heading, head if found is None else f"{head}  {f'{found.confidence:.0%} interval':>18}"]
    for j in order:
        weight = analysis.solution.coef[j]
        share = f"  {weight / total:>6.1%}" if total > 0 else ""
        line = f"  {names[j]:<{width}}  {weight:>12.6g}{share}  {analysis.per_deviation[j]:>8.3f}"
        if found is not None:
            line += f"  {f'[{found.low[j]:.3f}, {found.high[j]:.3f}]':>18}"
        lines.append(line)
    if len(order) < len(names):
        lines.append(f"  and {len(names) - len(order)} smaller ones: all by --json or --save")
    if found is not None:
        lines.append(
            f"  per SD: for a standard deviation of the column; intervals of {len(found.samples)} resamples"
        )
    elif "intervals" in analysis.omitted:
        lines.append(f"  no intervals of the weights: {_reason(analysis.omitted['intervals'])}")
    return lines


def _aucs(analysis: Analysis) -> list[str]:
    solution, honest = analysis.solution, analysis.honest
    status = _STATUS[solution.status].format(kind=_kind(analysis))
    if solution.status == "local" and len(analysis.rows.columns) <= _MOST_PROVABLE:
        status += "; --time-limit S looks for a proof"
    gap = "gap 0" if solution.gap == 0 else f"gap {solution.gap:.2g}"
    lines = [
        "AUC",
        _line("on these rows", f"{solution.auc:.4f}", "apparent: it was optimised on them, so it flatters"),
        _line("bound", analysis.shown_bound, f"{gap}; {status}"),
    ]
    if honest is None:
        lines.append(_line("on new rows", "-", _reason(analysis.omitted["honest"])))
    else:
        found = honest.intervals[BEST]
        folds = f"{honest.n_folds}-fold cross-validation, {_times(honest.n_repeats)}"
        late = "" if honest.complete else "no time for more"
        how = [f"{found.confidence:.0%} interval", found.note, folds, late]
        lines.append(_line("on new rows", _interval(found), "; ".join(filter(None, how))))
    if solution.best_column is not None and analysis.rival != SINGLE:
        best = solution.best_column
        lines.append(
            _line(
                "best column",
                f"{best.auc:.4f}",
                f"{'-' if best.sign < 0 else ''}{best.name} alone, on these rows",
            )
        )
    return lines


def _kind(analysis: Analysis) -> str:
    """What was searched."""
    if analysis.rival == SINGLE:
        return "blend of these columns"
    return "linear score of these columns" + (" and signs" if any(analysis.signs) else "")


def _rival(analysis: Analysis) -> list[str]:
    solution, honest = analysis.solution, analysis.honest
    above = f"{solution.auc - analysis.rival_auc:+z.4f}"
    who = "the best single model" if analysis.rival == SINGLE else analysis.rival
    lines = [
        f"Against {who}, {analysis.rival_detail}",
        _line("on these rows", f"{analysis.rival_auc:.4f}", f"gain {above}"),
    ]
    if honest is not None and honest.comparison is not None:
        lines.append(_line("on new rows", _interval(honest.intervals[analysis.rival]), "the same folds"))
        found = honest.comparison.differences[0]
        # Large tables tell small differences.
        digits = 4 if max(-found.low, found.high) >= 0.0005 else 6
        value = f"{found.difference:+z.{digits}f} [{found.low:+z.{digits}f}, {found.high:+z.{digits}f}]"
        if np.isnan(found.p_value):
            value, verdict = f"{found.difference:+z.4f}", honest.comparison.note
        else:
            verdict = f"p = {found.p_value:.2g}: {_verdict(found)}"
        lines.append(_line("gain on new rows", value, verdict))
    return lines


def _verdict(found: AUCDifference) -> str:
    """What an interval says: equal for all purposes, better, worse, or nothing."""
    if found.low > -SAME_AUC and found.high < SAME_AUC:
        return f"the same within {SAME_AUC}"
    if found.low > 0 or found.high < 0:
        return "better" if found.low > 0 else "worse"
    return "no evidence of a difference"


def _cut(analysis: Analysis) -> list[str]:
    cut = analysis.cut
    lines = [
        f"Cut-off: {analysis.rows.target} = {analysis.rows.classes[1]} if the score is above {cut.value:.6g}",
        _line("on these rows", f"sensitivity {cut.sensitivity:.3f}, specificity {cut.specificity:.3f}", ""),
    ]
    if analysis.honest is not None:
        sensitivity, specificity = (
            rate[BEST] for rate in (analysis.honest.sensitivity, analysis.honest.specificity)
        )
        lines.append(
            _line("on new rows", f"sensitivity {sensitivity:.3f}, specificity {specificity:.3f}", "")
        )
    return lines


def _simple(analysis: Analysis) -> list[str]:
    simple = analysis.simple
    if simple is None or not simple.within:
        return []
    score, _ = str(simple).split("\n")
    return [
        "Nearly as good and simple",
        f"  {score}",
        _line("on these rows", f"{simple.auc:.4f}", f"{simple.loss:.4f} below the best"),
    ]


def _line(label: str, value: str, remark: str) -> str:
    return f"  {label:<{_LABEL}}{value:<26}  {remark}".rstrip()


def _interval(found: AUCInterval) -> str:
    return (
        f"{found.auc:.4f}" if np.isnan(found.low) else f"{found.auc:.4f} [{found.low:.4f}, {found.high:.4f}]"
    )


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n} times")


def _reason(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")
