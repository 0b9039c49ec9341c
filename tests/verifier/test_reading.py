"""Tables of all kinds are read alike, by value and as written; data that cannot be read get a verdict."""

import naive
import numpy as np
import pandas as pd
import polars as pl
import pytest
from certified import gaussians, solve_and_check
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import FAMILIES, make_points

import aucopt
from aucopt.verifier.reading import exact_data, read_numbers


def test_tables_of_all_kinds_are_read_alike():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 9, (20, 3)).astype(float)
    X[:, 1] /= 10
    y = np.arange(20) % 2
    frame = pd.DataFrame({"a": X[:, 0].astype(int), "b": X[:, 1], "c": X[:, 2].astype(np.float32)})
    tables = [X, X.tolist(), frame, pl.from_pandas(frame), sparse.csr_matrix(X), X.astype(object)]
    labels = [y, y.tolist(), y[:, None], np.where(y, "ill", "fit"), pd.Series(y == 1), pl.Series(y.tolist())]
    certificate = solve_and_check(X, y)
    for table, label in zip(tables, labels, strict=True):
        assert aucopt.verify(certificate, table, label), type(table)
    assert aucopt.verify(certificate, frame, y, np.ones(20))


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(FAMILIES), st.integers(0, 10**6), st.booleans())
def test_numbers_are_read_as_written(family, seed, shorten):
    X = make_points(family, seed, 6, 7)
    X = X.round(3) if shorten else X
    data = exact_data(read_numbers(X, [0, 1] * 3))
    read = [[unit * v for v in column] for column, unit in zip(data.columns, data.units, strict=True)]
    assert [list(point) for point in naive.exact_points(X)] == [list(row) for row in zip(*read, strict=True)]


def test_rows_without_weight_are_left_out_and_weights_become_whole():
    numbers = read_numbers([[1, 2.5], [3, 4], [5, 6]], ["b", "a", "a"], [0.5, 0, 0.25])
    assert numbers.columns == [[1.0, 5.0], [2.5, 6.0]]
    assert numbers.positive == [True, False]
    assert numbers.whole == [2, 1]
    data = exact_data(numbers)
    assert (data.positive, data.negative) == ([2, 0], [0, 1])
    # 2.5 + 6.0 / 3 = 4.5, in a common unit.
    combined = data.combine({0: naive.Fraction(2), 1: naive.Fraction(1, 3)})
    assert combined == [[12, 60], [5, 12]]


def test_bad_data_get_a_verdict():
    X, y = gaussians(10, 2)
    certificate = solve_and_check(X, y)
    bad = X.copy()
    bad[3, 1] = np.nan
    for table, labels, weight, words in (
        (bad, y, None, "NaN"),
        (X, y[:9], None, "9 rows"),
        (X, [0] * 10, None, "two classes"),
        (X, y, [-1] * 10, "negative"),
        (X, y, [0, 1] * 5, "one class have weight 0"),
        (X, y, [3] * 9 + [1], "not those of the certificate"),
        (X[:, :1], y, None, "2 columns"),
        (X[:8], y[:8], None, "10 rows"),
        ([["a", "b"]] * 10, y, None, "could not convert string"),
        ([[1, 2], [3]], y, None, "cannot be read"),
        (None, y, None, "cannot be read"),
    ):
        verdict = aucopt.verify(certificate, table, labels, weight)
        assert not verdict
        assert words in verdict.reason


@pytest.mark.parametrize("version", [1, 2])
def test_changed_data_are_refused(of_arcs, version):
    content, X, y = of_arcs[version]
    weight = np.ones(len(y), dtype=int)
    moved, swapped, heavier = X.copy(), y.copy(), weight.copy()
    moved[7, 1] = np.nextafter(moved[7, 1], 9)
    other = int(np.flatnonzero(y != y[0])[0])
    swapped[[0, other]] = swapped[[other, 0]]
    heavier[3] = 2
    order = np.arange(len(y))[::-1]
    for data in ((moved, y), (X, swapped), (X, y, heavier), (X[order], y[order]), (X[:, ::-1], y)):
        assert "not those of the certificate" in aucopt.verify(content, *data).reason
