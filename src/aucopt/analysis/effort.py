"""How much is done to check a score, as numbers of fits that the size of a table decides.

Counted work, not seconds: the same command prints the same numbers on a busy and on a quiet machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aucopt.estimators import AUCOptClassifier
from aucopt.estimators.ranker import ConcordanceRanker
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.objective.stratified import StratifiedPartialAUC

# Few rows are split into ten parts, more into five; so many fits in all where they are quick.
_FEW_ROWS, _MORE_FOLDS, _FOLDS, _MOST_FITS = 2_000, 10, 5, 50
_MOST_RESAMPLES, _FEWEST_RESAMPLES = 200, 40
# Roughly the seconds of one core that each of the two may take, and those that the fewest may take.
_SECONDS, _MOST_SECONDS = 60.0, 240.0
# Seconds of a search of the plane with 10^4 rows, which grow with the power 1.5 of their number.
_PLANE_ROWS, _PLANE_SECONDS, _PLANE_POWER = 1e4, 0.1, 1.5
# Seconds that an ascent takes for each row and column, some columns more than there are; and one round of
# it for each row and plane.
_ASCENT_SECONDS, _MORE_COLUMNS = 8e-5, 5
_ROUND_SECONDS, _PLANES_BESIDE_COLUMNS = 1.2e-5, 15
# Up to so many pairs refits of three columns are solved exactly; beyond, as with more columns, they climb.
_EXACT_REFITS, _EXACT_SECONDS = 300_000, 0.5
# Folds of a comparison and how often they are drawn, fewer on tables with many numbers: the training rows of
# all splits together hold about so many.
_COMPARISONS, _CELLS_COMPARED = ((10, 3), (10, 1), (5, 1)), 5_000_000
# From so many rows on refits of two columns climb, too.
_MANY_ROWS = 200_000
# The same for each pair, where pairs are listed: planes, three columns, an ascent, a round of it.
_PLANE_PAIR, _EXACT_PAIR, _ASCENT_PAIR, _ROUND_PAIR = 1.2e-7, 6e-5, 1e-5, 4e-7
# Pairs up to which a refit of two columns goes through all of them, that of an ascent takes some of them, and
# that of three columns is exact.
_MANY_LISTED, _MOST_CLIMBED = 2e7, 1 << 18
_EXACT_LISTED = 100_000


@dataclass(frozen=True)
class Effort:
    """What is done to check a score.

    Attributes
    ----------
    n_folds, n_repeats : int
        Of the cross-validation.
    n_resamples : int
        Of the intervals of the weights; 0 if the fewest that make an interval would take too long.
    solver : str
        How refits are searched: "auto" proves them, "ascent" does not.
    n_restarts : int or None
        How often an ascent begins anew; None: as often as by default.
    """

    n_folds: int
    n_repeats: int
    n_resamples: int
    solver: str
    n_restarts: int | None = None

    @property
    def is_climb(self) -> bool:
        """Whether refits are local optima."""
        return self.solver == "ascent"

    def refit(
        self,
        objective: Objective,
        signs: Sequence[int],
        n_jobs: int | None,
        time_limit: float | None = None,
    ) -> AUCOptClassifier | ConcordanceRanker:
        """The classifier of a fold, unfitted; for outcomes that have no two classes the ranker."""
        search: dict[str, Any] = {
            "signs": signs,
            "time_limit": time_limit,
            "n_restarts": self.n_restarts,
            "n_jobs": n_jobs,
        }
        if isinstance(objective, Concordance):
            return ConcordanceRanker(self.solver, strata_weight=objective.strata_weight, **search)
        if isinstance(objective, StratifiedPartialAUC):
            part, weight = objective.without_strata, objective.strata_weight
            return ConcordanceRanker(self.solver, objective=part, strata_weight=weight, **search)
        return AUCOptClassifier(self.solver, objective=objective, **search)


def plan_comparison(n_rows: int, n_columns: int) -> tuple[int, int]:
    """How many folds compare methods on a table of this size, and how often they are drawn.

    Examples
    --------
    >>> from aucopt.analysis.effort import plan_comparison
    >>> [plan_comparison(n, 10) for n in (569, 50_000, 100_000)]
    [(10, 3), (10, 1), (5, 1)]
    """
    cells = n_rows * max(n_columns, 1)
    for n_splits, n_repeats in _COMPARISONS:
        if (n_splits - 1) * n_repeats * cells <= _CELLS_COMPARED:
            break
    return n_splits, n_repeats


def plan_effort(
    n_rows: int,
    n_columns: int,
    n_pairs: int,
    *,
    listed: bool = False,
    n_repeats: int | None = None,
    n_resamples: int | None = None,
) -> Effort:
    """Decide how much to do for a table of this size; numbers that are given stay as they are.

    Where the pairs that count are `listed`, these decide, not the rows.

    Examples
    --------
    >>> from aucopt.analysis.effort import plan_effort
    >>> plan_effort(569, 2, 212 * 357)
    Effort(n_folds=10, n_repeats=5, n_resamples=200, solver='auto', n_restarts=None)
    >>> plan_effort(1_000_000, 2, 500_000**2)
    Effort(n_folds=5, n_repeats=1, n_resamples=0, solver='ascent', n_restarts=0)
    """
    plane = _PLANE_SECONDS * (n_rows / _PLANE_ROWS) ** _PLANE_POWER
    ascent, one_round = _ASCENT_SECONDS * n_rows, _ROUND_SECONDS * n_rows
    exact, most_exact = _EXACT_SECONDS, _EXACT_REFITS
    if listed:
        some = min(n_pairs, _MOST_CLIMBED)
        plane, ascent, one_round = _PLANE_PAIR * n_pairs, _ASCENT_PAIR * some, _ROUND_PAIR * some
        exact, most_exact = max(_EXACT_PAIR * n_pairs, _EXACT_SECONDS), _EXACT_LISTED
    is_quick = n_pairs < _MANY_LISTED if listed else n_rows < _MANY_ROWS
    round_seconds = one_round * (n_columns + _PLANES_BESIDE_COLUMNS)
    if n_columns <= 2 and (n_columns == 1 or is_quick):
        solver, seconds, resample = "auto", plane, plane
    elif n_columns == 3 and n_pairs <= most_exact:
        solver, seconds, resample = "auto", exact, round_seconds
    else:
        solver, resample = "ascent", round_seconds
        seconds = ascent * (n_columns + _MORE_COLUMNS)
    fits = min(_SECONDS / seconds, _MOST_FITS)
    n_folds = _MORE_FOLDS if n_rows <= _FEW_ROWS and fits >= _MORE_FOLDS else _FOLDS
    resamples = 0
    if _FEWEST_RESAMPLES * resample <= _MOST_SECONDS:
        resamples = min(max(int(_SECONDS / resample), _FEWEST_RESAMPLES), _MOST_RESAMPLES)
    return Effort(
        n_folds=n_folds,
        n_repeats=max(int(fits / n_folds), 1) if n_repeats is None else n_repeats,
        n_resamples=resamples if n_resamples is None else n_resamples,
        solver=solver,
        # Where even the fewest fits take long they do not begin anew.
        n_restarts=0 if solver == "ascent" and fits < _FOLDS else None,
    )
