"""What was searched, how the search ended, and what that proves."""

from collections.abc import Mapping
from typing import NamedTuple

from aucopt.words.numbers import show_auc, show_gap
from aucopt.words.quantity import AUC, Quantity


class StatusWords(NamedTuple):
    """How a search ended: in a few words beside its gap, and in a sentence."""

    short: str
    sentence: str


STATUSES = {
    "optimal": StatusWords("optimal", "The search proved that this {name} is the highest possible."),
    "max_gap": StatusWords(
        "stopped at the requested gap", "The search stopped as soon as the gap was as small as requested."
    ),
    "time_limit": StatusWords("stopped at the time limit", "The search stopped at its time limit."),
    "interrupted": StatusWords("interrupted", "The search was interrupted."),
    "local": StatusWords(
        "local optimum, not proved", "The search found a local optimum; it proves no bound."
    ),
}


# Of several fits: those that are less than proved.
_ENDED = {
    "time_limit": "stopped at a time limit",
    "local": "are local optima",
}


class Subject(NamedTuple):
    """What is searched for: its name, and all that it is the best of."""

    name: str
    all: str


def name_subject(*, blend: bool, signed: bool) -> Subject:
    """A blend of scores, or a linear score of columns, perhaps with weights of some signs only.

    Examples
    --------
    >>> from aucopt.words.status import name_subject
    >>> name_subject(blend=False, signed=True).all
    'linear scores with these signs'
    """
    if blend:
        return Subject("blend", "blends of these columns")
    if signed:
        return Subject("linear score with these signs", "linear scores with these signs")
    return Subject("linear score", "linear scores of these columns")


def tell_ending(status: str, name: str = "AUC") -> str:
    """How a search ended, in a sentence.

    Examples
    --------
    >>> from aucopt.words.status import tell_ending
    >>> tell_ending("optimal", "sensitivity")
    'The search proved that this sensitivity is the highest possible.'
    """
    return STATUSES[status].sentence.format(name=name)


def remark_on_bound(status: str, gap: float, subject: Subject | None = None, proof: str = "proved") -> str:
    """What stands beside a bound: the gap, how the search ended, and how an optimum is known.

    Examples
    --------
    >>> from aucopt.words.status import name_subject, remark_on_bound
    >>> remark_on_bound("optimal", 0.0)
    'gap 0: optimal'
    >>> remark_on_bound("optimal", 0.0, name_subject(blend=True, signed=True))
    'gap 0: optimal among all blends of these columns, proved'
    >>> remark_on_bound("time_limit", 0.01234)
    'gap 0.012: stopped at the time limit'
    """
    text = f"{show_gap(gap)}: {STATUSES[status].short}"
    return f"{text} among all {subject.all}, {proof}" if subject and status == "optimal" else text


def remarks_on_endings(endings: Mapping[str, int], status: str = "optimal") -> list[str]:
    """What is to be said of the fits behind a value on new rows, where it is less than of the search itself.

    Parameters
    ----------
    endings : mapping of str to int
        How the fits ended, as many of each status.
    status : str
        How the search itself ended.

    Examples
    --------
    >>> from aucopt.words.status import remarks_on_endings
    >>> remarks_on_endings({"optimal": 50}, "optimal")
    []
    >>> remarks_on_endings({"optimal": 2, "local": 48}, "optimal")
    ['48 of 50 fits are local optima']
    """
    total = sum(endings.values())
    return [
        f"{n:,} of {total:,} fits {_ENDED[ended]}"
        for ended, n in endings.items()
        if ended in _ENDED and ended != status
    ]


def best_of(status: str, name: str) -> str:
    """A heading: the best of its kind if that is proved, else the best that was found.

    Examples
    --------
    >>> from aucopt.words.status import best_of
    >>> best_of("optimal", "linear score"), best_of("local", "blend")
    ('The best linear score', 'The best blend found')
    """
    return f"The best {name}" if status == "optimal" else f"The best {name} found"


def name_bound(status: str) -> str:
    """What a bound is called: a local optimum has only the one that needs no proof.

    Examples
    --------
    >>> from aucopt.words.status import name_bound
    >>> name_bound("time_limit"), name_bound("local")
    ('proved bound', 'bound (none proved)')
    """
    return "bound (none proved)" if status == "local" else "proved bound"


def claim(status: str, subject: Subject, value: float, bound: str, quantity: Quantity = AUC) -> str:
    """What is found and what is proved of it; `bound` as it is shown.

    Examples
    --------
    >>> from aucopt.words.status import claim, name_subject
    >>> score = name_subject(blend=False, signed=False)
    >>> print(claim("optimal", score, 0.70376, "0.7038"))
    The best linear score has an AUC of 0.7038 on these rows. It is proved that no other has a higher one.
    >>> print(claim("max_gap", score, 0.70376, "0.7142"))
    The best linear score found has an AUC of 0.7038 on these rows. It is proved that no other exceeds 0.7142.
    """
    reached = f"has {quantity.of(show_auc(value))} on these rows"
    if status == "optimal":
        return f"{best_of(status, subject.name)} {reached}. It is proved that no other has a higher one."
    found = f"{best_of(status, subject.name)} {reached}."
    if float(bound) >= 1:
        return f"{found} It is not proved that no other has a higher one."
    return f"{found} It is proved that no other exceeds {bound}."
