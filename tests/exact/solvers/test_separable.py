"""Separating directions against the exact optimum of small data, and on data made to be separable or not."""

from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.exact.solvers import separable
from aucopt.exact.solvers.reference import algorithm_2
from aucopt.exact.solvers.separable import separating_direction

EXAMPLES = settings(deadline=None, max_examples=80)


def separates(w: np.ndarray, x_positive: np.ndarray, x_negative: np.ndarray) -> bool:
    X = np.concatenate([x_positive, x_negative])
    y = [1] * len(x_positive) + [0] * len(x_negative)
    right, _, total = naive.counts(X, y, w)
    return right == total


def grids(columns: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    return st.lists(st.tuples(*[st.integers(0, 3)] * columns), min_size=1, max_size=4)


@st.composite
def labelled_grid(draw: st.DrawFn) -> tuple[Any, Any, tuple[int, ...]]:
    columns = draw(st.integers(1, 3))
    signs = draw(st.tuples(*[st.sampled_from([-1, 0, 1])] * columns))
    return draw(grids(columns)), draw(grids(columns)), signs


@EXAMPLES
@given(labelled_grid())
def test_found_exactly_when_the_best_auc_is_one(data: tuple[Any, Any, tuple[int, ...]]) -> None:
    positive, negative, signs = data
    points = sorted({*positive, *negative})
    p, q = ([rows.count(x) for x in points] for rows in (positive, negative))
    optimum = algorithm_2(points, p, q, signs)
    w = separating_direction(np.array(positive, dtype=float), np.array(negative, dtype=float), signs)
    assert (w is not None) == (optimum.value == 2 * optimum.total)
    if w is not None:
        assert separates(w, np.array(positive), np.array(negative))
        assert all(s * a >= 0 for s, a in zip(signs, w, strict=True))


@EXAMPLES
@given(
    st.integers(1, 12),
    st.integers(2, 60),
    st.sampled_from([1e-9, 1.0, 1e9]),
    st.integers(0, 2**32 - 1),
)
def test_data_with_a_margin_are_separated(columns: int, n: int, scale: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, v = rng.normal(size=(n, columns)), rng.normal(size=columns)
    v /= np.linalg.norm(v)
    positive = rng.random(n) < rng.uniform(0.1, 0.9)
    positive[:2] = True, False
    x += np.where(positive, 1, -1)[:, None] * (np.abs(x @ v) + 0.05)[:, None] * v - (x @ v)[:, None] * v
    x *= scale ** rng.integers(0, 2, columns)
    w = separating_direction(x[positive], x[~positive])
    assert w is not None
    assert np.abs(w).max() <= 1
    assert separates(w, x[positive], x[~positive])


@pytest.mark.parametrize("n_wrong", [0, 1])
@pytest.mark.parametrize("columns", [2, 6])
def test_samples_and_entering_rows_do_for_many_rows(columns: int, n_wrong: int) -> None:
    rng = np.random.default_rng(columns)
    x, v = rng.normal(size=(20_000, columns)), rng.normal(size=columns)
    score = x @ v
    kept = np.abs(score) > 0.01
    x, positive = x[kept], score[kept] > 0
    # One row deep in the other class; a sample is likely to miss it.
    positive[np.argsort(score[kept])[-1 - n_wrong : -1]] = False
    w = separating_direction(x[positive], x[~positive])
    if n_wrong:
        assert w is None
    else:
        assert w is not None
        assert (x[positive] @ w).min() > (x[~positive] @ w).max()


def test_sample_that_is_not_separable_answers_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    separate = separable._separate

    def watched(x_positive: np.ndarray, *rest: Any, **options: Any) -> Any:
        sizes.append(len(x_positive))
        return separate(x_positive, *rest, **options)

    monkeypatch.setattr(separable, "_separate", watched)
    x = np.random.default_rng(0).normal(size=(20_000, 3))
    assert separating_direction(x[:100], x[100:]) is None
    assert separating_direction(x[:10_000], x[10_000:]) is None
    assert len(sizes) == 2
    assert max(sizes) < 300


def test_margin_is_more_than_half_of_the_largest() -> None:
    x = np.random.default_rng(1).uniform(size=(2000, 3))
    # The corners make the range of every column one, so that scaled and raw weights are the same.
    x = np.concatenate([x[np.abs(x.sum(axis=1) - 1.5) > 0.2], [[0.0] * 3, [1.0] * 3]])
    positive, negative = x[x.sum(axis=1) > 1.5], x[x.sum(axis=1) < 1.5]
    w = separating_direction(positive, negative)
    assert w is not None
    _, _, largest = separable._largest_margin(positive, negative, np.zeros(3), None)
    assert largest > 0.2
    assert largest / 2 < ((positive @ w).min() - (negative @ w).max()) / 2 < largest + 1e-6


def test_not_separable() -> None:
    square = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    assert separating_direction(square[:2], square[2:]) is None
    # coincident
    assert separating_direction(square[:1], square[[0, 3]]) is None
    # a positive between two negatives
    assert separating_direction(np.array([[0.5]]), np.array([[0.0], [1.0]])) is None
    # nothing varies
    assert separating_direction(np.ones((2, 3)), np.ones((1, 3))) is None


def test_signs_and_constant_columns() -> None:
    positive, negative = np.array([[7.0, 0.0]]), np.array([[7.0, 1.0]])
    assert separating_direction(positive, negative).tolist() == [0.0, -1.0]
    assert separating_direction(positive, negative, signs=(1, -1)).tolist() == [0.0, -1.0]
    assert separating_direction(positive, negative, signs=(0, 1)) is None


def test_a_linear_program_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failed:
        status = 4

    monkeypatch.setattr(separable, "linprog", lambda **_: Failed())
    assert separating_direction(np.array([[1.0]]), np.array([[0.0]])) is None


def test_rounds_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separable, "_MAX_ROUNDS", 1)
    assert separating_direction(np.array([[1.0]]), np.array([[0.0]])) is None
