"""The command line, a thin skin: one file a command, each with `add_parser` and the function it runs.

Exit codes: 0 done, 1 failed (the reason is on stderr), 2 wrong usage, 130 interrupted, 141 broken pipe.
"""

import argparse
import os
import sys
from collections.abc import Sequence

import aucopt
from aucopt.cli import app, blend, compare, datasets, demo, fit, panel, paper, score, verify
from aucopt.cli.command import CommandError, show_examples
from aucopt.tables.errors import TableError

COMMANDS = (fit, score, blend, panel, compare, verify, datasets, paper, demo, app)

# What other tools call these commands.
_MEANT = {
    **dict.fromkeys(["apply", "predict", "transform"], "score"),
    **dict.fromkeys(["train", "optimize", "optimise"], "fit"),
    **dict.fromkeys(["stack", "ensemble"], "blend"),
    **dict.fromkeys(["select", "screen"], "panel"),
    **dict.fromkeys(["check", "proof"], "verify"),
    "gui": "app",
}


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
    if words and words[0] in _MEANT:
        parser.error(f"there is no command {words[0]!r}; did you mean aucopt {_MEANT[words[0]]}?")
    arguments = parser.parse_args(words)
    if arguments.run is None:
        parser.print_help()
        return 0
    # What a report tells its reader to type.
    arguments.words = words
    # Inside another program no process is started beside it.
    arguments.is_alone = argv is None
    try:
        arguments.run(arguments)
        sys.stdout.flush()
    except (CommandError, TableError) as error:
        print(f"aucopt: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        print("Interrupted.", *(interrupt.args or ["Nothing is proved yet."]), file=sys.stderr)
        return 130
    except BrokenPipeError:
        # What is still in the buffer must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return 0


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
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
