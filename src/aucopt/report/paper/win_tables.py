"""Tables 1 and 2 of the paper and their kin: on how many data sets one method beats another."""

from collections.abc import Sequence

from aucopt.lab.by_trials import WinsByTrials
from aucopt.lab.outcomes import Outcomes
from aucopt.lab.records import Projection
from aucopt.lab.wins import JUDGEMENTS, JudgementCounts, WinCounts
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.report.paper.naming import PART, SHORT, SPACE, coverage, shade
from aucopt.report.paper.published import DATASETS, TRIALS, WINS, average_wins
from aucopt.words.sentences import count

PAPER_NAMES = {"tsne2": "table1-r2", "tsne3": "table1-r3", "raw": "table2-real"}
TESTS = {
    "paper": "the paper's unpaired t-test with equal variances, two-sided at 5%",
    "corrected": "the resampled paired t-test corrected after Nadeau and Bengio, two-sided at 5%, "
    "on the trials both methods finished",
}
NO_GENERALISATION = (
    "These are scores on the rows the methods were fitted on: no test on them speaks of generalisation."
)
CONSERVATIVE = (
    "Where training halves were cut to fewer rows the test takes the ratio of the halves, 1, which is "
    "conservative."
)


def win_table(wins: WinCounts, outcomes: Outcomes) -> ReportTable:
    """Lay out the counts as the paper does, its numbers in brackets beside those of its own test.

    Parameters
    ----------
    wins : WinCounts
        What to show.
    outcomes : Outcomes
        What it was counted from, for the notes.

    Returns
    -------
    table : ReportTable
        Rows beat columns; the last column is the average of the row.
    """
    projection, part = outcomes.projection, wins.part
    own = wins.significance == "paper"
    published = WINS[projection, part] if own else {}
    rows = []
    for i, row in enumerate(wins.methods):
        cells = [TableCell(row)]
        for j, column in enumerate(wins.methods):
            value = int(wins.counts[i, j]) if wins.compared[i, j] else None
            cells.append(
                TableCell(value, published=published.get((row, column)), shade=shade(row, column))
                if i != j
                else TableCell(None)
            )
        average = average_wins(projection, part, row, wins.methods) if own else None
        cells.append(TableCell(float(wins.averages[i]), ".2f", average))
        rows.append(tuple(cells))
    notes = [
        f"A cell counts the data sets on which the method of its row is better than that of its column, by "
        f"{TESTS[wins.significance]}.",
        *coverage(outcomes),
    ]
    if published:
        notes.append(f"In brackets the paper's counts, {_published_on(projection)}.")
    if part == "train":
        notes.append(NO_GENERALISATION)
    elif not own and "cut to" in outcomes.settings.lower():
        notes.append(CONSERVATIVE)
    name = f"{PAPER_NAMES[projection]}-{part}{'' if own else '-corrected'}"
    test = "paper's test" if own else "corrected test"
    title = f"Data sets won by {PART[part]} AUC, {SPACE[projection]}, {test}"
    return ReportTable(name, title, ("", *wins.methods, "average"), tuple(rows), tuple(notes))


