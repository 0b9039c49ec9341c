"""The layers of docs/architecture.md: each imports those below it, never those above."""

import ast
from pathlib import Path

import pytest

import aucopt

ROOT = Path(aucopt.__file__).parent
LAYERS = (
    *("cli", "app", "report", "tables", "analysis", "lab", "estimators", "panels", "exact"),
    *("metrics", "kernels"),
)


def imported(path):
    """The parts of the package that a file imports, also inside functions; not for type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and [alias.name for alias in node.names] == ["__version__"]:
            continue
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            package, _, rest = (name or "").partition(".")
            if package == "aucopt":
                # The whole package would be every layer at once.
                yield rest.partition(".")[0] or "cli"


def files(part):
    folder = ROOT / part
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [ROOT / f"{part}.py"]


@pytest.mark.parametrize("part", LAYERS)
def test_no_layer_imports_one_above(part):
    above = LAYERS[: LAYERS.index(part)]
    climbing = [(path.name, name) for path in files(part) for name in imported(path) if name in above]
    assert climbing == []


def test_the_narrator_knows_nothing_of_the_rest():
    assert {name for path in files("words") for name in imported(path)} == {"words"}


@pytest.mark.parametrize("part", ["stats", "delong", "datasets", "verifier"])
def test_what_stands_beside_the_layers_knows_none_above_metrics(part):
    known = {name for path in files(part) for name in imported(path)}
    assert not known & set(LAYERS[: LAYERS.index("metrics")])
