"""`aucopt panel`: the best few of many columns, their worth on new rows, and how sure the choice is."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli import reporting
from aucopt.cli.command import CommandError, check_free, live_line, new_parser, write_whole
from aucopt.cli.data import add_data_options, print_opening, read_rows
from aucopt.cli.search import (
    LAST_RESORT,
    add_run_options,
    parse_signs,
    seconds,
    share,
)
from aucopt.words.difference import BAND

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    from aucopt.analysis.panel.answer import PanelAnalysis
    from aucopt.analysis.rows import Rows
    from aucopt.panels.answer import PanelProgress, PanelSolution
    from aucopt.tables.notes import Notes

EXAMPLES = (
    "aucopt panel genes.csv --target relapse --size 2 --report panel.html",
    "aucopt panel genes.csv --target relapse --size 3 --include age --exclude batch --time-limit 600",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "panel",
        run,
        help="the best two or three of many columns, proved, and their AUC on new rows",
        description="Find the columns whose best linear score has the highest AUC of all panels of that\n"
        "size and the bound that proves it, list the panels that are as good, and estimate what\n"
        "the whole selection reaches on new rows, beside fewer columns and all columns.",
        examples=EXAMPLES,
    )
    add_data_options(parser, "the columns to choose from", prepares=True)
    parser.add_argument("--weights", metavar="COLUMN", help="a column with the weights of the rows")
    parser.add_argument("--size", type=_size, default=2, metavar="K", help="columns of a panel (default: 2)")
    parser.add_argument(
        "--include", nargs="+", default=[], metavar="COLUMN", help="columns that every panel has"
    )
    parser.add_argument(
        "--delta",
        type=share,
        default=BAND,
        metavar="D",
        help=f"list all panels within this of the best (default: {BAND:g})",
    )
    parser.add_argument(
        "--signs",
        nargs="+",
        metavar="COLUMN=SIGN",
        help="restrict the signs of weights, such as age=+,dose=-",
    )
    parser.add_argument(
        "--nonnegative", action="store_true", help="no weight below zero, unless --signs says so"
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop the search after this many seconds"
    )
    parser.add_argument(
        "--repeats",
        type=_size,
        metavar="N",
        help="nested cross-validations for the AUC on new rows (default: 1 to 5, by the size of the search)",
    )
    parser.add_argument(
        "--resamples",
        type=_size,
        metavar="N",
        help="resamples that repeat the selection (default: 0 to 100, by the size of the search)",
    )
    parser.add_argument(
        "--checks",
        type=seconds,
        default=LAST_RESORT,
        metavar="S",
        help="a last resort: begin no check of new rows after this many seconds, and leave out what is not "
        f"done (default: {LAST_RESORT:g}; 0: do none of it)",
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the model as JSON, for aucopt score")
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> None:
    """Search, check, report, then print."""
    if arguments.save is not None:
        check_free(arguments.save, arguments.force)
    reporting.check_outputs(arguments)
    analysis, notes = _search(arguments)
    from aucopt.cli.document import print_document
    from aucopt.cli.panel_text import as_document, as_text

    paths = [] if analysis.is_interrupted else _write_report(arguments, analysis, notes.all)
    if arguments.json:
        print_document(as_document(analysis, notes))
    else:
        print(
            as_text(analysis, notes.remarks, reporting.source_name(arguments.data), arguments.save),
            *paths,
            sep="\n",
        )
    if analysis.is_interrupted:
        raise KeyboardInterrupt("What was found by then is on standard output.")


def _search(arguments: argparse.Namespace) -> "tuple[PanelAnalysis, Notes]":
    """Read, search, check, save; return what was found and notes on what was left out."""
    table, rows, notes = read_rows(arguments, arguments.weights)
    forced = tuple(_position(rows, name, "--include") for name in arguments.include)
    signs = parse_signs(table, rows.columns, arguments.signs, arguments.nonnegative)
    print_opening(arguments, rows, notes)
    from aucopt.analysis.panel.analyse import analyse_panel

    try:
        panel = _solve(arguments, rows, signs, forced)
    except ValueError as error:
        raise CommandError(str(error)) from None
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
        with write_whole(arguments.save) as file:
            file.write(analysis.model.to_json())
    return analysis, notes


def _solve(
    arguments: argparse.Namespace, rows: "Rows", signs: Sequence[int], forced: Sequence[int]
) -> "PanelSolution":
    """Find the best panel, with a live line on a terminal."""
    from aucopt.panels.best import best_panel
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
                rows.positive,
                arguments.size,
                sample_weight=rows.weights,
                signs=signs,
                delta=arguments.delta,
                include=forced,
                time_limit=arguments.time_limit,
                n_jobs=arguments.jobs,
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
        chosen = {"size": str(arguments.size), "delta": f"{arguments.delta:g}"}
        chosen |= {
            name: ", ".join(getattr(arguments, name))
            for name in ("include", "exclude")
            if getattr(arguments, name)
        }
        page = panel_page(
            analysis,
            source=reporting.source_name(arguments.data),
            command=reporting.command_line(arguments),
            settings=reporting.settings(arguments) | chosen,
            notes=notes,
        )
        return reporting.write_page(page, arguments.report, arguments.figures)


def _position(rows: "Rows", name: str, option: str) -> int:
    from difflib import get_close_matches

    if name in rows.columns:
        return rows.columns.index(name)
    close = get_close_matches(name, rows.columns, n=3)
    hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise CommandError(f"{option} {name}: there is no such column to choose from.{hint}")


def _size(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is below one")
    return value
