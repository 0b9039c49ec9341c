"""From a table to an answer: the best linear score, what it is worth on new rows, and how sure all of it is.

`analyse` takes the solution of a search and finds out the rest, within a time; `Analysis` is what the command
line prints and a report draws.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucopt.analysis.honest import HonestAUCs, honest_aucs
from aucopt.analysis.rivals import LOGISTIC, find_rival
from aucopt.analysis.rows import Rows
from aucopt.estimators import AUCOptClassifier, LinearModel
from aucopt.estimators.scoring import best_cut, score_rows
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.bootstrap import WeightIntervals, bootstrap_weights
from aucopt.exact.solution.weights.simple import SimpleWeights, simple_weights
from aucopt.metrics import roc_auc_score
from aucopt.words.difference import BAND

Say = Callable[[str], object]

BEST = "AUC-opt"

# Few rows are split into ten parts, more into five; so many fits in all.
_FEW_ROWS, _FITS = 2_000, 50
# Up to so many pairs refits of three columns are solved exactly; beyond, as with more columns, they climb.
_EXACT_REFITS = 300_000
_MOST_RESAMPLES, _FEWEST_RESAMPLES = 200, 40
_MOST_ROWS_RESAMPLED = 100_000
# What simple weights may lose, and the columns among which they are looked for.
SIMPLE_LOSS, _MOST_SIMPLE = BAND, 6
# The shares of the time: honest AUCs, intervals of the weights, simple weights.
_SHARES = (0.5, 0.4, 0.1)


@dataclass(frozen=True)
class CutOff:
    """Where to cut the score, and what that does on the rows it was chosen on: the best Youden index."""

    value: float
    sensitivity: float
    specificity: float


@dataclass(frozen=True, eq=False)
class Analysis:
    """All that is found out about the best linear score of a table.

    Attributes
    ----------
    rows : Rows
        The data.
    solution : Solution
        The weights, their AUC on these rows and the bound.
    per_deviation : (d,) array
        The weights per standard deviation of their columns, of length one.
    cut : CutOff
        A cut-off.
    rival : str
        What it is compared with: "logistic regression", or the "best column" for a blend.
    rival_detail : str
        How the rival was fitted, or which column it is.
    rival_auc : float
        The AUC of the rival on the rows it was fitted to.
    rival_coef : (d,) array
        The weights of the rival, in the units of the columns.
    rival_cut : CutOff
        A cut-off of the rival's score.
    signs : tuple of int
        What the weights were allowed to be.
    honest : HonestAUCs or None
        Both on rows that they were not fitted to.
    intervals : WeightIntervals or None
        Bootstrap intervals of the weights per standard deviation.
    simple : SimpleWeights or None
        Small integer weights that do nearly as well.
    omitted : dict of str to str
        Why a part is None.
    seconds : dict of str to float
        What each part took.
    seed : int
        The seed of the folds and resamples.
    """

    rows: Rows
    solution: Solution
    per_deviation: np.ndarray
    cut: CutOff
    rival: str
    rival_detail: str
    rival_auc: float
    rival_coef: np.ndarray
    rival_cut: CutOff
    signs: tuple[int, ...]
    honest: HonestAUCs | None
    intervals: WeightIntervals | None
    simple: SimpleWeights | None
    omitted: dict[str, str]
    seconds: dict[str, float]
    seed: int

    @property
    def is_blend(self) -> bool:
        """Whether the score is compared with one of its own columns: people call such a score a blend."""
        return find_rival(self.rival).is_component

    @property
    def model(self) -> LinearModel:
        """The score with its cut-off and labels, for new rows."""
        auc: dict[str, Any] = {"apparent": self.solution.auc, "bound": self.solution.bound}
        if self.honest is not None:
            found = self.honest.intervals[BEST]
            auc["honest"] = _finite(found.auc)
            auc["honest_interval"] = [_finite(found.low), _finite(found.high)]
            auc["confidence"] = found.confidence
        facts = {
            "rows": len(self.rows.positive),
            "positives": self.rows.n_positive,
            "status": self.solution.status,
            "auc": auc,
            "sensitivity": self.cut.sensitivity,
            "specificity": self.cut.specificity,
        }
        return LinearModel(
            self.rows.columns, self.solution.coef, self.cut.value, self.rows.classes, self.rows.target, facts
        )


def analyse(
    rows: Rows,
    solution: Solution,
    *,
    signs: Sequence[int],
    seconds: float = 30.0,
    rival: str = LOGISTIC,
    n_jobs: int | None = None,
    seed: int = 0,
    say: Say = lambda line: None,
) -> Analysis:
    """Find out what a solution is worth on new rows and how sure its weights are.

    Parameters
    ----------
    rows : Rows
        The data.
    solution : Solution
        The optimum of these rows.
    signs : sequence of d integers
        Those it was searched with.
    seconds : float
        About how long to take; 0 leaves out all that needs further fits.
    rival : {"logistic regression", "best column"}
        What to compare it with.
    n_jobs : int, optional
        Threads. None means 1, -1 all processors, as in scikit-learn.
    seed : int
        Seed of folds and resamples. With it, and time enough, the result is always the same.
    say : callable, optional
        Told what is being done.

    Returns
    -------
    Analysis

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.analysis import Rows, analyse
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> found = analyse(rows, aucopt.maximize_auc(rows, rows.positive), signs=(0, 0), seconds=0)
    >>> print(f"sensitivity {found.cut.sensitivity:.2f}, specificity {found.cut.specificity:.2f}")
    sensitivity 0.97, specificity 0.64
    """
    X, positive, weights = rows.X, rows.positive, rows.weights
    omitted: dict[str, str] = {}
    took: dict[str, float] = {"solve": solution.seconds}
    shares = [seconds * share for share in _SHARES]
    opponent = find_rival(rival)
    say(f"fitting {rival}")
    fitted = opponent.fit(rows, signs)
    rival_coef = opponent.weights(fitted)
    rival_auc = roc_auc_score(positive, fitted.decision_function(X), sample_weight=weights)

    def part(name: str, find: Callable[[], Any]) -> Any:
        started = time.monotonic()
        try:
            return find()
        except ValueError as error:
            omitted[name] = str(error)
            return None
        finally:
            took[name] = time.monotonic() - started

    def honest() -> HonestAUCs:
        _refuse_without_time(seconds)
        n_folds = 10 if len(positive) <= _FEW_ROWS else 5
        return honest_aucs(
            {BEST: _refit(rows, signs, shares[0] / n_folds, n_jobs), rival: opponent.make(rows, signs)},
            X,
            positive,
            sample_weight=weights,
            n_folds=n_folds,
            n_repeats=_FITS // n_folds,
            random_state=seed,
            time_limit=shares[0],
            callback=lambda done, total: say(f"cross-validation: {done} of {total} folds"),
        )

    def intervals() -> WeightIntervals:
        _refuse_without_time(seconds)
        if X.shape[1] == 1:
            raise ValueError("One column has only one direction.")
        if len(positive) > _MOST_ROWS_RESAMPLED:
            raise ValueError(f"{len(positive):,} rows take too long to resample.")
        if X.shape[1] > 2 and solution.right == solution.total:
            # Refits of three columns and more climb from the weights of the data.
            raise ValueError("These weights separate the classes, those of every resample too.")
        say("resampling the rows")
        found = bootstrap_weights(
            rows,
            positive,
            sample_weight=weights,
            signs=signs,
            n_resamples=_MOST_RESAMPLES,
            normalize="sd",
            random_state=seed,
            n_jobs=n_jobs,
            solution=solution,
            time_limit=shares[1],
        )
        if len(found.samples) < _FEWEST_RESAMPLES:
            raise ValueError(f"Only {len(found.samples)} resamples were solved in {shares[1]:.3g} s.")
        return found

    def simple() -> SimpleWeights:
        _refuse_without_time(seconds)
        if not 1 < X.shape[1] <= _MOST_SIMPLE or len(positive) > _MOST_ROWS_RESAMPLED:
            raise ValueError("One column needs none; many columns or rows take too long.")
        say("looking for simple weights")
        found = simple_weights(
            rows,
            positive,
            SIMPLE_LOSS,
            units="auto",
            sample_weight=weights,
            signs=signs,
            n_jobs=n_jobs,
            time_limit=shares[2],
        )
        if found.solution.status == "interrupted":
            raise KeyboardInterrupt
        return found

    per_deviation = solution.coef * rows.deviations
    return Analysis(
        rows=rows,
        solution=solution,
        per_deviation=per_deviation / (np.linalg.norm(per_deviation) or 1.0),
        cut=_cut(rows, solution.coef),
        rival=rival,
        rival_detail=opponent.detail(rows, fitted),
        rival_auc=rival_auc,
        rival_coef=rival_coef,
        rival_cut=_cut(rows, rival_coef),
        signs=tuple(signs),
        honest=part("honest", honest),
        intervals=part("intervals", intervals),
        simple=part("simple", simple),
        omitted=omitted,
        seconds=took,
        seed=seed,
    )


def _refit(rows: Rows, signs: Sequence[int], seconds: float, n_jobs: int | None) -> AUCOptClassifier:
    """The classifier of a fold: as the whole was solved, where that is quick."""
    d = rows.X.shape[1]
    quick = d <= 2 or (d == 3 and rows.n_positive * rows.n_negative <= _EXACT_REFITS)
    # Only large tables need longer; the score found by then is as good, just not proved.
    return AUCOptClassifier("auto" if quick else "ascent", signs=signs, time_limit=seconds, n_jobs=n_jobs)


def _cut(rows: Rows, coef: np.ndarray) -> CutOff:
    weights = np.ones(len(rows.positive)) if rows.weights is None else rows.weights.astype(np.float64)
    used = weights > 0
    scores = score_rows(np.ascontiguousarray(rows.X), coef)
    cut = best_cut(rows.positive[used], scores[used], weights[used])
    above = scores > cut
    return CutOff(
        cut,
        float(np.average(above[rows.positive], weights=weights[rows.positive])),
        float(np.average(~above[~rows.positive], weights=weights[~rows.positive])),
    )


def _refuse_without_time(seconds: float) -> None:
    if seconds <= 0:
        raise ValueError("Not asked for.")


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
