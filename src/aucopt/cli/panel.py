"""`aucopt panel`: the best few of many columns, their worth on new rows, and how sure the choice is."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli import reporting
from aucopt.cli.command import (
    CommandError,
    add_scheduler_option,
    as_command_error,
    count_bytes,
    live_line,
    new_parser,
)
from aucopt.cli.data import add_data_options, print_opening, read_rows
from aucopt.cli.files import write_option
from aucopt.cli.objectives import (
    OBJECTIVES,
    add_objective_options,
    add_outcome_options,
    add_strata_weight,
    find_objective,
)
from aucopt.cli.search import (
    add_check_options,
    add_result_options,
    add_run_options,
    add_search_options,
    add_sign_options,
    at_least_one,
    check_results,
    parse_signs,
    share,
)
from aucopt.words.difference import BAND

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    from aucopt.analysis.panel.answer import PanelAnalysis
    from aucopt.analysis.rows import Rows
    from aucopt.exact.objective.base import Objective
    from aucopt.panels.answer import PanelProgress, PanelSolution
    from aucopt.tables.notes import Notes

EXAMPLES = (
    "aucopt panel genes.csv --target relapse --size 2 --report panel.html",
    "aucopt panel genes.csv --target relapse --size 3 --include age --exclude batch --time-limit 600",
    "aucopt panel genes.csv --target relapse --size 2 --objective sensitivity --at 0.95",
    "aucopt panel genes.csv --event died --time months --size 2 --objective concordance",
    "aucopt panel genes.csv --target relapse --size 3 --file search.jsonl    goes on where it was stopped",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "panel",
        run,
        help="find the best two or three of many columns, and estimate their value on new rows",
        description="Find the panel (set of columns) whose best linear score has the highest AUC of all\n"
        "panels of that size, or the best value of another --objective, and a proved bound. List the\n"
        "panels that are nearly as good. Estimate the value of the whole selection on new rows, and\n"
        "compare it with fewer columns and with all columns.",
        examples=EXAMPLES,
    )
    add_data_options(parser, "the columns to choose from", prepares=True, has_times=True)
    add_objective_options(parser, OBJECTIVES)
    add_outcome_options(parser)
    add_strata_weight(parser)
    parser.add_argument(
        "--size", type=at_least_one, default=2, metavar="K", help="number of columns of a panel (default: 2)"
    )
    parser.add_argument(
        "--include", nargs="+", default=[], metavar="COLUMN", help="columns that every panel must contain"
    )
    parser.add_argument(
        "--delta",
        type=share,
        default=BAND,
        metavar="D",
        help=f"list all panels whose value is within this of the best (default: {BAND:g})",
    )
    add_sign_options(parser)
    add_search_options(parser)
    parser.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="save the progress of the search in this file; if it is stopped, the same command continues it",
    )
    add_scheduler_option(parser)
    parser.add_argument(
        "--memory-limit",
        type=count_bytes,
        metavar="SIZE",
        help="memory for bit sets and lists of pairs, such as 500MB (default: about 1GB); with less, the "
        "search is slower",
    )
    add_check_options(
        parser,
        repeats="repeats of the nested cross-validation (default: 1 to 5, by the size of the search)",
        resamples="resamples that repeat the selection (default: 0 to 100, by the size of the search)",
        checks="start no cross-validation or resample after this many seconds",
    )
    add_result_options(
        parser,
        "write a proof as JSON, for aucopt verify, that no score of the chosen columns is better; that no "
        "other panel is better is computed, not certified",
    )
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> None:
    """Search, check, report, then print."""
    check_results(arguments)
    analysis, notes = _search(arguments)
    from aucopt.cli.document import print_document
    from aucopt.cli.panel_text import as_document, as_text

    paths = [] if analysis.is_interrupted else _write_report(arguments, analysis, notes.all)
    if arguments.json:
        print_document(as_document(analysis, notes))
    else:
        text = as_text(
            analysis,
            notes.remarks,
            reporting.source_name(arguments.data),
            arguments.save,
            arguments.certificate,
            reporting.verify_command(arguments, analysis.columns),
            reporting.score_command(arguments),
        )
        print(text, *paths, sep="\n")
    if analysis.is_interrupted:
        raise KeyboardInterrupt("What was found by then is on standard output.")


def _search(arguments: argparse.Namespace) -> "tuple[PanelAnalysis, Notes]":
    """Read, search, check, save; return what was found and notes on what was left out."""
    if arguments.certificate is not None and (
        arguments.missing != "error" or arguments.categories is not None
    ):
        raise CommandError(
            "--certificate needs columns of numbers without gaps: aucopt verify sees the columns chosen "
            "only, and cannot know which rows others left out or how they were encoded."
        )
    table, rows, notes = read_rows(arguments, arguments.weights)
    if arguments.size > len(rows.columns):
        raise CommandError(
            f"--size {arguments.size}: there are only {len(rows.columns)} columns to choose from."
        )
    if len(arguments.include) > arguments.size:
        raise CommandError(f"--include names {len(arguments.include)} columns; --size is {arguments.size}.")
    forced = tuple(_position(rows, name, "--include") for name in arguments.include)
    signs = parse_signs(table, rows.columns, arguments.signs, arguments.nonnegative)
    objective = find_objective(arguments)
    print_opening(arguments, rows, notes)
    from aucopt.analysis.panel.analyse import analyse_panel

    try:
        panel = _solve(arguments, rows, objective, signs, forced)
    except ValueError as error:
        raise as_command_error(error) from None
    if panel.certificate is not None:
        write_option(arguments, "certificate", panel.certificate.to_json())
    try:
        with live_line(arguments.quiet) as say:
            analysis = analyse_panel(
                rows,
                panel,
                signs=signs,
                include=forced,
                seconds=arguments.checks,
                n_repeats=arguments.repeats,
                n_resamples=arguments.resamples,
                n_jobs=arguments.jobs,
                seed=arguments.seed,
                say=say,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"The search itself was done:\n{panel}") from None
    if arguments.save is not None:
        write_option(arguments, "save", analysis.model.to_json())
    return analysis, notes


def _solve(
    arguments: argparse.Namespace,
    rows: "Rows",
    objective: "Objective",
    signs: Sequence[int],
    forced: Sequence[int],
) -> "PanelSolution":
    """Find the best panel, with a live line on a terminal."""
    from aucopt.panels.best import best_panel
    from aucopt.panels.question import MEMORY
    from aucopt.words.numbers import show_auc, show_bound
    from aucopt.words.panel import show_progress

    proved: list[str] = []
    with live_line(arguments.quiet) as say:

        def follow(progress: "PanelProgress") -> None:
            names = ", ".join(rows.columns[j] for j in progress.columns)
            line = show_progress(
                progress.n_done,
                progress.n_refused,
                progress.n_total,
                f"{names} {show_auc(progress.value)}".strip(),
                show_bound(progress.bound, progress.gap),
            )
            proved[:] = [f"After {progress.seconds:.1f} s: {line}"]
            say(line)

        try:
            return best_panel(
                rows,
                rows.y,
                arguments.size,
                objective=objective,
                sample_weight=rows.weights,
                strata=rows.strata,
                signs=signs,
                delta=arguments.delta,
                include=forced,
                time_limit=arguments.time_limit,
                n_jobs=arguments.jobs,
                memory_limit=MEMORY if arguments.memory_limit is None else arguments.memory_limit,
                certify=arguments.certificate is not None,
                file=arguments.file,
                scheduler=arguments.scheduler,
                callback=follow,
            )
        except KeyboardInterrupt:
            raise KeyboardInterrupt(*proved) from None


def _write_report(arguments: argparse.Namespace, analysis: "PanelAnalysis", notes: list[str]) -> list[str]:
    """Write what was asked for; return lines that say where it is."""
    if arguments.report is None and arguments.figures is None:
        return []
    from aucopt.report.panel.page import panel_page

    with live_line(arguments.quiet) as say:
        say("drawing")
        page = panel_page(
            analysis,
            source=reporting.source_name(arguments.data),
            command=reporting.command_line(arguments),
            settings=reporting.settings(arguments),
            notes=notes,
        )
        return reporting.write_page(page, arguments)


def _position(rows: "Rows", name: str, option: str) -> int:
    from difflib import get_close_matches

    if name in rows.columns:
        return rows.columns.index(name)
    close = get_close_matches(name, rows.columns, n=3)
    hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise CommandError(f"{option} {name}: there is no such column to choose from.{hint}")
