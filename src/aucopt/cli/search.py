"""What `aucopt fit` and `aucopt blend` share: their options, and the way from a file to an `Analysis`."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from aucopt.cli import reporting
from aucopt.cli.beside import compile_beside
from aucopt.cli.command import CommandError, as_command_error, count_jobs, live_line, solve_live
from aucopt.cli.data import add_data_options, print_opening, read_rows, read_second
from aucopt.cli.files import check_free, write_option
from aucopt.cli.objectives import (
    add_objective_options,
    add_outcome_options,
    add_strata_weight,
    find_objective,
)

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    from aucopt.analysis.answer import Analysis
    from aucopt.analysis.further import Further
    from aucopt.analysis.rows import Rows
    from aucopt.tables.notes import Notes
    from aucopt.tables.reading import Table

# Seconds after which the checks give up.
LAST_RESORT = 600.0
SOLVERS = ("auto", "plane", "cone", "conflict", "ascent")
_SIGNS = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "0": 0}


def add_options(parser: argparse.ArgumentParser, columns_are: str, objectives: Sequence[str]) -> None:
    """Declare the data and how to search."""
    add_data_options(parser, columns_are, prepares=True, has_times=True)
    add_objective_options(parser, objectives)
    add_outcome_options(parser)
    add_strata_weight(parser)
    add_search_options(parser)
    parser.add_argument(
        "--max-gap",
        type=share,
        default=0.0,
        metavar="GAP",
        help="stop as soon as the gap between the bound and the value found is at most this (default: 0)",
    )
    parser.add_argument(
        "--solver",
        choices=SOLVERS,
        default="auto",
        help="the search algorithm (default: auto, by the size of the table). plane: one or two columns; "
        "cone and conflict: more columns, with a proof, best with --time-limit; ascent: any table, without "
        "a proof",
    )
    add_check_options(
        parser,
        repeats="repeats of the cross-validation for the value on new rows (default: 1 to 10, by size)",
        resamples="resamples for the intervals of the weights (default: 40 to 200, by size)",
        checks="stop cross-validation and resampling after this many seconds",
    )
    parser.add_argument(
        "--validate",
        metavar="FILE",
        help="a second table with the same columns, for instance of another hospital: value, cut-off and "
        "calibration on its rows, which are not used in the fit",
    )
    parser.add_argument(
        "--risk",
        choices=["logistic", "isotonic"],
        help="a calibrated risk for each score: a logistic or isotonic curve, fitted to out-of-fold scores",
    )
    add_result_options(parser, "write the proof as JSON, for aucopt verify")
    add_run_options(parser)


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Declare what every search takes."""
    parser.add_argument("--weights", metavar="COLUMN", help="the column with the weights of the rows")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help="stop the search after this many seconds",
    )


def add_sign_options(parser: argparse.ArgumentParser) -> None:
    """Declare what weights may be."""
    parser.add_argument(
        "--signs",
        nargs="+",
        metavar="COLUMN=SIGN",
        help="restrict the signs of weights, such as age=+,dose=-",
    )
    parser.add_argument(
        "--nonnegative", action="store_true", help="allow no negative weights, except where --signs does"
    )


def add_check_options(parser: argparse.ArgumentParser, *, repeats: str, resamples: str, checks: str) -> None:
    """Declare how much is done to check what was found, in the words of a command."""
    parser.add_argument("--repeats", type=at_least_one, metavar="N", help=repeats)
    parser.add_argument("--resamples", type=at_least_one, metavar="N", help=resamples)
    parser.add_argument(
        "--checks",
        type=seconds,
        default=LAST_RESORT,
        metavar="S",
        help=f"{checks}, and leave out what is not finished (default: {LAST_RESORT:g}; 0: leave out all)",
    )