def beside_table(wins: Sequence[WinCounts], outcomes: Outcomes) -> ReportTable | None:
    """Set every published count beside ours by both tests, a row a cell of the paper's tables.

    Parameters
    ----------
    wins : sequence of WinCounts
        Of training and test AUC, by both tests.
    outcomes : Outcomes
        What they were counted from, for the notes.

    Returns
    -------
    table : ReportTable or None
        None if the paper has none of these methods.
    """
    by = {(found.part, found.significance): found for found in wins}
    rows, distances = [], []
    for part in PART:
        paper, corrected = by[part, "paper"], by[part, "corrected"]
        for i, row in enumerate(paper.methods):
            for j, column in enumerate(paper.methods):
                published = WINS[outcomes.projection, part].get((row, column))
                if published is None or not paper.compared[i, j]:
                    continue
                ours = int(paper.counts[i, j])
                distances.append(abs(ours - published))
                sounder = int(corrected.counts[i, j]) if corrected.compared[i, j] else None
                counts = (published, ours, sounder, int(paper.compared[i, j]), int(paper.trials[i, j]))
                rows.append((TableCell(f"{row} over {column}"), TableCell(part), *map(TableCell, counts)))
    if not rows:
        return None
    agreement = []
    if all(row[-2].value == DATASETS for row in rows):  # else counts of different numbers of sets
        within = {most: sum(distance <= most for distance in distances) for most in (0, 2, 5)}
        agreement = [
            f"By the paper's test, of {len(rows)} cells {within[0]} are equal, {within[2]} differ by 2 or "
            f"less, {within[5]} by 5 or less."
        ]
    return ReportTable(
        f"beside-{SHORT[outcomes.projection]}",
        f"Data sets won, beside the published counts, {SPACE[outcomes.projection]}",
        ("cell", "AUC", "published", "paper's test", "corrected", "data sets", "trials"),
        tuple(rows),
        (
            f"Published: {_published_on(outcomes.projection)}. Ours: data sets on which the first method is "
            "better than the second by the paper's t-test, and by the corrected resampled one; by the first, "
            "of how many, and the fewest trials on one of them.",
            *agreement,
            *coverage(outcomes),
        ),
    )


def trial_table(counts: Sequence[WinsByTrials], outcomes: Outcomes) -> ReportTable:
    """Lay out how the counts of one method against others grow with the number of trials."""
    method = counts[0].method
    rows = [
        (TableCell(f"{winner} over {loser}"), TableCell(found.significance), *map(TableCell, numbers))
        for found in counts
        for winner, loser, numbers in (
            (method, found.other, found.won),
            (found.other, method, found.lost),
        )
    ]
    return ReportTable(
        f"by-trials-{SHORT[outcomes.projection]}",
        f"Data sets won by test AUC against the number of trials, {SPACE[outcomes.projection]}",
        ("", "test", *(count(n, "trial") for n in counts[0].trials)),
        tuple(rows),
        (
            f"By {TESTS['paper']} (paper) and by {TESTS['corrected']} (corrected).",
            "What is true of a data set does not depend on how often its rows are shuffled. The first test "
            "takes shuffles for independent samples. A column takes the first trials, up to so many.",
            *coverage(outcomes),
        ),
    )


def _published_on(projection: Projection) -> str:
    cut = ", training sets cut to 2,000 pairs" if projection == "tsne3" else ""
    return f"of {DATASETS} data sets and {TRIALS[projection]} trials{cut}"


def judgement_table(judgements: JudgementCounts, outcomes: Outcomes) -> ReportTable:
    """Lay out how often methods beat the best standard classifier by an amount that matters.

    Parameters
    ----------
    judgements : JudgementCounts
        What to show.
    outcomes : Outcomes
        What it was counted from, for the notes.

    Returns
    -------
    table : ReportTable
        A row a method: the number of data sets with each judgement, and Wilcoxon's p-value over them.
    """
    rows = []
    for method, counts in judgements.counts.items():
        test = judgements.signed_ranks.get(method)
        rows.append(
            (
                TableCell(method),
                *(TableCell(counts[judgement]) for judgement in JUDGEMENTS),
                TableCell(None if test is None else test.wins, ".1f"),
                TableCell(None if test is None else test.losses, ".1f"),
                TableCell(None if test is None else test.pvalue, ".3g"),
            )
        )
    return ReportTable(
        f"worth-{SHORT[outcomes.projection]}",
        f"Test AUC against {judgements.reference}, {SPACE[outcomes.projection]}: is the difference worth it?",
        ("", *JUDGEMENTS, "ranks won", "ranks lost", "Wilcoxon p"),
        tuple(rows),
        (
            f"{judgements.reference} is the standard classifier with the highest mean test AUC. Data sets "
            f"are counted by where the 95% interval of the corrected t-test lies: above the band of "
            f"+-{judgements.band:g}, inside it, below it, or across one of its ends.",
            "Ranks and p are Wilcoxon's, of the differences over the data sets.",
            *coverage(outcomes),
        ),
    )
