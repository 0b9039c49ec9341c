"""Good panels before the search: forward selection from the best columns, each step an exact plane or nearly.

A score of some columns and one more column span a plane. Counting pairs in its sectors tells nearly the best
that the two reach together; the best few of all such panels go on.
"""

import numpy as np

from aucopt.kernels.panels.plane import extend_score
from aucopt.panels.table import PanelTable

# Columns to begin with, panels that go on from step to step, and panels that are searched in the end.
_FIRST, _BEAM, _LAST = 24, 8, 3
_SECTORS = 64
# Rows of each class that forward selection looks at, at most.
_ROWS = 500

Columns = tuple[int, ...]


def good_panels(table: PanelTable) -> list[Columns]:
    """A few panels that are likely to be good, the best first, by the AUC and without signs."""
    rows, n_positives = _some_rows(table)
    images = np.ascontiguousarray(table.images[:, rows])
    ranks = np.ascontiguousarray(table.ranks[:, rows])
    wp, wn = table.wp[rows[:n_positives]], table.wn[rows[n_positives:] - table.n_positives]
    one = np.zeros(images.shape[1])
    none = np.zeros(images.shape[1], dtype=np.int32)

    def extend(score: np.ndarray, equal: np.ndarray, columns: list[int]) -> tuple[np.ndarray, np.ndarray]:
        value = np.empty(len(columns), dtype=np.int64)
        weights = np.empty((len(columns), 2))
        extend_score(
            score,
            equal,
            np.array(columns, dtype=np.int32),
            images,
            ranks,
            n_positives,
            wp,
            wn,
            _SECTORS,
            value,
            weights,
        )
        return value, weights

    beam: dict[Columns, tuple[int, np.ndarray, np.ndarray]] = {(): (0, one, none)}
    for step in range(table.k):
        found: dict[Columns, tuple[int, np.ndarray, np.ndarray]] = {}
        for columns, (_, score, equal) in beam.items():
            forced = [j for j in table.forced if j not in columns]
            free = [forced[0]] if forced else [j for j in table.open if j not in columns]
            value, weights = extend(score, equal, free)
            for at in np.argsort(-value, kind="stable")[: _BEAM if step else _FIRST]:
                j = free[at]
                panel = tuple(sorted((*columns, j)))
                if panel in found and found[panel][0] >= value[at]:
                    continue
                new = weights[at, 0] * score + weights[at, 1] * images[j]
                new /= max(np.abs(new).max(), 1e-300)
                rank = np.unique(new, return_inverse=True)[1].astype(np.int32)
                found[panel] = (int(value[at]), new, rank)
        best = sorted(found, key=lambda panel: (-found[panel][0], panel))
        beam = {panel: found[panel] for panel in best[: _BEAM if step else _FIRST]}
    return list(beam)[:_LAST]


def _some_rows(table: PanelTable) -> tuple[np.ndarray, int]:
    """Rows spread over both classes, and how many of them are positive."""
    n_positives, n = table.n_positives, table.images.shape[1]
    steps = [max(1, -(-size // _ROWS)) for size in (n_positives, n - n_positives)]
    positives = np.arange(0, n_positives, steps[0])
    return np.concatenate([positives, np.arange(n_positives, n, steps[1])]), len(positives)
