"""The command line, a thin skin: one file a command, each with `add_parser` and the function it runs.

Exit codes: 0 done, 1 failed (the reason is on stderr), 2 wrong usage, 130 interrupted, 141 broken pipe.
"""

import argparse
import errno
import os
import sys
from collections.abc import Sequence

import aucopt
from aucopt.cli import app, blend, compare, datasets, demo, fit, panel, paper, score, verify
from aucopt.cli.command import CommandError, show_examples
from aucopt.cli.parser import Parser, parse_words
from aucopt.tables.errors import TableError

COMMANDS = (fit, score, blend, panel, compare, verify, datasets, paper, demo, app)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> from aucopt.cli import main
    >>> main(["score", "no-such-model.json", "new.csv"])
    1
    """
    parser = _build_parser()
    words = sys.argv[1:] if argv is None else list(argv)
    arguments = parse_words(parser, words, [command.__name__.rpartition(".")[2] for command in COMMANDS])
    if arguments.run is None:
        parser.print_help()
        return 0
    # What a report tells its reader to type.
    arguments.words = words
    # Inside another program no process is started beside it.
    arguments.is_alone = argv is None
    # Files that could not be written after the work; all else is printed nevertheless.
    arguments.unwritten = []
    try:
        arguments.run(arguments)
        sys.stdout.flush()
        if arguments.unwritten:
            raise CommandError("\naucopt: error: ".join(map(str, arguments.unwritten)))
    except (CommandError, TableError) as error:
        print(f"aucopt: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        print("Interrupted.", *(interrupt.args or ["Nothing is proved yet."]), file=sys.stderr)
        return 130
    except BrokenPipeError:
        _silence()
        return 141
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        _silence()
        print(
            f"aucopt: error: cannot write {error.filename or 'the output'}: {error.strerror}", file=sys.stderr
        )
        return 1
    return 0


def _silence() -> None:
    """What is still in the buffer must not fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _build_parser() -> Parser:
    parser = Parser(
        prog="aucopt",
        description="Find the linear score with the highest possible AUC, and prove that no other is better.",
        epilog=show_examples([command.EXAMPLES[0] for command in COMMANDS]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"aucopt {aucopt.__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND")
    for command in COMMANDS:
        command.add_parser(commands)
    return parser
