"""`aucopt app`: the same search by mouse, in the browser."""

import argparse
from typing import Any

from aucopt.cli.beside import compile_beside
from aucopt.cli.command import CommandError, new_parser

# Of the search that is compiled while the user chooses a file.
_COLUMNS = 3
EXAMPLES = (
    "aucopt app                      open the app in the browser",
    "aucopt app --port 8123 --no-browser",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "app",
        run,
        help="open the app in the browser: the same without typing commands",
        description="Open the app in the browser: choose a file, start the search, look at the result. The\n"
        "app runs on this machine and answers this machine only; data never leave it. Ctrl-C ends it.\n"
        'It needs more packages: pip install "aucopt[app]".',
        examples=EXAMPLES,
    )
    parser.add_argument("--port", type=_port, default=0, help="the port (default: one that is free)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")


def run(arguments: argparse.Namespace) -> None:
    """Serve until Ctrl-C."""
    try:
        from aucopt.app.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("aucopt"):
            raise
        raise CommandError(f'the app needs {error.name}: pip install "aucopt[app]"') from None

    def say(address: str) -> None:
        print(
            f"The app is at {address}\n"
            "It accepts connections from this machine only. Press Ctrl-C to end it.",
            flush=True,
        )

    compile_beside(_COLUMNS, with_search=True)
    try:
        serve(arguments.port, open_browser=not arguments.no_browser, say=say)
    except OSError as error:
        raise CommandError(f"cannot use port {arguments.port}: {error.strerror}") from None
    except KeyboardInterrupt:
        pass  # the way to end it
    print("\nThe app has ended.")


def _port(text: str) -> int:
    value = int(text)
    if not 0 <= value < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text} does not lie between 0 and 65535")
    return value
