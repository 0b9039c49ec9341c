"""What a calibration says, and how the points of a score card are written."""

from math import inf, isnan

OUT_OF_FOLD = "fitted to out-of-fold scores"
"""How a risk was fitted."""


def remark_on_slope(low: float, high: float) -> str:
    """What the interval of a calibration slope says of the risks.

    Examples
    --------
    >>> from aucopt.words.calibration import remark_on_slope
    >>> remark_on_slope(0.9, 1.2), remark_on_slope(0.4, 0.8)
    ('1 is ideal', '1 is ideal; below it the risks are too extreme')
    """
    if isnan(low):
        return "not estimated: the risks separate the classes perfectly, or are all equal"
    if high < 1:
        return "1 is ideal; below it the risks are too extreme"
    return "1 is ideal; above it the risks are too moderate" if low > 1 else "1 is ideal"


def remark_on_intercept(low: float, high: float) -> str:
    """What the interval of a calibration intercept says of the risks.

    Examples
    --------
    >>> from aucopt.words.calibration import remark_on_intercept
    >>> remark_on_intercept(0.1, 0.3)
    '0 is ideal; above it the risks are too low'
    """
    if isnan(low):
        return "not estimated"
    if low > 0:
        return "0 is ideal; above it the risks are too low"
    return "0 is ideal; below it the risks are too high" if high < 0 else "0 is ideal"


def show_risk(method: str, parameters: tuple[float, ...]) -> str:
    """The curve of a risk as a formula, or in words.

    Examples
    --------
    >>> from aucopt.words.calibration import show_risk
    >>> show_risk("logistic", (-3.25, 0.5))
    'risk = 1 / (1 + exp(3.25 - 0.5 score))'
    """
    if method != "logistic":
        return "an increasing step function (isotonic regression)"
    intercept, slope = parameters
    sign = "-" if slope >= 0 else "+"
    return f"risk = 1 / (1 + exp({-intercept:.6g} {sign} {abs(slope):.6g} score))"


def show_range(low: float, high: float) -> str:
    """A range of a score card: the low end belongs to it, the high end does not.

    Examples
    --------
    >>> from math import inf
    >>> from aucopt.words.calibration import show_range
    >>> show_range(-inf, 15), show_range(15, 20), show_range(20, inf), show_range(-inf, inf)
    ('below 15', '15 to below 20', '20 or more', 'any value')
    """
    if low == -inf:
        return "any value" if high == inf else f"below {high:.6g}"
    return f"{low:.6g} or more" if high == inf else f"{low:.6g} to below {high:.6g}"


def show_totals(low: int, high: int) -> str:
    """One total or several.

    Examples
    --------
    >>> from aucopt.words.calibration import show_totals
    >>> show_totals(3, 3), show_totals(4, 6)
    ('3', '4 to 6')
    """
    return str(low) if low == high else f"{low} to {high}"
