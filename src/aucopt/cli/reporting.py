"""The report of a command and its figures: where they go, and what they say of the command itself."""

import argparse
import shlex
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aucopt.cli.command import CommandError, live_line
from aucopt.cli.files import check_free, make_folder, write_option

if TYPE_CHECKING:
    from aucopt.analysis.answer import Analysis
    from aucopt.analysis.further import Further
    from aucopt.report.page.page import Page  # slow to import, and most commands draw nothing
    from aucopt.tables.notes import Notes

LOOK = 10.0  # seconds for the ranges of the weights, at most
# What a reader of a report wants to know of the options, in this order.
_SETTINGS = (
    *("target", "event", "time", "positive_label", "objective", "at", "max_fpr", "min_tpr", "cost"),
    *("strata", "strata_weight", "weights", "missing", "imputer", "detection_limit", "validate", "risk"),
    *("signs", "nonnegative", "max_gap", "solver", "size", "include", "exclude", "delta"),
    *("methods", "trials", "band", "time_limit", "checks", "seed"),
)
# What says which rows and pairs there are.
_OUTCOME = ("target", "event", "time", "strata")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare where the report goes."""
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write a report as one HTML file that needs no network"
    )
    parser.add_argument(
        "--figures", type=Path, metavar="DIR", help="write the report's figures as PNG and SVG files"
    )


def check_outputs(arguments: argparse.Namespace) -> None:
    """Fail before the work if something could not be written, or would be lost."""
    if arguments.report is not None:
        check_free(arguments.report, arguments.force)
    if arguments.figures is not None:
        make_folder(arguments.figures)


def write_fit(
    arguments: argparse.Namespace, analysis: "Analysis", further: "Further", notes: "Notes"
) -> list[str]:
    """Write what was asked for of a fit or a blend; return lines that say where it is."""
    if arguments.report is None and arguments.figures is None:
        return []
    from aucopt.analysis.landscape import survey
    from aucopt.report.fit.further import further_sections
    from aucopt.report.fit.page import fit_page

    try:
        with live_line(arguments.quiet) as say:
            say("computing how far the weights can move")
            landscape = survey(analysis, seconds=min(arguments.checks, LOOK), n_jobs=arguments.jobs)
            say("drawing")
            page = fit_page(
                analysis,
                landscape,
                source=source_name(arguments.data),
                command=command_line(arguments),
                settings=settings(arguments) | {"columns": ", ".join(analysis.rows.columns)},
                notes=notes.remarks,
                warnings=notes.warnings,
                more=further_sections(analysis, further),
            )
            return write_page(page, arguments)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Only the report is missing:\n{analysis.solution}") from None


def write_page(page: "Page", arguments: argparse.Namespace) -> list[str]:
    """Write a report and its figures where they were asked for; return lines that say where they are."""
    lines, figures = [""], arguments.figures
    if arguments.report is not None:
        write_option(arguments, "report", page.to_html())
    if arguments.report is not None:
        lines.append(f"Report: {arguments.report}")
    if figures is not None:
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                paths = page.save_figures(figures)
        except OSError as error:
            failed = f"cannot write {error.filename or figures}: {error.strerror}"
            arguments.unwritten.append(CommandError(failed))
            return lines
        lines.append(f"Figures: {len(paths)} files in {figures}")
        if any("missing from" in str(warning.message) for warning in caught):
            lines.append(
                "Note: the font of the figures lacks some characters of your names; boxes stand for them."
            )
    return lines


def source_name(data: str) -> str:
    """What a report calls the data."""
    return "standard input" if data == "-" else Path(data).name


def command_line(arguments: argparse.Namespace) -> str:
    """What to type to do it again."""
    return shlex.join(["aucopt", *arguments.words])


def verify_command(arguments: argparse.Namespace, chosen: Sequence[str] = ()) -> str:
    """What to type to check the proof: all that chose rows and columns must be said again.

    `chosen` are the columns of a search that chose some itself.
    """
    words = ["aucopt", "verify", str(arguments.certificate), arguments.data]
    if chosen:
        words += ["--columns", *chosen]
    for option in () if chosen else ("columns", "exclude", "categories"):
        if getattr(arguments, option) or (option == "categories" and arguments.categories is not None):
            words += [f"--{option}", *getattr(arguments, option)]
    for option in (*_OUTCOME, "positive_label", "weights", "detection_limit", "imputer", "encoding", "sheet"):
        if getattr(arguments, option, None) is not None:
            words += [f"--{option.replace('_', '-')}", getattr(arguments, option)]
    if arguments.missing != "error":
        words += ["--missing", arguments.missing]
    return shlex.join(words)


def score_command(arguments: argparse.Namespace) -> str:
    """What to type to score new rows: their cells are read as those of the fit were."""
    words = ["aucopt", "score", str(arguments.save), "new.csv"]
    if arguments.detection_limit is not None:
        words += ["--detection-limit", arguments.detection_limit]
    return shlex.join(words)


def settings(arguments: argparse.Namespace) -> dict[str, str]:
    """The options that decide the result, as words."""
    given = {name: getattr(arguments, name, None) for name in _SETTINGS}
    return {
        name.replace("_", " "): _words(value)
        for name, value in given.items()
        if value is not None and value is not False and value != []
    }


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if value is True:
        return "yes"
    return f"{value:g}" if isinstance(value, float) else str(value)
