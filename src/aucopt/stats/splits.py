"""Two methods on one data set over many random splits.

Splits share rows, so their scores are not independent. With J splits the variance of a mean difference is not
s^2 / J but, after Nadeau and Bengio (2003), about (1/J + n_test/n_train) s^2. The paper's own test ignores
that and the pairing; it is here so that its tables can be compared.
"""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from aucopt.words.difference import BAND

ALPHA = 0.05

Judgement = Literal["better", "equivalent", "worse", "undecided"]
"""What to think of a difference, see `practical_judgement`."""


@dataclass(frozen=True)
class TTest:
    """A difference of two means and its standard error.

    Attributes
    ----------
    difference : float
        Mean of the first minus mean of the second.
    standard_error : float
        Standard error of the difference, under the assumptions of the test.
    degrees : int
        Degrees of freedom.

    Examples
    --------
    >>> from aucopt.stats import TTest
    >>> test = TTest(difference=0.02, standard_error=0.005, degrees=9)
    >>> round(test.pvalue, 4), test.better()
    (0.0031, True)
    """

    difference: float
    standard_error: float
    degrees: int

    @property
    def statistic(self) -> float:
        """The t statistic; infinite if all differences are equal and not zero."""
        if self.standard_error == 0:
            return 0.0 if self.difference == 0 else float(np.copysign(inf, self.difference))
        return self.difference / self.standard_error

    @property
    def pvalue(self) -> float:
        """Two-sided p-value of the hypothesis of no difference."""
        from scipy.special import stdtr

        return float(2 * stdtr(self.degrees, -abs(self.statistic)))

    def better(self, alpha: float = ALPHA) -> bool:
        """Whether the first is significantly better."""
        return self.difference > 0 and self.pvalue <= alpha

    def equivalence_pvalue(self, band: float = BAND) -> float:
        """Return the p-value of two one-sided tests (TOST): small if the difference is within the band.

        It is below 5 % exactly if the 90 % interval lies within plus or minus the band (Schuirmann, 1987).

        Examples
        --------
        >>> from aucopt.stats import TTest
        >>> round(TTest(difference=0.001, standard_error=0.001, degrees=99).equivalence_pvalue(), 5)
        6e-05
        """
        if not 0 <= band < inf:
            raise ValueError(f"band is zero or more; got {band!r}.")
        from scipy.special import stdtr

        room = band - abs(self.difference)
        if self.standard_error == 0:
            return float(room < 0)
        return float(stdtr(self.degrees, -room / self.standard_error))

    def interval(self, confidence: float = 1 - ALPHA) -> tuple[float, float]:
        """Confidence interval of the difference."""
        if not 0 < confidence < 1:
            raise ValueError(f"A confidence lies between 0 and 1; got {confidence!r}.")
        from scipy.special import stdtrit

        reach = float(stdtrit(self.degrees, (1 + confidence) / 2)) * self.standard_error
        return self.difference - reach, self.difference + reach


def paper_t_test(first: npt.ArrayLike, second: npt.ArrayLike) -> TTest:
    """Compare two methods as the paper does, with an unpaired t-test with equal variances.

    Parameters
    ----------
    first, second : array-like
        Scores of the trials, at least two for each method.

    Returns
    -------
    test : TTest
        The paper calls the first method significantly better if `test.better()` is true.

    Examples
    --------
    >>> from aucopt.stats import paper_t_test
    >>> paper_t_test([0.8, 0.9, 0.85], [0.7, 0.75, 0.8]).better()
    False
    """
    a, b = check_sample(first), check_sample(second)
    degrees = len(a) + len(b) - 2
    pooled = (_variance(a) * (len(a) - 1) + _variance(b) * (len(b) - 1)) / degrees
    return TTest(_mean(a) - _mean(b), sqrt(pooled * (1 / len(a) + 1 / len(b))), degrees)


