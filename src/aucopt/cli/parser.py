"""How a command line is taken apart, and what is said of one that cannot be."""

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NoReturn

# What other tools call these commands.
_MEANT = {
    **dict.fromkeys(["apply", "predict", "transform"], "score"),
    **dict.fromkeys(["train", "optimize", "optimise"], "fit"),
    **dict.fromkeys(["stack", "ensemble"], "blend"),
    **dict.fromkeys(["select", "screen"], "panel"),
    **dict.fromkeys(["check", "proof"], "verify"),
    "gui": "app",
}


class Parser(argparse.ArgumentParser):
    """A parser whose errors are two lines: what is wrong, and where the options are listed."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave; all options of a command would hide it."""
        usage = f"usage: {self.prog} ...; {self.prog} --help lists all options"
        self.exit(2, f"{usage}\n{self.prog}: error: {message}\n")


def parse_words(parser: Parser, words: Sequence[str], commands: Sequence[str]) -> argparse.Namespace:
    """Take a command line apart; what is misspelt is wrong usage, with what was probably meant.

    The parser of each command is its default for `parser`.
    """
    if words and not words[0].startswith("-") and words[0] not in commands:
        meant = [_MEANT[words[0]]] if words[0] in _MEANT else get_close_matches(words[0], commands, n=1)
        hint = f"did you mean aucopt {meant[0]}?" if meant else f"the commands are {', '.join(commands)}."
        parser.error(f"there is no command {words[0]!r}; {hint}")
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        command: Parser = getattr(arguments, "parser", parser)
        command.error(_describe(unknown, command))
    return arguments


def _describe(unknown: Sequence[str], command: Parser) -> str:
    options = [word.split("=")[0] for word in unknown if word.startswith("-")]
    if not options:
        return f"{unknown[0]!r} is one argument too many; put names with spaces in quotes."
    close = get_close_matches(options[0], _options(command), n=1)
    return f"there is no option {options[0]}" + (f"; did you mean {close[0]}?" if close else ".")


def _options(command: Parser) -> Iterable[str]:
    """The options of a command, out of its help."""
    words = command.format_usage().replace("[", " ").replace("]", " ").split()
    return sorted({word for word in words if word.startswith("--")})
