"""`aucopt verify`: whether a proof holds for a table, by integers alone and without the solver."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli.command import CommandError, live_line, new_parser
from aucopt.cli.data import add_data_options, read_rows
from aucopt.cli.duration import spell_duration
from aucopt.cli.objectives import add_outcome_options
from aucopt.cli.search import seconds
from aucopt.words.sentences import as_note

# Slow to import, and `aucopt --help` does not need it.
if TYPE_CHECKING:
    from aucopt.verifier.clock import VerifyProgress

# From this share on, the time that is left can be guessed.
_KNOWN = 0.02
EXAMPLES = (
    "aucopt verify proof.json patients.csv --target ill",
    "aucopt verify proof.json patients.csv --target ill --time-limit 60",
    "aucopt verify proof.json patients.csv --event died --time months --strata centre",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "verify",
        run,
        help="check a proof written by --certificate",
        description="Check the proof of an optimum, or of a bound, from the raw data. Give the table and\n"
        "the options that chose its rows and columns as they were given to aucopt fit or blend.\n"
        "Exit code 0: the proof holds; 1: it does not hold, or it could not be checked, and the\n"
        "reason is printed.",
        examples=EXAMPLES,
    )
    parser.add_argument("proof", type=Path, help="the file written by --certificate")
    add_data_options(parser, "the columns of the score", prepares=True, has_times=True)
    add_outcome_options(parser)
    parser.add_argument("--weights", metavar="COLUMN", help="a column with the weights of the rows")
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop the check after this many seconds"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(arguments: argparse.Namespace) -> None:
    """Read, check, say."""
    from aucopt.verifier import verify

    if not arguments.proof.is_file():
        trouble = "is a directory" if arguments.proof.is_dir() else "does not exist"
        raise CommandError(f"{arguments.proof} {trouble}.")
    # The proof says whether the target was ranked by its values.
    arguments.objective = "concordance" if _outcome_of(arguments.proof) == "ordered" else "auc"
    _, rows, notes = read_rows(arguments, arguments.weights)
    with live_line(arguments.quiet) as say:
        say("checking the proof, step by step")
        verdict = verify(
            arguments.proof,
            rows,
            rows.y,
            rows.weights,
            strata=rows.strata,
            time_limit=arguments.time_limit,
            callback=lambda progress: say(describe_progress(progress)),
        )
    if not verdict.is_understood:
        raise CommandError(f"the proof cannot be checked. {verdict.reason}")
    if not verdict.is_finished:
        raise CommandError(f"the proof was not checked to its end. {verdict.reason}")
    if not verdict:
        raise CommandError(f"the proof fails. {verdict.reason}")
    version = f"It is a certificate of version {verdict.version}."
    print(f"The proof holds. {verdict.reason}", version, *map(as_note, notes.all), sep="\n")


def _outcome_of(proof: Path) -> str:
    """The kind of outcome that a proof is about; what cannot be read is for the verifier to say."""
    try:
        return str(json.loads(proof.read_text(encoding="utf-8"))["data"]["outcome"])
    except (ValueError, LookupError, TypeError, OSError):
        return ""


def describe_progress(progress: "VerifyProgress") -> str:
    """A line on how far the check is."""
    line = f"checking the proof: {progress.share:.0%} after {spell_duration(progress.seconds)}"
    return line + (f", about {spell_duration(progress.seconds_left)} left" if progress.share > _KNOWN else "")
