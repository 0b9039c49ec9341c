"""Cones by the rows of one class: whole searches, certified and checked, of all kinds of small tables."""

from typing import Any

import pytest
from curve_objectives import ASKED, objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import Rows, shaped_rows

import aucopt
from aucopt.verifier.rows import RowTree

ASSERTED = [asked for asked in ASKED if asked.limit not in ("0", "1")]


def check(rows: Rows, asked: Asked, **options: Any) -> None:
    """What is certified is what was found, and the check says so."""
    solution = aucopt.maximize(
        rows.X, rows.y, objective_of(asked), sample_weight=rows.weight, certify=True, **options
    )
    certificate = solution.certificate
    assert certificate is not None
    verdict = aucopt.verify(certificate, rows.X, rows.y, rows.weight)
    assert verdict, str(verdict)
    assert certificate.bound_exact == solution.bound_exact
    assert certificate.value_exact >= solution.value_exact
    assert asked.limit in repr(certificate)


@settings(deadline=None, max_examples=40)
@given(st.data(), shaped_rows(), st.sampled_from(ASSERTED))
def test_what_is_proved_is_checked(data: st.DataObject, rows: Rows, asked: Asked) -> None:
    d = len(rows.X[0])
    signs = data.draw(st.none() | st.lists(st.integers(-1, 1), min_size=d, max_size=d))
    early = data.draw(st.sampled_from([{}, {"max_gap": 0.3}, {"time_limit": 0}]))
    check(rows, asked, signs=signs, solver="cone", **early)


@pytest.mark.parametrize("asked", [Asked("max_fpr", "0.3333"), Asked("sensitivity", "0.3")])
def test_numbers_beyond_int64_are_checked(asked: Asked) -> None:
    X = [[a * 10.0**150, b * 1e-150, a + b] for a in range(3) for b in range(3)]
    check(Rows(X, [0, 1, 0, 1, 1, 0, 1, 0, 1], [1, 2, 3] * 3), asked, solver="cone")


def test_a_tree_of_rows_is_a_tree_of_cones() -> None:
    assert issubclass(RowTree, aucopt.verifier.cones.ConeTree)
