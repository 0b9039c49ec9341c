"""How numbers are written: an AUC, a difference of AUCs, an interval, a bound, a gap."""

from fractions import Fraction
from math import ceil, isnan

DIGITS = 4
# The same for cells of tables, which keep the number itself.
AUC_FORM, DIFFERENCE_FORM = f".{DIGITS}f", f"+z.{DIGITS}f"
# Large tables tell smaller differences apart: below this, more digits are shown.
_SMALL, _MORE_DIGITS = 0.0005, 6


def show_auc(auc: float, digits: int = DIGITS) -> str:
    """An AUC.

    Examples
    --------
    >>> from aucopt.words.numbers import show_auc
    >>> show_auc(0.70376)
    '0.7038'
    """
    return f"{auc:.{digits}f}"


def show_auc_interval(auc: float, low: float | None = None, high: float | None = None) -> str:
    """An AUC with its interval in brackets, if it has one.

    Examples
    --------
    >>> from aucopt.words.numbers import show_auc_interval
    >>> show_auc_interval(0.8, 0.71, 0.87)
    '0.8000 [0.7100, 0.8700]'
    """
    if low is None or high is None or isnan(low):
        return show_auc(auc)
    return f"{show_auc(auc)} [{show_auc(low)}, {show_auc(high)}]"


def show_difference(difference: float, digits: int = DIGITS) -> str:
    """A difference of AUCs, with its sign; zero is never negative."""
    return f"{difference:+z.{digits}f}"


def show_difference_interval(difference: float, low: float, high: float) -> str:
    """A difference of AUCs with its interval in brackets, if it has one.

    Examples
    --------
    >>> from aucopt.words.numbers import show_difference_interval
    >>> show_difference_interval(-0.0004, -0.0022, 0.0013)
    '-0.0004 [-0.0022, +0.0013]'
    >>> show_difference_interval(0.00001, -0.00003, 0.00005)
    '+0.000010 [-0.000030, +0.000050]'
    """
    if isnan(low):
        return show_difference(difference)
    digits = DIGITS if max(-low, high) >= _SMALL else _MORE_DIGITS
    shown = [show_difference(value, digits) for value in (difference, low, high)]
    return f"{shown[0]} [{shown[1]}, {shown[2]}]"


def show_span(low: float, high: float, form: str = AUC_FORM) -> str:
    """Both ends of an interval, in words.

    Examples
    --------
    >>> from aucopt.words.numbers import show_span
    >>> show_span(0.71, 0.87)
    '0.7100 to 0.8700'
    """
    return f"{low:{form}} to {high:{form}}"


def show_probability(probability: float) -> str:
    """A probability; one that is nearly certain is not called certain.

    Examples
    --------
    >>> from aucopt.words.numbers import show_probability
    >>> show_probability(0.623), show_probability(0.9999), show_probability(0.0001)
    ('0.62', 'more than 0.99', 'less than 0.01')
    """
    if probability > 0.99:
        return "more than 0.99"
    return "less than 0.01" if probability < 0.01 else f"{probability:.2f}"


def name_interval(confidence: float) -> str:
    """What an interval is called: 95% interval."""
    return f"{confidence:.0%} interval"


def show_gap(gap: float) -> str:
    """The distance between an AUC and its bound; 0 is exact, since gaps come from integers.

    Examples
    --------
    >>> from aucopt.words.numbers import show_gap
    >>> show_gap(0.0), show_gap(0.01234)
    ('gap 0', 'gap 0.012')
    """
    return "gap 0" if gap == 0 else f"gap {gap:.2g}"


def show_bound(bound: Fraction | float, gap: float, digits: int = DIGITS) -> str:
    """A bound, never rounded down, which would claim too much; as its AUC where the two are equal.

    Examples
    --------
    >>> from aucopt.words.numbers import show_bound
    >>> show_bound(0.70412, gap=0.0), show_bound(0.70412, gap=0.001), show_bound(0.7038, gap=0.001)
    ('0.7041', '0.7042', '0.7038')
    """
    if gap == 0:
        return show_auc(float(bound), digits)
    # A float is taken as it is written: 0.7038 must not become 0.7039.
    exact = bound if isinstance(bound, Fraction) else Fraction(str(bound))
    return show_auc(ceil(exact * 10**digits) / 10**digits, digits)


def show_cut_off(cut: float, low: float, high: float) -> str:
    """A cut-off, its rule, and the interval of those as good.

    Examples
    --------
    >>> from aucopt.words.numbers import show_cut_off
    >>> show_cut_off(1.25, 1.0, 1.5)
    'score > 1.25  (from 1 to below 1.5 accepts the same rows)'
    """
    return f"score > {cut:.6g}  (from {low:.6g} to below {high:.6g} accepts the same rows)"


def show_rates(sensitivity: float, specificity: float) -> str:
    """What a cut-off does."""
    return f"sensitivity {sensitivity:.3f}, specificity {specificity:.3f}"
