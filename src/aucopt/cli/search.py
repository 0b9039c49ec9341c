"""What `aucopt fit` and `aucopt blend` share: their options, and the way from a file to an `Analysis`."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from aucopt.cli import reporting
from aucopt.cli.command import CommandError, check_free, count_jobs, live_line, solve_live, write_whole
from aucopt.cli.objectives import (
    add_objective_options,
    add_outcome_options,
    add_strata_weight,
    find_objective,
)

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    from aucopt.analysis.answer import Analysis
    from aucopt.analysis.rows import Rows
    from aucopt.tables.reading import Table

# Seconds after which the checks give up.
LAST_RESORT = 600.0
_SIGNS = {"+": 1, "+1": 1, "1": 1, "-": -1, "-1": -1, "0": 0}


def add_data_options(parser: argparse.ArgumentParser, columns_are: str) -> None:
    """Declare the data."""
    parser.add_argument(
        "data", help="CSV, TSV or Parquet file, also compressed (.gz .bz2 .xz .zip); - for stdin"
    )
    parser.add_argument("--target", metavar="COLUMN", help="the column with the two classes")
    parser.add_argument(
        "--columns", nargs="+", metavar="COLUMN", help=f"{columns_are} (default: all that hold numbers)"
    )
    parser.add_argument(
        "--positive-label",
        metavar="LABEL",
        help="the positive class (default: a usual word such as case or yes, else the label that sorts last)",
    )
    parser.add_argument(
        "--missing",
        choices=["error", "drop"],
        default="error",
        help="what to do with rows that lack a value (default: error)",
    )


def add_options(parser: argparse.ArgumentParser, columns_are: str, objectives: Sequence[str]) -> None:
    """Declare the data and how to search."""
    add_data_options(parser, columns_are)
    add_objective_options(parser, objectives)
    add_outcome_options(parser)
    add_strata_weight(parser)
    parser.add_argument("--weights", metavar="COLUMN", help="a column with the weights of the rows")
    parser.add_argument(
        "--max-gap",
        type=share,
        default=0.0,
        metavar="GAP",
        help="stop when the bound is within this of the value found (default: 0)",
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop the search after this many seconds"
    )
    parser.add_argument(
        "--repeats",
        type=_count,
        metavar="N",
        help="cross-validations for the value on new rows (default: 1 to 10, by the size of the table)",
    )
    parser.add_argument(
        "--resamples",
        type=_count,
        metavar="N",
        help="resamples for the intervals of the weights (default: 40 to 200, by the size of the table)",
    )
    parser.add_argument(
        "--checks",
        type=seconds,
        default=LAST_RESORT,
        metavar="S",
        help="a last resort: stop the value on new rows and the intervals after this many seconds, and leave "
        f"out what is not done (default: {LAST_RESORT:g}; 0: do none of it)",
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the model as JSON, for aucopt score")
    parser.add_argument(
        "--certificate", type=Path, metavar="FILE", help="write the proof as JSON, for aucopt verify"
    )
    add_run_options(parser)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare how to work and where results go."""
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
    from aucopt.cli.describe import as_text
    from aucopt.cli.document import as_document, print_document

    analysis, notes = _search(arguments, signs, nonnegative, rival)
    paths = [] if analysis.is_interrupted else reporting.write_fit(arguments, analysis, notes)
    if arguments.json:
        print_document(as_document(analysis, notes))
    else:
        check = reporting.verify_command(arguments)
        text = as_text(analysis, notes, arguments.data, arguments.save, arguments.certificate, check)
        print(text, *paths, sep="\n")
    if analysis.is_interrupted:
        raise KeyboardInterrupt("What was found by then is on standard output.")


def _search(
    arguments: argparse.Namespace, signs: Sequence[str] | None, nonnegative: bool, rival: str | None
) -> "tuple[Analysis, list[str]]":
    """Read, search, check, save; return what was found and notes on what was left out."""
    import numpy as np

    from aucopt.analysis.fit import analyse
    from aucopt.analysis.rivals import fit_rival

    for path in (arguments.save, arguments.certificate):
        if path is not None:
            check_free(path, arguments.force)
    reporting.check_outputs(arguments)
    objective = find_objective(arguments)
    table, rows, notes = read_rows(arguments, arguments.weights)
    allowed = parse_signs(table, rows.columns, signs, nonnegative)
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
        )
    except ValueError as error:
        raise CommandError(str(error)) from None
    solution = replace(solution, classes=np.array(rows.classes))
    if solution.certificate is not None:
        with write_whole(arguments.certificate) as file:
            file.write(solution.certificate.to_json())
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
    if arguments.save is not None:
        with write_whole(arguments.save) as file:
            file.write(analysis.model.to_json())
    return analysis, notes


def read_rows(arguments: argparse.Namespace, weights: str | None = None) -> "tuple[Table, Rows, list[str]]":
    """Read the table; return it, the rows and columns chosen, and notes on what was left out."""
    from aucopt.tables.outcomes import OutcomeColumns
    from aucopt.tables.reading import read_table
    from aucopt.tables.selection import select_rows

    event, time, strata = (getattr(arguments, name, None) for name in ("event", "time", "strata"))
    # A proof says by itself whether a target is ranked; --objective says it to a search.
    ordered = getattr(arguments, "objective", "auc") == "concordance"
    outcome = OutcomeColumns(arguments.target, event, time, strata, ordered)
    outcome.check()
    table = read_table(arguments.data)
    rows, notes = select_rows(
        table,
        outcome,
        columns=_expand(table, arguments.columns),
        positive_label=arguments.positive_label,
        weights=weights,
        missing=arguments.missing,
    )
    return table, rows, notes


def parse_signs(
    table: "Table", names: Sequence[str], given: Sequence[str] | None, nonnegative: bool
) -> tuple[int, ...]:
    """One sign a column, from `age=+,dose=-`."""
    from aucopt.tables.selection import find_columns

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


def _expand(table: "Table", columns: Sequence[str] | None) -> list[str] | None:
    """Columns by words or by commas, whichever the table knows."""
    if columns is None:
        return None
    names = [
        name
        for text in columns
        for name in ([text] if text in table.columns else [part.strip() for part in text.split(",")])
        if name
    ]
    return list(dict.fromkeys(names))


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


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is below one")
    return value


def _seed(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below zero")
    return value
