"""What the interval of a difference of two AUCs says, and from which size on a difference matters."""

from math import isnan
from typing import Literal, NamedTuple

from aucopt.words.numbers import (
    DIFFERENCE_FORM,
    name_interval,
    show_difference,
    show_span,
)

BAND = 0.005
"""A difference of AUC below this is not worth a change of method."""

Finding = Literal["equivalent", "better", "worse", "undecided"]


class FindingWords(NamedTuple):
    """A finding in a few words, and as a sentence about the first of two scores."""

    short: str
    sentence: str


FINDINGS: dict[Finding, FindingWords] = {
    "equivalent": FindingWords("equivalent within {band:g}", "The two are equivalent within {band:g}"),
    "better": FindingWords("significantly better", "{first} is significantly better"),
    "worse": FindingWords("significantly worse", "{first} is significantly worse"),
    "undecided": FindingWords("no significant difference", "There is no significant difference"),
}


def judge_interval(low: float, high: float, band: float = BAND) -> Finding:
    """Say where the interval of a difference lies.

    Parameters
    ----------
    low, high : float
        The interval.
    band : float
        Differences within plus or minus this count as none.

    Returns
    -------
    {"equivalent", "better", "worse", "undecided"}
        Inside the band; else above zero, below zero, or across it.

    Notes
    -----
    "better" is significantly better, by whatever amount. `aucopt.stats.practical_judgement` asks for more: a
    gain beyond the band.

    Examples
    --------
    >>> from aucopt.words.difference import judge_interval
    >>> judge_interval(0.001, 0.004), judge_interval(0.001, 0.02), judge_interval(-0.01, 0.01)
    ('equivalent', 'better', 'undecided')
    """
    if low > -band and high < band:
        return "equivalent"
    if low > 0:
        return "better"
    return "worse" if high < 0 else "undecided"


def remark_on_difference(low: float, high: float, p_value: float) -> str:
    """What stands beside a difference.

    Examples
    --------
    >>> from aucopt.words.difference import remark_on_difference
    >>> remark_on_difference(-0.0022, 0.0013, 0.64)
    'p = 0.64: equivalent within 0.005'
    """
    return f"p = {p_value:.2g}: {FINDINGS[judge_interval(low, high)].short.format(band=BAND)}"


def judge_gain(first: str, second: str, difference: float, low: float, high: float) -> str:
    """Whether it pays to take the first score instead of the second, as new rows tell it.

    Examples
    --------
    >>> from aucopt.words.difference import judge_gain
    >>> print(judge_gain("The best score", "logistic regression", 0.03, 0.01, 0.05))
    On new rows it pays: the best score is significantly better than logistic regression.
    >>> print(judge_gain("The best score", "logistic regression", -0.01, -0.05, 0.03))
    It does not pay here: on new rows the best score is not better than logistic regression.
    """
    who = first[:1].lower() + first[1:]
    if isnan(low):
        return "It is not clear whether it pays: the interval of the difference is not known."
    finding = judge_interval(low, high)
    if finding == "better":
        return f"On new rows it pays: {who} is significantly better than {second}."
    if finding == "worse":
        return f"It does not pay here: on new rows {second} is significantly better than {who}."
    if finding == "equivalent":
        return f"It does not pay here: on new rows {who} and {second} are equivalent within {BAND:g}."
    if difference <= 0:
        return f"It does not pay here: on new rows {who} is not better than {second}."
    return f"It is not clear whether it pays: on new rows {who} is better, but not significantly."


def describe_difference(first: str, difference: float, low: float, high: float, confidence: float) -> str:
    """A sentence on how far one score is above another.

    Examples
    --------
    >>> from aucopt.words.difference import describe_difference
    >>> print(describe_difference("The new score", 0.03, 0.01, 0.05, 0.95))
    The new score is significantly better: the difference is +0.0300 (95% interval +0.0100 to +0.0500).
    """
    if isnan(low):
        return f"The difference is {show_difference(difference)}, and its interval is not known."
    sentence = FINDINGS[judge_interval(low, high)].sentence.format(first=first, band=BAND)
    return f"{sentence}: the difference is {show_gain(difference, low, high, confidence)}."


def show_gain(difference: float, low: float, high: float, confidence: float) -> str:
    """A difference and its interval, in a sentence."""
    interval = show_span(low, high, DIFFERENCE_FORM)
    return f"{show_difference(difference)} ({name_interval(confidence)} {interval})"
