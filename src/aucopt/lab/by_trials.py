"""How many wins a test finds, by how long the experiment is run.

What is true of a data set does not depend on how often it is shuffled. A test that takes shuffles of the same
rows for independent samples finds the more the longer it is run; the corrected one levels off.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from aucopt.lab.outcomes import Outcomes
from aucopt.lab.wins import Significance, count_wins

TRIALS = (5, 10, 20, 50, 100, 200)
CLOSE = 0.8  # a step nearer to all trials would show the same


@dataclass(frozen=True)
class WinsByTrials:
    """How the counts of two methods grow with the number of trials they are tested on.

    Attributes
    ----------
    significance : {"paper", "corrected"}
        The paper's t-test, or the corrected resampled one.
    method, other : str
        The two.
    trials : tuple of int
        Of the first so many trials.
    won, lost : tuple of int
        Data sets on which the method is better than the other, and the reverse.
    """

    significance: Significance
    method: str
    other: str
    trials: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]


def count_by_trials(outcomes: Outcomes, method: str, trials: Sequence[int] = TRIALS) -> list[WinsByTrials]:
    """Count a method's wins over each other one by test AUC, and its losses, on few trials and on more.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection.
    method : str
        One of its methods.
    trials : sequence of int
        How many; those that the records do not have, or hardly more, are left out, all they have is added.

    Returns
    -------
    list of WinsByTrials
        For each other method, by the paper's test and by the corrected one.

    Examples
    --------
    >>> from aucopt.lab.by_trials import count_by_trials
    >>> from aucopt.lab.outcomes import by_projection
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, trial, auc):
    ...     scores = Scores(auc, auc, auc)
    ...     return Record(Unit("pima", "tsne2", trial, method), "done", train=scores, test=scores)
    >>> aucs = {"LR": [0.7, 0.72] * 8, "AUC-opt": [0.71, 0.74] * 8}
    >>> records = [record(method, t, auc) for method in aucs for t, auc in enumerate(aucs[method])]
    >>> paper, corrected = count_by_trials(by_projection(records)["tsne2"], "AUC-opt")
    >>> paper.trials, paper.won, corrected.won
    ((5, 10, 16), (0, 1, 1), (0, 1, 1))
    """
    most = outcomes.most_trials
    steps = (*(n for n in trials if n <= CLOSE * most), most)
    found = {
        (test, n): count_wins(outcomes.first(n), "test", test)
        for test in get_args(Significance)
        for n in steps
    }
    at = outcomes.methods.index(method)
    return [
        WinsByTrials(
            test,
            method,
            other,
            steps,
            tuple(int(found[test, n].counts[at, j]) for n in steps),
            tuple(int(found[test, n].counts[j, at]) for n in steps),
        )
        for j, other in enumerate(outcomes.methods)
        if j != at
        for test in get_args(Significance)
    ]
