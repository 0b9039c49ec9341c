"""The front door: what it refuses and why, what it accepts, and what it promises."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from naive_checks import check_in_space, same_answer
from scipy import sparse
from strategies import GAUSSIAN, GRID, LARGE_Y, Rows, Y, shaped_rows

import aucopt
from aucopt.exact import maximize


def with_value(value: Any, row: int, column: int) -> np.ndarray:
    X = GAUSSIAN.copy()
    X[row, column] = value
    return X


BAD_DATA = {
    "one class": (GAUSSIAN, np.zeros(len(Y)), "y has only 0.0 in all 60 rows"),
    "three classes": (GAUSSIAN, np.arange(len(Y)) % 3, "y has 3: 0, 1, 2"),
    "NaN in X": (with_value(np.nan, 7, 1), Y, "'x1' has 1 NaN values, the first in row 7"),
    "inf in X": (with_value(-np.inf, 5, 0), Y, "'x0' has 1 infinite values, the first in row 5"),
    "null in X": (pl.DataFrame({"a": [1, None, 2], "b": [1, 2, 3]}), [0, 1, 0], "'a' has 1 NaN .* row 1"),
    "NA in X": (pd.DataFrame({"a": pd.array([3, pd.NA], "Int64")}), [0, 1], "'a' .* row 1"),
    "NaN in y": (GAUSSIAN, np.where(np.arange(len(Y)) == 3, np.nan, Y), "y has 1 missing .* row 3"),
    "None in y": (GAUSSIAN, [None, *Y[1:]], "y has 1 missing labels, the first in row 0"),
    "strings": ([[1, 2], [3, "old"]], [0, 1], "'x1' is not numeric: row 1 holds 'old'"),
    "strings in a frame": (pd.DataFrame({"age": ["young", "old"]}), [0, 1], "'age' is not .* row 0 .*young"),
    "dates": (pd.DataFrame({"day": pd.to_datetime(["2020-01-01", "2021-01-01"])}), [0, 1], "'day' must hold"),
    "empty X": (np.empty((0, 2)), [0, 1], "X has no rows"),
    "empty y": (GAUSSIAN, [], "y is empty"),
    "lengths": (GAUSSIAN, Y[:-1], "X has 60 rows, y has 59"),
    "1-D X": (GAUSSIAN[:, 0], Y, r"one-dimensional; use X.reshape\(-1, 1\)"),
    "3-D X": (GAUSSIAN[:, :, None], Y, r"not of shape \(60, 2, 1\)"),
    "no columns": (np.empty((len(Y), 0)), Y, "X has no columns"),
    "ragged rows": ([[1, 2], [3]], [0, 1], "rows of X differ in length"),
    "complex": (GAUSSIAN + 0j, Y, "'x0' must hold real numbers, not complex128"),
}


@pytest.mark.parametrize("kind", BAD_DATA)
def test_bad_data_are_refused(kind: str) -> None:
    X, y, message = BAD_DATA[kind]
    with pytest.raises(ValueError, match=message):
        aucopt.maximize_auc(X, y)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("sample_weight", [1, -1] * 30, "30 negative values, the first in row 1"),
        ("sample_weight", [1.0, np.nan] * 30, "30 NaN or infinite values, the first in row 1"),
        ("sample_weight", [1, 1, 1], "y has 60 rows, sample weights have 3"),
        ("sample_weight", Y, "class .*0.* have weight 0"),
        ("sample_weight", 1.5 * (1 - Y), "class .*1.* have weight 0"),
        ("solver", "guess", "'cone', 'conflict', 'ascent', 'enumeration', not 'guess'"),
        ("max_gap", -0.1, "max_gap must lie between 0 and 1, not -0.1"),
        ("max_gap", np.nan, "max_gap must lie between 0 and 1, not nan"),
        ("time_limit", -1, "time_limit must be a number of seconds, not -1"),
        ("time_limit", np.nan, "time_limit must be a number of seconds, not nan"),
        ("n_jobs", 0, "n_jobs must be a number of threads, -1 for all cores, not 0"),
        ("n_jobs", 1.5, "n_jobs must be a number of threads, -1 for all cores, not 1.5"),
        ("signs", 2, "-1, 0 or .1, once or for each of 2 columns; got 2"),
        ("signs", [1, 1, 1], r"for each of 2 columns; got \[1, 1, 1\]"),
        ("signs", [0.5, 1], r"for each of 2 columns; got \[0.5, 1\]"),
    ],
)
def test_bad_options_are_refused(option: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        aucopt.maximize_auc(GAUSSIAN, Y, **{option: value})


LABELS = {
    "strings": np.where(Y, "yes", "no"),
    "booleans": Y == 1,
    "signs": 2 * Y - 1,
    "floats": Y / 2,
    "list": Y.tolist(),
    "pandas": pd.Series(Y, index=range(len(Y), 0, -1)),
    "polars": pl.Series(Y),
}


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS)
def test_any_two_labels_will_do(y: Any) -> None:
    assert same_answer(aucopt.maximize_auc(GAUSSIAN, y), aucopt.maximize_auc(GAUSSIAN, Y))


def named(*names: str) -> pd.DataFrame:
    return pd.DataFrame(GRID, columns=list(names))


TABLES = {
    "float64": GRID.astype(float),
    "float32": GRID.astype(np.float32),
    "int8": GRID.astype(np.int8),
    "uint64": GRID.astype(np.uint64),
    "Fortran order": np.asfortranarray(GRID),
    "strided": np.repeat(GRID, 2, axis=0)[::2],
    "list": GRID.tolist(),
    "objects": GRID.astype(object),
    "pandas": named("a", "b"),
    "pandas Int64": named("a", "b").astype("Int64"),
    "pandas Float64": named("a", "b").astype("Float64"),
    "repeated names": named("a", "a"),
    "odd index": named("a", "b").set_index(np.arange(len(Y))[::-1]),
    "polars": pl.DataFrame({"a": GRID[:, 0], "b": GRID[:, 1]}),
    "sparse matrix": sparse.csr_matrix(GRID),
    "sparse array": sparse.coo_array(GRID),
}


@pytest.mark.parametrize("X", TABLES.values(), ids=TABLES)
def test_any_table_will_do(X: Any) -> None:
    assert same_answer(aucopt.maximize_auc(X, Y), aucopt.maximize_auc(GRID, Y))


def test_names_of_columns_are_kept() -> None:
    assert aucopt.maximize_auc(named("age", "age"), Y).feature_names == ("age", "age")
    assert aucopt.maximize_auc(GRID, Y).feature_names == ("x0", "x1")


@pytest.mark.parametrize("place", [0, 1, 2, [0, 0], [1, 2]])
def test_a_constant_column_is_set_aside(place: int | list[int]) -> None:
    alone = aucopt.maximize_auc(GAUSSIAN, Y)
    solution = aucopt.maximize_auc(np.insert(GAUSSIAN, place, 3.0, axis=1), Y)
    assert solution.coef.tolist() == np.insert(alone.coef, place, 0.0).tolist()
    assert (solution.auc_exact, solution.bound_exact) == (alone.auc_exact, alone.bound_exact)
    assert any("constant" in note for note in solution.notes)


def test_a_repeated_column_counts_once() -> None:
    x = GAUSSIAN[:, :1]
    solution, alone = aucopt.maximize_auc(np.hstack([x, -2 * x]), Y), aucopt.maximize_auc(x, Y)
    assert solution.auc_exact == solution.bound_exact == alone.auc_exact


def test_one_column_goes_up_or_down() -> None:
    x = GAUSSIAN[:, :1]
    right, tied, total = naive.counts(x, Y, [1])
    up, down = aucopt.maximize_auc(x, Y), aucopt.maximize_auc(-x, Y)
    assert up.coef.tolist() == [1.0]
    assert down.coef.tolist() == [-1.0]
    assert (up.right, up.tied, up.total) == (down.right, down.tied, down.total) == (right, tied, total)


@pytest.mark.parametrize("X", [GAUSSIAN, GRID], ids=["gaussian", "grid"])
def test_weights_are_repeated_rows(X: np.ndarray) -> None:
    weight = np.random.default_rng(1).integers(0, 4, len(Y))
    weighted = aucopt.maximize_auc(X, Y, sample_weight=weight)
    repeated = aucopt.maximize_auc(np.repeat(X, weight, axis=0), np.repeat(Y, weight))
    assert same_answer(weighted, repeated)
    assert (weighted.right, weighted.tied, weighted.total) == (repeated.right, repeated.tied, repeated.total)


def test_rows_of_weight_zero_are_as_good_as_dropped() -> None:
    weight = np.arange(len(Y)) % 5 > 0
    kept = aucopt.maximize_auc(GAUSSIAN[weight], Y[weight])
    assert same_answer(aucopt.maximize_auc(GAUSSIAN, Y, sample_weight=weight.astype(float)), kept)


@pytest.mark.parametrize("n_jobs", [2, -1, None])
def test_the_answer_does_not_depend_on_threads(solved_plane: Any, n_jobs: int | None) -> None:
    X, solution = solved_plane
    assert same_answer(aucopt.maximize_auc(X, LARGE_Y, n_jobs=n_jobs), solution)


def test_the_answer_does_not_depend_on_the_order_of_rows(solved_plane: Any) -> None:
    X, solution = solved_plane
    rows = np.random.default_rng(2).permutation(len(X))
    assert same_answer(aucopt.maximize_auc(X[rows], LARGE_Y[rows]), solution)


def test_a_gap_that_is_allowed_is_kept(solved_plane: Any) -> None:
    X, solution = solved_plane
    early = aucopt.maximize_auc(X, LARGE_Y, max_gap=0.01)
    assert early.status in ("optimal", "max_gap")
    assert 0 <= early.gap <= 0.01
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


def test_no_time_leaves_a_valid_bound(solved_plane: Any) -> None:
    X, solution = solved_plane
    early = aucopt.maximize_auc(X, LARGE_Y, time_limit=0)
    assert early.status == "time_limit"
    assert early.auc_exact <= solution.auc_exact < early.bound_exact
    assert np.isfinite(early.coef).all()
    scores = X[:, 0] * early.coef[0] + X[:, 1] * early.coef[1]
    assert aucopt.roc_auc_score(LARGE_Y, scores) == pytest.approx(early.auc, abs=1e-12)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_progress_is_honest(solved_plane: Any, n_jobs: int) -> None:
    X, solution = solved_plane
    told: list[aucopt.Progress] = []
    aucopt.maximize_auc(X, LARGE_Y, n_jobs=n_jobs, callback=told.append)
    bounds = [progress.bound for progress in told]
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)
    assert bounds == sorted(bounds, reverse=True)
    assert told[0].gap > told[-1].gap == 0.0
    assert told[-1].auc == solution.auc


@pytest.mark.parametrize("signs", [1, -1, (1, -1), (0, 1)])
def test_signs_are_kept(signs: Any) -> None:
    X, y = GAUSSIAN[:14], Y[:14]
    solution = aucopt.maximize_auc(X, y, signs=signs)
    each = (signs, signs) if isinstance(signs, int) else signs
    assert all(s * w >= 0 for s, w in zip(each, solution.coef, strict=True))
    value, total = naive.best(X, y, signs=each)
    assert solution.auc_exact == Fraction(value, 2 * total)


@settings(deadline=None, max_examples=30)
@given(shaped_rows(n=3))
def test_three_columns_go_to_cones_by_themselves(data: Rows) -> None:
    check_in_space(data, solver="auto")


def test_nobody_waits_for_cones_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maximize, "EXACT_SECONDS", 0.0)
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 4)), np.arange(60) % 2
    solution = aucopt.maximize_auc(X, y)
    assert solution.status == "time_limit"
    assert solution.auc <= aucopt.maximize_auc(X, y, solver="cone").auc <= solution.bound
