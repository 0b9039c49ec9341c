"""Certificates of concordance and accuracy: those that hold, and corrupted ones."""

import copy

import naive_ranking
import numpy as np
import pytest

import aucopt
from aucopt.verifier.clock import Clock
from aucopt.verifier.objectives import read_objective
from aucopt.verifier.opening import seal
from aucopt.verifier.posing import pose_data
from aucopt.verifier.reading import exact_data, read_numbers


def ranked(kind):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 5, (14, 3))
    if kind == "censored":
        y = np.column_stack([rng.random(14) < 0.7, rng.integers(1, 6, 14)])
    else:
        y = rng.integers(0, 2 if kind == "classes" else 4, 14)
    return X, y, rng.integers(1, 3, 14), np.arange(14) % 2


def resealed(certificate, change):
    content = copy.deepcopy(certificate.content)
    change(content)
    return {**content, "sha256": seal({k: v for k, v in content.items() if k != "sha256"})}


@pytest.mark.parametrize("large", [1, 10**18, 10**30], ids=["small", "64 bits", "beyond"])
@pytest.mark.parametrize("kind", ["ordered", "censored", "classes"])
def test_all_pairs_that_count_are_posed_and_no_other(kind, large):
    X, y, weight, strata = ranked(kind)
    X = (X.astype(object) * large).tolist()
    numbers = read_numbers(X, y, weight, strata, kind)
    asked = read_objective({"name": "Concordance"})
    posed = pose_data(asked, numbers, exact_data(numbers), Clock(None, None))
    *differences, origin = zip(*posed.columns, posed.positive, posed.negative, strict=True)
    assert origin == (0, 0, 0, 0, 1)
    outcome = [tuple(row) for row in y.tolist()] if kind == "censored" else y.tolist()
    unit = exact_data(numbers).columns
    pairs = naive_ranking.compared(outcome, weight.tolist(), strata.tolist())
    expected = [(*(column[i] - column[j] for column in unit), w, 0) for i, j, w in pairs]
    assert sorted(differences) == sorted(expected)


@pytest.mark.parametrize("kind", ["ordered", "censored", "classes"])
def test_other_data_are_refused(kind):
    X, y, weight, strata = ranked(kind)
    how = {"sample_weight": weight, "strata": strata}
    certificate = aucopt.maximize(X, y, "concordance", certify=True, **how).certificate
    assert aucopt.verify(certificate, X, y, weight, strata=strata)
    other = y.copy()
    other[0] = y[0] + 1 if kind != "classes" else 1 - y[0]
    if kind == "censored":
        other[0] = [1 - y[0, 0], y[0, 1]]
    assert not aucopt.verify(certificate, X, other, weight, strata=strata)
    assert not aucopt.verify(certificate, X, y, strata=strata)
    assert not aucopt.verify(certificate, X, y, weight)
    assert not aucopt.verify(certificate, X, y, weight, strata=1 - strata // 2)
    assert aucopt.verify(certificate, X, y, weight, strata=[f"centre {g}" for g in strata])


def test_weights_count_in_one_unit_where_a_stratum_is_left_out():
    X, y, weight, strata = [[0], [1], [0]], [[1, 0], [0, 2], [1, 3]], [3, 1, 3], [0, 1, 0]
    solution = aucopt.maximize(X, y, "concordance", sample_weight=weight, strata=strata, certify=True)
    assert solution.certificate.content["claim"]["pairs"] == {"right": 0, "tied": 9, "total": 9}
    assert aucopt.verify(solution.certificate, X, y, weight, strata=strata)


CHANGES = {
    "a bound that is too low": lambda c: c["claim"].update(bound=c["claim"]["bound"] - 1),
    "a value that is too high": lambda c: c["claim"].update(value=c["claim"]["value"] + 1),
    "another total": lambda c: c["claim"].update(total=c["claim"]["total"] + 2),
    "another kind of ties": lambda c: c.update(ties="half" if c["ties"] == "against" else "against"),
    "an unknown parameter": lambda c: c["objective"].update(limit="1"),
    "another outcome": lambda c: c["data"].update(outcome="censored"),
    "other strata": lambda c: c["data"].update(strata=3),
    "no proof": lambda c: c.update(faces=[]),
    "nothing kept": lambda c: c["columns"].update(kept=[]),
    "the AUC": lambda c: c.pop("objective"),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("objective", ["concordance", "accuracy"])
def test_corrupted_certificates_are_refused(objective, what):
    X, y, weight, _ = ranked("classes" if objective == "accuracy" else "ordered")
    certificate = aucopt.maximize(X, y, objective, sample_weight=weight, certify=True).certificate
    assert aucopt.verify(certificate, X, y, weight)
    assert not aucopt.verify(resealed(certificate, CHANGES[what]), X, y, weight)


def test_the_intercept_is_a_part_of_the_claim():
    X, y, _, _ = ranked("classes")
    certificate = aucopt.maximize(X, y, aucopt.Accuracy({0: 1, 1: 2.5}), certify=True).certificate
    assert certificate.content["objective"]["class_weight"] == ["1", "2.5"]
    assert aucopt.verify(certificate, X, y)
    without = resealed(certificate, lambda c: c["claim"].pop("intercept"))
    assert not aucopt.verify(without, X, y)
    moved = resealed(certificate, lambda c: c["claim"].update(direction=[0, 0, 0], intercept=1))
    assert not aucopt.verify(moved, X, y)
    cheaper = resealed(certificate, lambda c: c["objective"].update(class_weight=["1", "1"]))
    assert not aucopt.verify(cheaper, X, y)
    for costs in (["1"], ["0", "0"], ["01", "1"], [1, 1], "even"):
        wrong = resealed(certificate, lambda c, costs=costs: c["objective"].update(class_weight=costs))
        assert not aucopt.verify(wrong, X, y)
