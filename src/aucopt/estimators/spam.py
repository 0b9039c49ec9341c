"""SPAM: stochastic proximal AUC maximisation with the class means of the whole training set."""

import numpy as np
import numpy.typing as npt

from aucopt.estimators.parameters import check_number
from aucopt.estimators.scoring import Floats, Training
from aucopt.estimators.stochastic import Pass, StochasticClassifier
from aucopt.kernels.optimisers.proximal import spam_pass


class SPAMClassifier(StochasticClassifier):
    r"""Stochastic proximal AUC maximisation (SPAM) of Natole, Ying and Lyu.

    It minimises the squared loss over the pairs with an elastic net penalty,

    .. math::

        p(1-p)\, \frac{1}{n_+ n_-} \sum_{i \in +,\, j \in -} \bigl(1 - w \cdot (x_i - x_j)\bigr)^2
        + \lambda_1 |w|_1 + \tfrac{\lambda_2}{2} |w|^2, \qquad p = n_+ / n,

    one row at a time. With the class means m+ and m-, a = w.m+, b = w.m- and alpha = b - a, step t takes a
    row x, the step size eta = c / sqrt(t) and

    .. math::

        g &= 2(1-p)\bigl[(w \cdot x - a) - (1 + \alpha)\bigr] x \quad \text{for a positive,} \\
        g &= 2p\bigl[(w \cdot x - b) + (1 + \alpha)\bigr] x \quad \text{for a negative,} \\
        w &\leftarrow \operatorname{prox}(w - \eta g) = \operatorname{soft}(w - \eta g,\ \eta \lambda_1)
              / (1 + \eta \lambda_2).

    Parameters
    ----------
    step_size : float, default=0.1
        The constant c of the step size. The steps diverge if it is too large; on standardised columns about 2
        / d is safe.
    l2 : float, default=1e-4
        The weight of the squared L2 norm in the penalty.
    l1 : float, default=0.0
        The weight of the L1 norm in the penalty.
    n_epochs : int, default=100
        Number of passes over the rows.
    shuffle : bool, default=True
        Whether to shuffle the rows before each pass. False keeps their order, as the experiments of Zhou and
        Skiena did.
    average : bool, default=False
        Whether to return the mean of all iterates instead of the last one.
    random_state : int, RandomState instance or None, default=None
        Seed of the shuffling. None uses numpy's global generator, as in scikit-learn, so that fits differ.
        Pass an int for reproducible results.

    Attributes
    ----------
    coef_ : ndarray of shape (1, d)
        The weights w; all zero if the steps diverged.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off with the best balanced accuracy on the training rows. It is not part of the
        objective.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    objective_ : float
        The objective at `coef_`; p(1-p) at zero weights.
    diverged_ : bool
        Whether the weights overflowed, in which case a warning is issued. All weights are then zero and the
        AUC is 0.5, so that a grid search never chooses such a fit.
    n_iter_ : int
        The number of passes, less than `n_epochs` if the steps diverged.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if `X` had any.

    Notes
    -----
    The method does not support sample weights: repeat rows instead.

    References
    ----------
    M. Natole, Y. Ying and S. Lyu. Stochastic proximal algorithms for AUC maximization. ICML 2018.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt import SPAMClassifier, roc_auc_score
    >>> X, y = load_toy()
    >>> model = SPAMClassifier(random_state=0).fit(X, y)
    >>> print(round(roc_auc_score(y, model.decision_function(X)), 2))
    0.57
    """

    def __init__(
        self,
        step_size: float = 0.1,
        l2: float = 1e-4,
        *,
        l1: float = 0.0,
        n_epochs: int = 100,
        shuffle: bool = True,
        average: bool = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.step_size = step_size
        self.l2 = l2
        self.l1 = l1
        self.n_epochs = n_epochs
        self.shuffle = shuffle
        self.average = average
        self.random_state = random_state

    _pace = "step_size"

    def _check_pace(self) -> float:
        return check_number("step_size", self.step_size, above=0)

    def _start_passes(self, training: Training) -> Pass:
        X, positive = training.X, training.positive
        share = float(positive.mean())
        means = X[positive].mean(axis=0), X[~positive].mean(axis=0)
        t = 0

        def run_pass(order: npt.NDArray[np.intp], rates: Floats, w: Floats, average: Floats) -> None:
            nonlocal t
            step, l1, l2 = rates
            t = spam_pass(X, positive, order, share, *means, step, l1, l2, t, w, average)

        return run_pass
