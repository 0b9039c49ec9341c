"""Numbers as they are written: bounds claim nothing too much, zero has one sign."""

from fractions import Fraction

import numpy as np
import pytest

from aucopt.words.numbers import (
    show_auc_interval,
    show_bound,
    show_difference,
    show_difference_interval,
    show_gap,
    show_span,
)


@pytest.mark.parametrize("digits", [4, 6])
def test_a_bound_is_never_rounded_down(digits):
    random = np.random.default_rng(0)
    for n in random.integers(1, 10**9, 200).tolist():
        bound = Fraction(n, 10**9)
        shown = Fraction(show_bound(bound, gap=0.1, digits=digits))
        assert bound <= shown < bound + Fraction(1, 10**digits)


def test_the_bound_of_an_optimum_is_shown_as_its_auc():
    assert show_bound(Fraction(70_374, 10**5), gap=0.0) == "0.7037"
    assert show_bound(Fraction(70_374, 10**5), gap=1e-9) == "0.7038"


def test_only_a_gap_of_zero_is_called_zero():
    assert show_gap(0.0) == "gap 0"
    assert show_gap(1e-12) == "gap 1e-12"


def test_a_difference_of_zero_has_no_minus():
    assert show_difference(-0.00001) == "+0.0000"
    assert show_difference(-0.00001, 6) == "-0.000010"


def test_intervals_that_are_not_known_are_left_out():
    assert show_auc_interval(0.75, np.nan, np.nan) == show_auc_interval(0.75) == "0.7500"
    assert show_difference_interval(0.01, np.nan, np.nan) == "+0.0100"
    assert show_span(-0.01, 0.02, "+.2f") == "-0.01 to +0.02"
