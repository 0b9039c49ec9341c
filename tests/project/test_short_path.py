"""A reader follows one call through few files: calls between modules of the package, kernels included."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest

import aucopt

ROOT = str(Path(aucopt.__file__).parent)


def traced(function: Callable[[], Any]) -> tuple[set[str], int]:
    """The modules of the package that a call runs through, and how often one calls another."""
    modules, n_calls = set(), 0

    def module(code: CodeType) -> str | None:
        return code.co_filename.removeprefix(ROOT) if code.co_filename.startswith(ROOT) else None

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal n_calls
        called = module(frame.f_code) if event == "call" else None
        if called is None:
            return
        modules.add(called)
        back = frame.f_back
        while back is not None and module(back.f_code) is None:
            back = back.f_back
        n_calls += back is not None and module(back.f_code) != called

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
    return modules, n_calls


@pytest.mark.parametrize(("n_columns", "most_modules", "most_calls"), [(2, 10, 50), (3, 20, 110)])
def test_the_best_score_is_found_through_few_modules(
    n_columns: int, most_modules: int, most_calls: int
) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, n_columns)), rng.integers(0, 2, 200)
    X[y == 1] += 0.5
    aucopt.maximize_auc(X, y)
    modules, n_calls = traced(lambda: aucopt.maximize_auc(X, y))
    assert len(modules) <= most_modules, sorted(modules)
    assert n_calls <= most_calls
