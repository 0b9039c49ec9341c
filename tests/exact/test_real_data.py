"""Real tables: the plane against an enumeration of all pairs, on raw and on standardised columns; R^3."""

import os
from fractions import Fraction
from pathlib import Path

import naive
import numpy as np
import pytest

import aucopt
from aucopt import datasets
from aucopt.exact.problem.problem import Problem

pytestmark = pytest.mark.slow

NAMES = (
    "german",
    "yeast_me2",
    "pima",
    "car_eval_4",
    "abalone_7",
    "breast_cancer",
    "solar_flare_m0",
    "letter_a",
)
MOST_PAIRS = 4_000_000
LARGEST = 1 << 24


def load(name: str) -> tuple[np.ndarray, np.ndarray]:
    beside = Path(__file__).parents[3] / "shared" / "datasets"
    folder = Path(os.environ.get("AUCOPT_DATA", beside))
    path = folder / f"{name}.npz"
    if not path.exists():
        pytest.skip(
            f"{name} was not tested: set AUCOPT_DATA to a folder with {name}.npz, holding arrays X and y."
        )
    X, y, _ = datasets.load_dataset(name, folder=folder)
    return X, y


def column_pairs(X: np.ndarray) -> list[list[int]]:
    """Two fixed pairs of columns that vary."""
    varying = np.flatnonzero(X.min(axis=0) < X.max(axis=0))
    rng = np.random.default_rng(0)
    return [sorted(rng.choice(varying, 2, replace=False).tolist()) for _ in range(2)]


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_the_optimum_is_proved_and_equals_enumeration(name: str, which: int) -> None:
    X, y = load(name)
    X = X[:, column_pairs(X)[which]]
    solution = aucopt.maximize_auc(X, y)
    assert (solution.status, solution.gap) == ("optimal", 0.0)

    # Rounding may split ties, which only adds cells.
    standardised = aucopt.maximize_auc((X - X.mean(axis=0)) / X.std(axis=0), y)
    assert (standardised.status, standardised.bound_exact) == ("optimal", standardised.auc_exact)
    assert standardised.auc >= solution.auc - 1e-12

    problem = Problem.read(X, y).independent()
    p, q = problem.weight.T
    n_pairs = int((p > 0).sum()) * int((q > 0).sum())
    points = problem.integers()
    if len(problem.columns) == 2 and n_pairs <= MOST_PAIRS:
        assert max(abs(v) for point in points for v in point) < LARGEST
        value = naive.enumerate_integers(np.array(points), p, q)
        assert solution.bound_exact == Fraction(value, 2 * problem.total)


def load_projection(name: str) -> tuple[np.ndarray, np.ndarray]:
    """A t-SNE projection to R^3."""
    beside = Path(__file__).parents[3] / "shared"
    folder = Path(os.environ.get("AUCOPT_DATA", beside / "datasets"))
    ready = Path(os.environ.get("AUCOPT_PROJECTIONS", beside / "embeddings"))
    paths = folder / f"{name}.npz", ready / f"{name}_tsne3.npz"
    if not all(path.exists() for path in paths):
        pytest.skip(
            f"{name} was not tested: set AUCOPT_DATA and AUCOPT_PROJECTIONS to folders with "
            f"{' and '.join(path.name for path in paths)}."
        )
    return datasets.load_projection(name, 3, folder=folder, projections=ready)


def check_space(X: np.ndarray, y: np.ndarray) -> None:
    """The optimum is proved, float scores attain it, and it beats every two of the columns."""
    solution = aucopt.maximize_auc(X, y)
    assert (solution.status, solution.gap) == ("optimal", 0.0)
    assert aucopt.roc_auc_score(y, X @ solution.coef) == pytest.approx(solution.auc, abs=1e-12)
    for left_out in range(3):
        plane = aucopt.maximize_auc(np.delete(X, left_out, axis=1), y, max_gap=0.002)
        assert plane.auc_exact <= solution.auc_exact


@pytest.mark.parametrize("name", ["pima", "abalone_19", "ecoli_imu"])
def test_projections_to_space_are_proved(name: str) -> None:
    check_space(*load_projection(name))


@pytest.mark.parametrize("name", ["german", "breast_cancer"])
def test_discrete_columns_in_space_are_proved(name: str) -> None:
    X, y = load(name)
    check_space(X[:, :3], y)
