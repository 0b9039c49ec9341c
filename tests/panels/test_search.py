"""The search itself: stopping, and what is known then."""

import numpy as np
from asked_panels import ask

from aucopt.panels import search as module
from aucopt.panels.blocks import starts
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


def test_a_search_that_will_be_late_bounds_what_it_will_not_see():
    question = ask(X, Y, 3, time_limit=1000)
    search = PanelSearch(question, read_table(question), Threads(1), SearchFile(None, "", ""))
    search._begin()
    search._lower_ceiling(list(starts(search.table)))
    # Down to the lowest of the limits, unless a panel is above it.
    assert search.best <= search.ceiling < search.table.most
    true = PanelSearch(question, read_table(question), Threads(1), SearchFile(None, "", ""))
    true.run()
    assert true.best <= search.ceiling


def test_all_is_settled_in_the_end():
    search = new_search(delta=0.1)
    search.run()
    assert search.status == "optimal"
    assert search.bound == search.best == search.lower.max()
    assert (search.lower >= search.limit).all()
    reach = search_one(search.question, (search.panel, search.best - 1))
    assert reach.value == search.best


def test_blocks_that_are_late_are_not_done(monkeypatch):
    search = new_search()
    monkeypatch.setattr(module, "run_block", lambda *_: None)
    search.run()
    assert search.status == "time_limit"
    assert search.n_done == 0
    assert search.bound == search.table.most
