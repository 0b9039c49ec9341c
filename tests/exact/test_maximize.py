"""The front door: what it refuses and why, what it accepts, and what it promises."""

import copy
import pickle
from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

import aucopt

RNG = np.random.default_rng(7)
N = 60
Y = np.arange(N) % 2
GAUSSIAN = RNG.normal(size=(N, 2)) + 0.5 * Y[:, None]
GRID = RNG.integers(0, 8, (N, 2)) + Y[:, None]


def with_value(value: Any, row: int, column: int) -> np.ndarray:
    X = GAUSSIAN.copy()
    X[row, column] = value
    return X


def same(a: aucopt.Solution, b: aucopt.Solution) -> bool:
    return a.coef.tolist() == b.coef.tolist() and (a.arcs, a.bound_exact) == (b.arcs, b.bound_exact)


BAD_DATA = {
    "one class": (GAUSSIAN, np.zeros(N), "y has only 0.0 in all 60 rows"),
    "three classes": (GAUSSIAN, np.arange(N) % 3, "y has 3: 0, 1, 2"),
    "NaN in X": (with_value(np.nan, 7, 1), Y, "'x1' has 1 NaN values, the first in row 7"),
    "inf in X": (with_value(-np.inf, 5, 0), Y, "'x0' has 1 infinite values, the first in row 5"),
    "null in X": (pl.DataFrame({"a": [1, None, 2], "b": [1, 2, 3]}), [0, 1, 0], "'a' has 1 NaN .* row 1"),
    "NA in X": (pd.DataFrame({"a": pd.array([3, pd.NA], "Int64")}), [0, 1], "'a' .* row 1"),
    "NaN in y": (GAUSSIAN, np.where(np.arange(N) == 3, np.nan, Y), "y has 1 missing .* row 3"),
    "None in y": (GAUSSIAN, [None, *Y[1:]], "y has 1 missing labels, the first in row 0"),
    "strings": ([[1, 2], [3, "old"]], [0, 1], "'x1' is not numeric: row 1 holds 'old'"),
    "strings in a frame": (pd.DataFrame({"age": ["young", "old"]}), [0, 1], "'age' is not .* row 0 .*young"),
    "dates": (pd.DataFrame({"day": pd.to_datetime(["2020-01-01", "2021-01-01"])}), [0, 1], "'day' must hold"),
    "empty X": (np.empty((0, 2)), [0, 1], "X has no rows"),
    "empty y": (GAUSSIAN, [], "y is empty"),
    "lengths": (GAUSSIAN, Y[:-1], "X has 60 rows, y has 59"),
    "1-D X": (GAUSSIAN[:, 0], Y, r"one-dimensional; use X.reshape\(-1, 1\)"),
    "3-D X": (GAUSSIAN[:, :, None], Y, r"not of shape \(60, 2, 1\)"),
    "no columns": (np.empty((N, 0)), Y, "X has no columns"),
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
        ("solver", "guess", "'cone', 'ascent', 'enumeration', not 'guess'"),
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


@pytest.mark.parametrize("coef", [[1], [1, 2, 3], [1, np.nan], [np.inf, 1]])
def test_auc_gap_refuses_bad_weights(coef: list[float]) -> None:
    with pytest.raises(ValueError, match="coef must be 2 finite numbers"):
        aucopt.auc_gap(GAUSSIAN, Y, coef)


@pytest.mark.parametrize("delta", [-0.1, 1.1, np.nan])
def test_near_refuses_a_bad_delta(delta: float) -> None:
    with pytest.raises(ValueError, match="delta must lie between 0 and 1"):
        aucopt.maximize_auc(GAUSSIAN, Y).near(delta)


def test_one_column_has_no_angles() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN[:, :1], Y)
    for ask in (lambda: solution.near(0), solution.profile, lambda: solution.angle([1.0])):
        with pytest.raises(ValueError, match="two columns"):
            ask()


LABELS = {
    "strings": np.where(Y, "yes", "no"),
    "booleans": Y == 1,
    "signs": 2 * Y - 1,
    "floats": Y / 2,
    "list": Y.tolist(),
    "pandas": pd.Series(Y, index=range(N, 0, -1)),
    "polars": pl.Series(Y),
}


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS)
def test_any_two_labels_will_do(y: Any) -> None:
    assert same(aucopt.maximize_auc(GAUSSIAN, y), aucopt.maximize_auc(GAUSSIAN, Y))


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
    "odd index": named("a", "b").set_index(np.arange(N)[::-1]),
    "polars": pl.DataFrame({"a": GRID[:, 0], "b": GRID[:, 1]}),
    "sparse matrix": sparse.csr_matrix(GRID),
    "sparse array": sparse.coo_array(GRID),
}


@pytest.mark.parametrize("X", TABLES.values(), ids=TABLES)
def test_any_table_will_do(X: Any) -> None:
    assert same(aucopt.maximize_auc(X, Y), aucopt.maximize_auc(GRID, Y))


