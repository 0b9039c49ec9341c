"""Numbers as people write them, against a writer that knows what it wrote."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.tables.marks import read_marked


def write(number, decimal, between):
    """A number with two decimals and separated thousands."""
    text = f"{abs(number):,.2f}".replace(",", "~").replace(".", decimal).replace("~", between)
    return ("-" if number < 0 else "") + text


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=6),
    st.sampled_from([(".", ","), (",", "."), (".", " "), (",", "\u202f"), (".", "'"), (".", ""), (",", "")]),
    st.booleans(),
)
def test_written_numbers_come_back(hundredths, marks, decimal_comma):
    numbers = [k / 100 for k in hundredths]
    found, told = read_marked([write(number, *marks) for number in numbers], decimal_comma)
    assert found == numbers
    assert not told.refused
    assert not told.limits


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="0123456789.,-+ <>%e'ab", max_size=7), min_size=1, max_size=5))
def test_any_cells_are_read_or_not_but_never_fail(cells):
    cells = [cell.strip() for cell in cells]
    found, told = read_marked(cells, False)
    if found is not None:
        assert len(found) == len(cells)
        assert not told.refused


@pytest.mark.parametrize(
    ("cells", "decimal_comma", "expected"),
    [
        (["1,234"], False, [1234.0]),
        (["1,234"], True, [1.234]),
        (["1,234", "0.5"], True, [1234.0, 0.5]),
        (["1.234", "0,5"], False, [1234.0, 0.5]),
        (["1,234,567", "1.234"], False, [1234567.0, 1.234]),
        (["\N{MINUS SIGN}3", "5 %"], False, None),
        (["-3%", "5 %"], False, [-3.0, 5.0]),
        (["12,34,5"], False, None),
        (["1,23"], False, [1.23]),
        (["1.5e3", "2"], False, [1500.0, 2.0]),
        (["2_5"], False, None),
        (["inf", "1,000"], False, [math.inf, 1000.0]),
        (["January 5, 2020", "1,5"], False, None),
    ],
)
def test_single_cases(cells, decimal_comma, expected):
    assert read_marked(cells, decimal_comma)[0] == expected


def test_words_are_not_refused_as_numbers():
    assert not read_marked(["1,5", "2.5", "left, upper"], False)[1].refused
