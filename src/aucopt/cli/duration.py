"""Durations as people write and read them."""

import re
from argparse import ArgumentTypeError

UNITS_OF_TIME = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def spell_duration(seconds: float) -> str:
    """Return a duration for people, of one unit or two.

    Examples
    --------
    >>> from aucopt.cli.duration import spell_duration
    >>> spell_duration(12.3), spell_duration(7500), spell_duration(200000)
    ('12 s', '2 h 5 min', '2 d 7 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h"


def read_duration(text: str) -> float:
    """Read a duration such as 150m, 2h30m or 90s; a bare number is seconds.

    Examples
    --------
    >>> from aucopt.cli.duration import read_duration
    >>> read_duration("150m") == read_duration("2h30m") == read_duration("9000")
    True
    """
    parts = re.findall(r"(\d+(?:\.\d+)?)([dhms]?)", text.replace(" ", "").lower())
    if not parts or "".join(number + unit for number, unit in parts) != text.replace(" ", "").lower():
        raise ArgumentTypeError(f"{text!r} is not a duration; write for instance 150m, 2h30m or 90s")
    return sum(float(number) * UNITS_OF_TIME[unit or "s"] for number, unit in parts)
