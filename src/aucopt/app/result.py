"""What a search hands to the page: a report, an ROC curve to ask, and files to keep."""

from collections.abc import Callable
from dataclasses import dataclass

from aucopt.app.roc import RocPoints
from aucopt.exact.solution.parts import Progress
from aucopt.report.page.page import Page

Follow = Callable[[Progress], object]
Say = Callable[[str], object]

COMPILING = "compiling, once: the first search of each kind takes some seconds longer"


@dataclass(frozen=True, eq=False)
class Answer:
    """What the app shows and lets the user keep.

    Attributes
    ----------
    page : Page
        The report.
    shown : Page
        The same with the ROC curve that follows the mouse.
    points : RocPoints or None
        What that curve tells; None if the outcome is not two classes.
    model : str
        The model, as JSON.
    certificate : str or None
        The proof, as JSON; None if nothing is proved or none was asked for.
    no_certificate : str
        Why there is none.
    """

    page: Page
    shown: Page
    points: RocPoints | None
    model: str
    certificate: str | None
    no_certificate: str
