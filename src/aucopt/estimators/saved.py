"""The file of a saved model, as far as that can be checked without loading what is slow to import."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FORMAT, VERSION = "aucopt-model", 1


def read_saved(path: str | Path) -> Mapping[str, Any]:
    """The content of a model's file.

    Raises
    ------
    ValueError
        If it is not a model of aucopt, or was written by a later version.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except ValueError:
        raise ValueError(f"{path} is not a model of aucopt: it is not JSON.") from None
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise ValueError(f'{path} is not a model of aucopt: it lacks "format": "{FORMAT}".')
    if content.get("version") != VERSION:
        raise ValueError(
            f"{path} is a model of version {content.get('version')}; this aucopt reads version {VERSION}."
        )
    return content
