"""Columns as exact numbers: integers, decimals as written, and floats of any size, against fractions."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pandas as pd
import polars as pl
import pytest
from naive_checks import same_answer
from strategies import GRID, Y

import aucopt


@pytest.mark.parametrize(
    "table",
    [
        np.array,
        pd.DataFrame,
        lambda rows: pd.DataFrame(rows).astype("Int64"),
        lambda rows: pl.DataFrame(rows, orient="row"),
    ],
    ids=["numpy", "pandas", "pandas Int64", "polars"],
)
def test_integers_beyond_float64_stay_apart(table: Any) -> None:
    X = table([[2**60, 1], [2**60 + 1, 0], [2**60 + 2, 1], [2**60 + 3, -5]])
    solution = aucopt.maximize_auc(X, [0, 1, 0, 1], signs=[1, 0])
    assert solution.bound_exact == 1


def test_booleans_are_numbers() -> None:
    X = GRID > 4
    solution = aucopt.maximize_auc(X, Y)
    assert same_answer(solution, aucopt.maximize_auc(X.astype(float), Y))
    assert solution.bound_exact == Fraction(*naive.best(X.astype(int), Y)) / 2


def test_brute_force_takes_numbers_as_written() -> None:
    assert naive.exact_column([0.1, -2.5, 3]) == [Fraction(1, 10), Fraction(-5, 2), 3]
    assert naive.exact_column([0.1, 0.1 + 0.2]) == [Fraction(0.1), Fraction(0.1 + 0.2)]
    assert naive.exact_column(np.array([2**62 + 1, 5])) == [2**62 + 1, 5]
    assert naive.exact_column([1e-300, 123456789012345.0]) == [Fraction(1, 10**300), 123456789012345]
    assert naive.exact_points(np.array([[0.3, 1 / 3], [0.1, 2.0]]))[0] == (Fraction(3, 10), Fraction(1 / 3))
