"""The command line, a thin skin: one file a command, each with `add_parser` and the function it runs.

Exit codes: 0 done, 1 failed (the reason is on stderr), 2 wrong usage, 130 interrupted.
"""

import argparse
import sys
from collections.abc import Sequence

import aucopt
from aucopt.cli import datasets, demo, paper
from aucopt.cli.command import CommandError

COMMANDS = (demo, datasets, paper)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> from aucopt.cli import main
    >>> main(["demo", "--output", "no/such/directory"])
    1
    """
    arguments = _build_parser().parse_args(argv)
    try:
        arguments.run(arguments)
    except CommandError as error:
        print(f"aucopt: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        print("Interrupted.", *(interrupt.args or ["Nothing is proved yet."]), file=sys.stderr)
        return 130
    return 0


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="aucopt",
        description="The linear score with the highest possible AUC, and the proof that none is better.",
        epilog="example:\n" + "".join(f"  {command.EXAMPLES[0]}\n" for command in COMMANDS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"aucopt {aucopt.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return parser