def test_booleans_are_numbers() -> None:
    X = GRID > 4
    solution = aucopt.maximize_auc(X, Y)
    assert same(solution, aucopt.maximize_auc(X.astype(float), Y))
    assert solution.bound_exact == Fraction(*naive.best(X.astype(int), Y)) / 2


def test_names_of_columns_are_kept() -> None:
    assert aucopt.maximize_auc(named("age", "age"), Y).feature_names == ("age", "age")
    assert aucopt.maximize_auc(GRID, Y).feature_names == ("x0", "x1")


@pytest.mark.parametrize("place", [0, 1, 2, [0, 0], [1, 2]])
def test_a_constant_column_is_set_aside(place: int | list[int]) -> None:
    alone = aucopt.maximize_auc(GAUSSIAN, Y)
    solution = aucopt.maximize_auc(np.insert(GAUSSIAN, place, 3.0, axis=1), Y)
    assert solution.coef.tolist() == np.insert(alone.coef, place, 0.0).tolist()
    assert (solution.auc_exact, solution.bound_exact) == (alone.auc_exact, alone.bound_exact)
    assert any("Constant" in note for note in solution.notes)


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


@pytest.mark.parametrize("X", [GAUSSIAN, GRID], ids=["gaussian", "grid"])
def test_weights_are_repeated_rows(X: np.ndarray) -> None:
    weight = np.random.default_rng(1).integers(0, 4, N)
    weighted = aucopt.maximize_auc(X, Y, sample_weight=weight)
    repeated = aucopt.maximize_auc(np.repeat(X, weight, axis=0), np.repeat(Y, weight))
    assert same(weighted, repeated)
    assert (weighted.right, weighted.tied, weighted.total) == (repeated.right, repeated.tied, repeated.total)


def test_rows_of_weight_zero_are_as_good_as_dropped() -> None:
    weight = np.arange(N) % 5 > 0
    kept = aucopt.maximize_auc(GAUSSIAN[weight], Y[weight])
    assert same(aucopt.maximize_auc(GAUSSIAN, Y, sample_weight=weight.astype(float)), kept)


LARGE_Y = np.arange(3000) % 2
LARGE = {
    "gaussian": RNG.normal(size=(3000, 2)) + [0.5, 0.3] * LARGE_Y[:, None],
    "grid": RNG.integers(0, 150, (3000, 2)) + [9, 5] * LARGE_Y[:, None],
}


@pytest.fixture(scope="module", params=LARGE)
def solved(request: pytest.FixtureRequest) -> tuple[np.ndarray, aucopt.Solution]:
    X = LARGE[request.param]
    return X, aucopt.maximize_auc(X, LARGE_Y, n_jobs=1)


@pytest.mark.parametrize("n_jobs", [2, -1, None])
def test_the_answer_does_not_depend_on_threads(solved: Any, n_jobs: int | None) -> None:
    X, solution = solved
    assert same(aucopt.maximize_auc(X, LARGE_Y, n_jobs=n_jobs), solution)


def test_the_answer_does_not_depend_on_the_order_of_rows(solved: Any) -> None:
    X, solution = solved
    rows = np.random.default_rng(2).permutation(len(X))
    assert same(aucopt.maximize_auc(X[rows], LARGE_Y[rows]), solution)


def test_a_gap_that_is_allowed_is_kept(solved: Any) -> None:
    X, solution = solved
    early = aucopt.maximize_auc(X, LARGE_Y, max_gap=0.01)
    assert early.status in ("optimal", "max_gap")
    assert 0 <= early.gap <= 0.01
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


def test_no_time_leaves_a_valid_bound(solved: Any) -> None:
    X, solution = solved
    early = aucopt.maximize_auc(X, LARGE_Y, time_limit=0)
    assert early.status == "time_limit"
    assert early.auc_exact <= solution.auc_exact < early.bound_exact
    assert np.isfinite(early.coef).all()
    scores = X[:, 0] * early.coef[0] + X[:, 1] * early.coef[1]
    assert aucopt.roc_auc_score(LARGE_Y, scores) == pytest.approx(early.auc, abs=1e-12)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_progress_is_honest(solved: Any, n_jobs: int) -> None:
    X, solution = solved
    told: list[aucopt.Progress] = []
    aucopt.maximize_auc(X, LARGE_Y, n_jobs=n_jobs, callback=told.append)
    bounds = [progress.bound for progress in told]
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)
    assert bounds == sorted(bounds, reverse=True)
    assert told[0].gap > told[-1].gap == 0.0
    assert told[-1].auc == solution.auc


@pytest.mark.parametrize("X", [GAUSSIAN, GRID], ids=["gaussian", "grid"])
@pytest.mark.parametrize("signs", [None, 1, (-1, 0)])
def test_enumeration_agrees(X: np.ndarray, signs: Any) -> None:
    plane = aucopt.maximize_auc(X, Y, solver="plane", signs=signs)
    slow = aucopt.maximize_auc(X, Y, solver="enumeration", signs=signs)
    assert slow.auc_exact == plane.auc_exact == plane.bound_exact
    assert {arc[:2] for arc in slow.arcs} == {arc[:2] for arc in plane.arcs}
    assert slow.coef == pytest.approx(plane.coef, abs=1e-12)


