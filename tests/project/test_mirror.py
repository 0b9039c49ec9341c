"""A stranger finds the test of a module by its path."""

import ast
from pathlib import Path

import pytest

import aucopt

PACKAGE = Path(aucopt.__file__).parent
TESTS = Path(__file__).parents[1]
MODULES = sorted(
    path.relative_to(PACKAGE)
    for part in ("kernels", "exact", "panels")
    for path in (PACKAGE / part).rglob("*.py")
    if path.stem != "__init__"
)


def modules_used(path: Path) -> set[str]:
    """The modules that a test imports, and those where the public names that it uses are made."""
    used = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            used |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
        elif (
            isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "aucopt"
        ):
            used.add(getattr(getattr(aucopt, node.attr), "__module__", ""))
    return used


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_module_has_its_tests_at_the_same_path(module: Path) -> None:
    path = TESTS / module.with_name(f"test_{module.name}")
    assert path.is_file(), f"write tests/{path.relative_to(TESTS)}"
    assert ".".join(["aucopt", *module.with_suffix("").parts]) in modules_used(path)
