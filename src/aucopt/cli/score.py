"""`aucopt score`: a saved model applied to new rows."""

import argparse
import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from aucopt.cli.command import CommandError, check_free, new_parser, write_whole

# Slow to import, and `aucopt --help` needs none of them.
if TYPE_CHECKING:
    import numpy as np

    from aucopt.cli.tables import Table
    from aucopt.estimators import LinearModel

EXAMPLES = (
    "aucopt score model.json new.csv > scores.csv",
    "aucopt score model.json new.csv --keep id --output scores.csv",
)
_BLOCK = 1 << 14


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "score",
        run,
        help="apply a saved model to new rows",
        description="Score the rows of a table by a model that aucopt fit or aucopt blend saved. Columns\n"
        "are found by name. The result is CSV, a line for each row in the order of the table: the score,\n"
        "and the class that the cut-off makes of it.",
        examples=EXAMPLES,
    )
    parser.add_argument("model", help="what --save wrote")
    parser.add_argument("data", help="CSV, TSV or Parquet file, also compressed; - for stdin")
    parser.add_argument(
        "--keep", nargs="+", default=[], metavar="COLUMN", help="columns to copy, such as an id"
    )
    parser.add_argument(
        "--missing",
        choices=["error", "blank"],
        default="error",
        help="rows that lack a value: refuse them, or leave their score blank (default: error)",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="where to write (default: standard output)"
    )
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def run(arguments: argparse.Namespace) -> None:
    """Read, score, write."""
    import numpy as np

    from aucopt.cli.selection import check_numeric, count_truths, describe_missing, find_columns, missing_rows
    from aucopt.cli.tables import read_table
    from aucopt.estimators import load_model

    output = arguments.output
    if output is not None:
        check_free(output, arguments.force)
    try:
        model = load_model(arguments.model)
    except OSError as error:
        raise CommandError(f"cannot read {arguments.model}: {error.strerror}") from None
    except ValueError as error:
        raise CommandError(str(error)) from None
    table = read_table(arguments.data, arguments.keep)
    find_columns(table, arguments.keep)
    kept = {name: table.written[name] for name in arguments.keep}
    absent = [name for name in model.columns if name not in table.columns]
    if len(absent) > 1:
        raise CommandError(f"{arguments.data} lacks columns of the model: {', '.join(map(repr, absent))}.")
    find_columns(table, model.columns)
    table = count_truths(table, model.columns)
    check_numeric(table, model.columns)
    blank = missing_rows(table, model.columns)
    if blank.any() and arguments.missing == "error":
        raise CommandError(
            f"{describe_missing(table, model.columns)}. Leave their scores blank by --missing blank."
        )
    for name in model.columns:
        if np.isinf(table.columns[name]).any():
            raise CommandError(f"column {name!r} holds infinite values.")
    if output is None:
        _write(sys.stdout, model, table, kept, blank)
        return
    with write_whole(output) as file:
        _write(file, model, table, kept, blank)


def _write(
    file: TextIO, model: "LinearModel", table: "Table", kept: dict[str, list[str]], blank: "np.ndarray"
) -> None:
    """Write a line for each row; blank ones have neither score nor class."""
    import numpy as np

    rows = np.column_stack([table.columns[name] for name in model.columns])
    scores = model.linear_score(rows)
    calls = np.array(model.classes, dtype=object)[(scores - model.cutoff > 0).astype(np.intp)]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*kept, "score", "predicted"])
    for start in range(0, table.n_rows, _BLOCK):
        part = slice(start, start + _BLOCK)
        found = [
            ("", "") if empty else (repr(score), call)
            for score, call, empty in zip(
                scores[part].tolist(), calls[part], blank[part].tolist(), strict=True
            )
        ]
        copied = zip(*(column[part] for column in kept.values()), strict=True) if kept else ((),) * len(found)
        writer.writerows((*cells, *result) for cells, result in zip(copied, found, strict=True))
