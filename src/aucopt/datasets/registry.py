"""The paper's 50 data sets: what they are, where they come from, under which licence (see registry.toml)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

SourceKind = Literal["zenodo", "openml", "libsvm", "uci", "manual"]


@dataclass(frozen=True)
class DatasetInfo:
    """Description of a data set, available without its rows.

    Attributes
    ----------
    name : str
        Name in this package, as in `NAME.npz`.
    paper_name : str
        Name in the paper; empty if the data set is not one of its 50.
    n, d, n_positive : int
        Rows, columns and positive rows.
    positive : str
        The meaning of the positive class.
    licence, citation : str
        Licence and citation of the data.
    page : str
        The web page of the data set.
    source : {"zenodo", "openml", "libsvm", "uci", "manual"} or None
        The source of the download; "manual" if you have to prepare the file yourself, None for a data set of
        your own.
    key : object
        The name of the data set at that source, or instructions if the source is "manual".
    verified : bool
        Whether the download is confirmed to yield this data set, by a publication or by a copy of the files.
    """

    name: str
    paper_name: str
    n: int
    d: int
    n_positive: int
    positive: str
    licence: str = ""
    citation: str = ""
    page: str = ""
    source: SourceKind | None = None
    key: Any = None
    verified: bool = False


def get_info(name: str) -> DatasetInfo:
    """Return the registry entry of a data set.

    Examples
    --------
    >>> from aucopt.datasets import get_info
    >>> info = get_info("abalone_19")
    >>> info.paper_name, info.n, info.d, info.n_positive, info.positive
    ('abalone[19]', 4177, 10, 32, 'rings = 19')
    """
    if name in REGISTRY:
        return REGISTRY[name]
    # People type the paper's names too.
    known = {info.paper_name: key for key, info in REGISTRY.items()} | {key: key for key in REGISTRY}
    close = dict.fromkeys(known[match] for match in get_close_matches(name, known, n=4))
    hint = f"Did you mean {', '.join(close)}?" if close else "`aucopt datasets` lists all names."
    raise ValueError(f"There is no data set {name!r}. {hint}")


def _read_registry() -> dict[str, DatasetInfo]:
    origins = tomllib.loads(files("aucopt.datasets").joinpath("registry.toml").read_text(encoding="utf-8"))
    infos = []
    for origin in origins.values():
        about = {key: origin[key] for key in ("licence", "citation", "page")}
        for name, entry in origin["sets"].items():
            (source,) = (kind for kind in get_args(SourceKind) if kind in entry)
            size = dict(zip(("n", "d", "n_positive"), entry["size"], strict=True))
            infos.append(
                DatasetInfo(
                    name,
                    entry["paper"],
                    positive=entry["positive"],
                    source=source,
                    key=entry[source],
                    verified=entry.get("verified", False),
                    **size,
                    **about,
                )
            )
    return {info.name: info for info in sorted(infos, key=lambda info: info.name)}


REGISTRY: Mapping[str, DatasetInfo] = MappingProxyType(_read_registry())
"""The paper's data sets by name."""
