"""Where an ascent begins: the linear scores that people fit, single columns, random directions.

None of them takes long, and no ascent ends below the best of them.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import expit

from aucopt.exact.solvers.ascent.climber import Climber
from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.margins import Margins
from aucopt.exact.solvers.ascent.rays import Pairs
from aucopt.exact.solvers.ascent.smoothing import Limits, climb_down, sign_limits

# Share of the columns' own variance added to the within-class covariance.
_RIDGE = 1e-3
_MOST_SQUARED = 2000
# Of larger tables every k-th row is enough for most starts.
_MOST_CELLS = 1 << 21
# As scikit-learn's C = 1 and C = 10,000.
_PENALTIES = (1.0, 1e-4)
# The hinge is rounded off over this part of its margin.
_HINGE_WIDTH = 0.2
_AROUND = 180


def default_starts(
    columns: Columns,
    rows: Any,
    positive: np.ndarray,
    weight: np.ndarray | None,
    signs: np.ndarray,
    stopped: Callable[[], bool],
) -> Iterator[np.ndarray]:
    """Weights on the scaled columns: squared loss, logistic regression, hinge loss of pairs.

    `rows` are the standardised columns that vary. The signs hold, but for squared loss.
    """
    share = np.ones(len(positive)) if weight is None else weight / weight.max()
    balanced = np.where(positive, share / share[positive].sum(), share / share[~positive].sum()) / 2
    used, d = columns.varying, columns.shape[1]
    limits = sign_limits(signs[used])

    def start(values: np.ndarray) -> np.ndarray:
        return _spread_out(values / columns.spread[used], used, d)

    step = -(-rows.shape[0] * rows.shape[1] // _MOST_CELLS)
    some = np.concatenate([np.flatnonzero(members)[::step] for members in (~positive, positive)])
    few, few_positive = rows[some], positive[some]
    if len(used) <= _MOST_SQUARED:
        yield start(_least_squares(few, few_positive, balanced[some] / balanced[some].sum()))
    v = np.zeros(len(used) + 1)
    for penalty in _PENALTIES:
        v = _logistic(few, few_positive, balanced[some], penalty, v, limits, stopped)
        yield start(v[1:])
    yield start(_pair_hinge(few, few_positive, share[some], v[1:], limits, stopped))
    # All rows as they are: what most people would fit. The intercept follows the share of the positives.
    v[0] += np.log(share[positive].sum() / share[~positive].sum())
    yield start(_logistic(rows, positive, share, _PENALTIES[0], v, limits, stopped)[1:])


def best_column(climber: Climber) -> np.ndarray:
    """The allowed single column, up or down, of the highest value that time allows to find.

    On large tables the AUC of every k-th row decides.
    """
    columns, pairs = climber.columns, climber.pairs
    best, best_value = np.zeros(len(climber.signs)), -np.inf
    step = -(-columns.shape[0] * columns.shape[1] // _MOST_CELLS)
    if step > 1 and pairs.is_symmetric:
        some = np.sort(np.concatenate([pairs.ups[::step], pairs.downs[::step]]))
        weight = None if pairs.weight is None else pairs.weight[some]
        table, pairs = columns.matrix[some], Pairs(pairs.positive[some], weight)
    else:
        table = columns.matrix
    for j in columns.varying:
        values = table[:, [j]].toarray().ravel() if columns.is_sparse else np.ascontiguousarray(table[:, j])
        value = pairs.value(values)
        # Downwards all pairs change sides.
        down = pairs.whole - value if pairs.is_symmetric else pairs.value(-values)
        for sign, v in ((1.0, value), (-1.0, down)):
            if climber.signs[j] * sign >= 0 and v > best_value:
                best, best_value = _spread_out(np.array([sign]), np.array([j]), len(best)), v
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


def random_unit(rng: np.random.Generator, varies: np.ndarray) -> np.ndarray:
    """A random direction of the columns that vary."""
    w = rng.standard_normal(len(varies)) * varies
    return w / np.linalg.norm(w)


def _spread_out(values: np.ndarray, used: np.ndarray, n_columns: int) -> np.ndarray:
    w = np.zeros(n_columns)
    w[used] = values
    return w


def _logistic(
    rows: Any,
    positive: np.ndarray,
    share: np.ndarray,
    penalty: float,
    start: np.ndarray,
    limits: Limits,
    stopped: Callable[[], bool],
) -> np.ndarray:
    """Logistic regression, an intercept first; hardly any penalty separates what can be."""
    share, sign = share / share.sum(), np.where(positive, 1.0, -1.0)
    ridge = penalty / len(positive)

    def loss(v: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (rows @ v[1:] + v[0])
        pull = -share * sign * expit(-margin)
        value = share @ np.logaddexp(0.0, -margin) + ridge / 2 * (v[1:] @ v[1:])
        return value, np.concatenate([[pull.sum()], rows.T @ pull + ridge * v[1:]])

    return climb_down(loss, start, stopped, limits and [(None, None), *limits])


def _pair_hinge(
    rows: Any,
    positive: np.ndarray,
    share: np.ndarray,
    start: np.ndarray,
    limits: Limits,
    stopped: Callable[[], bool],
) -> np.ndarray:
    """The weights of a linear support vector machine on all pairs, SVM-Perf's for the ROC area."""
    margins, ridge = Margins(positive, share), _PENALTIES[0] / len(positive)

    def loss(v: np.ndarray) -> tuple[float, np.ndarray]:
        value, pull = margins.hinge(rows @ v, _HINGE_WIDTH)
        return value + ridge / 2 * (v @ v), rows.T @ pull + ridge * v

    return climb_down(loss, start, stopped, limits)


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
