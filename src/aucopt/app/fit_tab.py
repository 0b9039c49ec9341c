"""The first tab: choose, start, watch, stop, read the result, keep it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, cast

from htmltools import HTML, Tag, TagList
from shiny import Inputs, Outputs, Session, module, reactive, render, req, ui

from aucopt.app.answer import find_answer
from aucopt.app.data_choice import data_server, data_ui, trouble
from aucopt.app.further_choice import further_server, further_ui
from aucopt.app.job import Job, JobEnd, Tell
from aucopt.app.objectives import CHOICES, offered, read_choice
from aucopt.app.question import FitRequest, as_command, choose_second
from aucopt.app.result import Answer
from aucopt.exact.solution.parts import Progress
from aucopt.tables.errors import TableError, capitalise
from aucopt.words.numbers import show_auc, show_bound, show_gap


class SearchState(NamedTuple):
    """What the page shows of a search that runs."""

    line: str
    progress: Progress | None


Shown = tuple[Answer, HTML]
TASKS = {
    "score": "the best score",
    "panel": "the best few columns (a panel)",
}
_PANEL = "input.task === 'panel'"
_BETWEEN = 0.25  # seconds between two looks at the search
# Settings of matplotlib are shared by all threads.
DRAWING = threading.Lock()


@module.ui
def fit_ui(megabytes: int) -> TagList:
    """The controls, and where progress and result go."""
    limited = " || ".join(f"input.objective === '{name}'" for name, choice in CHOICES.items() if choice.limit)
    return ui.TagList(
        data_ui("data", megabytes),
        ui.div(
            ui.h2("3. What to find"),
            ui.div(
                ui.input_select("task", "Find", TASKS, width="100%"),
                ui.panel_conditional(
                    _PANEL, ui.input_numeric("size", "Number of columns", 2, min=1, width="100%")
                ),
                ui.input_select("objective", "Maximise the", offered("classes"), width="100%"),
                ui.panel_conditional(
                    limited, ui.input_numeric("limit", "limit", 0.5, min=0, max=1, step=0.01, width="100%")
                ),
                ui.input_numeric(
                    "time_limit",
                    "Time limit in seconds (optional)",
                    cast(float, None),  # empty
                    min=0,
                    width="100%",
                ),
                class_="choices",
            ),
            ui.panel_conditional(
                f"!({_PANEL})",
                ui.input_checkbox(
                    "certify",
                    "Write a certificate, so that others can check the proof",
                    True,
                    width="100%",
                ),
            ),
            ui.panel_conditional(
                f"!({_PANEL}) && input['data-kind'] === 'classes'", further_ui("further", megabytes)
            ),
            ui.div(
                ui.input_action_button("start", "Start", class_="btn-primary"),
                ui.input_action_button("stop", "Stop and keep the result so far", disabled=True),
                class_="buttons",
            ),
            ui.output_ui("refusal"),
            ui.div(ui.output_ui("progress"), aria_live="polite"),
            class_="step",
        ),
        ui.output_ui("result"),
    )


@module.server
def fit_server(input: Inputs, output: Outputs, session: Session) -> None:
    """What the controls do."""
    data = data_server("data")
    further = further_server("further")
    job: reactive.Value[Job[Shown] | None] = reactive.Value(None)
    state: reactive.Value[SearchState | None] = reactive.Value(None)
    refused = reactive.Value("")
    outcome: reactive.Value[JobEnd[Shown] | None] = reactive.Value(None)

    @reactive.effect
    def _offer_objectives() -> None:
        is_classes = data.kind() == "classes"
        tasks = TASKS if is_classes else {"score": TASKS["score"]}
        task = input.task() if input.task() in tasks else "score"
        ui.update_select("task", choices=tasks, selected=task)
        choices = offered(data.kind(), is_panel=task == "panel")
        with reactive.isolate():
            now = input.objective()
        ui.update_select("objective", choices=choices, selected=now if now in choices else None)

    @reactive.effect
    def _name_limit() -> None:
        choice = CHOICES[input.objective()]
        if choice.limit:
            ui.update_numeric("limit", label=choice.limit, value=choice.default)

    @reactive.effect
    def _forget_refusal() -> None:
        """What was wrong may be right with other data."""
        data.loaded()
        refused.set("")

    @reactive.effect
    @reactive.event(input.start)
    def _start() -> None:
        running = job()
        if running is not None and running.outcome is None:
            return
        refused.set("")
        outcome.set(None)
        try:
            question = _question()
        except TableError as error:
            refused.set(capitalise(error.message))
            return
        except ValueError as error:
            refused.set(str(error))
            return
        job.set(_begin(question))

    def _question() -> FitRequest:
        rows, notes = data.rows()
        choice = CHOICES[input.objective()]
        objective = read_choice(input.objective(), input.limit())
        limit = input.time_limit()
        if limit is not None and limit <= 0:
            raise ValueError("The time limit must be a number of seconds above zero, or empty.")
        loaded = data.loaded()
        is_panel = input.task() == "panel"
        asked = FitRequest(rows, notes, loaded.name, objective, limit, input.certify() and not is_panel)
        if is_panel:
            asked = replace(asked, size=read_size(input.size(), len(rows.columns)))
        elif objective.classifies:
            second = further.second()
            asked = replace(asked, risk=further.risk() or None)
            if second is not None:
                found = choose_second(rows, second.table, second.name, data.missing(), notes)
                asked = replace(asked, second=found)
        if loaded.is_example:
            return asked
        words = choice.words.format("" if input.limit() is None else f"{input.limit():g}").split()
        command = as_command(asked, all_columns=data.takes_all(), missing=data.missing(), words=words)
        return replace(asked, command=command)

    @reactive.effect
    def _watch() -> None:
        """Look at the search now and then; the page changes only where something did."""
        running = job()
        if running is None:
            return
        if running.outcome is None:
            state.set(SearchState("stopping" if running.is_stopping else running.line, running.latest))
            reactive.invalidate_later(_BETWEEN)
        else:
            state.set(None)
            outcome.set(running.outcome)
        ui.update_action_button("start", disabled=running.outcome is None)
        ui.update_action_button("stop", disabled=running.outcome is not None or running.is_stopping)

    @reactive.effect
    @reactive.event(input.stop)
    def _stop() -> None:
        _stop_if_running(job())

    @session.on_ended
    def _leave() -> None:
        with reactive.isolate():
            _stop_if_running(job())

    @render.ui
    def refusal() -> Tag | None:
        return trouble(refused()) if refused() else None

    @render.ui
    def progress() -> Tag | None:
        now = state()
        return None if now is None else _show_state(now)

    @render.ui
    def result() -> Tag | None:
        ended = outcome()
        if ended is None:
            return None
        if ended.result is None:
            return trouble(ended.trouble)
        answer, fragment = ended.result
        return ui.div(
            ui.h2(answer.page.title, class_="h4 mt-4"),
            ui.p(answer.page.subtitle, class_="quiet"),
            ui.div(
                ui.download_button("report", "Report (HTML)"),
                ui.download_button("model", "Model (JSON)"),
                ui.download_button("certificate", "Certificate (JSON)") if answer.certificate else None,
                class_="buttons",
            ),
            ui.p(answer.no_certificate, class_="quiet") if answer.no_certificate else None,
            ui.div(fragment, class_="report"),
            ui.div(id="roc-points", hidden="", data_points=answer.points.to_json())
            if answer.points
            else None,
        )

    def kept() -> Answer:
        ended = outcome()
        req(ended is not None and ended.result is not None)
        assert ended is not None
        assert ended.result is not None
        return ended.result[0]

    @render.download_button(filename="aucopt-report.html")
    def report() -> Iterator[str]:
        page = kept().page
        with DRAWING:
            yield page.to_html()

    @render.download_button(filename="aucopt-model.json")
    def model() -> Iterator[str]:
        yield kept().model

    @render.download_button(filename="aucopt-certificate.json")
    def certificate() -> Iterator[str]:
        yield kept().certificate or ""


def read_size(size: float | None, n_columns: int) -> int:
    """The number of columns of a panel.

    Examples
    --------
    >>> from aucopt.app.fit_tab import read_size
    >>> read_size(2.0, 5)
    2
    """
    if size is None or size != int(size) or not 1 <= size <= n_columns:
        raise ValueError(f"The number of columns must be a whole number from 1 to {n_columns}.")
    return int(size)


def _begin(question: FitRequest) -> Job[Shown]:
    def work(tell: Tell) -> Shown:
        answer = find_answer(question, lambda progress: tell("searching", progress), tell)
        with DRAWING:
            return answer, HTML(str(answer.shown.to_fragment()))

    return Job(work).start()


def _stop_if_running(job: Job[Shown] | None) -> None:
    if job is not None:
        job.stop()


def _show_state(state: SearchState) -> Tag:
    numbers = None
    if state.progress is not None:
        value, bound, gap, seconds = state.progress
        shown = {
            "best so far": show_auc(value, 6),
            "bound": show_bound(bound, gap, 6),
            "gap": show_gap(gap).removeprefix("gap "),
            "seconds": f"{seconds:.1f}",
        }
        numbers = ui.tags.dl(*(ui.div(ui.tags.dt(name), ui.tags.dd(text)) for name, text in shown.items()))
    return ui.div(ui.div(state.line, class_="running"), numbers, class_="live")
