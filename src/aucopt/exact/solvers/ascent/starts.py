"""Where an ascent begins: classical linear scores, single columns, random directions."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import expit

from aucopt.exact.solvers.ascent.climber import Climber
from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.smoothing import climb_down

# Share of the columns' own variance added to the within-class covariance.
_RIDGE = 1e-3
_MOST_SQUARED = 2000
_LOGISTIC_CELLS = 1 << 21
# As scikit-learn's C = 1 and C = 10,000.
_PENALTIES = (1.0, 1e-4)
_AROUND = 180


def default_starts(
    columns: Columns,
    rows: Any,
    positive: np.ndarray,
    weight: np.ndarray | None,
    stopped: Callable[[], bool],
) -> Iterator[np.ndarray]:
    """Weights on the scaled columns by squared loss and by logistic regression, classes balanced.

    `rows` are the standardised columns that vary.
    """
    share = np.ones(len(positive)) if weight is None else weight.astype(np.float64)
    share = np.where(positive, share / share[positive].sum(), share / share[~positive].sum()) / 2
    used, d = columns.varying, columns.shape[1]
    if len(used) <= _MOST_SQUARED:
        yield _spread_out(_least_squares(rows, positive, share) / columns.spread[used], used, d)
    for start in _logistic(rows, positive, share, stopped):
        yield _spread_out(start / columns.spread[used], used, d)


def best_column(climber: Climber) -> np.ndarray:
    """The allowed single column, up or down, of the highest value that time allows to find."""
    best, best_value = np.zeros(len(climber.signs)), -np.inf
    for j in climber.columns.varying:
        up = _spread_out(np.ones(1), np.array([j]), len(best))
        value = climber.value_of(up)
        # Downwards all pairs change sides.
        down = climber.pairs.whole - value if climber.pairs.is_symmetric else climber.value_of(-up)
        for w, v in ((up, value), (-up, down)):
            if climber.signs[j] * w[j] >= 0 and v > best_value:
                best, best_value = w, v
        if climber.stopped():
            break
    return best


def around(columns: Columns) -> list[np.ndarray]:
    """Directions all around the circle of two standardised columns; none if there are more."""
    used = columns.varying
    if len(used) != 2:
        return []
    angles = np.arange(_AROUND) * (2 * np.pi / _AROUND)
    circle = np.column_stack([np.cos(angles), np.sin(angles)]) / columns.spread[used]
    return [_spread_out(w, used, columns.shape[1]) for w in circle]


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


def _logistic(
    rows: Any, positive: np.ndarray, share: np.ndarray, stopped: Callable[[], bool]
) -> Iterator[np.ndarray]:
    """Logistic regression, with some penalty and with hardly any: that one separates what can be."""
    # Every k-th row of each class is enough for a start.
    step = -(-rows.shape[0] * rows.shape[1] // _LOGISTIC_CELLS)
    some = np.concatenate([np.flatnonzero(members)[::step] for members in (~positive, positive)])
    rows, share, sign = rows[some], share[some] / share[some].sum(), np.where(positive[some], 1.0, -1.0)

    def loss(v: np.ndarray, penalty: float) -> tuple[float, np.ndarray]:
        margin = sign * (rows @ v[1:] + v[0])
        pull = -share * sign * expit(-margin)
        value = share @ np.logaddexp(0.0, -margin) + penalty / 2 * (v[1:] @ v[1:])
        return value, np.concatenate([[pull.sum()], rows.T @ pull + penalty * v[1:]])

    v = np.zeros(rows.shape[1] + 1)
    for penalty in _PENALTIES:
        v = climb_down(partial(loss, penalty=penalty / len(some)), v, stopped)
        yield v[1:]


def _least_squares(rows: Any, positive: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Fisher's direction: (within-class covariance + ridge)^-1 (difference of the means)."""
    means = [rows.T @ np.where(members, 2 * share, 0.0) for members in (~positive, positive)]
    if sparse.issparse(rows):
        second = (rows.T @ rows.multiply(share[:, None])).toarray()
    else:
        second = rows.T @ (rows * share[:, None])
    within = second - sum(np.outer(mean, mean) for mean in means) / 2
    within[np.diag_indices_from(within)] += _RIDGE
    return np.linalg.solve(within, means[1] - means[0])
