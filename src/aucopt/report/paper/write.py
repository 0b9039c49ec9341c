"""Every table and figure of the paper that the records at hand allow, and those it should have had."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

from aucopt.lab.by_trials import count_by_trials
from aucopt.lab.gaps import measure_gaps
from aucopt.lab.outcomes import Outcomes, Part, ScoreName, by_projection
from aucopt.lab.records import Projection, Record
from aucopt.lab.summaries import summarise_scores, summarise_times
from aucopt.lab.toy import ToyExample
from aucopt.lab.wins import Significance, WinCounts, count_judgements, count_wins
from aucopt.report.fit.profile_figure import plot_profile
from aucopt.report.page.canvas import FIGURE_FORMATS, save_figure
from aucopt.report.page.table import ReportTable
from aucopt.report.paper.answer_figure import plot_answer
from aucopt.report.paper.method_figures import plot_gaps, plot_times
from aucopt.report.paper.naming import PART, SHORT, SPACE
from aucopt.report.paper.rank_figure import plot_critical_difference
from aucopt.report.paper.score_figures import plot_scores
from aucopt.report.paper.score_tables import dataset_tables, gap_table, score_table, time_table, toy_table
from aucopt.report.paper.toy_figure import plot_toy
from aucopt.report.paper.trial_figure import plot_trials
from aucopt.report.paper.win_figure import plot_wins
from aucopt.report.paper.win_tables import beside_table, judgement_table, trial_table, win_table
from aucopt.words.numbers import show_auc
from aucopt.words.sentences import count

PARTS: tuple[Part, ...] = ("train", "test")
TESTS: tuple[Significance, ...] = ("paper", "corrected")
SCORES: tuple[ScoreName, ...] = ("auc", "balanced_accuracy", "f1")
TABLE_FORMATS = ("txt", "csv", "tex")
FEW = 10  # trials; with no more there is nothing to follow

Settings = Mapping[Projection, str]


def make_tables(
    records: Iterable[Record], *, toy: ToyExample | None = None, settings: Settings | None = None
) -> list[ReportTable]:
    """Return all tables that can be made from the records.

    Parameters
    ----------
    records : iterable of Record
        Records of one or several projections; methods and trials may be missing.
    toy : ToyExample, optional
        From `aucopt.lab.toy.fit_toy`: adds the numbers of Fig. 1.
    settings : mapping of str to str, optional
        For each projection, a sentence on how its study was run, which is printed below its tables.

    Returns
    -------
    tables : list of ReportTable
        For each projection: wins on training and test rows by both tests, also beside the published ones;
        whether differences are large enough to matter; scores by method and by data set; distances to the
        proved optimum; run times; and, with enough trials, how the number of wins depends on the number of
        trials.

    Examples
    --------
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, trial, auc):
    ...     scores = Scores(auc, auc, auc)
    ...     return Record(Unit("pima", "tsne2", trial, method), "done", train=scores, test=scores)
    >>> aucs = {"LR": [0.7, 0.71, 0.7], "AUC-opt": [0.8, 0.8, 0.82]}
    >>> records = [record(method, t, auc) for method in aucs for t, auc in enumerate(aucs[method])]
    >>> from aucopt.report import make_tables
    >>> table = make_tables(records)[2]
    >>> table.title
    "Data sets won by test AUC, t-SNE in R^2, paper's test"
    >>> print(*table.rows[1])
    AUC-opt 1 (15) - 1.00 (15.00)
    """
    tables = [] if toy is None else [toy_table(toy)]
    return tables + [table for outcomes in _read(records, toy, settings) for table in _tables(outcomes)]


def write_tables(
    records: Iterable[Record],
    folder: str | Path,
    *,
    toy: ToyExample | None = None,
    settings: Settings | None = None,
    formats: Sequence[str] = TABLE_FORMATS,
) -> list[Path]:
    """Write all tables that can be made from the records, as text, CSV and LaTeX.

    Parameters
    ----------
    records : iterable of Record
        Records of one or several projections; methods and trials may be missing.
    folder : path
        The folder for the files, which is created if necessary.
    toy : ToyExample, optional
        From `aucopt.lab.toy.fit_toy`: adds the numbers of Fig. 1.
    settings : mapping of str to str, optional
        For each projection, a sentence on how its study was run, which is printed below its tables.
    formats : sequence of {"txt", "csv", "tex"}
        The file formats to write.

    Returns
    -------
    paths : list of Path
        The files: NAME.txt, NAME.csv and NAME.tex for each table.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from aucopt.lab.toy import fit_toy
    >>> from aucopt.report import write_tables
    >>> with TemporaryDirectory() as folder:
    ...     paths = write_tables([], folder, toy=fit_toy([]))
    >>> [path.name for path in paths]
    ['fig1-toy.txt', 'fig1-toy.csv', 'fig1-toy.tex']
    """
    tables = make_tables(records, toy=toy, settings=settings)
    folder = _make_folder(folder)
    paths = []
    for table in tables:
        written = {"txt": table.text, "csv": table.csv, "tex": table.latex}
        for format in formats:
            path = folder / f"{table.name}.{format}"
            path.write_text(written[format]() + "\n", encoding="utf-8")
            paths.append(path)
    return paths


def write_figures(
    records: Iterable[Record],
    folder: str | Path,
    *,
    toy: ToyExample | None = None,
    formats: Sequence[str] = FIGURE_FORMATS,
) -> list[Path]:
    """Write all figures that can be made from the records, as PNG and SVG.

    Parameters
    ----------
    records : iterable of Record
        Records of one or several projections; methods and trials may be missing.
    folder : path
        The folder for the files, which is created if necessary.
    toy : ToyExample, optional
        From `aucopt.lab.toy.fit_toy`: adds Fig. 1 and the AUC of every direction.
    formats : sequence of {"png", "svg"}
        The file formats to write.

    Returns
    -------
    paths : list of Path
        The files: NAME.png and NAME.svg for each figure.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from aucopt.lab.toy import fit_toy
    >>> from aucopt.report import write_figures
    >>> with TemporaryDirectory() as folder:
    ...     paths = write_figures([], folder, toy=fit_toy([]))
    >>> [path.name for path in paths]
    ['fig1-toy.png', 'fig1-toy.svg', 'profile-toy.png', 'profile-toy.svg']
    """
    read = _read(records, toy)
    folder = _make_folder(folder)
    paths = []
    if toy is not None:
        paths += save_figure(plot_toy(toy), folder, "fig1-toy", formats)
        marks = {f"{fit.method} {show_auc(fit.auc)}": fit.coef for fit in toy.fits if not fit.is_optimum}
        paths += save_figure(plot_profile(toy.solution, marks=marks), folder, "profile-toy", formats)
    for outcomes in read:
        for name, figure in _figures(outcomes):
            paths += save_figure(figure, folder, name, formats)
    return paths


def _read(
    records: Iterable[Record], toy: ToyExample | None, settings: Settings | None = None
) -> list[Outcomes]:
    read = list(by_projection(records, settings).values())
    if not read and toy is None:
        raise ValueError("No finished record: there is nothing to show yet. Run the experiment first.")
    return read


def _make_folder(folder: str | Path) -> Path:
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _find_prover(outcomes: Outcomes) -> str | None:
    """The method whose wins are followed: the one that proved a bound most often, if any did."""
    proofs = Counter(record.unit.method for record in outcomes.finished if record.bound is not None)
    return max(outcomes.methods, key=lambda method: proofs[method]) if proofs else None


def _count_wins(outcomes: Outcomes) -> list[WinCounts]:
    """Wins on training and test rows by both tests; none if no two methods share two trials of a set."""
    wins = [count_wins(outcomes, part, test) for part in PARTS for test in TESTS]
    return wins if all(found.compared.any() for found in wins) else []


def _tables(outcomes: Outcomes) -> Iterator[ReportTable]:
    if wins := _count_wins(outcomes):
        yield from (win_table(found, outcomes) for found in wins)
        if (beside := beside_table(wins, outcomes)) is not None:
            yield beside
        if (prover := _find_prover(outcomes)) and outcomes.most_trials > FEW:
            yield trial_table(count_by_trials(outcomes, prover), outcomes)
    for score in SCORES:
        summaries = [summarise_scores(outcomes, part, score) for part in PARTS]
        if shared := [summary for summary in summaries if summary is not None]:
            if score == "auc" and (reference := shared[-1].best_standard):
                judgements = count_judgements(outcomes, reference)
                if any(map(any, (counts.values() for counts in judgements.counts.values()))):
                    yield judgement_table(judgements, outcomes)
            yield score_table(shared, outcomes)
            for summary in shared if score == "auc" else shared[-1:]:
                yield from dataset_tables(summary, outcomes)
    if (gaps := measure_gaps(outcomes)) is not None:
        yield gap_table(gaps, outcomes)
    yield time_table(summarise_times(outcomes), outcomes)


def _figures(outcomes: Outcomes) -> Iterator[tuple[str, Figure]]:
    place = SHORT[outcomes.projection]
    wins, prover = _count_wins(outcomes), _find_prover(outcomes)
    for found in wins:
        table = win_table(found, outcomes)
        yield table.name, plot_wins(table, len(outcomes.datasets))
    if wins and prover and outcomes.most_trials > FEW:
        counts = count_by_trials(outcomes, prover)
        yield f"by-trials-{place}", plot_trials(counts, outcomes.projection, len(outcomes.datasets))
    aucs = [summary for part in PARTS if (summary := summarise_scores(outcomes, part))]
    if aucs:
        yield f"fig2-auc-{place}", plot_scores(aucs)
    if len(aucs) == len(PARTS) and prover in aucs[0].methods and (standard := aucs[-1].best_standard):
        yield f"answer-{place}", plot_answer(aucs[0], aucs[1], prover, standard)
    others = [summary for score in SCORES[1:] if (summary := summarise_scores(outcomes, "test", score))]
    if others:
        yield f"balanced-accuracy-and-f1-{place}", plot_scores(others)
    for summary in aucs:
        friedman = summary.friedman
        if friedman is not None:
            title = (
                f"Average ranks by {PART[summary.part]} AUC, {SPACE[outcomes.projection]}, "
                f"{count(friedman.n_sets, 'data set')}"
            )
            difference = summary.critical_difference
            figure = plot_critical_difference(summary.methods, friedman.ranks, difference, title=title)
            yield f"ranks-{place}-{summary.part}", figure
    if (gaps := measure_gaps(outcomes)) is not None:
        yield f"optimum-{place}", plot_gaps(gaps, outcomes.projection)
    yield f"run-time-{place}", plot_times(summarise_times(outcomes), outcomes.projection)
