"""The share of comparable pairs that a score ranks right: for ordered outcomes, censored times and strata."""

from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.inputs import check_scores, check_weights
from aucopt.kernels.scores.concordance import place_compared, weigh_compared
from aucopt.outcomes import STRATA_WEIGHTS, Outcome, check_comparable, read_classes, read_outcome

# Sums of weights beyond this do not fit into int64.
_MOST = 1 << 62


def slots_of(outcome: Outcome) -> np.ndarray:
    """The rank of each row's level among those of its stratum."""
    order = np.lexsort([outcome.level, outcome.stratum])
    level, stratum = outcome.level[order], outcome.stratum[order]
    begins = np.append(True, stratum[1:] != stratum[:-1])
    rises = np.append(False, level[1:] != level[:-1]) & ~begins
    rank = np.cumsum(rises)
    slot = np.empty(len(order), dtype=np.int64)
    slot[order] = rank - np.maximum.accumulate(np.where(begins, rank, 0))
    return slot


def weigh_pairs(
    outcome: Outcome, rank: np.ndarray, weights: np.ndarray, slot: np.ndarray | None = None
) -> tuple[Any, Any]:
    """Weight of the pairs that are right and tied by the rank of each row's score.

    `slot` is what `slots_of` says, if that is known.
    """
    slot = slots_of(outcome) if slot is None else slot
    order = np.lexsort([rank, outcome.stratum])
    tree = np.empty(int(slot.max()) + 2, dtype=weights.dtype)
    return weigh_compared(order, rank, outcome.stratum, slot, outcome.wins, weights, tree)


def concordance(
    y: Any,
    y_score: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    strata_weight: str = "pairs",
) -> float:
    """Share of the comparable pairs that a score ranks correctly; ties count one half.

    For an ordered outcome this is (D + 1) / 2 with Somers' D of the score given the outcome; for censored
    times it is Harrell's C; for two classes it is the AUC.

    Parameters
    ----------
    y : array of shape (n,) or (n, 2), frame of two columns, or structured array
        An ordered outcome, as numbers; or censored times, as a structured array of event and time as in
        scikit-survival, or as two columns, event (0 or 1) and time. Two times are comparable if the earlier
        one is an event, or if they are equal and exactly one is an event.
    y_score : array of shape (n,)
        A high score should mean a high outcome, or an early event.
    sample_weight : array of shape (n,), optional
        The weight of a pair is the product of the weights of its two rows.
    strata : array of shape (n,), optional
        Only rows of the same stratum are compared.
    strata_weight : {"pairs", "cases"}
        Whether all pairs have the same weight or, for two classes, all positives do: "cases" divides the
        weight of a pair by the total weight of the negatives in its stratum.

    Returns
    -------
    float

    Examples
    --------
    >>> import aucopt
    >>> aucopt.concordance([1, 2, 3, 4], [0.1, 0.4, 0.3, 0.9])
    0.8333333333333334
    >>> events_and_times = [[1, 2.0], [0, 3.0], [1, 5.0]]
    >>> aucopt.concordance(events_and_times, [0.9, 0.2, 0.1])
    1.0
    """
    if strata_weight not in STRATA_WEIGHTS:
        raise ValueError(f'strata_weight must be "pairs" or "cases", not {strata_weight!r}.')
    outcome = read_outcome(y, strata) if strata_weight == "pairs" else read_classes(y, strata)
    n = len(outcome.level)
    scores = check_scores(y_score, n)
    weights = check_weights(sample_weight, n)
    if weights is None:
        weights = np.ones(n, dtype=np.int64)
    if not weights.all():
        used = weights > 0
        if not used.any():
            raise ValueError("All sample weights are zero.")
        outcome, scores, weights = outcome.pick(used), scores[used], weights[used]
        check_comparable(outcome)
    rank = np.unique(scores, return_inverse=True)[1].ravel()
    if weights.dtype.kind == "f" or float(weights.sum(dtype=np.float64)) ** 2 >= _MOST:
        weights = weights / weights.max()
    if strata_weight == "cases":
        weights = weigh_cases(outcome, weights)
    right, tied = weigh_pairs(outcome, rank, weights)
    _, total = weigh_pairs(outcome, np.zeros_like(rank), weights)
    return float((2 * right + tied) / (2 * total))


def weigh_cases(outcome: Outcome, weights: np.ndarray) -> np.ndarray:
    """Weights by which all positives of two classes count alike, in whatever stratum."""
    of_negatives = np.bincount(outcome.stratum, np.where(outcome.wins, 0.0, weights))
    return np.where(outcome.wins, weights / np.maximum(of_negatives[outcome.stratum], 1e-300), weights)


def place_pairs(outcome: Outcome, scores: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each row is credited with, and its share of all: sums over the pairs it is compared in.

    A pair counts the product of its weights, and is credited as a whole if it is right and half if tied.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.metrics.concordance import place_pairs
    >>> from aucopt.outcomes import read_outcome
    >>> credit, pairs = place_pairs(read_outcome([1, 2, 3]), np.array([0.1, 0.3, 0.2]), np.ones(3))
    >>> credit.tolist(), pairs.tolist()
    ([2.0, 1.0, 1.0], [2.0, 2.0, 2.0])
    """
    slot = slots_of(outcome)
    tree = np.empty(int(slot.max()) + 2)
    rank = np.unique(scores, return_inverse=True)[1].ravel()
    found = []
    for ranks in (rank, np.zeros_like(rank)):
        right, tied = np.zeros((2, len(rank)))
        order = np.lexsort([ranks, outcome.stratum])
        place_compared(order, ranks, outcome.stratum, slot, outcome.wins, weights, tree, right, tied)
        found.append((right, tied))
    (right, tied), (_, all_pairs) = found
    return right + tied / 2, all_pairs
