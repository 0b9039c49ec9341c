"""Columns as the ascent sees them: of one size, no digit lost, sparse ones like dense ones."""

from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from aucopt.exact.solvers.ascent.columns import Columns, score_rows, standardised

EXAMPLES = settings(deadline=None, max_examples=60)
MAKERS = [np.array, sparse.csr_matrix, sparse.csc_array]


def table(seed: int, n: int = 12) -> np.ndarray:
    """Columns of very unequal sizes with some zeros, the last of them constant."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 3)), 2) * (rng.random((n, 3)) < 0.7) * [1e-150, 1.0, 1e150]
    return np.column_stack([X, np.full(n, 7.0)])


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("weight", [None, np.arange(1, 13)])
def test_columns_have_a_spread_between_one_half_and_one(make: Any, weight: np.ndarray | None) -> None:
    columns = Columns(make(table(0)), weight)
    matrix = columns.matrix.toarray() if columns.is_sparse else columns.matrix
    share = np.ones(12) if weight is None else weight
    means = np.average(matrix, axis=0, weights=share)
    spread = np.sqrt(np.average((matrix - means) ** 2, axis=0, weights=share))
    assert columns.spread[:3] == pytest.approx(spread[:3])
    assert ((columns.spread[:3] >= 0.5) & (columns.spread[:3] < 1)).all()
    assert (columns.spread[3], columns.varying.tolist()) == (0.0, [0, 1, 2])
    # A power of two takes no digit away.
    scale = matrix[:, :3].max(axis=0) / table(0)[:, :3].max(axis=0)
    assert (np.frexp(scale)[0] == 0.5).all()


@EXAMPLES
@given(st.integers(0, 10**6), st.lists(st.integers(-9, 9), min_size=3, max_size=3).filter(any))
def test_weights_go_from_one_scale_to_the_other_and_back(seed: int, w: list[int]) -> None:
    columns = Columns(table(seed))
    weights = np.array([*w, 0], dtype=float)
    raw = columns.raw(weights)
    back = columns.scaled(raw)
    ratio = back[np.flatnonzero(w)] / weights[np.flatnonzero(w)]
    assert len(set(ratio.tolist())) == 1
    assert np.frexp(ratio[0])[0] == 0.5
    assert (back == 0).tolist() == (weights == 0).tolist()


def test_a_constant_column_gets_no_weight() -> None:
    assert Columns(table(0)).scaled(np.array([0.0, 1.0, 0.0, 5.0]))[3] == 0


@EXAMPLES
@given(st.integers(0, 10**6), st.sampled_from(MAKERS))
def test_scores_are_summed_column_by_column(seed: int, make: Any) -> None:
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(9, 4)) * (rng.random((9, 4)) < 0.5), rng.normal(size=4)
    X[5] = X[2]
    scores = score_rows(make(X), w)
    assert scores.tolist() == naive.score_rows(X.tolist(), w.tolist())
    assert scores[5] == scores[2]


@pytest.mark.parametrize("make", MAKERS)
def test_standardised_columns_have_a_spread_of_one(make: Any) -> None:
    rows = standardised(Columns(make(table(0))))
    dense = rows.toarray() if sparse.issparse(rows) else rows
    assert dense.shape == (12, 3)
    assert dense.std(axis=0) == pytest.approx(np.ones(3))
    if not sparse.issparse(rows):
        assert dense.mean(axis=0) == pytest.approx(np.zeros(3))
