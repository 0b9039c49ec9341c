"""What is said of panels: their names, whether a size is worth it, and how surely the same one is chosen."""

from math import isnan
from typing import Any

from aucopt.words.difference import Finding, judge_interval
from aucopt.words.numbers import show_difference_interval
from aucopt.words.sentences import LOGISTIC, count

NOT_CERTIFIED = "computed, not certified"
"""What is true of the bound over all panels: no certificate holds it."""
NOT_CHECKED = (
    "Whether a panel of this size is worthwhile is not known, because it was not evaluated on new rows."
)

# The AUC, and the concordance, of scores that say nothing of the outcome.
_CHANCE = 0.5

_AGAINST_FEWER: dict[Finding, str] = {
    "better": "is significantly better than {fewer}",
    "worse": "is significantly worse than {fewer}",
    "equivalent": "is equivalent to {fewer}",
    "undecided": "is not significantly better than {fewer}",
}
_AGAINST_ALL: dict[Finding, str] = {
    "better": "is significantly better than {rival} on all {n}",
    "worse": "is significantly worse than {rival} on all {n}",
    "equivalent": "is equivalent to {rival} on all {n}",
    "undecided": "does not differ significantly from {rival} on all {n}",
}


def apparent_panel(name: str = "AUC") -> str:
    """What stands beside the value of a panel on the rows that chose it."""
    return f"apparent {name}, very optimistic: columns and weights were chosen on these rows"


def name_panel(k: int) -> str:
    """What a panel is called in tables and figures.

    Examples
    --------
    >>> from aucopt.words.panel import name_panel
    >>> name_panel(3), name_panel(1)
    ('panel of 3', 'best column')
    """
    return "best column" if k == 1 else f"panel of {k}"


def name_best(panel: str) -> str:
    """The best of all panels with a name, in a sentence.

    Examples
    --------
    >>> from aucopt.words.panel import name_best
    >>> name_best("panel of 3"), name_best("best column")
    ('best panel of 3', 'best column')
    """
    return panel if panel.startswith("best ") else f"best {panel}"


def verdict_on_panel(k: int, n_columns: int, fewer: Any, everything: Any, rival: str = LOGISTIC) -> str:
    """One sentence that compares a panel with one column less and with all columns, on new rows.

    Parameters
    ----------
    k, n_columns : int
        The size of the panel, and the columns that it was chosen from.
    fewer, everything : AUCDifference or None
        The panel's value on new rows minus that of the best panel of k - 1 columns, and minus that of another
        method on all columns, each with `difference`, `low` and `high`.
    rival : str
        That method.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from aucopt.words.panel import verdict_on_panel
    >>> gain = SimpleNamespace(difference=0.05, low=0.02, high=0.08)
    >>> loss = SimpleNamespace(difference=-0.01, low=-0.03, high=0.01)
    >>> print(verdict_on_panel(2, 30, gain, loss))
    On new rows a panel of 2 is significantly better than the best column (+0.0500 [+0.0200, +0.0800]) and
    does not differ significantly from logistic regression on all 30 columns (-0.0100 [-0.0300, +0.0100]).
    """
    parts = []
    for found, words in ((fewer, _AGAINST_FEWER), (everything, _AGAINST_ALL)):
        if found is None:
            continue
        finding = "undecided" if isnan(found.low) else judge_interval(found.low, found.high)
        smaller = "the best column" if k == 2 else f"a panel of {k - 1}"
        text = words[finding].format(fewer=smaller, rival=rival, n=count(n_columns, "column"))
        parts.append(f"{text} ({show_difference_interval(found.difference, found.low, found.high)})")
    if not parts:
        return NOT_CHECKED
    name = "the best column alone" if k == 1 else f"a panel of {k}"
    return f"On new rows {name} {' and '.join(parts)}."


def remark_on_chance(k: int, low: float) -> str:
    """What is to be said if the interval of a ranking on new rows is not above 0.5; else nothing.

    Parameters
    ----------
    k : int
        The size of the panel.
    low : float
        The lower end of the interval of its AUC or concordance on new rows; NaN if there is no interval.

    Examples
    --------
    >>> from aucopt.words.panel import remark_on_chance
    >>> remark_on_chance(2, 0.61)
    ''
    >>> print(remark_on_chance(2, 0.43))
    There is no evidence that a panel of 2, chosen from these columns, ranks new rows better than chance:
    its interval on new rows is not above 0.5.
    """
    if isnan(low) or low > _CHANCE:
        return ""
    name = "the best column" if k == 1 else f"a panel of {k}"
    return (
        f"There is no evidence that {name}, chosen from these columns, ranks new rows better than chance: "
        f"its interval on new rows is not above {_CHANCE:g}."
    )


def show_stability(same: int, n_fits: int, source: str) -> str:
    """How often the same panel was chosen again.

    Examples
    --------
    >>> from aucopt.words.panel import show_stability
    >>> show_stability(37, 100, "resamples")
    'the same panel in 37 of 100 resamples'
    """
    return f"the same panel in {same:,} of {n_fits:,} {source}"


def show_progress(n_done: int, n_refused: int, n_total: int, best: str, bound: str) -> str:
    """The live line of a search over panels.

    Examples
    --------
    >>> from aucopt.words.panel import show_progress
    >>> show_progress(1200, 1100, 4950, "age, dose 0.8312", "0.8402")
    '1,200 of 4,950 panels done, 1,100 excluded by bounds; best so far age, dose 0.8312, bound 0.8402'
    """
    return (
        f"{n_done:,} of {n_total:,} panels done, {n_refused:,} excluded by bounds; "
        f"best so far {best}, bound {bound}"
    )
