"""Each value of a certificate has one form."""

from fractions import Fraction
from typing import Any

import pytest

from aucopt.verifier.fields import (
    is_texts,
    read_fields,
    read_fraction,
    read_increasing,
    read_integer,
    read_integers,
    read_list,
)
from aucopt.verifier.statement import FailedError, UncheckedError


@pytest.mark.parametrize("value", [0, -7, 2**53 - 1, 2**53, -(2**80)])
def test_integers_are_numbers_or_text_by_their_size(value: int) -> None:
    assert read_integer(value if abs(value) < 2**53 else hex(value)) == value


@pytest.mark.parametrize(
    "value", [2**53, "0x1", "0x0020000000000000", "0X20000000000000", 1.0, True, None, "7"]
)
def test_other_integers_are_refused(value: Any) -> None:
    with pytest.raises(FailedError, match="is not an integer"):
        read_integer(value)


@pytest.mark.parametrize("value", ["2/4", "1/1", "+1", "1.5", 1, None, "1/-2"])
def test_fractions_are_text_in_lowest_terms(value: Any) -> None:
    assert read_fraction("-3/4") == Fraction(-3, 4)
    with pytest.raises(FailedError, match="lowest terms"):
        read_fraction(value)


@pytest.mark.parametrize("value", [[0, 0], [1, 0], [-1, 2]])
def test_numbers_of_columns_increase_from_zero(value: list[int]) -> None:
    assert read_increasing([0, 2, 5], "columns") == (0, 2, 5)
    with pytest.raises(FailedError, match="of columns should increase"):
        read_increasing(value, "columns")


def test_lists_objects_and_their_fields() -> None:
    assert read_integers([1, 2]) == (1, 2)
    with pytest.raises(FailedError, match="is not a list"):
        read_list({})
    assert read_fields({"a": 1, "b": 2}, "it", ["a"], ["b"]) == {"a": 1, "b": 2}
    for value, error, words in (
        ([], FailedError, "it should be an object"),
        ({"b": 2}, FailedError, "it has no 'a'"),
        ({"a": 1, "c": 3}, UncheckedError, "the field 'c' in it"),
    ):
        with pytest.raises(error, match=words):
            read_fields(value, "it", ["a"], ["b"])
    assert is_texts({"x": "y"})
    assert not is_texts({"x": 1})
    assert not is_texts([])
