"""Where an ascent begins: classical linear scores, and every single column."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from aucopt.exact.columns import Columns, standardised

# Share of the columns' own variance added to the within-class covariance.
_RIDGE = 1e-3
_LOGISTIC_STEPS = 200
_LOGISTIC_CELLS = 1 << 21


def default_starts(columns: Columns, positive: np.ndarray, weight: np.ndarray | None) -> list[np.ndarray]:
    """Weights on the scaled columns by logistic regression and by squared loss, classes balanced."""
    share = np.ones(len(positive)) if weight is None else weight.astype(np.float64)
    share = np.where(positive, share / share[positive].sum(), share / share[~positive].sum())
    used = columns.varying
    starts = [*_logistic(columns, positive, share), _least_squares(columns, positive, share)]
    return [_spread_out(start / columns.spread[used], used, columns.shape[1]) for start in starts]


def single_columns(columns: Columns, signs: np.ndarray) -> list[np.ndarray]:
    """Every allowed column alone, up and down."""
    n_columns = columns.shape[1]
    return [
        _spread_out(np.array([side]), np.array([j]), n_columns)
        for j in columns.varying
        for side in (1.0, -1.0)
        if signs[j] in (0, side)
    ]


def clip(w: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """The nearest weights of the allowed signs."""
    return np.where(w * signs < 0, 0.0, w)


def random_unit(rng: np.random.Generator, varies: np.ndarray) -> np.ndarray:
    """A random direction of the columns that vary."""
    w = rng.standard_normal(len(varies)) * varies
    return w / np.linalg.norm(w)


def _spread_out(values: np.ndarray, used: np.ndarray, n_columns: int) -> np.ndarray:
    w = np.zeros(n_columns)
    w[used] = values
    return w


def _logistic(columns: Columns, positive: np.ndarray, share: np.ndarray) -> list[np.ndarray]:
    """Logistic regression, with some penalty and with hardly any: that one separates what can be."""
    rows, n = standardised(columns), len(positive)
    # Every k-th row of each class is enough for a start.
    step = -(-n * rows.shape[1] // _LOGISTIC_CELLS)
    some = np.concatenate([np.flatnonzero(members)[::step] for members in (~positive, positive)])
    model = LogisticRegression(max_iter=_LOGISTIC_STEPS, warm_start=True)
    starts = []
    for inverse_penalty in (1.0, 1e4):
        model.set_params(C=inverse_penalty)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(rows[some], positive[some], sample_weight=share[some] * n / 2)
        starts.append(model.coef_.ravel().copy())
    return starts


def _least_squares(columns: Columns, positive: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Fisher's direction: (within-class covariance + ridge)^-1 (difference of the means)."""
    rows = standardised(columns)
    means = [rows.T @ np.where(members, share, 0.0) for members in (~positive, positive)]
    weighted = rows.multiply(share[:, None]).tocsr() if columns.is_sparse else rows * share[:, None]
    second = rows.T @ weighted
    second = second.toarray() if columns.is_sparse else second
    within = (second - sum(np.outer(mean, mean) for mean in means)) / 2
    within[np.diag_indices_from(within)] += _RIDGE
    return np.linalg.solve(within, means[1] - means[0])
