"""Certificates of both versions and both kinds of proof, to be changed by the tests."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from certified import Content, gaussians, short_marches, solve_and_check

FROZEN = Path(__file__).parents[1] / "exact" / "proof" / "certificates_v1"


class Proved(NamedTuple):
    """A certificate and its data."""

    content: Content
    X: np.ndarray
    y: np.ndarray


def frozen(name: str) -> Proved:
    """A certificate of version 1."""
    case = json.loads((FROZEN / f"{name}.json").read_text(encoding="utf-8"))
    assert case["sample_weight"] is None
    return Proved(case["certificate"], np.array(case["X"]), np.array(case["y"]))


@pytest.fixture(scope="session")
def of_arcs() -> dict[int, Proved]:
    """Certificates of two columns, by version."""
    X, y = gaussians(60, 2, seed=2)
    with short_marches(16, 2):
        return {1: frozen("plane-marched"), 2: Proved(solve_and_check(X, y).content, X, y)}


@pytest.fixture(scope="session")
def of_cones() -> dict[int, Proved]:
    """Certificates of three columns, by version."""
    X, y = gaussians(20, 3, seed=5)
    return {1: frozen("cone-3"), 2: Proved(solve_and_check(X, y).content, X, y)}


@pytest.fixture(params=["of_arcs", "of_cones"])
def proved_by(request: pytest.FixtureRequest) -> dict[int, Proved]:
    """Both kinds of proof, one after the other."""
    return request.getfixturevalue(request.param)
