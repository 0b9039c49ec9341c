"""Columns as exact numbers: integers, decimals as written, and floats of any size, against fractions."""

from fractions import Fraction
from typing import Any

import naive
import naive_cone
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_checks import same_answer
from strategies import FAMILIES, GRID, Y, make_points

import aucopt
from aucopt.exact.problem.columns import (
    MAX_TOTAL,
    ROUNDED_TOTAL,
    digits_of,
    exact_column,
    exact_points,
    exact_weights,
    fit_weights,
    merge_weights,
    varying,
)

EXAMPLES = settings(deadline=None, max_examples=100)


@st.composite
def columns(draw: st.DrawFn) -> np.ndarray:
    """A column of floats of some shape, or of integers of up to 64 bits."""
    n = draw(st.integers(1, 8))
    if draw(st.booleans()):
        family, seed, side = (
            draw(st.sampled_from(FAMILIES)),
            draw(st.integers(0, 10**6)),
            draw(st.integers(2, 9)),
        )
        return make_points(family, seed, n, side)[:, draw(st.integers(0, 1))]
    dtype = draw(st.sampled_from([np.int8, np.int64, np.uint64]))
    limits = np.iinfo(dtype)
    values = st.integers(int(limits.min), int(limits.max)) | st.integers(0, 3)
    return np.array(draw(st.lists(values, min_size=n, max_size=n)), dtype=dtype)


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


@EXAMPLES
@given(columns())
def test_a_column_is_read_as_it_is_written(values: np.ndarray) -> None:
    expected = naive.exact_column(values.tolist())
    exact = exact_column(values)
    assert [v * exact.unit for v in exact.integers()] == expected
    assert all(abs(v) < 1 << exact.bits for v in exact.integers())
    moved = exact.from_minimum()
    assert [(v - moved.integers()[0]) * moved.unit for v in moved.integers()] == [
        v - expected[0] for v in expected
    ]


@EXAMPLES
@given(columns())
def test_the_image_of_a_column_is_its_values_but_for_rounding(values: np.ndarray) -> None:
    exact = exact_column(values).from_minimum()
    whole, image = exact.integers(), exact.image()
    assert np.abs(image).max() <= 1
    for v, x in zip(whole, image.tolist(), strict=True):
        true = Fraction(v - whole[0], 1 << exact.bits)
        assert abs(Fraction(x) - Fraction(image[0]) - true) <= Fraction(8, 2**53)


@EXAMPLES
@given(
    st.integers(1, 8),
    st.lists(st.tuples(st.sampled_from(FAMILIES), st.integers(0, 10**6)), min_size=1, max_size=3),
)
def test_points_are_integers_of_one_size(n: int, kinds: list[tuple[str, int]]) -> None:
    table = [make_points(family, seed, n, 5)[:, seed % 2] for family, seed in kinds]
    found = exact_points(table)
    for k, values in enumerate(table):
        whole = [naive_cone.number(digits) for digits in found.limbs[:, k]]
        expected = naive.exact_column(values.tolist())
        assert [(v - whole[0]) * found.scale[k] for v in whole] == [v - expected[0] for v in expected]
    assert np.abs(found.x).max() <= 1


@EXAMPLES
@given(st.lists(st.lists(st.integers(-(2**90), 2**90), min_size=2, max_size=2), min_size=1, max_size=3))
def test_digits_make_up_their_numbers(vectors: list[list[int]]) -> None:
    assert [[naive_cone.number(v) for v in vector] for vector in digits_of(vectors)] == vectors


def test_constant_columns_do_not_vary() -> None:
    values = [np.array([3, 3]), np.array([0.0, 1.0]), np.array([0, 0]), np.array([2, 1])]
    assert varying(values, [0, 1, 2, 3]) == [1, 3]
    assert varying(values, [2, 0]) == [2]


POSITIVE = np.array([True, False, True, False])


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (None, [[1, 0], [0, 1], [1, 0], [0, 1]]),
        (np.array([3, 1, 4, 1]), [[3, 0], [0, 1], [4, 0], [0, 1]]),
        (np.array([0.5, 0.25, 1, 2]), [[50, 0], [0, 25], [100, 0], [0, 200]]),
        (np.array([2**40, 1, 2, 3]), [[2**40, 0], [0, 1], [2, 0], [0, 3]]),
    ],
)
def test_weights_are_whole_numbers_of_one_unit(weights: np.ndarray | None, expected: list[list[int]]) -> None:
    assert exact_weights(POSITIVE, weights).tolist() == expected


def test_weights_of_equal_points_are_summed() -> None:
    merged, rounded = merge_weights(POSITIVE, np.array([3, 1, 4, 1]), np.array([0, 2]))
    assert (merged.tolist(), rounded) == ([[3, 1], [4, 1]], None)


def test_large_weights_are_divided_by_what_they_share() -> None:
    large = np.array([[2**40, 0], [0, 3 * 2**40]], dtype=object)
    fitted, exact = fit_weights(large, large.ravel())
    assert (fitted.dtype, fitted.tolist(), exact) == (np.int64, [[1, 0], [0, 3]], None)


@EXAMPLES
@given(st.lists(st.tuples(*[st.integers(1, 2**70)] * 2), min_size=1, max_size=5))
def test_weights_too_large_to_count_with_are_rounded_class_by_class(weights: list[tuple[int, int]]) -> None:
    merged = np.array([*weights, (2**62 + 1, 2**62 - 1)], dtype=object)
    rounded, exact = fit_weights(merged, merged.ravel())
    assert exact.tolist() == merged.tolist()
    assert np.prod(rounded.sum(axis=0).astype(object)) < MAX_TOTAL
    for k in (0, 1):
        total = sum(exact[:, k].tolist())
        for v, w in zip(rounded[:, k].tolist(), exact[:, k].tolist(), strict=True):
            assert abs(v - Fraction(w * ROUNDED_TOTAL, total)) <= Fraction(1, 2)
