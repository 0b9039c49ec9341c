"""A unit of work of the lab, its scores, and its record."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Projection = Literal["raw", "tsne2", "tsne3"]
Status = Literal["done", "failed", "time_limit"]


class Unit(NamedTuple):
    """One fit of the experiment. Its fields decide all that happens in it, random seeds included.

    Attributes
    ----------
    dataset : str
        Name of the data set.
    projection : {"raw", "tsne2", "tsne3"}
        The original columns, or their t-SNE projection to R^2 or R^3.
    trial : int
        Number of the split into training and test rows.
    method : str
        Name of a method.
    """

    dataset: str
    projection: Projection
    trial: int
    method: str


class Scores(NamedTuple):
    """AUC, balanced accuracy and F1 score of a fitted method on some rows."""

    auc: float
    balanced_accuracy: float
    f1: float


@dataclass(frozen=True)
class Record:
    """The outcome of a unit.

    Attributes
    ----------
    unit : Unit
        The fit that was made.
    status : {"done", "failed", "time_limit"}
        How the unit ended. Only units that are done have scores.
    reason : str
        The error message if the unit failed; empty if it is done.
    train, test : Scores or None
        Scores on the training rows and on the test rows.
    n_train, n_test : int
        Number of training and test rows.
    bound : float or None
        The proved upper bound on the training AUC of any linear score; None for methods that prove none.
    parameters : dict
        The parameters that tuning chose.
    seconds : float
        Seconds for the final fit alone.
    elapsed : float
        Seconds for the whole unit, tuning included.
    host : str
        Name of the machine that ran it.
    """

    unit: Unit
    status: Status
    reason: str = ""
    train: Scores | None = None
    test: Scores | None = None
    n_train: int = 0
    n_test: int = 0
    bound: float | None = None
    parameters: dict[str, object] | None = None
    seconds: float = 0.0
    elapsed: float = 0.0
    host: str = ""
