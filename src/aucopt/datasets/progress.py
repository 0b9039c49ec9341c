"""Bars and clocks on stderr for what takes a while; on terminals only, unless told otherwise."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def show_work(text: str, progress: bool | None) -> Iterator[None]:
    """Show a running clock beside a text."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    with _bar(progress, SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as bar:
        bar.add_task(text, total=None)
        yield


@contextmanager
def show_transfer(text: str, progress: bool | None) -> Iterator[Callable[[int, int | None], None]]:
    """Show a bar of bytes; the block calls what it gets with the bytes so far and the total, if known."""
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with _bar(progress, *columns, TimeRemainingColumn()) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _bar(progress: bool | None, *columns: Any) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    shown = console.is_terminal if progress is None else progress
    return Progress(*columns, console=console, disable=not shown, transient=console.is_terminal)
