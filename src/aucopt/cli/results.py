"""`aucopt paper tables` and `aucopt paper figures`: what the records of one or more studies show."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucopt.cli.command import CommandError, check_writable, new_parser

if TYPE_CHECKING:
    from aucopt.lab import Record
    from aucopt.lab.toy import ToyExample

EXAMPLES = (
    "aucopt paper tables --store linear-2d.sqlite linear-3d.sqlite    text, CSV and LaTeX, here in tables/",
    "aucopt paper figures --store linear-2d.sqlite --toy    PNG and SVG in figures/, the toy example too",
)


def add_actions(actions: Any) -> None:
    """Declare both actions."""
    for name, run, help, example in (
        ("tables", write_tables, "write the paper's tables, published numbers beside ours", EXAMPLES[0]),
        ("figures", write_figures, "draw the paper's figures", EXAMPLES[1]),
    ):
        parser = new_parser(
            actions,
            name,
            run,
            help=help,
            description=f"{help[0].upper()}{help[1:]}: all that the records at hand allow. Each says on how\n"
            "many data sets and trials it rests.",
            examples=[example],
        )
        parser.add_argument(
            "--store", type=Path, nargs="+", required=True, metavar="FILE", help="files of studies"
        )
        parser.add_argument(
            "--output", type=Path, default=Path(name), metavar="DIR", help="default: %(default)s"
        )
        parser.add_argument("--toy", action="store_true", help="fit the toy set of Fig. 1 and show it too")


def write_tables(arguments: argparse.Namespace) -> None:
    """Write tables."""
    from aucopt.report import write_tables

    _write(arguments, write_tables)


def write_figures(arguments: argparse.Namespace) -> None:
    """Draw figures."""
    from aucopt.report import write_figures

    _write(arguments, write_figures)


def _write(arguments: argparse.Namespace, write: Callable[..., list[Path]]) -> None:
    records = _read(arguments.store)
    try:
        arguments.output.mkdir(parents=True, exist_ok=True)
        check_writable(arguments.output)
        paths = write(records, arguments.output, toy=_fit_toy() if arguments.toy else None)
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None
    print(*paths, sep="\n")


def _read(stores: list[Path]) -> "list[Record]":
    """The records of all files; two studies of one projection would be mixed up."""
    from aucopt.lab import Store, StoreError

    records: list[Record] = []
    seen: dict[str, Path] = {}
    for path in stores:
        try:
            with Store(path, create=False) as store:
                found = store.records()
        except (StoreError, FileNotFoundError) as error:
            raise CommandError(str(error)) from None
        for projection in {record.unit.projection for record in found}:
            other = seen.setdefault(projection, path)
            if other != path:
                raise CommandError(
                    f"{other} and {path} both hold a study of {projection}; tables of both would mix them "
                    "up. Give one at a time."
                )
        records += found
    return records


def _fit_toy() -> "ToyExample":
    from aucopt.lab.toy import fit_toy

    return fit_toy()
