"""The part of a tab that chooses data: a file or an example, the target, the positive class, the columns."""

from collections.abc import Callable
from typing import NamedTuple

from htmltools import Tag, TagList
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui
from shiny.module import resolve_id

from aucopt.analysis.rows import Rows
from aucopt.app.examples import EXAMPLES
from aucopt.app.overview import (
    MOST_CLASSES,
    ColumnFacts,
    count_limits,
    describe_columns,
    guess_target,
    guess_time,
    shown_labels,
)
from aucopt.app.question import GAPS, KINDS, choose_rows, name_outcome
from aucopt.tables.errors import TableError, capitalise
from aucopt.tables.gaps import missing_rows
from aucopt.tables.notes import Notes
from aucopt.tables.outcomes import OutcomeColumns
from aucopt.tables.reading import Table, read_table
from aucopt.words.numbers import show_auc
from aucopt.words.sentences import count

FORMATS = [".csv", ".tsv", ".txt", ".xlsx", ".parquet", ".gz", ".bz2", ".xz", ".zip"]
_OWN = "a file of my own"
_TARGETS = {
    "classes": "Target: the column with the classes",
    "ordered": "Target: the column to be ranked",
    "censored": "Event: the column that says whether the event happened",
}
_LABELS = {"classes": "Positive class", "censored": "Value that means the event happened"}


class Loaded(NamedTuple):
    """A table and what it is called."""

    name: str
    table: Table
    is_example: bool


class ChosenData(NamedTuple):
    """What a user has chosen; each is a function that Shiny keeps up to date.

    Attributes
    ----------
    loaded : callable
        The table; waits for one.
    rows : callable
        The rows and notes on what was left out; raises TableError if there are no rows to search.
    takes_all : callable
        Whether the columns are those that the command takes by itself.
    kind : callable
        The kind of the outcome.
    missing : callable
        What is done with missing values.
    """

    loaded: Callable[[], Loaded]
    rows: Callable[[], tuple[Rows, Notes]]
    takes_all: Callable[[], bool]
    kind: Callable[[], str]
    missing: Callable[[], str]


def trouble(text: str) -> Tag:
    """A box that says what is wrong."""
    return ui.div(text, class_="trouble", role="alert")


def read_upload(files: list | None) -> Loaded | None:
    """The table in an uploaded file, by the name that the user knows."""
    if not files:
        return None
    name = files[0]["name"]
    return Loaded(name, read_table(files[0]["datapath"], called=name), False)


@module.ui
def data_ui(megabytes: int) -> TagList:
    """The controls."""
    return ui.TagList(
        ui.div(
            ui.h2("1. The data"),
            ui.div(
                ui.input_file(
                    "file",
                    f"A table (CSV, TSV, Excel or Parquet, at most {megabytes} MB)",
                    accept=FORMATS,
                    width="100%",
                ),
                ui.input_select("example", "or an example", [_OWN, *EXAMPLES], width="100%"),
                class_="choices",
            ),
            ui.output_ui("about"),
            class_="step",
        ),
        ui.div(
            ui.h2("2. What to predict, and from what"),
            ui.div(
                ui.input_select("kind", "What is predicted", KINDS, width="100%"),
                ui.input_select("target", _TARGETS["classes"], [], width="100%"),
                ui.panel_conditional(
                    "input.kind !== 'ordered'",
                    ui.input_select("positive", _LABELS["classes"], [], width="100%"),
                ),
                ui.panel_conditional(
                    "input.kind === 'censored'",
                    ui.input_select("time", "Time of the event, or of the last visit", [], width="100%"),
                ),
                class_="choices",
            ),
            ui.output_ui("target_trouble"),
            ui.div(
                "Columns to use in the score", id=resolve_id("columns_title"), class_="control-label mb-1"
            ),
            ui.output_ui("column_table"),
            ui.div(
                ui.input_action_button("all", "all columns of numbers", class_="btn-sm"),
                ui.input_action_button("none", "no columns", class_="btn-sm"),
                class_="buttons",
            ),
            ui.div(ui.input_select("missing", "Missing values", GAPS, width="100%"), class_="choices"),
            ui.output_ui("left_out"),
            class_="step",
        ),
    )


