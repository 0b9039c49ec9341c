"""Where no search is complete: the best that plane searches reach, counted exactly, with no claim of more."""

import time
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from aucopt.exact.problem.counting import best_column, recount
from aucopt.exact.problem.problem import build_problem, primitive_vector
from aucopt.exact.problem.table import read_columns
from aucopt.exact.solution.solution import Progress, Solution
from aucopt.exact.solvers.ascent.ascend import Ascent, ascend
from aucopt.exact.solvers.separable import separating_direction
from aucopt.exact.solvers.solve import Run
from aucopt.inputs import check_weights, encode_labels

# Up to this many numbers in a table linear programs look for separation, and pairs are recounted exactly.
_MOST_NUMBERS = 4_000_000
# With more columns the best single one is not looked for.
_FEW_COLUMNS = 100
# Float weights are counted in these parts of all pairs.
_PARTS = 1 << 60


def climb(X: Any, y: Any, sample_weight: Any, run: Run, smoothing: float = 0.0) -> Solution:
    """Search plane after plane from good starts; the status is "local" unless all pairs are right.

    With `smoothing` climb the AUC averaged over a cloud of directions instead, see `ascend`.
    """
    table, names = _as_table(X)
    positive, classes = encode_labels(y)
    if table.shape[0] != len(positive):
        raise ValueError(f"X has {table.shape[0]} rows, y has {len(positive)}.")
    weight = check_weights(sample_weight, len(positive))
    used = slice(None) if weight is None else weight > 0
    rows, labels = table[used], positive[used]
    if labels.all() or not labels.any():
        label = classes.tolist()[0 if labels.any() else 1]
        raise ValueError(f"All rows of class {label!r} have weight 0: an AUC needs both classes.")

    def report(ascent: Ascent) -> None:
        if run.callback is not None:
            run.callback(Progress(ascent.auc, 1.0, 1.0 - ascent.auc, time.monotonic() - run.started))

    ascent = ascend(
        rows,
        labels,
        None if weight is None else weight[used],
        signs=run.signs,
        starts=None if smoothing else _separating_start(rows, labels, run),
        smoothing=smoothing,
        deadline=run.deadline,
        n_jobs=run.n_threads,
        random_state=run.random_state,
        report=report,
    )
    notes, single = [], None
    if smoothing:
        notes.append(f"Smoothed by {smoothing:g}: to generalise, not to attain the highest training AUC.")
    if rows.shape[0] * rows.shape[1] <= _MOST_NUMBERS:
        problem = build_problem(X, y, sample_weight, reduce=False)
        right, tied, total = recount(problem, problem.direction_of(ascent.coef))
        top = 2 * problem.total - problem.coincident
        if len(names) <= _FEW_COLUMNS:
            single = best_column(problem, run.signs)
        bound = Fraction(min(top + problem.rounding, 2 * problem.nominal), 2 * problem.nominal)
    else:
        notes.append("A large table: pairs are counted by float64 scores, and the bound is 1.")
        right, tied, total = _whole(ascent)
        bound = Fraction(1)
    solved = Fraction(2 * right + tied, 2 * total) == bound
    return Solution(
        coef=ascent.coef,
        status="optimal" if solved else ascent.status,
        right=right,
        tied=tied,
        total=total,
        bound_exact=bound,
        direction=primitive_vector([Fraction(float(v)) for v in ascent.coef]),
        arcs=(),
        notes=tuple(notes),
        feature_names=names,
        classes=classes,
        work={"planes": ascent.n_planes, "rounds": ascent.n_rounds},
        seconds=time.monotonic() - run.started,
        geometry=None,
        best_column=single,
    )


def _as_table(X: Any) -> tuple[Any, tuple[str, ...]]:
    """A float64 matrix, or a sparse one as it is, with the names of its columns."""
    if not sparse.issparse(X):
        columns, names = read_columns(X)
        return np.column_stack([column.astype(np.float64) for column in columns]), names
    table = sparse.csr_matrix(X, dtype=np.float64)
    if not np.isfinite(table.data).all():
        raise ValueError("The sparse X has NaN or infinite values. Drop these rows or impute them.")
    return table, tuple(f"x{j}" for j in range(table.shape[1]))


def _separating_start(rows: Any, positive: np.ndarray, run: Run) -> np.ndarray | None:
    """Weights that separate the classes with a margin, if a linear program finds some."""
    if sparse.issparse(rows) or rows.size > _MOST_NUMBERS:
        return None
    return separating_direction(rows[positive], rows[~positive], run.signs)


def _whole(ascent: Ascent) -> tuple[int, int, int]:
    """Counts as integers; those of float weights in small parts of all."""
    counts = (ascent.right, ascent.tied, ascent.total)
    if all(isinstance(count, int) for count in counts):
        return int(ascent.right), int(ascent.tied), int(ascent.total)
    right, tied = (int(count / ascent.total * _PARTS) for count in counts[:2])
    return right, tied, _PARTS
