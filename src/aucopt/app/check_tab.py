"""The third tab: whether a certificate holds for a table, by integers and without the solver."""

from htmltools import Tag, TagList
from shiny import Inputs, Outputs, Session, module, reactive, render, ui

from aucopt.app.data_choice import data_server, data_ui, trouble
from aucopt.app.job import Job
from aucopt.tables.errors import TableError, capitalise
from aucopt.verifier import verify
from aucopt.verifier.verify import Verdict

_BETWEEN = 0.25  # seconds
_MOST_SECONDS = 600.0


@module.ui
def check_ui(megabytes: int) -> TagList:
    """The controls."""
    return ui.TagList(
        ui.p(
            "Choose the data, the target, the positive class and the columns with which the certificate was "
            "made. The check counts in integers and does not use the solver.",
            class_="help",
        ),
        data_ui("data", megabytes),
        ui.div(
            ui.h2("3. The certificate"),
            ui.div(
                ui.input_file("proof", "A certificate (a JSON file)", accept=[".json"], width="100%"),
                class_="choices",
            ),
            ui.div(
                ui.input_action_button("start", "Check", class_="btn-primary"),
                ui.input_action_button("stop", "Stop", disabled=True),
                class_="buttons",
            ),
            ui.div(ui.output_ui("verdict"), aria_live="polite"),
            class_="step",
        ),
    )


@module.server
def check_server(input: Inputs, output: Outputs, session: Session) -> None:
    """What the controls do."""
    data = data_server("data")
    job: reactive.Value[Job[Verdict] | None] = reactive.Value(None)
    said: reactive.Value[tuple[str, str]] = reactive.Value(("", ""))

    @reactive.effect
    @reactive.event(input.start)
    def _start() -> None:
        running = job()
        if running is not None and running.outcome is None:
            return
        try:
            rows, _ = data.rows()
            if not input.proof():
                raise TableError("Choose a certificate.")
        except TableError as error:
            job.set(None)
            said.set(("trouble", capitalise(error.message)))
            return
        path = input.proof()[0]["datapath"]
        job.set(
            Job(
                lambda tell: verify(
                    path,
                    rows,
                    rows.y,
                    rows.weights,
                    time_limit=_MOST_SECONDS,
                    callback=lambda progress: tell(f"checking: {progress.share:.0%}"),
                )
            ).start()
        )

    @reactive.effect
    @reactive.event(input.stop)
    def _stop() -> None:
        running = job()
        if running is not None:
            running.stop()

    @reactive.effect
    def _watch() -> None:
        running = job()
        if running is None:
            return
        ended = running.outcome
        if ended is None:
            said.set(("running", running.line))
            reactive.invalidate_later(_BETWEEN)
        elif ended.result is None:
            said.set(("trouble", ended.trouble))
        else:
            said.set(describe_verdict(ended.result))
        ui.update_action_button("start", disabled=ended is None)
        ui.update_action_button("stop", disabled=ended is not None)

    @render.ui
    def verdict() -> Tag | None:
        kind, text = said()
        if kind == "running":
            return ui.div(ui.div(text, class_="running"), class_="live")
        if kind == "fine":
            return ui.div(text, class_="trouble fine", role="status")
        return trouble(text) if text else None


def describe_verdict(verdict: Verdict) -> tuple[str, str]:
    """Whether it is fine, and what to say of it.

    Examples
    --------
    >>> from aucopt.app.check_tab import describe_verdict
    >>> from aucopt.verifier.verify import Verdict
    >>> describe_verdict(Verdict(False, "The direction attains less."))
    ('trouble', 'The proof fails. The direction attains less.')
    """
    if not verdict.is_understood:
        return "trouble", f"The proof cannot be checked. {verdict.reason}"
    if not verdict.is_finished:
        return "trouble", f"The proof was not checked to its end. {verdict.reason}"
    if not verdict:
        return "trouble", f"The proof fails. {verdict.reason}"
    return "fine", f"The proof holds. {verdict.reason}"
