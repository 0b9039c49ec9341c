"""The search itself: stopping, and what is known then."""

import numpy as np
from asked_panels import ask

from aucopt.panels import search as module
from aucopt.panels.pool import Threads
from aucopt.panels.record import SearchFile
from aucopt.panels.search import PanelSearch, search_one
from aucopt.panels.table import read_table

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(20, 5)), np.arange(20) % 2


def new_search(**options):
    question = ask(X, Y, 2, **options)
    return PanelSearch(question, read_table(question), Threads(1), SearchFile(None, "", ""))


def test_an_interrupted_search_keeps_what_it_has(monkeypatch):
    search = new_search()

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run_block", stop)
    search.run()
    assert search.status == "interrupted"
    assert 0 < search.best <= search.bound


def test_all_is_settled_in_the_end():
    search = new_search(delta=0.1)
    search.run()
    assert search.status == "optimal"
    assert search.bound == search.best == search.lower.max()
    assert (search.lower >= search.limit).all()
    reach = search_one(search.question, (search.panel, search.best - 1))
    assert reach.value == search.best
