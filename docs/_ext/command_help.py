"""`{command-help}`: what the command line says of itself, every command with its help."""

import argparse
import contextlib
import io
import os
from unittest import mock

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from aucopt.cli import COMMANDS, main

WIDTH = "90"  # of the terminal that the help is wrapped for


class CommandHelp(SphinxDirective):
    """The help of `aucopt` and of each of its commands, a heading each."""

    def run(self):
        """Return the headings and the help texts."""
        self.env.note_reread()  # commands change while the page does not
        parser = argparse.ArgumentParser()
        commands = parser.add_subparsers()
        for command in COMMANDS:
            command.add_parser(commands)
        return [_section(words) for words in _walk(parser, [])]


def _walk(parser, words):
    """Yield the words that call a parser and all parsers under it."""
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield from _walk(child, [*words, name])


def _section(words):
    screen = io.StringIO()
    with (
        mock.patch.dict(os.environ, COLUMNS=WIDTH, NO_COLOR="1"),
        contextlib.redirect_stdout(screen),
        contextlib.suppress(SystemExit),
    ):
        main([*words, "--help"])
    call = " ".join(["aucopt", *words])
    section = nodes.section(ids=[nodes.make_id(call)], names=[call])
    section += nodes.title(text=call)
    section += nodes.literal_block(text=screen.getvalue(), language="text")
    return section


def setup(app):
    """Declare the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
