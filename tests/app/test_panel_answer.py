import json

import numpy as np
import pytest

import aucopt
from aucopt.analysis import Rows
from aucopt.app import panel_answer
from aucopt.app.answer import find_answer
from aucopt.app.question import FitRequest
from aucopt.exact.objective.roc import AUC
from aucopt.tables.notes import Notes


@pytest.fixture
def rows():
    rng = np.random.default_rng(3)
    ill = np.arange(40) % 2 == 1
    X = np.round(rng.normal(size=(40, 4)) + np.outer(ill, [1.5, 0, 1, 0]), 1)
    return Rows(X, ("a", "b", "c", "d"), ill, None, "ill", (0, 1))


def ask(rows):
    return FitRequest(rows, Notes(remarks=["A note."]), "forty rows", AUC(), certify=False, size=2)


def test_the_best_panel_is_that_of_the_library(rows, monkeypatch):
    monkeypatch.setattr(panel_answer, "_CHECKS", 0.0)
    seen, said = [], []
    found = find_answer(ask(rows), seen.append, said.append)
    best = aucopt.best_panel(rows, rows.positive, 2)
    names = [rows.columns[j] for j in best.columns]
    assert found.page.headline.sentence.startswith(f"The best panel of 2 is {names[0]} and {names[1]}.")
    assert json.loads(found.model)["columns"] == names
    assert seen[-1].value == best.value
    assert any("of 6 panels done" in line for line in said)
    assert found.certificate is None
    assert [block.name for block in found.shown.illustrations].count("roc") == 1
    assert found.page.settings["size"] == "2"


def test_a_panel_that_is_stopped_keeps_what_it_has(rows):
    def stop(progress):
        raise KeyboardInterrupt

    try:
        found = find_answer(ask(rows), stop, lambda line: None)
    except KeyboardInterrupt:
        # Stopped before there was a panel.
        return
    assert "panel of 2" in found.page.headline.sentence
