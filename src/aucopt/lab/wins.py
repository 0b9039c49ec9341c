"""On how many data sets one method beats another: the paper's tables, by its test and by a sounder one."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from aucopt.lab.outcomes import Floats, Outcomes, Part
from aucopt.stats import (
    Judgement,
    SignedRankTest,
    TTest,
    corrected_t_test,
    paper_t_test,
    practical_judgement,
    wilcoxon_test,
)
from aucopt.stats.splits import ALPHA
from aucopt.words.difference import BAND

Significance = Literal["paper", "corrected"]
CountMatrix = npt.NDArray[np.int64]

JUDGEMENTS: tuple[Judgement, ...] = ("better", "equivalent", "worse", "undecided")


@dataclass(frozen=True)
class WinCounts:
    """Data sets on which one method is significantly better than another.

    Attributes
    ----------
    part : {"train", "test"}
        Whose AUC.
    significance : {"paper", "corrected"}
        The paper's t-test, or the corrected resampled one.
    methods : tuple of str
        Of rows and columns.
    counts : ndarray of shape (n_methods, n_methods)
        Sets on which the method of the row is better than that of the column.
    compared : ndarray of shape (n_methods, n_methods)
        Sets on which both have two trials or more; for the corrected test, in common.
    trials : ndarray of shape (n_methods, n_methods)
        The fewest that either finished on one of these sets; for the corrected test, both. 0 where there is
        none.
    """

    part: Part
    significance: Significance
    methods: tuple[str, ...]
    counts: CountMatrix
    compared: CountMatrix
    trials: CountMatrix

    @property
    def averages(self) -> Floats:
        """Mean of each row over the other methods it was compared with; NaN if there are none."""
        others = (self.compared > 0).sum(axis=1)
        return np.divide(self.counts.sum(axis=1), others, out=np.full(len(others), np.nan), where=others > 0)


def count_wins(outcomes: Outcomes, part: Part, significance: Significance, alpha: float = ALPHA) -> WinCounts:
    """Compare all pairs of methods on all data sets by their AUC.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection.
    part : {"train", "test"}
        Whose AUC.
    significance : {"paper", "corrected"}
        The paper's t-test on all trials of both, or the corrected one on those in common.
    alpha : float, default=0.05
        Level of the test.

    Returns
    -------
    wins : WinCounts
        The counts and what they rest on.

    Examples
    --------
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, trial, auc):
    ...     scores = Scores(auc, auc, auc)
    ...     return Record(Unit("pima", "tsne2", trial, method), "done", train=scores, test=scores)
    >>> aucs = {"LR": [0.7, 0.71, 0.7], "AUC-opt": [0.8, 0.8, 0.82]}
    >>> records = [record(method, t, auc) for method in aucs for t, auc in enumerate(aucs[method])]
    >>> from aucopt.lab.outcomes import by_projection
    >>> from aucopt.lab.wins import count_wins
    >>> count_wins(by_projection(records)["tsne2"], "test", "paper").counts
    array([[0, 0],
           [1, 0]])
    """
    k = len(outcomes.methods)
    counts, compared, trials = np.zeros((3, k, k), dtype=np.int64)
    for dataset in outcomes.datasets:
        table, ratio = outcomes.table(dataset, part), outcomes.ratio(dataset)
        for i in range(k):
            for j in range(i):
                test = _compare(table[:, i], table[:, j], significance, ratio)
                if test is None:
                    continue
                done = np.isfinite(table[:, [i, j]])
                common = significance == "corrected"
                n_trials = int(done.all(axis=1).sum() if common else done.sum(axis=0).min())
                for pair in ((i, j), (j, i)):
                    compared[pair] += 1
                    trials[pair] = min(n_trials, trials[pair] or n_trials)
                if test.pvalue <= alpha and test.difference:
                    winner, loser = (i, j) if test.difference > 0 else (j, i)
                    counts[winner, loser] += 1
    return WinCounts(part, significance, outcomes.methods, counts, compared, trials)


@dataclass(frozen=True)
class JudgementCounts:
    """How often a method is better than a reference by an amount that matters.

    Attributes
    ----------
    reference : str
        The method the others are held against.
    band : float
        Differences within it count as none.
    counts : dict of str to (dict of str to int)
        For each other method the number of data sets with each judgement.
    signed_ranks : dict of str to SignedRankTest
        Wilcoxon's test of each method against the reference over these data sets, if there are two.
    """

    reference: str
    band: float
    counts: dict[str, dict[Judgement, int]]
    signed_ranks: dict[str, SignedRankTest]


def count_judgements(outcomes: Outcomes, reference: str, band: float = BAND) -> JudgementCounts:
    """Hold the test AUC of all methods against that of one, set by set, with a band of equivalence.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection.
    reference : str
        One of its methods.
    band : float, default=0.005
        Differences within plus or minus this count as none.

    Returns
    -------
    judgements : JudgementCounts
        Counts over data sets, by the interval of the corrected t-test.
    """
    against = outcomes.methods.index(reference)
    counts, signed_ranks = {}, {}
    for i, method in enumerate(outcomes.methods):
        if method == reference:
            continue
        differences = []
        counts[method] = dict.fromkeys(JUDGEMENTS, 0)
        for dataset in outcomes.datasets:
            table = outcomes.table(dataset, "test")
            test = _compare(table[:, i], table[:, against], "corrected", outcomes.ratio(dataset))
            if test is not None:
                counts[method][practical_judgement(test, band)] += 1
                differences.append(test.difference)
        if len(differences) > 1:
            signed_ranks[method] = wilcoxon_test(differences, np.zeros(len(differences)))
    return JudgementCounts(reference, band, counts, signed_ranks)


def _compare(first: Floats, second: Floats, significance: Significance, ratio: float) -> TTest | None:
    """Test two columns of scores, if there are two trials of each."""
    a, b = np.isfinite(first), np.isfinite(second)
    if significance == "corrected":
        a = b = a & b
    if min(a.sum(), b.sum()) < 2:
        return None
    if significance == "corrected":
        return corrected_t_test(first[a], second[b], ratio)
    return paper_t_test(first[a], second[b])
