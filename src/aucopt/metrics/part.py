"""Which part of the ROC curve is meant: an area or a point, seen from the positives or from the negatives.

An area up to a false positive rate and the sensitivity at a specificity sum over the positives, and leave
room for a share of the negatives above them. An area above a true positive rate and the specificity at a
sensitivity are the same with the classes exchanged and the scores turned around.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from aucopt.inputs import read_share


class Part(NamedTuple):
    """A part of the ROC curve.

    Attributes
    ----------
    is_area : bool
        An area, not a point.
    room : Fraction
        The share of the other class that may be on the wrong side: how wide the area is.
    exchanged : bool
        Whether the negatives are summed over.
    condition : str
        The part in words.
    """

    is_area: bool
    room: Fraction
    exchanged: bool
    condition: str


def read_part(**limits: Any) -> Part:
    """The part that one of `max_fpr`, `min_tpr`, `specificity` and `sensitivity` names, as a decimal.

    Examples
    --------
    >>> from aucopt.metrics.part import read_part
    >>> read_part(max_fpr=0.1, min_tpr=None).room
    Fraction(1, 10)
    """
    given = {name: value for name, value in limits.items() if value is not None}
    if len(given) != 1:
        names = " or ".join(limits)
        raise ValueError(f"Give one of {names}; got {', '.join(given) if given else 'none'}.")
    ((name, value),) = given.items()
    share = read_share(value, name)
    if name == "max_fpr":
        if share == 0:
            raise ValueError(f"max_fpr must be above 0 and at most 1, not {value!r}.")
        return Part(True, share, False, f"partial AUC, false positive rate up to {float(share):g}")
    if name == "min_tpr":
        if share == 1:
            raise ValueError(f"min_tpr must be at least 0 and below 1, not {value!r}.")
        return Part(True, 1 - share, True, f"partial AUC, true positive rate from {float(share):g}")
    if name == "specificity":
        return Part(False, 1 - share, False, f"sensitivity at specificity {float(share):g}")
    return Part(False, 1 - share, True, f"specificity at sensitivity {float(share):g}")
