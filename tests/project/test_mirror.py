"""A stranger finds the test of a kernel by its path."""

from pathlib import Path

import pytest

import aucopt

KERNELS = Path(aucopt.__file__).parent / "kernels"
TESTS = Path(__file__).parents[1] / "kernels"
MODULES = sorted(path.relative_to(KERNELS) for path in KERNELS.rglob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_kernel_has_its_tests_at_the_same_path(module: Path) -> None:
    path = TESTS / module.with_name(f"test_{module.name}")
    assert path.is_file(), f"write tests/kernels/{path.relative_to(TESTS)}"
    assert f"aucopt.kernels.{'.'.join(module.with_suffix('').parts)} import" in path.read_text(
        encoding="utf-8"
    )
