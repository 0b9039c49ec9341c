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
    """What is known about a data set without having it.

    Attributes
    ----------
    name : str
        Name here, as in `NAME.npz`.
    paper_name : str
        Name in the paper; empty if the set is not one of its 50.
    n, d, n_positive : int
        Rows, columns and positive rows.
    positive : str
        What is positive.
    licence, citation : str
        Of the data.
    page : str
        The address where people read about it.
    source : {"zenodo", "openml", "libsvm", "uci", "manual"} or None
        Where a download comes from; "manual" if people have to make the file, None for a set of one's own.
    key : object
        How that source calls it, or what people have to do.
    verified : bool
        Whether a public text or a copy of the source's files shows that this download gives this set.
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
    """Return the entry of a set.

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