def add_result_options(parser: argparse.ArgumentParser, certificate: str) -> None:
    """Declare where the model and its proof go."""
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the model as JSON, for aucopt score")
    parser.add_argument("--certificate", type=Path, metavar="FILE", help=certificate)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare how to work and where reports go."""
    reporting.add_options(parser)
    parser.add_argument(
        "--jobs", type=count_jobs, default=-1, metavar="N", help="processors to use (default: all)"
    )
    parser.add_argument(
        "--seed", type=_seed, default=0, help="seed of random splits and resamples (default: 0)"
    )
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run_search(
    arguments: argparse.Namespace, signs: Sequence[str] | None, nonnegative: bool, rival: str | None = None
) -> None:
    """Search, report, then print."""
    analysis, further, notes = _search(arguments, signs, nonnegative, rival)
    from aucopt.cli.describe import as_text
    from aucopt.cli.document import as_document, print_document
    from aucopt.cli.further_text import further_document, further_sections

    paths = [] if analysis.is_interrupted else reporting.write_fit(arguments, analysis, further, notes)
    if arguments.json:
        model = further.model(analysis).to_dict()
        print_document(as_document(analysis, notes) | further_document(further) | {"model": model})
    else:
        text = as_text(
            analysis,
            notes.remarks,
            arguments.data,
            arguments.save,
            arguments.certificate,
            reporting.verify_command(arguments),
            reporting.score_command(arguments),
            further_sections(analysis, further),
        )
        print(text, *paths, sep="\n")
    if analysis.is_interrupted:
        raise KeyboardInterrupt("What was found by then is on standard output.")


def _search(
    arguments: argparse.Namespace, signs: Sequence[str] | None, nonnegative: bool, rival: str | None
) -> "tuple[Analysis, Further, Notes]":
    """Read, search, check, save; return what was found and notes on what was left out."""
    check_results(arguments)
    # First what may be refused at once; the imports below take seconds.
    table, rows, notes = read_rows(arguments, arguments.weights)
    allowed = parse_signs(table, rows.columns, signs, nonnegative)
    if (arguments.validate or arguments.risk) and (arguments.objective == "concordance" or arguments.strata):
        raise CommandError("--validate and --risk are for two classes, without --strata.")
    other = read_second(arguments, rows, notes)
    objective = find_objective(arguments)
    print_opening(arguments, rows, notes)
    if arguments.is_alone and objective.is_auc:
        compile_beside(len(rows.columns))
    import numpy as np

    from aucopt.analysis.fit import analyse
    from aucopt.analysis.rivals import fit_rival

    try:
        opponent = fit_rival(rival, rows, allowed, objective)
        solution = solve_live(
            rows,
            arguments.quiet,
            objective=objective,
            # No score is printed that is worse than the one it is compared with.
            starts=opponent.coef,
            signs=allowed,
            max_gap=arguments.max_gap,
            time_limit=arguments.time_limit,
            n_jobs=arguments.jobs,
            seed=arguments.seed,
            certify=arguments.certificate is not None,
            solver=arguments.solver,
        )
    except ValueError as error:
        raise as_command_error(error) from None
    solution = replace(solution, classes=np.array(rows.classes))
    if solution.certificate is not None:
        write_option(arguments, "certificate", solution.certificate.to_json())
    try:
        with live_line(arguments.quiet) as say:
            analysis = analyse(
                rows,
                solution,
                signs=allowed,
                seconds=arguments.checks,
                n_repeats=arguments.repeats,
                n_resamples=arguments.resamples,
                rival=opponent,
                n_jobs=arguments.jobs,
                seed=arguments.seed,
                say=say,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"The search itself was done:\n{solution}") from None
    further = _look_further(arguments, analysis, other)
    if arguments.save is not None:
        write_option(arguments, "save", further.model(analysis).to_json())
    return analysis, further, notes


def _look_further(
    arguments: argparse.Namespace, analysis: "Analysis", other: "tuple[str, Rows] | None"
) -> "Further":
    """A risk, a second file, a score card."""
    from aucopt.analysis.further import Further, look_further

    if analysis.is_interrupted:
        return Further()
    try:
        with live_line(arguments.quiet) as say:
            return look_further(analysis, risk=arguments.risk, other=other, n_jobs=arguments.jobs, say=say)
    except ValueError as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"The search itself was done:\n{analysis.solution}") from None


def check_results(arguments: argparse.Namespace) -> None:
    """Fail before the work if a result could not be written, or would be lost."""
    for path in (arguments.save, arguments.certificate):
        if path is not None:
            check_free(path, arguments.force)
    reporting.check_outputs(arguments)


def parse_signs(
    table: "Table", names: Sequence[str], given: Sequence[str] | None, nonnegative: bool
) -> tuple[int, ...]:
    """One sign a column, from `age=+,dose=-`."""
    from aucopt.tables.columns import find_columns

    signs = dict.fromkeys(names, 1 if nonnegative else 0)
    for item in (part for text in given or [] for part in text.split(",") if part):
        name, _, sign = item.rpartition("=")
        if not name or sign not in _SIGNS:
            raise CommandError(f"--signs {item}: write a column, = and one of + - 0, such as age=+,dose=-")
        find_columns(table, [name])
        if name not in signs:
            raise CommandError(f"--signs {item}: {name!r} is not among the columns of the score.")
        signs[name] = _SIGNS[sign]
    return tuple(signs.values())


def share(text: str) -> float:
    """Read an option between 0 and 1."""
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} does not lie between 0 and 1")
    return value


def seconds(text: str) -> float:
    """Read an option of seconds."""
    value = float(text)
    if not 0 <= value < inf:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return value


def at_least_one(text: str) -> int:
    """Read an option that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is below one")
    return value


def _seed(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below zero")
    return value
