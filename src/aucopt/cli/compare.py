"""`aucopt compare`: whether it pays to optimise AUC on one's own data."""

import argparse
import textwrap
from pathlib import Path
from typing import Any

from aucopt.cli import reporting
from aucopt.cli.command import CommandError, live_line, new_parser
from aucopt.cli.data import add_data_options, print_opening, read_rows
from aucopt.cli.files import check_writable
from aucopt.cli.objectives import add_objective_options, find_objective
from aucopt.cli.search import add_run_options, seconds, share
from aucopt.words.difference import BAND
from aucopt.words.sentences import as_note

REPORT = Path("aucopt-compare.html")
WIDTH = 100
EXAMPLES = (
    "aucopt compare patients.csv --target ill",
    "aucopt compare patients.csv --target ill --objective sensitivity --at 0.95",
    "aucopt compare patients.csv --target ill --methods LR RF AUC-opt --time-limit 600 --report pays.html",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "compare",
        run,
        help="does it pay to optimise AUC, or another objective, on my data?",
        description="Compare methods that optimise AUC, or the optimum of another --objective, with\n"
        "standard classifiers by repeated cross-validation, and say whether it pays. Writes a report,\n"
        f"{REPORT} unless --report says otherwise.",
        examples=EXAMPLES,
    )
    add_data_options(parser, "the columns to learn from", prepares=True)
    add_objective_options(parser)
    parser.add_argument(
        "--methods",
        nargs="+",
        metavar="NAME",
        default=["linear"],
        help="linear (the default), all, or names such as LR B-LR RF AUC-opt",
    )
    parser.add_argument(
        "--repeats",
        type=_repeats,
        metavar="N",
        help="number of repeats of the 10-fold cross-validation (default: 3, fewer on large tables)",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help="start no fit after this many seconds; two splits are always done (default: no limit)",
    )
    parser.add_argument(
        "--band",
        type=share,
        default=BAND,
        metavar="GAIN",
        help=f"gains below this are too small to matter (default: {BAND:g})",
    )
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> None:
    """Compare, report, print."""
    reporting.check_outputs(arguments)
    if arguments.report is None and not arguments.json:
        # Ours by its name: the last one may be replaced.
        arguments.report = REPORT
        check_writable(REPORT.parent)
    # First what may be refused at once; the imports below take seconds.
    _, rows, notes = read_rows(arguments)
    objective = find_objective(arguments)
    print_opening(arguments, rows, notes)
    from aucopt.analysis.effort import plan_comparison
    from aucopt.analysis.pay import does_it_pay
    from aucopt.cli.document import print_document

    n_splits, n_repeats = plan_comparison(*rows.X.shape)
    if arguments.repeats is not None:
        n_repeats = arguments.repeats
    names = [name for text in arguments.methods for name in text.split(",") if name]
    methods = names[0] if names in (["linear"], ["all"]) else names
    done = "Nothing was fitted yet."
    try:
        with live_line(arguments.quiet) as say:

            def follow(n: int, total: int) -> None:
                nonlocal done
                done = f"Stopped after {n} of {total} fits: too few for a verdict."
                say(f"{n} of {total} fits")

            say("first fits (the first run compiles its kernels, once)")
            verdict = does_it_pay(
                rows.X if rows.raw is None else rows.raw,
                rows.positive,
                objective,
                preparation=rows.preparation,
                methods=methods,
                n_splits=n_splits,
                n_repeats=n_repeats,
                band=arguments.band,
                time_limit=arguments.time_limit,
                n_jobs=arguments.jobs,
                random_state=arguments.seed,
                callback=follow,
            )
    except ValueError as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(done) from None
    if verdict.n_done < verdict.n_planned:
        notes.remarks.append(
            f"{verdict.n_done} of {verdict.n_planned} splits were done in {arguments.time_limit:g} s; "
            "a longer --time-limit does more."
        )
    lines = []
    if arguments.report is not None or arguments.figures is not None:
        from aucopt.report.compare.page import pay_page

        page = pay_page(
            verdict,
            source=reporting.source_name(arguments.data),
            command=reporting.command_line(arguments),
            settings=reporting.settings(arguments)
            | {"repeats": str(n_repeats), "columns": ", ".join(rows.columns)},
            notes=notes.all,
        )
        lines = reporting.write_page(page, arguments)
    if arguments.json:
        print_document(verdict.to_dict() | {"warnings": notes.warnings, "notes": notes.remarks})
        return
    answer = [textwrap.fill(sentence, WIDTH) for sentence in verdict.sentences]
    table = str(verdict).split("\n", len(answer))[-1]
    print(*answer, table, *map(as_note, notes.remarks), *lines, sep="\n")


def _repeats(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value
