"""The one comparison that answers whether it pays: the chosen optimiser against the chosen standard method.

In each split the training rows alone choose, by the value of their inner folds: the best method that
optimises the objective, and the best standard one. The test rows compare the two. So nothing is chosen by the
rows that judge it, and there is one difference to judge, however many methods take part.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from aucopt.analysis.row_gains import compare_by_rows
from aucopt.lab.protocol import SplitResult
from aucopt.stats import Posterior, TTest, corrected_t_test, t_posterior

Answer = Literal["pays", "does not pay", "undecided", "too few"]

# With fewer splits an interval says nothing.
FEWEST_SPLITS = 5


@dataclass(frozen=True)
class Contrast:
    """Comparison of the chosen optimiser with the chosen standard method on test rows.

    Attributes
    ----------
    optimisers, standards : tuple of str
        The method of each family that was chosen on the training rows of each split.
    optimiser_values, standard_values : tuple of float
        The values of these two methods on the test rows of each split.
    test : TTest
        The mean difference and its standard error: for the AUC from the gain of each row, otherwise by the
        corrected resampled t-test.
    interval : (float, float)
        Confidence interval of the mean difference.
    posterior : Posterior
        Probabilities that the difference is above, within or below the band.
    answer : {"pays", "does not pay", "undecided", "too few"}
        "pays" if the probability of a gain above the band is at least the confidence level, "does not pay" if
        the probability of no such gain is, "too few" with fewer than five splits, and otherwise "undecided".

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> found = aucopt.does_it_pay(X, y, methods=["LR", "AUC-opt"], thin=1, n_repeats=1).contrast
    >>> found.count_choices(), found.posterior.better > 0.95
    ({'AUC-opt': 10, 'LR': 10}, True)
    """

    optimisers: tuple[str, ...]
    standards: tuple[str, ...]
    optimiser_values: tuple[float, ...]
    standard_values: tuple[float, ...]
    test: TTest
    interval: tuple[float, float]
    posterior: Posterior
    answer: Answer

    @property
    def optimiser_value(self) -> float:
        """Mean value of the chosen optimisers on the test rows."""
        return float(np.mean(self.optimiser_values))

    @property
    def standard_value(self) -> float:
        """Mean value of the chosen standard methods on the test rows."""
        return float(np.mean(self.standard_values))

    @property
    def difference(self) -> float:
        """Mean difference between the chosen optimisers and the chosen standard methods."""
        return self.optimiser_value - self.standard_value

    def count_choices(self) -> dict[str, int]:
        """Return the number of splits in which each method was chosen, without methods that never were."""
        return dict(Counter([*self.optimisers, *self.standards]))


def make_contrast(
    outcomes: Mapping[str, Sequence[SplitResult]],
    optimisers: Sequence[str],
    standards: Sequence[str],
    *,
    ratio: float,
    band: float,
    confidence: float,
    positive: npt.NDArray[np.bool_] | None = None,
    tested: Sequence[npt.NDArray[np.intp]] = (),
) -> Contrast:
    """Choose in each split by its inner folds, compare by its test rows.

    Parameters
    ----------
    outcomes : mapping of str to sequence of SplitResult
        Those of each method, split by split; `validation` may be missing in a family of one.
    optimisers, standards : sequence of str
        The two families; the first of equals is chosen.
    ratio : float
        Test rows a training row.
    band : float
        Differences within it are not worth a change of method.
    confidence : float
        From which probability on there is an answer.
    positive : (n,) array of bool, optional
        The classes of all rows, if values are AUCs and the rows are to say how well they are known.
    tested : sequence of int arrays
        The test rows of each split, then.

    Returns
    -------
    Contrast
    """
    n_splits = len(outcomes[optimisers[0]])
    names = [[_choose(outcomes, family, k) for k in range(n_splits)] for family in (optimisers, standards)]
    first, second = ([outcomes[name][k].test_value for k, name in enumerate(chosen)] for chosen in names)
    test = corrected_t_test(first, second, ratio)
    placed = [[outcomes[name][k].test_placed for k, name in enumerate(chosen)] for chosen in names]
    if positive is not None:
        assert all(one is not None for side in placed for one in side)
        by_rows = compare_by_rows(test.difference, positive, tested, *placed)  # type: ignore[arg-type]
        test = by_rows or test
    low, high = test.interval(confidence)
    posterior = t_posterior(test, band)
    return Contrast(
        optimisers=tuple(names[0]),
        standards=tuple(names[1]),
        optimiser_values=tuple(first),
        standard_values=tuple(second),
        test=test,
        interval=(max(low, -1.0), min(high, 1.0)),  # values differ by one at most
        posterior=posterior,
        answer=judge_contrast(posterior, n_splits, confidence),
    )


def judge_contrast(posterior: Posterior, n_splits: int, confidence: float) -> Answer:
    """Say what a posterior means.

    Returns
    -------
    {"pays", "does not pay", "undecided", "too few"}
        "pays" if a gain above the band has at least this probability, "does not pay" if no such gain has it.

    Examples
    --------
    >>> from aucopt.analysis.contrast import judge_contrast
    >>> from aucopt.stats import Posterior
    >>> judge_contrast(Posterior(0.97, 0.02, 0.01), n_splits=30, confidence=0.95)
    'pays'
    """
    if n_splits < FEWEST_SPLITS:
        return "too few"
    if posterior.better >= confidence:
        return "pays"
    return "does not pay" if 1 - posterior.better >= confidence else "undecided"


def _choose(outcomes: Mapping[str, Sequence[SplitResult]], family: Sequence[str], split: int) -> str:
    if len(family) == 1:
        return family[0]
    return max(family, key=lambda name: _expected(outcomes[name][split]))


def _expected(outcome: SplitResult) -> float:
    assert outcome.validation is not None, "a family of several is chosen from by validation"
    return outcome.validation
