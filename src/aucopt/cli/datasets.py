"""`aucopt datasets`: which of the paper's data sets are at hand, what they are, and how to get the others."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from aucopt.cli.command import CommandError, new_parser
from aucopt.datasets import REGISTRY, DatasetInfo, find_dataset, find_projection, get_info, load_dataset
from aucopt.datasets.storage import cache_directory, given_folder

EXAMPLES = (
    "aucopt datasets                      what is at hand",
    "aucopt datasets pima                 what it is, where it is, whom to cite",
    "aucopt datasets --download pima      fetch it from its public source",
)
ALL = "all"
# Narrower terminals get the table without the paper's names.
WIDTH = 100
SOURCES = {
    "zenodo": "imbalanced-learn's collection, Zenodo 61452, x{key}data.npz",
    "openml": "OpenML, data set {key[id]}",
    "libsvm": "LIBSVM data, {key}",
    "uci": "UCI repository, {key}",
    "manual": "no download. {key}",
}
SHORT = {"zenodo": "Zenodo", "openml": "OpenML", "libsvm": "LIBSVM", "uci": "UCI", "manual": "by hand"}


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "datasets",
        run,
        help="list the paper's data sets, show what they are, fetch them",
        description="List the paper's 50 data sets and your own, say which are at hand, show one in detail,\n"
        "or fetch it. Nothing is fetched without --download.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help=f"a set, or {ALL}: show it in detail, or fetch it"
    )
    parser.add_argument("--download", action="store_true", help="fetch the named sets that are not at hand")
    parser.add_argument("--at-hand", action="store_true", help="list only what is at hand")
    parser.add_argument("--names", action="store_true", help="list names only, one per line")
    parser.add_argument("--folder", metavar="DIR", help="a folder of NAME.npz (default: AUCOPT_DATA)")
    parser.add_argument(
        "--projections",
        metavar="DIR",
        help="a folder of NAME_tsne2.npz, NAME_tsne3.npz (default: AUCOPT_PROJECTIONS)",
    )
    parser.add_argument("--cache", metavar="DIR", help="where downloads are kept (default: AUCOPT_CACHE)")


@dataclass(frozen=True)
class Shelf:
    """Where to look."""

    folder: str | None
    cache: str | None
    projections: str | None

    def find(self, name: str) -> Path | None:
        """Return the file of a set, if it is at hand."""
        return find_dataset(name, folder=self.folder, cache=self.cache)

    def load(self, name: str, *, download: bool = False) -> DatasetInfo:
        """Read a set, which checks it."""
        return load_dataset(name, folder=self.folder, cache=self.cache, download=download).info

    def find_projection(self, name: str, k: int) -> Path | None:
        """Return the file of a projection to R^k, if it is at hand."""
        return find_projection(name, k, projections=self.projections, folder=self.folder, cache=self.cache)

    def own_folder(self) -> Path | None:
        """Return the folder of files, if there is one."""
        return given_folder(self.folder, "AUCOPT_DATA")

    def own_names(self) -> list[str]:
        """Sets in the folder that are not the paper's."""
        folder = self.own_folder()
        return (
            sorted(path.stem for path in folder.glob("*.npz") if path.stem not in REGISTRY) if folder else []
        )


def run(arguments: argparse.Namespace) -> None:
    """List, show or fetch."""
    shelf = Shelf(arguments.folder, arguments.cache, arguments.projections)
    try:
        infos = _choose(arguments.name, shelf)
        if arguments.at_hand:
            infos = [info for info in infos if shelf.find(info.name)]
        if arguments.download:
            if not arguments.name:
                raise CommandError(f"say which sets to fetch: aucopt datasets --download NAME, or {ALL}")
            _fetch(infos, shelf)
        elif arguments.names:
            for info in infos:
                print(info.name)
        elif arguments.name and ALL not in arguments.name:
            print("\n\n".join(_describe(info, shelf) for info in infos))
        else:
            _print_table(infos, shelf)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None


def _choose(names: Sequence[str], shelf: Shelf) -> list[DatasetInfo]:
    own = shelf.own_names()
    if names and ALL not in names:
        return [shelf.load(name) if name in own else get_info(name) for name in names]
    infos = list(REGISTRY.values())
    for name in own:
        # Other things may lie in the same folder.
        with suppress(ValueError):
            infos.append(shelf.load(name))
    return infos


