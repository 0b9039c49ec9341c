"""The page: a bar with three tabs, the theme, and a line on where the data stay."""

from pathlib import Path

from shiny import App, Inputs, Outputs, Session, ui

from aucopt import __version__
from aucopt.app.apply_tab import apply_server, apply_ui
from aucopt.app.check_tab import check_server, check_ui
from aucopt.app.fit_tab import fit_server, fit_ui
from aucopt.app.theme import style_sheet
from aucopt.report.page.page import page_part

_STATIC = Path(__file__).parent / "static"


def make_page(megabytes: int) -> App:
    """The app of Shiny; every browser tab is a session with data and a search of its own."""
    head = ui.head_content(
        ui.tags.meta(name="viewport", content="width=device-width, initial-scale=1"),
        ui.tags.meta(name="referrer", content="no-referrer"),
        ui.tags.link(rel="icon", href="data:,"),
        ui.tags.style(style_sheet() + _read("app.css")),
        ui.tags.script(_read("app.js") + page_part("tables.js").replace('"use strict";', "")),
    )
    tabs = {"Find a score": fit_ui("fit", megabytes), "Apply a model": apply_ui("apply", megabytes)}
    tabs["Check a certificate"] = check_ui("check", megabytes)
    page = ui.page_navbar(
        *(ui.nav_panel(title, ui.div(content, class_="app")) for title, content in tabs.items()),
        ui.nav_spacer(),
        ui.nav_control(ui.input_dark_mode(id="mode", aria_label="light or dark theme")),
        title="aucopt",
        window_title="aucopt",
        lang="en",
        header=ui.TagList(head, ui.busy_indicators.use(spinners=False, pulse=False)),
        theme=ui.Theme("bootstrap"),
        navbar_options=ui.navbar_options(collapsible=True, underline=True),
        footer=ui.tags.footer(
            f"aucopt {__version__}. This app runs on your own computer and cannot be reached from others. "
            "Your data never leave it.",
            data_most_megabytes=str(megabytes),
        ),
    )

    def server(input: Inputs, output: Outputs, session: Session) -> None:
        fit_server("fit")
        apply_server("apply")
        check_server("check")

    return App(page, server)


def _read(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
