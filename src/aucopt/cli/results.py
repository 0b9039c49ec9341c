"""`aucopt paper tables`, `figures` and `rebuild`: what the records of one or more studies show."""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

from aucopt.cli.command import CommandError, new_parser
from aucopt.cli.files import check_writable

if TYPE_CHECKING:
    from aucopt.lab import Record
    from aucopt.lab.records import Projection
    from aucopt.lab.toy import ToyExample

# As in aucopt.report, which is slow to import and not needed for the help.
TABLES, FIGURES = ("txt", "csv", "tex"), ("png", "svg")
EXAMPLES = (
    "aucopt paper tables --store linear-2d.sqlite linear-3d.sqlite    text, CSV and LaTeX, here in tables/",
    "aucopt paper figures --store linear-2d.sqlite --toy    PNG and SVG in figures/, the toy example too",
    "aucopt paper rebuild results    all tables and figures in results/, from the records beside them",
)
RECORDS = "records.csv.gz"


def add_actions(actions: Any) -> None:
    """Declare the actions."""
    for name, run, formats, help, example in (
        (
            "tables",
            write_tables,
            TABLES,
            "write the paper's tables, published numbers beside ours",
            EXAMPLES[0],
        ),
        ("figures", write_figures, FIGURES, "draw the paper's figures", EXAMPLES[1]),
    ):
        parser = new_parser(
            actions,
            name,
            run,
            help=help,
            description=f"{help[0].upper()}{help[1:]}: all for which there are records. Each says how many\n"
            "data sets and trials it is based on.",
            examples=[example],
        )
        parser.add_argument(
            "--store",
            type=Path,
            nargs="+",
            required=True,
            metavar="FILE",
            help="files of studies, or archives of them (.csv.gz)",
        )
        parser.add_argument(
            "--output", type=Path, default=Path(name), metavar="DIR", help="default: %(default)s"
        )
        parser.add_argument("--toy", action="store_true", help="fit the toy set of Fig. 1 and show it too")
        parser.add_argument("--datasets", nargs="+", metavar="NAME", help="only these data sets")
        parser.add_argument("--methods", nargs="+", metavar="NAME", help="only these methods")
        parser.add_argument("--trials", type=int, metavar="N", help="only the first N trials")
        parser.add_argument(
            "--formats", nargs="+", choices=formats, default=formats, help="default: " + " ".join(formats)
        )
    parser = new_parser(
        actions,
        "rebuild",
        rebuild,
        help="write published tables and figures again, from the records beside them",
        description=f"Each folder with a file {RECORDS} is a study. Its tables and figures are made anew\n"
        "from these records. Only files that stand beside them are replaced; `aucopt paper tables` and\n"
        "`figures` write all there are.",
        examples=EXAMPLES[2:],
    )
    parser.add_argument("folder", type=Path, help="the folder of the studies, or of one study")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="DIR",
        help="write to this folder instead, and leave the studies unchanged",
    )


def write_tables(arguments: argparse.Namespace) -> None:
    """Write tables."""
    from aucopt.report import write_tables

    records, settings = _read(arguments)
    _write(arguments, partial(write_tables, records, settings=settings))


def write_figures(arguments: argparse.Namespace) -> None:
    """Draw figures."""
    from aucopt.report import write_figures

    records, _ = _read(arguments)
    _write(arguments, partial(write_figures, records))


def rebuild(arguments: argparse.Namespace) -> None:
    """Write again what stands beside the records of studies."""
    from tempfile import TemporaryDirectory

    from aucopt.report import write_figures, write_tables

    folder = arguments.folder
    found = sorted({*folder.glob(RECORDS), *folder.glob(f"*/{RECORDS}")})
    if not found:
        raise CommandError(f"{folder} has no {RECORDS}, and no folder in it has one.")
    for path in found:
        records, settings = _read_all([path])
        target = path.parent if arguments.output is None else arguments.output / path.parent.name
        kept = {file.name for file in path.parent.iterdir()}
        with TemporaryDirectory() as made:
            try:
                # Only what stands there: some folders have records alone, some no figure.
                if any(name.endswith((".txt", ".csv")) for name in kept):
                    write_tables(records, made, settings=settings, formats=("txt", "csv"))
                if any(name.endswith(".png") for name in kept):
                    write_figures(records, made, formats=("png",))
                target.mkdir(parents=True, exist_ok=True)
                for file in sorted(Path(made).iterdir()):
                    if file.name in kept:
                        print(copyfile(file, target / file.name))
            except (OSError, ValueError) as error:
                raise CommandError(str(error)) from None


def _write(arguments: argparse.Namespace, write: Callable[..., list[Path]]) -> None:
    try:
        arguments.output.mkdir(parents=True, exist_ok=True)
        check_writable(arguments.output)
        toy = _fit_toy() if arguments.toy else None
        paths = write(arguments.output, toy=toy, formats=arguments.formats)
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None
    print(*paths, sep="\n")


def _read(arguments: argparse.Namespace) -> "tuple[list[Record], dict[Projection, str]]":
    """The records that were asked for, and how each study was run."""
    records, settings = _read_all(arguments.store)
    selected = _select(records, arguments)
    if len(selected) < len(records) and not any(record.status == "done" for record in selected):
        raise CommandError("no finished record among those asked for.")
    return selected, settings


def _read_all(paths: Sequence[Path]) -> "tuple[list[Record], dict[Projection, str]]":
    """The records of all files, and how each study was run; two of one projection would be mixed up."""
    from aucopt.lab import Store, StoreError
    from aucopt.lab.archive import Archive, is_archive, read_archive
    from aucopt.lab.study import describe_settings

    def read(path: Path) -> Archive:
        if is_archive(path):
            return read_archive(path)
        with Store(path, create=False) as store:
            return Archive(store.settings(), store.records())

    records: list[Record] = []
    settings: dict[Projection, str] = {}
    seen: dict[str, Path] = {}
    for path in paths:
        try:
            found = read(path)
        except (StoreError, FileNotFoundError) as error:
            raise CommandError(str(error)) from None
        for projection in {record.unit.projection for record in found.records}:
            other = seen.setdefault(projection, path)
            if other != path:
                raise CommandError(
                    f"{other} and {path} both hold a study of {projection}; tables of both would mix them "
                    "up. Give one at a time."
                )
            settings[projection] = describe_settings(found.settings)
        records += found.records
    return records, settings


def _select(records: "list[Record]", arguments: argparse.Namespace) -> "list[Record]":
    """The records that were asked for; a name that none of them has is a slip of the pen."""
    for part in ("dataset", "method"):
        names = getattr(arguments, f"{part}s")
        there = {getattr(record.unit, part) for record in records}
        if missing := set(names or ()) - there:
            raise CommandError(
                f"no record of {', '.join(sorted(missing))}. There are: {', '.join(sorted(there)) or 'none'}."
            )
        records = [record for record in records if names is None or getattr(record.unit, part) in names]
    if arguments.trials is not None:
        if arguments.trials < 1:
            raise CommandError(f"--trials must be at least 1, not {arguments.trials}.")
        records = [record for record in records if record.unit.trial < arguments.trials]
    return records


def _fit_toy() -> "ToyExample":
    from aucopt.lab.toy import fit_toy

    return fit_toy()
