"""One class name has one meaning, and no file is too long to be one idea."""

import ast
from collections import defaultdict
from pathlib import Path

import aucopt

FILES = sorted(Path(aucopt.__file__).parent.rglob("*.py"))
MOST_LINES = 350


def test_a_class_name_stands_in_one_file():
    places = defaultdict(list)
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_file_is_long():
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}