@module.server
def data_server(input: Inputs, output: Outputs, session: Session) -> ChosenData:
    """What the controls do."""
    wanted: reactive.Value[list[str] | None] = reactive.Value(None)

    @reactive.calc
    def found() -> Loaded | TableError | None:
        """An example wins while it is chosen."""
        if input.example() in EXAMPLES:
            name = input.example()
            return Loaded(name.partition(":")[0], EXAMPLES[name](), True)
        try:
            return read_upload(input.file())
        except TableError as error:
            return error

    @reactive.calc
    def loaded() -> Loaded:
        table = found()
        req(isinstance(table, Loaded))
        assert isinstance(table, Loaded)
        return table

    @reactive.calc
    def outcome() -> OutcomeColumns:
        kind, table = input.kind(), loaded().table
        req(input.target() in table.columns, kind != "censored" or input.time() in table.columns)
        return name_outcome(kind, input.target(), input.time())

    @reactive.calc
    def facts() -> list[ColumnFacts]:
        table = loaded().table
        named = outcome()
        labels = shown_labels(table, input.target())
        positive = input.positive() if input.positive() in labels else (labels[0] if labels else None)
        return describe_columns(table, named, positive)

    @reactive.effect
    def _offer_targets() -> None:
        table = loaded().table
        names, target = list(table.columns), guess_target(table)
        ui.update_select("target", choices=names, selected=target)
        ui.update_select("time", choices=names, selected=guess_time(table, target))
        wanted.set(None)

    @reactive.effect
    def _name_target() -> None:
        kind = input.kind()
        ui.update_select("target", label=_TARGETS[kind])
        if kind in _LABELS:
            ui.update_select("positive", label=_LABELS[kind])

    @reactive.effect
    def _offer_labels() -> None:
        table, target = loaded().table, input.target()
        labels = shown_labels(table, target) if target in table.columns else []
        ui.update_select("positive", choices=labels, selected=labels[0] if labels else None)

    @reactive.effect
    @reactive.event(input.file)
    def _leave_the_example() -> None:
        ui.update_select("example", selected=_OWN)

    @reactive.effect
    @reactive.event(input.all)
    def _take_all() -> None:
        wanted.set([fact.name for fact in facts() if fact.is_chosen])

    @reactive.effect
    @reactive.event(input.none)
    def _take_none() -> None:
        wanted.set([])

    @render.ui
    def about() -> Tag | None:
        table = found()
        if table is None:
            return None
        if isinstance(table, TableError):
            return trouble(capitalise(table.message))
        size = f"{count(table.table.n_rows, 'row')}, {count(len(table.table.columns), 'column')}"
        # The app has no options to advise.
        notes = [note.replace(" (--sheet chooses)", "") for note in table.table.notes]
        return ui.p(" ".join([f"{table.name}: {size}.", *notes]), class_="quiet")

    @render.ui
    def target_trouble() -> Tag | None:
        table, target = loaded().table, input.target()
        if input.kind() != "classes" or target not in table.columns or shown_labels(table, target):
            return None
        return trouble(f"{target!r} cannot be the target: it needs 2 to {MOST_CLASSES} different values.")

    @render.ui
    def column_table() -> Tag:
        shown = facts()
        chosen = wanted()
        if chosen is None:
            chosen = [fact.name for fact in shown if fact.is_chosen]
        kind = input.kind()
        return _table(session.ns("columns"), session.ns("columns_title"), shown, chosen, kind)

    @render.ui
    def left_out() -> Tag | None:
        table, named, columns = loaded().table, outcome(), input.columns()
        req(columns)
        fills = input.missing() == "impute"
        known = [] if fills else [name for name in columns if name in table.columns]
        n = int(missing_rows(table, [*named.used, *known]).sum())
        told = []
        if n:
            rows = f"{n:,} of {count(table.n_rows, 'row')}"
            where = "the target" if fills else "the target or in a chosen column"
            told.append(f"{rows} lack a value in {where} and are left out.")
        if any(count_limits(table, name) for name in columns):
            told.append("A cell such as <0.1 counts as half of the limit, and one such as >500 as the limit.")
        return ui.p(" ".join(told), class_="quiet") if told else None

    def rows() -> tuple[Rows, Notes]:
        table = found()
        if table is None:
            raise TableError("Choose a file or an example first.")
        if isinstance(table, TableError):
            raise table
        named = outcome()
        columns = [name for name in table.table.columns if name in (input.columns() or ())]
        columns = [name for name in columns if name not in named.used]
        if not columns:
            raise TableError("Tick at least one column to use in the score.")
        return choose_rows(table.table, named, input.positive() or None, columns, input.missing())

    def takes_all() -> bool:
        return set(input.columns()) == {fact.name for fact in facts() if fact.is_chosen}

    return ChosenData(loaded, rows, takes_all, input.kind, input.missing)


def _table(id: str, title: str, facts: list[ColumnFacts], chosen: list[str], kind: str) -> Tag:
    """Columns with a box to tick; Shiny reads the boxes as one group."""
    quantity = "AUC" if kind == "classes" else "concordance"
    reversed = " (low values are positive)" if kind == "classes" else " (reversed)"
    rows = []
    for fact in facts:
        box = ui.tags.input(
            type="checkbox",
            name=id,
            value=fact.name,
            checked="" if fact.is_usable and fact.name in chosen else None,
            disabled=None if fact.is_usable else "",
        )
        alone = "" if fact.alone is None else show_auc(fact.alone) + reversed * (fact.sign < 0)
        rows.append(
            ui.tags.tr(
                ui.tags.td(ui.tags.label(box, ui.span(fact.name))),
                ui.tags.td(fact.kind),
                ui.tags.td(f"{fact.n_missing:,}", class_="number"),
                ui.tags.td(alone, class_="number"),
            )
        )
    head = ui.tags.tr(
        ui.tags.th("column", scope="col"),
        ui.tags.th("type", scope="col"),
        ui.tags.th("missing", scope="col", class_="number"),
        ui.tags.th(f"{quantity} by itself", scope="col", class_="number"),
    )
    return ui.div(
        ui.tags.table(ui.tags.thead(head), ui.tags.tbody(*rows)),
        id=id,
        class_="columns shiny-input-checkboxgroup",
        role="group",
        aria_labelledby=title,
        tabindex="0",
    )
