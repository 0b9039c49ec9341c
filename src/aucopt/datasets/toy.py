"""The toy set of the paper's Fig. 1: a far cloud of negatives misleads every loss but the AUC itself."""

import numpy as np

# The paper's set hangs on this seed, on the legacy generator and on the order of the draws below.
SEED = 1


def load_toy() -> tuple[np.ndarray, np.ndarray]:
    """Make the toy set of Fig. 1 of the paper, with standardised columns.

    Negatives lie below the line 1.4 x1 + x2 = 2 and positives above 1.4 x1 + x2 = 1, except for 200 negatives
    far out on the positives' side.

    Returns
    -------
    X : (769, 2) array
        Columns of mean 0 and variance 1.
    y : (769,) array
        1 for positives, 0 for negatives.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> X.shape, int((y == 1).sum()), int((y == 0).sum())
    ((769, 2), 70, 699)
    """
    random = np.random.RandomState(SEED)
    negative = random.normal(0, 2, (700, 2))
    positive = random.normal(1, 2, (100, 2))
    far = random.normal(10, 2, (200, 2))
    normal = np.array([1.4, 1.0])
    negative = np.vstack((negative[negative @ normal < 2], far))
    positive = positive[positive @ normal > 1]

    X = np.vstack((negative, positive))
    y = np.repeat((0, 1), (len(negative), len(positive)))
    order = random.permutation(len(y))
    X, y = X[order], y[order]
    return (X - X.mean(axis=0)) / X.std(axis=0), y
