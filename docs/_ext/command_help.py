"""`{command-help}`: what the command line says of itself, every command with its help."""

import contextlib
import io
import os
from unittest import mock

from docutils import nodes
from docutils.parsers.rst import Directive

from aucopt.cli import COMMANDS, main

WIDTH = "90"  # of the terminal that the help is wrapped for


class CommandHelp(Directive):
    """The help of `aucopt` and of each of its commands, a heading each."""

    def run(self):
        """Return the headings and the help texts."""
        return [_section([]), *(_section([command.__name__.split(".")[-1]]) for command in COMMANDS)]


def _section(arguments):
    screen = io.StringIO()
    with (
        mock.patch.dict(os.environ, COLUMNS=WIDTH, NO_COLOR="1"),
        contextlib.redirect_stdout(screen),
        contextlib.suppress(SystemExit),
    ):
        main([*arguments, "--help"])
    call = " ".join(["aucopt", *arguments])
    section = nodes.section(ids=[nodes.make_id(call)], names=[call])
    section += nodes.title(text=call)
    section += nodes.literal_block(text=screen.getvalue(), language="text")
    return section


def setup(app):
    """Declare the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
