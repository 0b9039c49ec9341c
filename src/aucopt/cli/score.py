"""`aucopt score`: a saved model applied to new rows."""

import argparse
import io
import sys
from pathlib import Path
from typing import Any

from aucopt.cli.command import CommandError, new_parser
from aucopt.cli.data import FORMATS, add_reading_options
from aucopt.cli.files import check_free, write_whole

EXAMPLES = (
    "aucopt score model.json new.csv > scores.csv",
    "aucopt score model.json new.csv --keep id --output scores.csv",
    "aucopt score model.json new.xlsx --keep id --output scores.xlsx",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "score",
        run,
        help="apply a saved model to new rows",
        description="Score the rows of a table with a model that was saved by aucopt fit, blend or panel.\n"
        "Columns are found by name. The result is CSV with one line for each row, in the order of the\n"
        "table: the score, and the predicted class.",
        examples=EXAMPLES,
    )
    parser.add_argument("model", help="the file written by --save")
    parser.add_argument("data", help=FORMATS)
    parser.add_argument(
        "--keep", nargs="+", default=[], metavar="COLUMN", help="columns to copy to the result, such as an id"
    )
    parser.add_argument(
        "--missing",
        choices=["error", "blank"],
        default="error",
        help="what to do with rows that lack a value: stop with an error, or leave their score blank "
        "(default: error)",
    )
    add_reading_options(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write: CSV, or a workbook if it ends in .xlsx (default: stdout)",
    )
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def run(arguments: argparse.Namespace) -> None:
    """Read, score, write."""
    output = arguments.output
    if output is not None:
        check_free(output, arguments.force)
    for path in (arguments.model, arguments.data):
        if path != "-" and not Path(path).exists():
            # Before imports that take seconds.
            raise CommandError(f"cannot read {path}: No such file or directory")
    from aucopt.estimators.saved import read_saved

    try:
        read_saved(arguments.model)
    except OSError as error:
        raise CommandError(f"cannot read {arguments.model}: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(f"{error} Give the file of --save first, then the table.") from None
    from aucopt.estimators import load_model
    from aucopt.tables.columns import find_columns
    from aucopt.tables.reading import read_table
    from aucopt.tables.scoring import read_model_rows, score_table, write_scores

    try:
        model = load_model(arguments.model)
    except ValueError as error:
        raise CommandError(str(error)) from None
    table = read_table(arguments.data, arguments.keep, encoding=arguments.encoding, sheet=arguments.sheet)
    find_columns(table, arguments.keep)
    kept = {name: table.written[name] for name in arguments.keep}
    rows, blank = read_model_rows(model, table, arguments.data, arguments.missing, arguments.detection_limit)
    if output is None:
        write_scores(sys.stdout, model, rows, blank, kept)
        return
    if output.suffix.lower() == ".xlsx":
        from aucopt.tables.excel_tables import write_excel

        book = io.BytesIO()
        write_excel(book, score_table(model, rows, blank, kept))
        with write_whole(output, binary=True) as file:
            file.write(book.getvalue())
        return
    with write_whole(output) as file:
        write_scores(file, model, rows, blank, kept)
