"""Scores, run times and distances to the optimum, method by method and set by set."""

from collections.abc import Sequence

import numpy as np

from aucopt.lab.gaps import OptimumGaps
from aucopt.lab.outcomes import Outcomes
from aucopt.lab.summaries import RunTime, ScoreSummary
from aucopt.lab.toy import ToyExample
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.report.paper.naming import PART, SCORE, SHORT, SPACE, coverage
from aucopt.report.paper.published import DATASETS, RUN_TIMES
from aucopt.words.numbers import AUC_FORM, show_bound
from aucopt.words.sentences import count

COMMON = "Means and variances are over the trials all methods finished, on {sets}."


def score_table(summaries: Sequence[ScoreSummary], outcomes: Outcomes) -> ReportTable:
    """Lay out mean, Friedman rank and variance of a score for each method.

    Parameters
    ----------
    summaries : sequence of ScoreSummary
        Of one score and the same methods, for instance of training and of test rows.
    outcomes : Outcomes
        What they were averaged from, for the notes.

    Returns
    -------
    table : ReportTable
        A row a method; three columns a summary.
    """
    first = summaries[0]
    header, notes = ["method"], [COMMON.format(sets=count(len(first.datasets), "data set"))]
    columns: list[list[TableCell]] = [[TableCell(method) for method in first.methods]]
    for summary in summaries:
        part = PART[summary.part]
        header += [f"{summary.part} {what}" for what in ("mean", "rank", "variance")]
        friedman = summary.friedman
        ranks = friedman.ranks if friedman else [None] * len(first.methods)
        columns.append([TableCell(float(mean), AUC_FORM) for mean in summary.overall])
        columns.append([TableCell(rank, ".2f") for rank in ranks])
        columns.append(
            [TableCell(float(variance), ".2e") for variance in np.median(summary.variances, axis=0)]
        )
        if friedman:
            notes.append(
                f"Friedman, {part}: chi-square {friedman.chi_square:.2f} (p {friedman.pvalue:.2g}), "
                f"F {friedman.f_statistic:.2f} (p {friedman.f_pvalue:.2g}); Nemenyi's critical difference of "
                f"ranks {summary.critical_difference:.2f}."
            )
    notes[0] += " Ranks average ties, 1 is the best; the variance is the median over the sets."
    score = SCORE[first.score]
    return ReportTable(
        f"{first.score.replace('_', '-')}-{SHORT[outcomes.projection]}",
        f"{score[0].upper()}{score[1:]} by method, {SPACE[outcomes.projection]}",
        tuple(header),
        tuple(zip(*columns, strict=True)),
        (*notes, *coverage(outcomes)),
    )


def dataset_tables(summary: ScoreSummary, outcomes: Outcomes) -> list[ReportTable]:
    """Lay out means, and variances where there is more than one trial, a row a data set."""
    stem = f"{summary.score.replace('_', '-')}-by-set-{SHORT[outcomes.projection]}-{summary.part}"
    what = f"{PART[summary.part]} {SCORE[summary.score]} by data set, {SPACE[outcomes.projection]}"
    notes = (COMMON.format(sets=count(len(summary.datasets), "data set")), *coverage(outcomes))
    tables = [(stem, f"Mean {what}", summary.means, AUC_FORM)]
    if np.isfinite(summary.variances).any():
        tables.append((f"{stem}-variance", f"Variance of {what}", summary.variances, ".1e"))
    return [
        ReportTable(
            name,
            title,
            ("data set", *summary.methods),
            tuple(
                (TableCell(dataset), *(TableCell(float(value), form) for value in row))
                for dataset, row in zip(summary.datasets, values, strict=True)
            ),
            notes,
        )
        for name, title, values, form in tables
    ]


def time_table(times: Sequence[RunTime], outcomes: Outcomes) -> ReportTable:
    """Lay out run times, the paper's in brackets where it has them."""
    published = RUN_TIMES.get(outcomes.projection, {})
    rows = []
    for time in times:
        mean, deviation = published.get(time.method, (None, None))
        rows.append(
            (
                TableCell(time.method),
                TableCell(time.units, ","),
                TableCell(time.median, ".4f"),
                TableCell(time.mean, ".4f", mean),
                TableCell(time.deviation, ".4f", deviation),
                TableCell(time.longest, ".4f"),
            )
        )
    notes = ["Seconds of the last fit alone, without tuning, over all finished units."]
    if published:
        notes.append(
            f"In brackets the paper's mean and deviation over {DATASETS} data sets, on another machine; its "
            "times of AUC optimisers include a search for a threshold."
        )
    return ReportTable(
        f"run-time-{SHORT[outcomes.projection]}",
        f"Run time in seconds, {SPACE[outcomes.projection]}",
        ("method", "units", "median", "mean", "deviation", "longest"),
        tuple(rows),
        (*notes, *coverage(outcomes)),
    )


def gap_table(gaps: OptimumGaps, outcomes: Outcomes) -> ReportTable:
    """Lay out how far linear methods stay below the proved optimum of the training AUC."""
    notes = [
        "The gap: the bound that no linear score exceeds on the training rows, less the method's AUC.",
        f"In {gaps.attained:,} of {count(gaps.trials, 'trial')} the bound is attained: it is the optimum.",
    ]
    if gaps.attained < gaps.trials:
        notes.append("In the others the gap is at most this.")
    if any(gap.closest is not None for gap in gaps.methods):
        notes.append(
            "Closest: trials in which no other method without a proof comes closer; where several do equally "
            "well each is counted."
        )
    if gaps.exceeded:
        fits = count(gaps.exceeded, "fit")
        notes.append(f"{fits} above the bound: scores were rounded, or rows were not the same.")
    return ReportTable(
        f"optimum-{SHORT[outcomes.projection]}",
        f"Distance of linear methods to the proved bound on the training AUC, {SPACE[outcomes.projection]}",
        (
            "method",
            "mean gap",
            "median gap",
            "largest gap",
            "bound reached",
            "closest",
            "trials",
            "data sets",
        ),
        tuple(
            (
                TableCell(gap.method),
                TableCell(gap.mean, ".5f"),
                TableCell(gap.median, ".5f"),
                TableCell(gap.largest, ".5f"),
                TableCell(gap.reached / gap.units, ".1%"),
                TableCell(None if gap.closest is None else gap.closest / gap.units, ".1%"),
                TableCell(gap.units, ","),
                TableCell(gap.datasets),
            )
            for gap in gaps.methods
        ),
        (*notes, *coverage(outcomes)),
    )


def toy_table(example: ToyExample) -> ReportTable:
    """Lay out Fig. 1 in numbers: what each method reaches on the toy set, and by which weights."""
    bound = example.solution.bound
    shown = show_bound(example.solution.bound_exact, example.solution.gap)
    positives = count(int((example.y == 1).sum()), "positive")
    negatives = count(int((example.y == 0).sum()), "negative")
    # The last digits of a weight found by iteration depend on the machine, and the file must not.
    weights = [np.round(fit.coef / np.linalg.norm(fit.coef), 6) for fit in example.fits]
    return ReportTable(
        "fig1-toy",
        "The toy set of Fig. 1: training AUC of linear scores",
        ("method", "AUC", "below the bound", "weight x1", "weight x2"),
        tuple(
            (
                TableCell(fit.method),
                TableCell(fit.auc, AUC_FORM),
                TableCell(bound - fit.auc, AUC_FORM),
                *(TableCell(float(weight), ".4f") for weight in of),
            )
            for fit, of in zip(example.fits, weights, strict=True)
        ),
        (f"{positives} and {negatives}; no linear score exceeds {shown}. Weights are of length one.",),
    )
