"""What the authors' code did where it differs from the paper: `--as-coded`.

SVM-Perf ran without its ROC-area loss and so minimised plain error; SPAM and SPAUC went through the rows in
one and the same order, and SPAUC's proximal step lacks the step size. Splits come from one stream of random
numbers, their folds are blocks of rows, and a cut training set ends just above the pairs asked for.
"""

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import KFold
from sklearn.svm import LinearSVC

from aucopt.estimators.parameters import check_number
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix
from aucopt.estimators.spam import SPAMClassifier
from aucopt.estimators.spauc import SPAUCClassifier
from aucopt.estimators.svmperf import LOSS_SCALE, SVMPerfClassifier
from aucopt.lab.methods import Method
from aucopt.lab.split import MOST_DRAWS, Split, count_prefix_pairs

SEED = 17
LEAST_POSITIVES = 2  # in the test rows of each fold


class ErrorRateSVM(LinearScoreClassifier):
    """SVM-Perf with its loss of plain error: a linear SVM of penalty 100 C / n a row.

    SVM-perf adds a column of ones, whose weight is in the norm as those of other columns are; scikit-learn's
    linear SVM does the same.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab.as_coded import ErrorRateSVM
    >>> X, y = load_toy()
    >>> ErrorRateSVM(C=0.1).fit(X, y).coef_.shape
    (1, 2)
    """

    def __init__(self, C: float = 1.0, *, random_state: int | np.random.RandomState | None = None) -> None:
        self.C = C
        self.random_state = random_state

    def fit(self, X: Matrix, y: npt.ArrayLike) -> Self:
        """Find the weights, then the cut with the best balanced accuracy."""
        scale = LOSS_SCALE * check_number("C", self.C, above=0)
        training = self._read_training(X, y)
        svm = LinearSVC(loss="hinge", C=scale / len(training.positive), random_state=self.random_state)
        self.coef_ = svm.fit(training.X, training.positive).coef_
        return self._place_cut(training)


def method_as_coded(method: Method) -> Method:
    """Return a method of the paper as the authors' code had it."""
    if isinstance(method.estimator, SVMPerfClassifier):
        return replace(method, estimator=ErrorRateSVM())
    if isinstance(method.estimator, SPAUCClassifier):
        return replace(method, estimator=method.make(shuffle=False, scale_penalty=False))
    if isinstance(method.estimator, SPAMClassifier):
        return replace(method, estimator=method.make(shuffle=False))
    return method


def draw_split_as_coded(
    y: npt.ArrayLike, number: int, *, n_folds: int = 5, max_pairs: int | None = None
) -> Split:
    """Return the split of a number: the stream of one seed is drawn up to it.

    Shuffles count only if each fold of the training half has both classes and two positives to test on. A cut
    comes after that, so that a fold of the rest may lack a class; it is left out of the tuning.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 for positives, 0 for negatives.
    number : int
        From 0.
    n_folds : int, default=5
        Blocks of the training rows.
    max_pairs : int, optional
        Cut the training rows to the shortest beginning with more pairs than this.

    Returns
    -------
    Split

    Raises
    ------
    ValueError
        If there is no such split.
    """
    positive = np.asarray(y) == 1
    random = np.random.RandomState(SEED)
    half = len(positive) // 2
    blocks = list(KFold(n_folds).split(np.empty(half)))
    found = -1
    for _ in range(MOST_DRAWS * (number + 1)):
        order = random.permutation(len(positive))
        found += _serves(positive[order[:half]], blocks, LEAST_POSITIVES) and positive[order[half:]].any()
        if found == number:
            break
    else:
        raise ValueError(
            f"No random half has {n_folds} blocks with {LEAST_POSITIVES} positives and a negative each. Use "
            "fewer folds or more rows."
        )
    train, test = order[:half], order[half:]
    if max_pairs is not None:
        train = train[: np.count_nonzero(count_prefix_pairs(positive[train]) <= max_pairs) + 1]
        blocks = [fold for fold in KFold(n_folds).split(train) if _serves(positive[train], [fold], 1)]
        if not blocks:
            raise ValueError(f"No fold of the training rows cut to {max_pairs:,} pairs has both classes.")
    return Split(train, test, blocks)


def _serves(positive: npt.NDArray[np.bool_], folds: list[Any], least: int) -> bool:
    """Whether each part of each fold has a negative, and positives: so many to test on, one to train on."""
    return all(
        needed <= positive[rows].sum() < len(rows)
        for train, test in folds
        for rows, needed in ((train, 1), (test, least))
    )
