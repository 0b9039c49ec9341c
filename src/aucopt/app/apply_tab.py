"""The second tab: a saved model applied to the rows of a new file."""

import csv
import io
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from htmltools import Tag, TagList
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from aucopt.app.data_choice import FORMATS, read_upload, trouble
from aucopt.app.question import DETECTION_LIMIT
from aucopt.estimators import LinearModel, load_model
from aucopt.metrics import roc_auc_score
from aucopt.tables.errors import TableError, capitalise
from aucopt.tables.reading import Table
from aucopt.tables.scoring import read_model_rows, write_scores
from aucopt.words.numbers import show_auc, show_rates
from aucopt.words.sentences import count

_MOST_SHOWN = 10


class Scored(NamedTuple):
    """A table that was scored: the model, CSV to keep, its first lines, and what to say of it and of them."""

    name: str
    csv: str
    first: list[list[str]]
    summary: list[str]
    shown: str = ""


@module.ui
def apply_ui(megabytes: int) -> TagList:
    """The controls."""
    return ui.TagList(
        ui.div(
            ui.h2("A model and new rows"),
            ui.div(
                ui.input_file("model", "A saved model (a JSON file)", accept=[".json"], width="100%"),
                ui.input_file(
                    "file",
                    f"The new rows: CSV, TSV, Excel or Parquet, at most {megabytes} MB",
                    accept=FORMATS,
                    width="100%",
                ),
                class_="choices",
            ),
            ui.p("Columns are found by name. Rows with a missing value get no score.", class_="quiet"),
            class_="step",
        ),
        ui.output_ui("result"),
    )


@module.server
def apply_server(input: Inputs, output: Outputs, session: Session) -> None:
    """What the controls do."""

    @reactive.calc
    def scored() -> Scored | str | None:
        if not input.model() or not input.file():
            return None
        try:
            model = open_model(input.model()[0]["datapath"], input.model()[0]["name"])
            loaded = read_upload(input.file())
            assert loaded is not None
            return score_table(model, loaded.table, loaded.name)
        except TableError as error:
            return capitalise(error.message)
        except ValueError as error:
            return str(error)

    @render.ui
    def result() -> Tag | None:
        found = scored()
        if found is None or isinstance(found, str):
            return trouble(found) if found else None
        head, *rows = found.first
        return ui.div(
            *(ui.p(line) for line in found.summary),
            ui.div(ui.download_button("scores", "Scores (CSV)", class_="btn-primary"), class_="buttons"),
            ui.p(found.shown, class_="quiet") if found.shown else None,
            ui.div(
                ui.tags.table(
                    ui.tags.thead(ui.tags.tr(*(ui.tags.th(cell, scope="col") for cell in head))),
                    ui.tags.tbody(*(ui.tags.tr(*(ui.tags.td(cell) for cell in row)) for row in rows)),
                ),
                class_="columns",
                tabindex="0",
                role="group",
                aria_label="The first rows with their scores",
            ),
        )

    @render.download_button(filename="aucopt-scores.csv")
    def scores() -> Iterator[str]:
        found = scored()
        req(isinstance(found, Scored))
        assert isinstance(found, Scored)
        yield found.csv


def open_model(path: str, name: str) -> LinearModel:
    """Read a model; errors call the file by the name that the user knows."""
    try:
        return load_model(path)
    except ValueError as error:
        raise ValueError(str(error).replace(path, name)) from None


def score_table(model: LinearModel, table: Table, name: str) -> Scored:
    """Score all rows beside the first column, unless the model uses it, and say how it went."""
    rows, blank = read_model_rows(model, table, name, missing="blank", detection_limit=DETECTION_LIMIT)
    buffer = io.StringIO()
    label = next(iter(table.columns))
    kept = {} if label in (*model.columns, model.target) else {label: _cells(table, label)}
    write_scores(buffer, model, rows, blank, kept)
    lines = list(islice(csv.reader(io.StringIO(buffer.getvalue())), _MOST_SHOWN + 1))
    shown = f"The first {_MOST_SHOWN} rows:" if len(rows) > _MOST_SHOWN else ""
    scored = f"{name}: {count(int((~blank).sum()), 'row')} scored"
    if model.cutoff is None or model.classes is None:
        summary = [f"{scored}. A higher score means a higher outcome or an earlier event."]
    else:
        above = model.linear_score(rows[~blank]) > model.cutoff
        summary = [
            f"{scored}, {int(above.sum()):,} of them above the cut-off of {model.cutoff:.6g} and called "
            f"{model.classes[1]}."
        ]
    if blank.any():
        summary.append(f"{count(int(blank.sum()), 'row')} without a score, because a value is missing.")
    if model.target in table.columns:
        summary += _performance(model, table, rows, blank)
    return Scored(name, buffer.getvalue(), lines, summary, shown)


def _cells(table: Table, name: str) -> list[str]:
    """A column as text again; whole numbers without a point."""
    texts = []
    for value, is_missing in zip(table.columns[name].tolist(), table.is_missing(name), strict=True):
        whole = isinstance(value, float) and value.is_integer()
        texts.append("" if is_missing else str(int(value) if whole else value))
    return texts


def _performance(model: LinearModel, table: Table, rows: np.ndarray, blank: np.ndarray) -> list[str]:
    """What the model reaches on these rows, where the file tells their classes."""
    if model.cutoff is None or model.classes is None:
        return []
    labels = table.columns[model.target]
    negative, positive = (str(label) for label in model.classes)
    fold = str.casefold if negative.casefold() != positive.casefold() else str
    texts = [fold(str(int(v) if isinstance(v, float) and v.is_integer() else v)) for v in labels.tolist()]
    is_class = [np.array(texts) == fold(label) for label in (negative, positive)]
    used = ~blank & (is_class[0] | is_class[1])
    truth = is_class[1][used]
    if truth.all() or not truth.any():
        return []
    scores = model.linear_score(rows[used])
    above = scores > model.cutoff
    rates = show_rates(float(above[truth].mean()), float((~above[~truth]).mean()))
    auc = show_auc(roc_auc_score(truth, scores))
    return [f"The file also has {model.target}: on these rows the AUC is {auc}, and the cut-off has {rates}."]