def _fetch(infos: Sequence[DatasetInfo], shelf: Shelf) -> None:
    failures = []
    for info in infos:
        path = shelf.find(info.name)
        if path:
            print(f"{info.name}: at hand, {path}")
            continue
        try:
            shelf.load(info.name, download=True)
        except OSError as error:
            failures.append(str(error))
        except KeyboardInterrupt:
            raise KeyboardInterrupt("What was fetched before stays.") from None
        else:
            print(f"{info.name}: fetched, {shelf.find(info.name)}")
    if failures:
        raise CommandError("\n".join(failures))


def _describe(info: DatasetInfo, shelf: Shelf) -> str:
    path = shelf.find(info.name)
    if path:
        # A damaged file is not at hand.
        shelf.load(info.name)
    facts = {
        "in the paper": info.paper_name,
        "size": f"{info.n:,} rows, {info.d:,} columns, {info.n_positive:,} positives ({_share(info)})",
        "positive": info.positive,
        "at hand": str(path or "no"),
        "t-SNE to R^2": str(shelf.find_projection(info.name, 2) or "not computed"),
        "t-SNE to R^3": str(shelf.find_projection(info.name, 3) or "not computed"),
    }
    if info.source:
        key = " and ".join(info.key) if info.source == "libsvm" else info.key
        source = SOURCES[info.source].format(key=key)
        facts["source"] = f"{source} (unverified)" if _is_doubtful(info) else source
        facts |= {"licence": info.licence, "citation": info.citation, "page": info.page}
    wrapper = TextWrapper(WIDTH, subsequent_indent=" " * 16, break_long_words=False, break_on_hyphens=False)
    lines = [wrapper.fill(f"  {key:<14}{value}") for key, value in facts.items() if value]
    return "\n".join([info.name, *lines])


def _print_table(infos: Sequence[DatasetInfo], shelf: Shelf) -> None:
    # Slow to import, and `aucopt --help` needs none of it.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    cached = cache_directory(shelf.cache)
    paths = [shelf.find(info.name) for info in infos]
    for info, path in zip(infos, paths, strict=True):
        where = "-" if path is None else "cache" if cached in path.parents else "folder"
        ready = [f"R^{k}" for k in (2, 3) if shelf.find_projection(info.name, k)]
        # Texts, since names like abalone[19] are no markup.
        cells = {
            "name": Text(info.name),
            "in the paper": Text(info.paper_name),
            "rows": Text(f"{info.n:,}", justify="right"),
            "columns": Text(f"{info.d:,}", justify="right"),
            "positive": Text(_share(info), justify="right"),
            "data": Text(where, style="green" if path else "dim"),
            "t-SNE": Text(" ".join(ready)) if ready else Text("-", style="dim"),
            "source": Text((SHORT[info.source] if info.source else "own") + "?" * _is_doubtful(info)),
            "licence": Text(info.licence.partition(" (")[0]),
        }
        if console.width < WIDTH:
            del cells["in the paper"]
        if not table.columns:
            for heading, cell in cells.items():
                table.add_column(heading, justify=cell.justify or "left", no_wrap=True)
        table.add_row(*cells.values())
    with console.capture() as capture:
        console.print(table)
    print(*(line.rstrip() for line in capture.get().splitlines()), sep="\n")

    n_at_hand = len(infos) - paths.count(None)
    folder = shelf.own_folder() or "none (--folder or AUCOPT_DATA names one)"
    print(f"\n{n_at_hand} of {len(infos)} at hand. Folder: {folder}. Cache: {cached}")
    print("More on a set: aucopt datasets NAME. To fetch it: aucopt datasets --download NAME")
    if any(map(_is_doubtful, infos)):
        print("A source with ? is unverified: it should give this set, but this has not been checked.")


def _share(info: DatasetInfo) -> str:
    return f"{info.n_positive / info.n:.1%}"


def _is_doubtful(info: DatasetInfo) -> bool:
    return info.source not in (None, "manual") and not info.verified
