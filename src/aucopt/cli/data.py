"""The options that choose rows and columns of a table, for all commands that read one."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli.command import CommandError

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    from aucopt.analysis.rows import Rows
    from aucopt.tables.notes import Notes
    from aucopt.tables.reading import Table

FORMATS = "CSV, TSV, Excel or Parquet file; text also compressed (.gz .bz2 .xz .zip); - for stdin"
_LIMITS = ("half", "limit")


def add_data_options(
    parser: argparse.ArgumentParser, columns_are: str, *, prepares: bool = False, has_times: bool = False
) -> None:
    """Declare the data.

    Some commands can fill gaps and encode categories in every fold; where an outcome can be censored times,
    there may be no target.
    """
    parser.add_argument("data", help=FORMATS)
    target = "the column with the two classes" + ", or with an ordered outcome" * has_times
    parser.add_argument("--target", required=not has_times, metavar="COLUMN", help=target)
    parser.add_argument(
        "--columns", nargs="+", metavar="COLUMN", help=f"{columns_are} (default: all columns of numbers)"
    )
    parser.add_argument("--exclude", nargs="+", default=[], metavar="COLUMN", help="columns to leave out")
    parser.add_argument(
        "--positive-label",
        metavar="LABEL",
        help="the label of the positive class (default: a usual word such as case or yes, or the label "
        "beside a word such as control or no; otherwise the label that sorts last); with three or more "
        "classes, all others are negative",
    )
    impute = (
        "; impute: fill in the median of the column, and add a column of 0 and 1 that marks these rows"
        * prepares
    )
    parser.add_argument(
        "--missing",
        choices=["error", "drop", *(["impute"] if prepares else [])],
        default="error",
        help="what to do with missing values (default: stop with an error); drop: leave out their rows"
        f"{impute}",
    )
    if prepares:
        parser.add_argument(
            "--imputer",
            metavar="NAME",
            help="with --missing impute: median (default), knn, iterative, or a class such as "
            "sklearn.impute.KNNImputer; it is fitted inside every fold. Only the median can be saved",
        )
        parser.add_argument(
            "--categories",
            nargs="*",
            metavar="COLUMN",
            help="text columns to encode as categories, one column of 0 and 1 for each category but the "
            "first (without names: all text columns with at most 20 different values)",
        )
    add_reading_options(parser)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Declare how cells are read."""
    parser.add_argument(
        "--detection-limit",
        choices=_LIMITS,
        help="the value of cells such as <0.1, below a limit of detection: half the limit, or the limit "
        "itself (default: stop with an error)",
    )
    parser.add_argument("--sheet", metavar="NAME", help="the sheet of an Excel file (default: the first)")
    parser.add_argument(
        "--encoding",
        help="the encoding of text, such as latin-1 or utf-16 (default: detected; UTF-8 if it is valid)",
    )


def read_rows(arguments: argparse.Namespace, weights: str | None = None) -> "tuple[Table, Rows, Notes]":
    """Read the table; return it, the rows and columns chosen, and notes on what was left out."""
    from aucopt.tables.outcomes import OutcomeColumns
    from aucopt.tables.reading import read_table
    from aucopt.tables.selection import select_rows

    event, time, strata = (getattr(arguments, name, None) for name in ("event", "time", "strata"))
    # A proof says by itself whether a target is ranked; --objective says it to a search.
    ordered = getattr(arguments, "objective", "auc") == "concordance"
    outcome = OutcomeColumns(arguments.target, event, time, strata, ordered)
    outcome.check()
    imputer = _find_imputer(arguments)
    table = read_table(arguments.data, encoding=arguments.encoding, sheet=arguments.sheet)
    rows, notes = select_rows(
        table,
        outcome,
        columns=_expand(table, arguments.columns),
        exclude=_expand(table, arguments.exclude) or (),
        positive_label=arguments.positive_label,
        weights=weights,
        missing=arguments.missing,
        detection_limit=arguments.detection_limit,
        categories=_expand(table, getattr(arguments, "categories", None)),
        imputer=imputer,
    )
    return table, rows, notes


def read_second(arguments: argparse.Namespace, rows: "Rows", notes: "Notes") -> "tuple[str, Rows] | None":
    """The name and the rows of the file to validate on, if there is one."""
    if arguments.validate is None:
        return None
    from aucopt.tables.reading import read_table
    from aucopt.tables.second import select_like

    name = Path(arguments.validate).name
    table = read_table(arguments.validate, encoding=arguments.encoding, sheet=arguments.sheet)
    second, told = select_like(
        rows,
        table,
        name,
        weights=arguments.weights,
        missing=arguments.missing,
        detection_limit=arguments.detection_limit,
    )
    notes.remarks.extend(told.all)
    return name, second


def print_opening(arguments: argparse.Namespace, rows: "Rows", notes: "Notes") -> None:
    """Print what must not be overlooked, before the work: the positive class, and what looks wrong."""
    if arguments.json:
        return
    from aucopt.tables.labels import name_positive

    if rows.kind == "ordered" and not notes.warnings:
        return
    if rows.kind != "ordered":
        print(name_positive(rows.classes, given=arguments.positive_label is not None, kind=rows.kind))
    for warning in notes.warnings:
        print(f"Warning: {warning}")
    print(flush=True)


def _find_imputer(arguments: argparse.Namespace) -> Any:
    """What fills gaps; None for the median."""
    name = getattr(arguments, "imputer", None)
    if name is None:
        return None
    if arguments.missing != "impute":
        raise CommandError("--imputer goes with --missing impute.")
    from aucopt.estimators.imputers import MEDIAN, find_imputer

    if name != MEDIAN and getattr(arguments, "save", None) is not None:
        raise CommandError(f"--save: a model with the imputer {name} cannot be saved; the median can.")
    try:
        return find_imputer(name)
    except ValueError as error:
        raise CommandError(f"--imputer {error}") from None


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
