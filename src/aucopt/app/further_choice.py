"""The part of a tab that asks for more than the score: a second file, and a calibrated risk."""

from collections.abc import Callable
from typing import NamedTuple

from htmltools import Tag
from shiny import Inputs, Outputs, Session, module, ui

from aucopt.app.data_choice import FORMATS, Loaded, read_upload
from aucopt.app.question import RISKS


class FurtherChoice(NamedTuple):
    """What a user has asked for; each is a function that Shiny keeps up to date.

    Attributes
    ----------
    second : callable
        The second table, or None; raises TableError if it cannot be read.
    risk : callable
        The form of the risk; empty if none is wanted.
    """

    second: Callable[[], Loaded | None]
    risk: Callable[[], str]


@module.ui
def further_ui(megabytes: int) -> Tag:
    """The controls."""
    return ui.tags.details(
        ui.tags.summary("More: a second file to validate on, a calibrated risk"),
        ui.div(
            ui.input_file(
                "file",
                f"A second table with the same columns, such as another hospital (at most {megabytes} MB)",
                accept=FORMATS,
                width="100%",
            ),
            ui.input_select("risk", "Calibrated risk", RISKS, width="100%"),
            class_="choices",
        ),
        ui.p(
            "The rows of the second file are not used in the fit. The result shows the AUC, the cut-off and "
            "the calibration on them.",
            class_="quiet",
        ),
        class_="more",
    )


@module.server
def further_server(input: Inputs, output: Outputs, session: Session) -> FurtherChoice:
    """What the controls do."""
    return FurtherChoice(lambda: read_upload(input.file()), input.risk)