def corrected_t_test(first: npt.ArrayLike, second: npt.ArrayLike, ratio: float = 1.0) -> TTest:
    """Compare two methods over random splits of one data set: Nadeau and Bengio's corrected paired t-test.

    Parameters
    ----------
    first, second : array-like of shape (n_trials,)
        Scores of the two methods on the same splits, in the same order; at least two splits.
    ratio : float, default=1
        Number of test rows for each training row, n_test / n_train; 1 for halves. 0 gives the plain paired
        t-test.

    Returns
    -------
    test : TTest
        Difference, p-value and interval.

    Examples
    --------
    >>> from aucopt.stats import corrected_t_test
    >>> first, second = [0.81, 0.84, 0.79, 0.86], [0.80, 0.81, 0.79, 0.83]
    >>> round(corrected_t_test(first, second).pvalue, 3)
    0.373
    >>> round(corrected_t_test(first, second, ratio=0).pvalue, 3)
    0.102
    """
    a, b = check_sample(first), check_sample(second)
    if len(a) != len(b):
        raise ValueError(f"A paired test needs scores of the same trials; got {len(a)} and {len(b)}.")
    if not 0 <= ratio < inf:
        raise ValueError(f"ratio is n_test / n_train, zero or more; got {ratio!r}.")
    difference = a - b
    return TTest(_mean(difference), sqrt((1 / len(a) + ratio) * _variance(difference)), len(difference) - 1)


def corrected_interval(
    scores: npt.ArrayLike, ratio: float = 1.0, confidence: float = 1 - ALPHA
) -> tuple[float, float]:
    """Confidence interval of a mean score over random splits, with the variance of the corrected t-test.

    Parameters
    ----------
    scores : array-like of shape (n_trials,)
        Scores on the splits, at least two.
    ratio : float, default=1
        Number of test rows for each training row, n_test / n_train.
    confidence : float, default=0.95
        Confidence level of the interval.

    Returns
    -------
    low, high : float
        The interval.

    Examples
    --------
    >>> from aucopt.stats import corrected_interval
    >>> low, high = corrected_interval([0.81, 0.84, 0.79, 0.86])
    >>> print(f"{low:.3f} to {high:.3f}")
    0.714 to 0.936
    """
    return corrected_t_test(scores, np.zeros(np.shape(scores)), ratio).interval(confidence)


def practical_judgement(test: TTest, band: float = BAND, confidence: float = 1 - ALPHA) -> Judgement:
    """Say whether a difference is large enough to matter, not only whether it is significant.

    Parameters
    ----------
    test : TTest
        The comparison of the first method with the second.
    band : float, default=0.005
        Differences within plus or minus this are too small to matter.
    confidence : float, default=0.95
        Confidence level of the interval.

    Returns
    -------
    verdict : {"better", "equivalent", "worse", "undecided"}
        The position of the interval: above the band, inside it, below it, or across one of its limits.

    Examples
    --------
    >>> from aucopt.stats import TTest, practical_judgement
    >>> practical_judgement(TTest(difference=0.003, standard_error=0.0005, degrees=99))
    'equivalent'
    """
    if not 0 <= band < inf:
        raise ValueError(f"band is zero or more; got {band!r}.")
    low, high = test.interval(confidence)
    if low > band:
        return "better"
    if high < -band:
        return "worse"
    return "equivalent" if -band <= low and high <= band else "undecided"


def check_sample(scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the scores as an array if a test can be made of them."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 1 or len(values) < 2:
        raise ValueError(f"A test needs a list of two scores or more; got shape {values.shape}.")
    if not np.isfinite(values).all():
        raise ValueError("A score is missing or not finite; leave out what failed.")
    return values


def _mean(values: npt.NDArray[np.float64]) -> float:
    """The mean; that of equal values is their value, to the last bit."""
    return float(values[0]) if np.ptp(values) == 0 else float(values.mean())


def _variance(values: npt.NDArray[np.float64]) -> float:
    """The sample variance; that of equal values is zero, to the last bit."""
    return 0.0 if np.ptp(values) == 0 else float(values.var(ddof=1))
