"""What the report of a panel says: its headline, the numbers beside it, and how they were found."""

from math import isnan

from aucopt.analysis.panel.answer import PanelAnalysis
from aucopt.delong import AUCInterval, ROCInterval
from aucopt.report.page.estimates import explain_estimates
from aucopt.report.page.page import Fact, Headline
from aucopt.words.numbers import name_interval, show_auc, show_bound, show_difference, show_span
from aucopt.words.panel import NOT_CERTIFIED, name_best, show_stability
from aucopt.words.sentences import as_clause, as_sentence, count, cross_validated, show_omitted
from aucopt.words.status import STATUSES, remark_on_bound, remarks_on_endings


def headline(analysis: PanelAnalysis) -> Headline:
    """The panel and what is proved of it; what to expect; whether it is worth it."""
    panel, honest, quantity = analysis.panel, analysis.honest, analysis.objective.quantity
    found = "" if panel.status == "optimal" else " found"
    proved = (
        "none is better" if panel.gap == 0 else f"none exceeds {show_bound(panel.bound_exact, panel.gap)}"
    )
    sentence = (
        f"The {name_best(analysis.name)}{found} is {_listed(analysis.columns)}: of all "
        f"{count(panel.n_total, 'panel')} {proved} ({NOT_CERTIFIED})."
    )
    if panel.n_total == 1:
        sentence = f"The only {analysis.name} is {_listed(analysis.columns)}."
    if honest is None:
        expect = f"Its value on new rows was not estimated: {as_clause(analysis.omitted['honest'])}."
    else:
        on_new = honest.intervals[analysis.name]
        between = "" if isnan(on_new.low) else f" ({_interval(on_new)})"
        expect = (
            f"On new rows, expect {quantity.of(show_auc(on_new.value))}{between}: columns and weights were "
            f"chosen again in each fold of a cross-validation. The {quantity.name} of "
            f"{show_auc(panel.value)} on "
            f"these rows is the best of {count(panel.n_total, 'panel')}, so it is very optimistic."
        )
    reasons = [analysis.verdict, *filter(None, [analysis.chance]), expect]
    if panel.n_panels > 1:
        reasons.append(
            f"{count(panel.n_panels, 'panel')} are within {panel.delta:g} of the best: these rows hardly "
            f"distinguish between them."
        )
    return Headline(sentence, reasons, settled=panel.status == "optimal")


def facts(analysis: PanelAnalysis) -> list[Fact]:
    """The numbers that belong to the headline."""
    panel, honest, stable = analysis.panel, analysis.honest, analysis.stability
    name = analysis.objective.name
    shown = []
    if honest is not None:
        found = honest.intervals[analysis.name]
        note = (
            found.note if isnan(found.low) else f"{found.confidence:.0%}: {show_span(found.low, found.high)}"
        )
        shown.append(Fact(f"{name} on new rows", show_auc(found.value), note))
    shown += [
        Fact(f"{name} on these rows", show_auc(panel.value), "apparent, very optimistic"),
        Fact(
            "bound over all panels",
            show_bound(panel.bound_exact, panel.gap),
            f"{remark_on_bound(panel.status, panel.gap)}; {NOT_CERTIFIED}",
        ),
    ]
    if stable is not None:
        note = show_stability(stable.same, stable.n_fits, stable.source)
        shown.append(Fact("same panel again", f"{stable.same / stable.n_fits:.0%}", note))
    return shown


def methods(analysis: PanelAnalysis) -> list[str]:
    """How the numbers were found."""
    panel, honest, name = analysis.panel, analysis.honest, analysis.objective.name
    refused = [f"{n:,} by {name}" for name, n in panel.refused.items() if n]
    texts = [
        f"Of {count(panel.n_total, 'panel')} of {count(panel.k, 'column')}, bounds excluded "
        f"{', '.join(refused) or 'none'}; for the others, the best linear score was computed. Counts and "
        f"bounds are exact for the numbers in the table. That no panel exceeds the bound is {NOT_CERTIFIED}: "
        f"there is no proof file for it. The search took {panel.seconds:.2f} s.",
        *([] if panel.status == "optimal" else [STATUSES[panel.status].sentence]),
    ]
    if not analysis.objective.is_auc:
        texts.insert(0, analysis.objective.explained)
    if honest is not None:
        nested = f"nested {cross_validated(honest.n_folds, honest.n_repeats)}"
        texts += explain_estimates(analysis.objective, nested)
        texts.append(
            "In each fold, columns are chosen and weights are fitted on the other folds; all methods are "
            "tested on the same folds. Intervals are not adjusted for multiple comparisons."
        )
        texts += map(as_sentence, remarks_on_endings(honest.endings.get(analysis.name, {}), panel.status))
        if not honest.complete:
            texts.append("The time limit was reached before all repeats were done.")
        texts.append(_explain_rivals(analysis))
    if analysis.optimism is not None:
        found = analysis.optimism
        texts.append(
            "Optimism by the bootstrap: the selection was repeated on "
            f"{count(found.n_resamples, 'resample')} of the rows. On average its {name} there was "
            f"{show_difference(found.value)} above that on all rows, which corrects the apparent {name} to "
            f"{show_auc(found.corrected)}. This correction tends to be too small for a choice among many "
            f"panels, because resamples share most rows with the table: report the nested cross-validation "
            f"instead."
        )
    texts += panel.notes
    return texts + [as_sentence(show_omitted(part, why)) for part, why in analysis.omitted.items()]


def _explain_rivals(analysis: PanelAnalysis) -> str:
    """How the methods were fitted that are not panels."""
    if analysis.objective.classifies:
        return (
            "Logistic regression on all columns uses standardised columns. The L1 path of logistic "
            "regression is followed until it contains as many columns as the panel, which are then fitted "
            "again without a penalty; or its penalty is tuned by an inner cross-validation."
        )
    rival, rows = analysis.rival, analysis.rows
    detail = f" ({analysis.rival_detail})" if analysis.rival_detail else ""
    of = {"censored": "log-rank scores", "ordered": "the outcome", "classes": "the class"}[rows.kind]
    within = ", within strata," if rows.stratum else ""
    return (
        f"{as_sentence(rival)[:-1]} on all columns uses standardised columns{detail}. The L1 path of least "
        f"squares of {of}{within} is followed until it contains as many columns as the panel, which are then "
        f"fitted again by {rival}; or its penalty is tuned by an inner cross-validation, and its own weights "
        "are used."
    )


def _interval(found: AUCInterval | ROCInterval) -> str:
    return f"{name_interval(found.confidence)} {show_span(found.low, found.high)}"


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
