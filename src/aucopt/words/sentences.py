"""Parts of sentences, and lines with a label as text and as HTML."""

from collections.abc import Mapping, Sequence
from html import escape

LOGISTIC, SINGLE = "logistic regression", "best column"
"""What a score is compared with, by name."""
APPARENT_SHORT = "apparent, optimistic"
"""What is said of a value that was maximised on these rows, in little room."""
# Parts of an analysis that time or the data may not allow.
_PARTS = {"honest": "{} on new rows", "intervals": "intervals of the weights", "simple": "simple weights"}

_LABEL = 13  # characters

LabelledLine = tuple[str, str]


def count(n: int, noun: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> from aucopt.words.sentences import count
    >>> count(1, "column"), count(1200, "row")
    ('1 column', '1,200 rows')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def show_work(work: Mapping[str, int]) -> str:
    """What a search looked at, by plural nouns.

    Examples
    --------
    >>> from aucopt.words.sentences import show_work
    >>> show_work({"arcs": 1, "swaps": 75684})
    '1 arc, 75,684 swaps'
    """
    return ", ".join(count(n, what.removesuffix("s")) for what, n in work.items())


def times(n: int) -> str:
    """How often: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def as_clause(sentence: str) -> str:
    """A sentence as a part of another one.

    Examples
    --------
    >>> from aucopt.words.sentences import as_clause
    >>> as_clause("One column has only one direction.")
    'one column has only one direction'
    """
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def as_sentence(clause: str) -> str:
    """A clause as a sentence of its own."""
    return f"{clause[:1].upper()}{clause[1:]}."


def apparent(name: str = "AUC") -> str:
    """What stands beside a value that was maximised on these rows."""
    return f"apparent {name}, optimistic: the weights were fitted to these rows"


def optimistic(name: str = "AUC") -> str:
    """The same in a text."""
    return f"The {name} on these rows is optimistic, because the weights were fitted to them."


def show_omitted(part: str, why: str, name: str = "AUC") -> str:
    """That a part of an analysis is missing, and why.

    Examples
    --------
    >>> from aucopt.words.sentences import show_omitted
    >>> show_omitted("intervals", "One column has only one direction.")
    'no intervals of the weights: one column has only one direction'
    """
    return f"no {_PARTS.get(part, part).format(name)}: {as_clause(why)}"


def as_note(note: str) -> str:
    """A note, as all commands print it."""
    return f"Note: {note}"


def show_column(name: str, sign: int) -> str:
    """A column as a score of its own: with a minus if lower values are positive."""
    return f"{'-' if sign < 0 else ''}{name}"


def cross_validated(n_folds: int, n_repeats: int) -> str:
    """How AUCs on new rows were found.

    Examples
    --------
    >>> from aucopt.words.sentences import cross_validated
    >>> cross_validated(10, 5)
    '10-fold cross-validation, 5 times'
    """
    return f"{n_folds}-fold cross-validation, {times(n_repeats)}"


def as_text(lines: Sequence[LabelledLine]) -> str:
    """Lines for a terminal."""
    return "\n".join(f"{label:<{_LABEL}}{text}".rstrip() for label, text in lines)


def as_html(lines: Sequence[LabelledLine]) -> str:
    """The same lines for a notebook."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(label)}</th>"
        f"<td style='text-align:left;white-space:pre'>{escape(text)}</td></tr>"
        for label, text in lines
    )
    return f"<table>{rows}</table>"
