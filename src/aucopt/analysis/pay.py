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
from aucopt.lab.protocol import SplitResult, run_method, score_test_rows, trace_roc
from aucopt.lab.split import Split, read_seed, stable_seed
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
    """Compare optimisers of the AUC, or of another objective, with standard classifiers on your data.

    Parameters
    ----------
    X : array-like, frame or sparse matrix of shape (n, d)
        Finite numbers. Missing values are an error, unless `preparation` fills them.
    y : array-like of shape (n,)
        Two distinct labels.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        The objective by which all methods are tuned and compared. For an objective other than the AUC, its
        exact optimiser is added, and the question is whether that one pays.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.
    methods : "linear", "all", or sequence of str and Method
        The eight linear methods of the paper, all 15 methods, or a selection, which must include both
        families. For objectives other than the AUC, "linear" means the standard linear methods and AUC-opt;
        the optimiser of the objective is always added.
    n_splits : int, default=10
        Number of folds of the outer cross-validation. There are fewer folds if a class has fewer rows. For
        objectives other than the AUC, each fold has at least 20 rows of each class if possible.
    n_repeats : int, default=3
        Number of times the cross-validation is repeated with other folds. More repeats help little, because
        the uncertainty due to the size of the table remains.
    n_folds : int, default=5
        Number of folds of the inner cross-validation, which tunes each method and chooses the best method of
        each family.
    thin : int or None, default=8
        Use at most this many values of each parameter grid; None uses the full grids of the paper.
    proof_seconds : float, optional
        Time limit in seconds for the proof of the optimum with three or more columns, in each split, for
        methods with `proves_optimum`, such as AUC-opt. By default, AUC-opt proves its optimum if the size of
        the table suggests that this takes a few seconds at most, and otherwise uses a local search with a
        fixed number of steps, so that results do not depend on the speed of the machine.
    band : float, default=0.005
        Differences within plus or minus this are too small to matter.
    confidence : float, default=0.95
        The probability that is required for an answer, and the confidence level of the intervals.
    preparation : transformer, optional
        A transformer that yields finite numbers, such as an imputer. It is fitted to the training rows of
        each split.
    time_limit : float, optional
        Time limit in seconds, after which no fit is started. Only splits that all methods finished are used,
        and at least two splits are always done. With fewer than five splits the answer is "too few".
    n_jobs : int, optional
        Number of processes. None means 1 and -1 means all processors, as in scikit-learn. The result does not
        depend on this number, unless the time limit is reached.
    random_state : int, Generator or None, default=None
        Seed of the splits and of the methods. None means the fixed seed 0, so that results are reproducible;
        pass a Generator for different draws.
    callback : callable, optional
        Called after each fit with the number of fits done and in total.

    Returns
    -------
    PayOff
        The answer in one sentence, and the numbers behind it; `print` shows both.

    Notes
    -----
    In each split, the best AUC optimiser and the best standard classifier are chosen by cross-validation on
    the training rows and compared on the test rows. So no method is chosen on the rows on which it is
    evaluated, and there is only one difference to test. Optimising pays if the probability of a gain of more
    than `band` is at least `confidence`, and does not pay if the probability of no such gain is. The results
    of the single methods are descriptive and do not influence the answer.

    Splits overlap, so the variance over splits does not measure the uncertainty of the difference. For the
    AUC, the standard error is computed from the gain of each row: the change in the share of test rows of the
    other class that it is ranked correctly against, averaged over the repeats. A part of the ROC curve is not
    a mean over rows; there the correlated Bayesian t-test of Corani and Benavoli (2015) is used, which
    assumes a correlation between splits.

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
