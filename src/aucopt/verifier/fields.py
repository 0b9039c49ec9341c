"""The values in a certificate of version 2: each has one form, and others are refused."""

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from aucopt.verifier.reading import EXACT
from aucopt.verifier.statement import FailedError, UncheckedError, Vector

_LONG = re.compile(r"-?0x[1-9a-f][0-9a-f]*")
_FRACTION = re.compile(r"-?[0-9]+(/[0-9]+)?")


def read_fields(value: Any, what: str, names: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """An object that has all of these fields, and no others but optional ones."""
    if not isinstance(value, dict):
        raise FailedError(f"{what} should be an object.")
    if missing := [name for name in names if name not in value]:
        raise FailedError(f"{what} has no {missing[0]!r}.")
    if unknown := sorted(value.keys() - {*names, *optional}):
        raise UncheckedError(f"the field {unknown[0]!r} in {what}")
    return value


def read_list(value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise FailedError(f"{value!r} is not a list.")
    return value


def is_texts(value: Any) -> bool:
    """Whether a value is an object all of whose fields are text."""
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def read_integer(value: Any) -> int:
    """An integer: a JSON number below 2^53, hexadecimal text from there on."""
    if type(value) is int and abs(value) < EXACT:
        return value
    if isinstance(value, str) and _LONG.fullmatch(value) and abs(number := int(value, 16)) >= EXACT:
        return number
    raise FailedError(f"{value!r} is not an integer in the form that the format prescribes.")


def read_integers(values: Any) -> Vector:
    """A list of integers."""
    return tuple(map(read_integer, read_list(values)))


def read_increasing(values: Any, what: str) -> Vector:
    """Numbers of columns or arcs, counted from 0, in increasing order."""
    numbers = read_integers(values)
    if any(a >= b for a, b in pairwise((-1, *numbers))):
        raise FailedError(f"the numbers {numbers} of {what} should increase.")
    return numbers


def read_fraction(value: Any) -> Fraction:
    """A fraction in lowest terms, as text."""
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        fraction = Fraction(value)
        if str(fraction) == value:
            return fraction
    raise FailedError(f"{value!r} is not a fraction in lowest terms.")
