"""One call for a user's own data, which says whether it pays to optimise AUC there, or another objective.

Repeated cross-validation: the training rows of a split tune every method and choose the best of each family
by inner folds, its test rows compare the two. What is judged is that one difference, by a posterior that
accounts for the overlap between the splits.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from aucopt.analysis.contenders import (
    check_families,
    choose_methods,
    compile_proofs,
    prepare_method,
    quickened,
)
from aucopt.analysis.judge import judge
from aucopt.analysis.payoff import PayOff
from aucopt.analysis.repeats import PreparedRows, count_folds, draw_repeats
from aucopt.analysis.row_gains import place_among_others
from aucopt.estimators.scoring import Matrix
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.inputs import encode_labels, read_columns
from aucopt.lab.methods import Method
from aucopt.lab.protocol import (
    Split,
    SplitResult,
    read_seed,
    run_method,
    score_test_rows,
    stable_seed,
    trace_roc,
)
from aucopt.words.difference import BAND

# Variances need two splits, whatever the time.
_FEWEST = 2

Callback = Callable[[int, int], object]


def does_it_pay(
    X: Matrix,
    y: npt.ArrayLike,
    objective: str | Objective = "auc",
    *,
    pos_label: object = None,
    methods: str | Sequence[str | Method] = "linear",
    n_splits: int = 10,
    n_repeats: int = 3,
    n_folds: int = 5,
    thin: int | None = 8,
    proof_seconds: float | None = None,
    band: float = BAND,
    confidence: float = 0.95,
    preparation: Any = None,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    random_state: int | np.random.Generator | None = None,
    callback: Callback | None = None,
) -> PayOff:
    """Compare AUC optimisers, or the optimum of another objective, with standard classifiers on your data.

    Parameters
    ----------
    X : array-like, frame or sparse matrix of shape (n, d)
        Finite numbers; missing values are an error, unless a preparation fills them.
    y : array-like of shape (n,)
        Two distinct labels.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        What all methods are tuned and judged by. With another one than the AUC its own optimum takes part,
        and the question is whether that one pays.
    pos_label : label, optional
        The label of the positive class; the larger by default.
    methods : "linear", "all", or sequence of str and Method
        The eight linear methods of the paper, all 15, or a choice. Both families must be there. For another
        objective than the AUC "linear" are the standard ones and AUC-opt; its own optimum is always added.
    n_splits : int, default=10
        Parts of the rows, each of which tests once what the others trained. There are fewer parts if a class
        has fewer rows; for objectives other than the AUC a part has 20 rows of each class or more, as far as
        there are.
    n_repeats : int, default=3
        How often the parts are drawn. More repeats do not help much: what is left is the uncertainty of one
        table.
    n_folds : int, default=5
        Folds of the training rows, which tune each method and choose the best of each family.
    thin : int or None, default=8
        At most this many values of each parameter of a grid; None takes the paper's grids.
    proof_seconds : float, optional
        How long methods with `proves_optimum`, such as AUC-opt, may search for their proof in three columns
        and more, on each split. By default the size of the table decides: AUC-opt proves its optimum where
        that takes a few seconds at most, and climbs by counted steps elsewhere, so that the same call gives
        the same numbers on a busy machine.
    band : float, default=0.005
        Differences below this are too small to change the method for.
    confidence : float, default=0.95
        The probability from which on there is an answer, and the confidence of the intervals.
    preparation : transformer, optional
        Makes finite numbers of X, such as an imputer; it is fitted to the training rows of each split.
    time_limit : float, optional
        Seconds after which no fit is started any more; only splits that all methods finished count, and two
        are done in any case. With fewer than five the answer is "too few".
    n_jobs : int, optional
        Processes. None means 1, -1 all processors, as in scikit-learn. The result does not depend on it,
        unless time runs out.
    random_state : int, Generator or None, default=None
        Decides the splits and the seeds of the methods. None is the fixed seed 0, so that results repeat;
        pass a Generator for other draws.
    callback : callable, optional
        Called with the number of fits done and the number to do.

    Returns
    -------
    PayOff
        One sentence, and the numbers behind it; `print` shows both.

    Notes
    -----
    In each split the best AUC optimiser and the best standard classifier are chosen by inner folds of the
    training rows, and compared on the test rows: nothing is chosen by the rows that judge it, and there is
    one difference to judge. It pays if a gain of more than `band` has a probability of at least `confidence`,
    and does not pay if no such gain has it. The rows of the single methods describe, and decide nothing.

    Splits share rows, so that the variance of their values does not tell how well the difference is known.
    For the AUC the rows tell it: how much better each is placed among the test rows of the other class, on
    average over the repeats. For parts of the ROC curve, which are no means of rows, it is the correlated
    Bayesian t-test of Corani and Benavoli (2015), which assumes how much splits share.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> found = aucopt.does_it_pay(X, y, methods=["LR", "AUC-opt"], n_repeats=1)
    >>> found.answer
    'pays'
    >>> found.result("AUC-opt").below_optimum
    0.0
    """
    _check_options(n_splits, n_repeats, band, confidence, time_limit, n_jobs)
    objective = read_objective(objective)
    if not (objective.is_auc or objective.part):
        raise ValueError(
            f"does_it_pay is for the AUC and for parts of the ROC curve, not for {objective!r}; "
            "honest_values and aucopt fit compare its optimum with a usual method."
        )
    given: Any = X
    if preparation is not None:
        given, X = np.asarray(X), clone(preparation, safe=False).fit(X).transform(X)
    columns, _ = read_columns(X)
    rows = np.column_stack([column.astype(np.float64) for column in columns])
    positive, _ = encode_labels(y, pos_label)
    labels = positive.astype(np.int64)
    if len(labels) != len(rows):
        raise ValueError(f"X has {len(rows)} rows and y {len(labels)}.")
    n_positive = int(positive.sum())
    n_fewer = min(n_positive, len(labels) - n_positive)
    n_splits = count_folds(n_splits, n_fewer, by_pairs=objective.is_auc)
    # About as many pairs as the training rows have.
    n_pairs = int(n_positive * (len(labels) - n_positive) * (1 - 1 / n_splits) ** 2)
    chosen = [
        prepare_method(method, rows.shape[1], n_pairs, thin, proof_seconds)
        for method in choose_methods(methods, objective)
    ]
    seed = read_seed(random_state)
    splits = draw_repeats(positive, n_splits, n_repeats, n_folds=n_folds, seed=seed)
    compile_proofs(chosen, rows, labels)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    data = PreparedRows(rows) if preparation is None else PreparedRows(given, preparation)
    done = _run_all(chosen, objective, data, labels, splits, seed, n_jobs, deadline, callback)

    failed: dict[str, str] = {}
    # Sorted, for they ended in any order: what is told of a method is its first split.
    for (_, name), reason in sorted(done.items(), key=lambda item: item[0]):
        if isinstance(reason, str):
            failed.setdefault(name, reason)
    chosen = [method for method in chosen if method.name not in failed]
    check_families(chosen, failed, objective)
    complete = [k for k in range(len(splits)) if all((k, method.name) in done for method in chosen)]
    outcomes = {method.name: [done[k, method.name] for k in complete] for method in chosen}
    return judge(
        chosen,
        outcomes,  # type: ignore[arg-type]  # those that failed are not among them
        objective=objective,
        positive=positive,
        tested=[splits[k].test for k in complete],
        ratio=1 / (n_splits - 1),
        band=band,
        confidence=confidence,
        n_rows=len(rows),
        n_columns=rows.shape[1],
        n_positive=n_positive,
        n_planned=len(splits),
        n_splits=n_splits,
        failed=failed,
    )


def _check_options(
    n_splits: int,
    n_repeats: int,
    band: float,
    confidence: float,
    time_limit: float | None,
    n_jobs: int | None,
) -> None:
    for name, value, least in (("n_splits", n_splits, 2), ("n_repeats", n_repeats, 1)):
        if value < least:
            raise ValueError(f"{name} must be at least {least}, not {value}.")
    if not 0 <= band <= 1:
        raise ValueError(f"band is a difference between 0 and 1, not {band!r}.")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1, not {confidence!r}.")
    if time_limit is not None and time_limit < 0:
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    if n_jobs == 0:
        raise ValueError("n_jobs must be a number of processes, -1 for all processors, not 0.")


def _run_all(
    methods: Sequence[Method],
    objective: Objective,
    data: PreparedRows,
    y: np.ndarray,
    splits: Sequence[Split],
    seed: int,
    n_jobs: int | None,
    deadline: float | None,
    callback: Callback | None,
) -> dict[tuple[int, str], SplitResult | str]:
    """Fit all methods on all splits, split by split; a method that failed is not tried again."""
    done: dict[tuple[int, str], SplitResult | str] = {}
    sizes = Counter(method.family for method in methods)
    failed: set[str] = set()
    total = len(splits) * len(methods)

    def pending() -> Iterator[tuple[int, Method]]:
        for trial in range(len(splits)):
            for method in methods:
                late = deadline is not None and time.monotonic() > deadline and trial >= _FEWEST
                if not late and method.name not in failed:
                    yield trial, method

    jobs = (
        joblib.delayed(_run_one)(
            method, objective, data, y, splits[trial], trial, seed, is_choice=sizes[method.family] > 1
        )
        for trial, method in pending()
    )
    pool = joblib.Parallel(n_jobs, return_as="generator_unordered", batch_size=1)
    for trial, name, outcome in pool(jobs):
        done[trial, name] = outcome
        if isinstance(outcome, str):
            failed.add(name)
        if callback is not None:
            callback(len(done), total)
    return done


def _run_one(
    method: Method,
    objective: Objective,
    data: PreparedRows,
    y: np.ndarray,
    split: Split,
    trial: int,
    seed: int,
    *,
    is_choice: bool,
) -> tuple[int, str, SplitResult | str]:
    try:
        X = data.for_split(split)
        of_method = stable_seed("does it pay", seed, trial, method.name)
        validated = quickened(method, X.shape[1]) if is_choice else None
        outcome = run_method(method, X, y, split, seed=of_method, objective=objective, validated=validated)
        scores, labels = score_test_rows(method, outcome, X, split), y[split.test]
        placed = place_among_others(labels == 1, scores)
        outcome = outcome._replace(test_roc=trace_roc(labels, scores), test_placed=placed)
    except Exception as error:  # whatever it is, the other methods go on
        return trial, method.name, f"{type(error).__name__}: {error}"
    return trial, method.name, outcome._replace(model=None)  # a model is not worth sending
