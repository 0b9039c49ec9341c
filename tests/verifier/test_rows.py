"""Cones by the rows of one class: whole searches, certified and checked, of all kinds of small tables."""

import copy
from base64 import b64encode
from typing import Any
from zlib import compress

import naive_objectives
import numpy as np
import pytest
from certified import integer, sealed
from curve_objectives import ASKED, objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import Rows, shaped_rows, strata_cases

import aucopt
from aucopt.exact.proof.record import number
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


WITHIN = [Asked("max_fpr", "0.25"), Asked("max_fpr", "0.1"), Asked("min_tpr", "0.7"), Asked("min_tpr", "0.5")]


@settings(deadline=None, max_examples=40)
@given(st.data(), st.sampled_from([2, 3]), st.sampled_from(WITHIN), st.sampled_from(["pairs", "cases"]))
def test_what_is_proved_within_strata_is_the_best_and_is_checked(
    data: st.DataObject, n_columns: int, asked: Asked, strata_weight: str
) -> None:
    X, y, numbers, weight = data.draw(strata_cases(n_columns))
    # Labels in another order than that of the rows.
    strata = [f"centre {9 - g}" for g in numbers]
    signs = data.draw(st.none() | st.lists(st.integers(-1, 1), min_size=n_columns, max_size=n_columns))
    how = {"strata": strata, "strata_weight": strata_weight, "sample_weight": weight, "signs": signs}
    solution = aucopt.maximize(X, y, objective_of(asked), certify=True, **how)
    best = naive_objectives.best_within(
        X, y, asked, strata, by_cases=strata_weight == "cases", sample_weight=weight, signs=signs
    )
    certificate = solution.certificate
    assert certificate is not None
    assert (certificate.value_exact, certificate.bound_exact, certificate.status) == (best, best, "optimal")
    verdict = aucopt.verify(certificate, X, y, weight, strata=strata)
    assert verdict, str(verdict)
    # The bound one lower, which is false.
    claim = {**certificate.content["claim"], "status": "max_gap", "direction": [0] * (n_columns - 1) + [1]}
    claim["bound"] = number(integer(claim["bound"]) - 1)
    assert not aucopt.verify(sealed({**certificate.content, "claim": claim}), X, y, weight, strata=strata)


def matched() -> tuple[np.ndarray, np.ndarray, np.ndarray, aucopt.Certificate]:
    """Rows in strata whose labels are not in the order of the rows, and the certificate of three columns."""
    rng = np.random.default_rng(8)
    strata = np.array(list("cab"))[np.arange(36) % 3]
    y = rng.integers(2, size=36)
    X = rng.integers(0, 9, (36, 3)) + 2 * y[:, None] + 20 * (strata == "a")[:, None]
    solution = aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=0.4), strata=strata, certify=True)
    assert solution.status == "optimal"
    assert solution.certificate is not None
    return X, y, strata, solution.certificate


CHANGES: dict[str, tuple[Any, str]] = {
    "no objective": (lambda c: c.pop("objective"), "does not check auc with 3 strata"),
    "another limit": (lambda c: c["objective"].update(max_fpr="0.3"), "the claim is"),
    "all positives alike": (lambda c: c["objective"].update(strata_weight="cases"), "the claim is"),
    "another word": (lambda c: c["objective"].update(strata_weight="pairs"), "does not check the objective"),
    "an operating point": (
        lambda c: c.update(objective={"name": "Sensitivity", "specificity": "0.6"}, ties="against"),
        "with 3 strata",
    ),
    "two strata": (lambda c: c["data"].update(strata=2), "the data are not those"),
    "a lower bound": (lambda c: c["claim"].update(bound=c["claim"]["value"] - 1), "more than the bound"),
    "one more": (
        lambda c: c["claim"].update(value=c["claim"]["value"] + 1, bound=c["claim"]["bound"] + 1),
        "the claim is",
    ),
    "another total": (lambda c: c["claim"].update(total=c["claim"]["total"] + 2), "the claim is"),
    "no faces": (lambda c: c.update(faces=[]), "has no proof"),
    "an empty tree": (
        lambda c: c["faces"][0].update(tree=b64encode(compress(bytes(8))).decode()),
        "may reach",
    ),
    "another face": (lambda c: c["faces"][0].update(columns=[0, 1]), "has no proof"),
    "a column too few": (lambda c: c["columns"].update(kept=[0, 1]), "are left out"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_corrupted_certificates_of_strata_are_refused(name: str) -> None:
    X, y, strata, certificate = matched()
    assert aucopt.verify(certificate, X, y, strata=strata)
    change, sentence = CHANGES[name]
    content = copy.deepcopy(certificate.content)
    change(content)
    assert not aucopt.verify(content, X, y, strata=strata)
    verdict = aucopt.verify(sealed(content), X, y, strata=strata)
    assert not verdict
    assert sentence in verdict.reason.lower()


def test_certificates_of_strata_are_about_these_strata() -> None:
    X, y, strata, certificate = matched()
    assert aucopt.verify(certificate, X, y, strata=[f"centre {g}" for g in strata])
    others = [None, np.sort(strata), np.where(strata == "a", "b", strata), np.arange(36), strata[:-1]]
    for other in others:
        assert not aucopt.verify(certificate, X, y, strata=other)


def test_strata_without_both_classes_prove_nothing() -> None:
    X, y, _, certificate = matched()
    apart = np.where(y == 1, "a", "b")
    content = copy.deepcopy(certificate.content)
    content["data"].update(strata=2, sha256=digest(read_numbers(X, y, None, apart)))
    verdict = aucopt.verify(sealed(content), X, y, strata=apart)
    assert not verdict
    assert verdict.reason == "No stratum has both classes."
