"""The checks on what users set: numbers in a range, choices from a list."""

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np


def check_number(name: str, value: Any, *, above: float | None = None, least: float | None = None) -> float:
    """Return a finite real number; above one bound, or at least another, if there is one.

    Raises
    ------
    ValueError
        If it is not.
    """
    is_number = (
        isinstance(value, Real) and not isinstance(value, bool | np.bool_) and np.isfinite(float(value))
    )
    if not is_number or (above is not None and value <= above) or (least is not None and value < least):
        wanted = f" above {above:g}" if above is not None else ""
        wanted += f" of at least {least:g}" if least is not None else ""
        raise ValueError(f"{name} must be a finite number{wanted}, not {value!r}.")
    return float(value)


def check_count(name: str, value: Any) -> int:
    """Return a whole number of at least 1.

    Raises
    ------
    ValueError
        If it is not.
    """
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}.")
    return int(value)


def check_choice(name: str, value: Any, choices: Sequence[Any]) -> Any:
    """Return one of the choices.

    Raises
    ------
    ValueError
        If it is none of them.
    """
    if isinstance(value, bool) or not any(value == choice for choice in choices):
        raise ValueError(f"{name} must be {' or '.join(map(repr, choices))}, not {value!r}.")
    return value
