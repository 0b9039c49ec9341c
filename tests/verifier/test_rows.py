"""Cones by the rows of one class: whole searches, certified and checked, of all kinds of small tables."""

from base64 import b64encode
from typing import Any
from zlib import compress

import pytest
from certified import sealed
from curve_objectives import ASKED, objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import Rows, shaped_rows

import aucopt
from aucopt.verifier.reading import read_numbers
from aucopt.verifier.rows import RowTree
from aucopt.verifier.version_2 import digest

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


def test_weights_whose_sum_is_beyond_int64_prove_nothing_false() -> None:
    """One positive with all negatives on two lines: a sum that wraps around would leave it worth nothing."""
    X = [[0, 0], [1, 0], [2, 0], [5, 1], [10, 2], [0, 1], [0, 2], [1, 5], [2, 10]]
    y = [1] + [0] * 8
    long = int(0.55 * 2**62)
    weight = [1, long, long + 1, *[long] * 6]
    certificate = sealed(
        {
            "format": "aucopt certificate",
            "version": 2,
            "objective": {"name": "PartialAUC", "max_fpr": "0.01"},
            "data": {
                "rows": 9,
                "columns": 2,
                "outcome": "classes",
                "strata": 1,
                "sha256": digest(read_numbers(X, y, weight)),
            },
            "signs": [0, 0],
            "ties": "half",
            "claim": {
                "status": "optimal",
                "direction": [1, 1],
                "value": 0,
                "bound": 0,
                "total": hex(2 * sum(weight[1:])),
            },
            "columns": {"kept": [0, 1], "relations": {}},
            "faces": [
                {
                    "columns": [0, 1],
                    "scale": ["1", "1"],
                    "method": "cones",
                    "basis": [[-3, 1], [1, -3]],
                    "merged": True,
                    "tree": b64encode(compress(bytes(4))).decode(),
                }
            ],
        }
    )
    verdict = aucopt.verify(certificate, X, y, weight)
    assert not verdict
    assert "may reach" in verdict.reason


def test_a_tree_of_rows_is_a_tree_of_cones() -> None:
    assert issubclass(RowTree, aucopt.verifier.cones.ConeTree)
