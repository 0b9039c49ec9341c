"""What the lab works on and what it writes down: a unit of work, its scores, and the record of both."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Projection = Literal["raw", "tsne2", "tsne3"]
Status = Literal["done", "failed", "time_limit"]


class Unit(NamedTuple):
    """One fit of the experiment; it decides everything that happens in it, seeds included.

    Attributes
    ----------
    dataset : str
        Name in the registry of data sets.
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
    """What a fitted method reaches on some rows."""

    auc: float
    balanced_accuracy: float
    f1: float


@dataclass(frozen=True)
class Record:
    """The outcome of a unit.

    Attributes
    ----------
    unit : Unit
        What was done.
    status : {"done", "failed", "time_limit"}
        How it ended; scores are there only if it is done.
    reason : str
        Why it is not done; empty if it is.
    train, test : Scores or None
        Scores on the rows it was fitted on, and on the others.
    n_train, n_test : int
        How many rows those are.
    bound : float or None
        The proved bound on the training AUC of any linear score, from methods that prove one.
    parameters : dict
        What tuning chose.
    seconds : float
        Time of the last fit alone.
    elapsed : float
        Time of the whole unit, tuning included.
    host : str
        Where it ran.
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
