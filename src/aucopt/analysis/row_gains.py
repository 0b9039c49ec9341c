"""What each row adds to the difference of two AUCs over repeated folds, and how well that is known by it.

In a fold a row is placed among the test rows of the other class: a positive by the share of negatives below
it, a negative by the share of positives above. The difference of two AUCs is the mean of what the rows gain
by the other score, over the rows of either class. Each row is tested once in every repeat; its mean gain over
the repeats keeps what belongs to the row, and loses what the drawing of folds adds. As in DeLong's
covariance, the variance of the difference is then that of two means of rows (LeDell, Petersen and van der
Laan, 2015, for folds drawn once).

Values of whole splits know less: the corrected t-test has to assume how much splits share, and on tables of
300 rows takes the standard error for more than it is (benchmarks/pay.py).
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from aucopt.delong.components import place_rows
from aucopt.stats import TTest

Floats = npt.NDArray[np.float64]


def place_among_others(positive: npt.NDArray[np.bool_], scores: npt.NDArray[np.generic]) -> Floats:
    """The share of the other class that is on the right side of each row.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.row_gains import place_among_others
    >>> place_among_others(np.array([False, False, True]), np.array([1.0, 3.0, 2.0])).tolist()
    [1.0, 0.0, 0.5]
    """
    found = place_rows(positive, [scores])
    placed = np.empty(len(positive))
    placed[positive], placed[~positive] = found.positives[0], found.negatives[0]
    return placed


def compare_by_rows(
    difference: float,
    positive: npt.NDArray[np.bool_],
    tested: Sequence[npt.NDArray[np.intp]],
    first: Sequence[Floats],
    second: Sequence[Floats],
) -> TTest | None:
    """How well the mean difference of two AUCs over splits is known, by what each row gains.

    Parameters
    ----------
    difference : float
        The mean difference over the splits.
    positive : (n,) array of bool
        The classes of all rows.
    tested : sequence of int arrays
        The test rows of each split.
    first, second : sequence of arrays
        How well these rows are placed by either score.

    Returns
    -------
    TTest or None
        Its degrees of freedom are those of the smaller class; None if some row was never tested, or a class
        has one row.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.row_gains import compare_by_rows
    >>> positive = np.array([True, True, False, False])
    >>> rows, first, second = [np.arange(4)], [np.array([1.0, 0.5, 1.0, 0.5])], [np.full(4, 0.5)]
    >>> compare_by_rows(0.25, positive, rows, first, second).standard_error
    0.3535533905932738
    """
    total, times = np.zeros(len(positive)), np.zeros(len(positive))
    for rows, ours, theirs in zip(tested, first, second, strict=True):
        total[rows] += ours - theirs
        times[rows] += 1
    sizes = [int(np.count_nonzero(members)) for members in (positive, ~positive)]
    if not times.all() or min(sizes) < 2:
        return None
    gains = total / times
    variances = [float(np.var(gains[members], ddof=1)) for members in (positive, ~positive)]
    error = sqrt(sum(variance / n for variance, n in zip(variances, sizes, strict=True)))
    return TTest(difference, error, min(sizes) - 1)
