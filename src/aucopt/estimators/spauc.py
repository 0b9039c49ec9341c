"""SPAUC: stochastic proximal AUC maximisation with class means estimated on the way."""

import numpy as np
import numpy.typing as npt

from aucopt.estimators.parameters import check_number
from aucopt.estimators.scoring import Floats, Training
from aucopt.estimators.stochastic import Pass, StochasticClassifier
from aucopt.kernels.optimisers.proximal import spauc_pass


class SPAUCClassifier(StochasticClassifier):
    r"""Stochastic proximal AUC maximisation (SPAUC) of Lei and Ying.

    It minimises the squared loss over the pairs with an elastic net penalty,

    .. math::

        p(1-p)\, \frac{1}{n_+ n_-} \sum_{i \in +,\, j \in -} \bigl(1 - w \cdot (x_i - x_j)\bigr)^2
        + \lambda_1 |w|_1 + \tfrac{\lambda_2}{2} |w|^2, \qquad p = n_+ / n,

    one row at a time. Here p and the class means u and v are those of the rows so far, including the current
    one. With a = w.u and b = w.v, step t takes a row x, the step size eta = 2 / (mu t + 1) and

    .. math::

        g &= 2(1-p)(w \cdot x - a)(x - u) + 2p(1-p)(1 + b - a)(v - u) \quad \text{for a positive,} \\
        g &= 2p(w \cdot x - b)(x - v) + 2p(1-p)(1 + b - a)(v - u) \quad \text{for a negative,} \\
        w &\leftarrow \operatorname{prox}(w - \eta g) = \operatorname{soft}(w - \eta g,\ \eta \lambda_1)
              / (1 + \eta \lambda_2).

    Parameters
    ----------
    mu : float, default=0.1
        How fast the step size decreases. The paper tunes it from 1e-7 to 10^-2.5. The first step sizes are
        close to 2, and the steps diverge unless the rows have small norms: scale the columns down, or
        increase mu.
    l2 : float, default=1e-4
        The weight of the squared L2 norm in the penalty.
    l1 : float, default=0.0
        The weight of the L1 norm in the penalty.
    n_epochs : int, default=100
        Number of passes over the rows.
    shuffle : bool, default=True
        Whether to shuffle the rows before each pass. False keeps their order, as the experiments of Zhou and
        Skiena did.
    scale_penalty : bool, default=True
        Whether the proximal step is scaled by eta, as in the paper. False divides by :math:`1 + \lambda_2` in
        each step, as the experiments of Zhou and Skiena did, which is a much stronger penalty.
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
    Y. Lei and Y. Ying. Stochastic proximal AUC maximization. JMLR 22, 2021 (arXiv 2019).

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt import SPAUCClassifier, roc_auc_score
    >>> X, y = load_toy()
    >>> model = SPAUCClassifier(random_state=0).fit(X, y)
    >>> print(round(roc_auc_score(y, model.decision_function(X)), 2))
    0.57
    """

    def __init__(
        self,
        mu: float = 0.1,
        l2: float = 1e-4,
        *,
        l1: float = 0.0,
        n_epochs: int = 100,
        shuffle: bool = True,
        scale_penalty: bool = True,
        average: bool = False,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.mu = mu
        self.l2 = l2
        self.l1 = l1
        self.n_epochs = n_epochs
        self.shuffle = shuffle
        self.scale_penalty = scale_penalty
        self.average = average
        self.random_state = random_state

    _pace = "mu"

    def _check_pace(self) -> float:
        return check_number("mu", self.mu, least=0)

    def _start_passes(self, training: Training) -> Pass:
        X, positive = training.X, training.positive
        means = np.zeros(X.shape[1]), np.zeros(X.shape[1])
        scale_penalty = bool(self.scale_penalty)
        t = n_positive = 0

        def run_pass(order: npt.NDArray[np.intp], rates: Floats, w: Floats, average: Floats) -> None:
            nonlocal t, n_positive
            mu, l1, l2 = rates
            t, n_positive = spauc_pass(
                X, positive, order, mu, l1, l2, scale_penalty, t, n_positive, *means, w, average
            )

        return run_pass
