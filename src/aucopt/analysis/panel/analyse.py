"""From the best panel of a table to what it is worth: nested estimates, optimism, stability, rivals.

The apparent value of a panel is the most biased number of this package: the best of very many. It never
stands alone: selection and fit are repeated inside every fold and every resample.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone

from aucopt.analysis.answer import INTERRUPTED, ChosenCut
from aucopt.analysis.cut import place_cut
from aucopt.analysis.honest import HonestValues, honest_values
from aucopt.analysis.outcome_rivals import usual_rival
from aucopt.analysis.panel.answer import PATH, TUNED, PanelAnalysis, name_all
from aucopt.analysis.panel.effort import plan_panel_effort
from aucopt.analysis.panel.ranking import LassoPathRanker, PanelRanker
from aucopt.analysis.panel.rivals import L1PathClassifier
from aucopt.analysis.panel.stability import Optimism, count_chosen, record, resample_selection
from aucopt.analysis.rivals import find_rival
from aucopt.analysis.rows import Rows
from aucopt.estimators.panel import PanelClassifier
from aucopt.estimators.scoring import score_rows
from aucopt.panels.answer import PanelSolution
from aucopt.panels.best import best_panel
from aucopt.panels.blocks import BY_BITS
from aucopt.words.panel import name_best, name_panel
from aucopt.words.sentences import LOGISTIC

Say = Callable[[str], object]


def analyse_panel(
    rows: Rows,
    panel: PanelSolution,
    *,
    signs: Sequence[int] | None = None,
    include: Iterable[int] = (),
    seconds: float = inf,
    n_repeats: int | None = None,
    n_resamples: int | None = None,
    n_jobs: int | None = None,
    seed: int = 0,
    say: Say = lambda line: None,
) -> PanelAnalysis:
    """Estimate the value of a panel on new rows and how stable the choice of its columns is.

    Parameters
    ----------
    rows : Rows
        The data, with all columns from which the panel was chosen.
    panel : PanelSolution
        The result of `aucopt.best_panel` on these rows.
    signs : sequence of p integers, optional
        The sign constraints of the search.
    include : iterable of int
        Columns that every panel must contain, as in the search.
    seconds : float
        Time limit in seconds. Parts that are not finished are left out, and the result says so. 0 leaves out
        all parts that need further searches.
    n_repeats, n_resamples : int, optional
        Number of repeats of the nested cross-validation, and number of bootstrap resamples; the defaults
        depend on the size of the search.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.
    seed : int
        Seed of folds and resamples. The same seed gives the same result, unless the time limit is reached.
    say : callable, optional
        Called with a text that says what is being done.

    Returns
    -------
    PanelAnalysis

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.analysis import Rows, analyse_panel
    >>> rng = np.random.default_rng(0)
    >>> ill = np.arange(40) % 2 == 1
    >>> X = np.round(rng.normal(size=(40, 4)) + np.outer(ill, [1.5, 0, 1, 0]), 2)
    >>> rows = Rows(X, ("a", "b", "c", "d"), ill, None, "ill", (0, 1))
    >>> found = analyse_panel(rows, aucopt.best_panel(rows, ill, k=2), n_repeats=1, n_resamples=20)
    >>> found.columns, found.honest.intervals["panel of 2"].value < found.panel.value
    (('a', 'c'), True)
    """
    k, forced = panel.k, tuple(include)
    objective, has_intercept = panel.solution.objective, panel.solution.intercept is not None
    omitted: dict[str, str] = {}
    took: dict[str, float] = {"search": panel.seconds}
    left, rival_detail = seconds, ""
    # If time ended the search, every further one gets as long as it had, and the endings tell.
    limit = panel.seconds if panel.status == "time_limit" else None
    allowed = tuple(signs) if signs is not None else (0,) * len(rows.columns)
    effort = plan_panel_effort(
        len(rows.X),
        panel.n_total,
        k + has_intercept,
        len(rows.X) if has_intercept else rows.n_pairs,
        "rows" if has_intercept else "pairs" if objective.by_pairs else "curve",
        n_easy=sum(panel.refused.get(name, 0) for name in BY_BITS),
        n_repeats=n_repeats,
        n_resamples=n_resamples,
    )

    def selection(size: int) -> PanelClassifier | PanelRanker:
        kind = PanelClassifier if objective.classifies else PanelRanker
        return kind(size, objective=objective, signs=allowed, include=forced, time_limit=limit, n_jobs=n_jobs)

    sizes = [size for size in dict.fromkeys((k - 1, 1)) if max(len(forced), 1) <= size < k]
    chooser = record(selection(k))
    methods: dict[str, BaseEstimator] = {name_panel(k): chooser}
    methods |= {name_panel(size): selection(size) for size in sizes}
    usual = LOGISTIC if objective.classifies else usual_rival(rows)
    rival = find_rival(usual)
    everything: Any = rival.make(rows, allowed, objective)
    methods[name_all(usual)] = everything
    if objective.classifies:
        methods |= {
            PATH: L1PathClassifier(k, objective=objective),
            TUNED: L1PathClassifier(objective=objective),
        }
    else:
        methods |= {
            PATH: LassoPathRanker(everything, objective, k),
            TUNED: LassoPathRanker(everything, objective),
        }

    def part(name: str, find: Callable[[], Any]) -> Any:
        nonlocal left
        started = time.monotonic()
        try:
            if panel.status == "interrupted" or INTERRUPTED in omitted.values():
                raise KeyboardInterrupt
            if left <= 0:
                raise ValueError(
                    "Not requested." if seconds <= 0 else f"No time was left after {seconds:g} s."
                )
            return find()
        except ValueError as error:
            omitted[name] = str(error)
        except KeyboardInterrupt:
            omitted[name] = INTERRUPTED
        finally:
            took[name] = time.monotonic() - started
            left = max(left - took[name], 0.0)
        return None

    def smaller() -> PanelSolution:
        if k - 1 not in sizes:
            raise ValueError("No smaller panel contains all columns of --include.")
        say(f"looking for the {name_best(name_panel(k - 1))}")
        return best_panel(
            rows,
            rows.y,
            k - 1,
            objective=objective,
            sample_weight=rows.weights,
            strata=rows.strata,
            signs=allowed,
            include=forced,
            time_limit=limit,
            n_jobs=n_jobs,
        )

    def apparent() -> dict[str, float]:
        say("fitting the rivals")
        nonlocal rival_detail
        more = () if rows.strata is None else (rows.strata,)
        fits: dict[str, Any] = {name_all(usual): rival.fit(rows, allowed, objective)}
        rival_detail = rival.detail(rows, fits[name_all(usual)])
        for name in (PATH, TUNED):
            fits[name] = clone(methods[name]).fit(rows.X, rows.y, rows.weights, *more)
        found = {}
        for name, fitted in fits.items():
            scores = (fitted.decision_function if objective.classifies else fitted.predict)(rows.X)
            found[name] = objective.measure(rows.y, scores, rows.weights, rows.strata)
        return found

    def honest() -> HonestValues:
        def follow(done: int, total: int) -> None:
            if done == 1:
                # What was chosen before the first fold was a rehearsal.
                del chooser.chosen[:-1]
            say(f"nested cross-validation: {done} of {total}")

        in_folds, X = rows.in_folds(methods)
        return honest_values(
            in_folds,
            X,
            rows.y,
            objective,
            sample_weight=rows.weights,
            strata=rows.strata,
            n_folds=effort.n_folds,
            n_repeats=effort.n_repeats,
            random_state=seed,
            time_limit=None if left == inf else left,
            callback=follow,
        )

    def resamples() -> tuple[Optimism, list[tuple[int, ...]]]:
        if effort.n_resamples == 0:
            raise ValueError(f"{panel.n_total:,} panels are too many to repeat the search in resamples.")
        return resample_selection(
            selection(k),
            rows,
            apparent=panel.value,
            n_resamples=effort.n_resamples,
            seed=seed,
            callback=lambda done, total: say(f"selection on resamples: {done} of {total}"),
        )

    fewer = None if k == 1 else part("smaller panel", smaller)
    known = {name_panel(k): panel.value} | (part("rivals", apparent) or {})
    if fewer is not None:
        known[name_panel(k - 1)] = fewer.value
    on_new_rows = part("honest", honest)
    drawn = part("resamples", resamples)
    stability = None
    if drawn is not None:
        stability = count_chosen(drawn[1], panel.columns, len(rows.columns), "resamples")
    elif on_new_rows is not None:
        n_fits = on_new_rows.n_folds * on_new_rows.n_repeats
        stability = count_chosen(chooser.chosen[:n_fits], panel.columns, len(rows.columns), "folds")
    return PanelAnalysis(
        rows=rows,
        panel=panel,
        smaller=fewer,
        cut=_cut(rows, panel),
        signs=allowed,
        apparent=known,
        honest=on_new_rows,
        optimism=None if drawn is None else drawn[0],
        stability=stability,
        omitted=omitted,
        seconds=took,
        seed=seed,
        rival=usual,
        rival_detail=rival_detail,
    )


def _cut(rows: Rows, panel: PanelSolution) -> ChosenCut | None:
    """The cut-off of the panel's score on these rows, as the objective places it; a ranking has none."""
    solution = panel.solution
    if not solution.objective.classifies:
        return None
    scores = score_rows(np.ascontiguousarray(rows.X[:, list(panel.columns)]), solution.coef)
    found = solution.cutoff if solution.intercept is not None else None
    return place_cut(rows, solution.objective, scores, found)
