"""The page of the architecture names what is there, and its tables by file have all files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "aucopt"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = [path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*") if "__pycache__" not in path.parts]
NAME = re.compile(r"`([\w./*]+(?:\.py|/))`")
# The folders whose tables have a row for each file, or for a few.
BY_FILE = ("analysis", "lab", "tables", "app", "words", "panels")


def is_there(name: str) -> bool:
    """Whether a file or folder of the package ends like this, or one beside the package is called so."""
    ends = "/" + name.rstrip("/")
    return any(path.endswith(ends) for path in PATHS) or any(
        any(folder.glob(name.rstrip("/")))
        for folder in (ROOT, ROOT / "tests", ROOT / "results", ROOT / "src")
    )


def test_what_it_names_is_there() -> None:
    assert {name for name in NAME.findall(PAGE) if not is_there(name)} == set()


@pytest.mark.parametrize("folder", BY_FILE)
def test_a_table_by_file_has_all_files(folder: str) -> None:
    files = {path.name for path in (PACKAGE / folder).glob("*.py")} - {"__init__.py"}
    section = re.split(r"\n(?:In `|## )", PAGE.split(f"\nIn `{folder}/`")[1])[0]
    assert files - set(NAME.findall(section)) == set()