@pytest.mark.parametrize("signs", [1, -1, (1, -1), (0, 1)])
def test_signs_are_kept(signs: Any) -> None:
    X, y = GAUSSIAN[:14], Y[:14]
    solution = aucopt.maximize_auc(X, y, signs=signs)
    each = (signs, signs) if isinstance(signs, int) else signs
    assert all(s * w >= 0 for s, w in zip(each, solution.coef, strict=True))
    value, total = naive.best(X, y, signs=each)
    assert solution.auc_exact == Fraction(value, 2 * total)


def test_the_text_tells_auc_bound_and_status() -> None:
    X = pd.DataFrame(GAUSSIAN, columns=["<b>age</b>", "x & y"])
    solution = aucopt.maximize_auc(X, Y)
    text, page = str(solution), solution._repr_html_()
    assert repr(solution) == text
    for shown in (text, page):
        assert f"{solution.auc:.6f}" in shown
        assert all(word in shown for word in ("AUC", "bound", "gap 0", "optimal"))
    assert "<b>age</b>" in text
    assert "&lt;b&gt;age&lt;/b&gt;" in page
    assert "x &amp; y" in page
    assert "<b>" not in page


@pytest.mark.parametrize("remake", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
@pytest.mark.parametrize("n_columns", [1, 2])
def test_a_copy_says_the_same(remake: Any, n_columns: int) -> None:
    solution = aucopt.maximize_auc(GAUSSIAN[:, :n_columns], Y)
    again = remake(solution)
    assert same(again, solution)
    assert str(again) == str(solution)
    if n_columns == 2:
        assert again.near(0.01) == solution.near(0.01)


def test_a_cell_thinner_than_floats_is_noted() -> None:
    """Between neighbouring Fibonacci ratios, 2^-110 apart, lies all that gets both pairs right."""
    a, b = 1, 1
    while b < 10**17:
        a, b = b, a + b
    X = np.array([[0, 0], [-b, a], [a + b, -b]])
    solution = aucopt.maximize_auc(X, [1, 0, 0])
    assert solution.bound_exact == 1
    assert naive.counts(X.tolist(), [1, 0, 0], solution.direction) == (2, 0, 2)
    assert solution.gap == 0.5
    assert any("thinner than float64" in note for note in solution.notes)


def test_auc_gap_is_zero_at_the_optimum_and_largest_opposite() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    assert aucopt.auc_gap(GAUSSIAN, Y, solution.coef) == 0.0
    assert aucopt.auc_gap(GAUSSIAN, Y, -solution.coef) == float(2 * solution.auc_exact - 1)
    assert aucopt.auc_gap(GAUSSIAN, Y, [0, 0]) == float(solution.auc_exact - Fraction(1, 2))


def test_auc_gap_counts_ties_half() -> None:
    right, tied, total = naive.counts(GRID, Y, [1, 0])
    assert tied > 0
    best = aucopt.maximize_auc(GRID, Y).bound_exact
    assert aucopt.auc_gap(GRID, Y, [[1, 0]]) == float(best - (right + tied / 2) / total)


def test_near_zero_is_the_optimum(solved: Any) -> None:
    _, solution = solved
    near = solution.near(0)
    assert sum(arc.width for arc in near) == pytest.approx(sum(arc.width for arc in solution.arcs), rel=1e-9)
    assert {arc.low for arc in near} <= {arc.low for arc in solution.arcs}
    assert {arc.high for arc in near} <= {arc.high for arc in solution.arcs}


def test_near_grows_with_delta_to_the_whole_circle() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    widths = [sum(arc.width for arc in solution.near(delta)) for delta in (0, 0.01, 0.1, 1)]
    assert widths == sorted(set(widths))
    assert widths[-1] == pytest.approx(2 * np.pi)


def test_the_gain_over_the_best_column() -> None:
    X = [[0, 0, 7], [1, 3, 7], [2, 1, 7], [3, 2, 7], [1, 4, 7], [4, 1, 7]]
    y = [0, 0, 0, 1, 1, 1]
    free = aucopt.maximize_auc(X, y)
    assert (free.best_column.name, free.best_column.sign) == ("x0", 1)
    assert free.best_column.auc_exact == Fraction(15, 18)
    assert free.blend_gain == float(free.auc_exact - Fraction(15, 18))
    assert "x0 alone 0.833333" in str(free)
    backward = aucopt.maximize_auc(X, y, signs=-1)
    assert backward.best_column.auc_exact <= backward.auc_exact
    assert backward.best_column.sign == -1
    lone = aucopt.maximize_auc([row[:1] for row in X], y)
    assert lone.best_column is None
    assert lone.blend_gain is None
