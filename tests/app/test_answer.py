import json

import pytest

import aucopt
from aucopt.analysis import Rows
from aucopt.app import answer
from aucopt.app.answer import find_answer
from aucopt.app.question import FitRequest
from aucopt.app.result import COMPILING
from aucopt.datasets import load_toy
from aucopt.tables.notes import Notes


@pytest.fixture
def rows():
    X, y = load_toy()
    return Rows(X[::6], ("x0", "x1"), y[::6] == 1, None, "y", (0, 1))


OTHERS = [aucopt.PartialAUC(max_fpr=0.2), aucopt.Sensitivity(specificity=0.8), aucopt.Accuracy()]


def ask(rows, objective, **options):
    return FitRequest(rows, Notes(remarks=["A note."]), "toy", objective, **options)


def test_an_answer_can_be_read_kept_and_checked(rows, monkeypatch):
    monkeypatch.setattr(answer, "_CHECKS", 0.5)
    seen, said = [], []
    found = find_answer(ask(rows, aucopt.maximize(rows, rows.positive).objective), seen.append, said.append)
    assert "It is proved that no other has a higher one." in found.page.headline.sentence
    assert "A note." in found.page.methods
    assert seen[-1].value == aucopt.maximize_auc(rows, rows.positive).auc
    assert aucopt.verify(json.loads(found.certificate), rows, rows.positive)
    assert json.loads(found.model)["columns"] == ["x0", "x1"]
    names = [block.name for block in found.shown.illustrations]
    assert names.count("roc") == 1


@pytest.mark.parametrize("objective", OTHERS)
def test_parts_of_the_curve_say_what_is_proved_of_them(rows, objective, monkeypatch):
    monkeypatch.setattr(answer, "_CHECKS", 0.5)
    found = find_answer(ask(rows, objective, certify=False), lambda p: None, lambda line: None)
    best = aucopt.maximize(rows, rows.positive, objective)
    assert f"{best.value:.4f}" in found.page.headline.sentence
    assert objective.name in found.page.headline.sentence
    assert found.page.headline.settled
    assert (found.certificate, found.no_certificate) == (None, "You did not ask for a certificate.")


def test_a_search_without_a_proof_has_no_certificate(rows, monkeypatch):
    def prove_nothing(*arguments, certify, search=answer.maximize, **options):
        if certify:
            raise ValueError("certify=True needs an exact search.")
        return search(*arguments, certify=False, **options)

    monkeypatch.setattr(answer, "maximize", prove_nothing)
    monkeypatch.setattr(answer, "_CHECKS", 0.5)
    objective = aucopt.Sensitivity(specificity=0.8)
    found = find_answer(ask(rows, objective), lambda p: None, lambda line: None)
    assert found.certificate is None
    assert "does not prove a bound" in found.no_certificate


def test_stopped_in_the_checks_the_search_is_kept(rows):
    def say(line):
        if not line.startswith("fitting") and line != COMPILING:
            raise KeyboardInterrupt

    found = find_answer(ask(rows, aucopt.maximize(rows, rows.positive).objective), lambda p: None, say)
    assert "It is proved that no other has a higher one." in found.page.headline.sentence
    assert any("nterrupted" in text for text in found.page.methods)
