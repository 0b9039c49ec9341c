"""Looking for better directions beside the cones: counted by their work, and never worse."""

import time
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from strategies import gaussians

from aucopt.exact.maximize import read_options
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.ascent.ascend import Ascent
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone import lookout
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.starts import Start

X, Y = gaussians(60, 4)
PROBLEM = Problem.read(X, Y)


def start_of(direction: tuple[int, ...]) -> Start:
    return Start(AUC().count(PROBLEM, direction).value, direction)


def test_the_first_ascent_improves_a_poor_start() -> None:
    poor = start_of((1, 0, 0, 0))
    found = Lookout(PROBLEM, AUC(), read_options(PROBLEM)).first(poor)
    assert found.value > poor.value
    assert found.value == AUC().count(PROBLEM, found.direction).value


def test_later_ones_come_as_the_work_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def ascend(*args: object, n_restarts: int | None, **options: object) -> Ascent:
        asked.append(n_restarts)
        return Ascent(np.zeros(4), 0, 0, 1, 0, 0, "local", (), 0.0)

    monkeypatch.setattr(lookout, "ascend", ascend)
    monkeypatch.setattr(lookout, "_FIRST_LOOKS", 100)
    best, keeper = start_of((1, 0, 0, 0)), Lookout(PROBLEM, AUC(), read_options(PROBLEM))
    for n_looks in (0, 99, 100, 150, 199, 200, 210, 399, 400):
        assert keeper.later(best, n_looks) is best
    assert asked == [2, 4, 8]
    keeper.last(best)
    assert asked[-1] is None


def test_time_for_the_last_one_is_kept() -> None:
    assert Lookout(PROBLEM, AUC(), Options(signs=(0,) * 4)).options_before_last().deadline is None
    now = time.monotonic()
    for seconds, kept in ((1000.0, 10.0), (5.0, 1.0)):
        options = Options(signs=(0,) * 4, deadline=now + seconds)
        before = Lookout(PROBLEM, AUC(), options).options_before_last().deadline
        assert before == pytest.approx(now + seconds - kept, abs=0.5)


def test_nothing_is_tried_when_it_is_late_or_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    best = start_of((1, 0, 0, 0))
    late = Lookout(PROBLEM, AUC(), Options(signs=(0,) * 4, deadline=0.0))
    assert late.first(best) is best

    def interrupt(*args: object, **options: object) -> Ascent:
        return Ascent(np.zeros(4), 0, 0, 1, 0, 0, "interrupted", (), 0.0)

    monkeypatch.setattr(lookout, "ascend", interrupt)
    keeper = Lookout(PROBLEM, AUC(), Options(signs=(0,) * 4))
    assert keeper.first(best) is best
    assert keeper.interrupted
    monkeypatch.undo()
    assert keeper.last(best) is best


def test_an_ascent_leaves_time_to_count_where_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    def ascend(*args: object, deadline: float, **options: object) -> Ascent:
        told.append(deadline)
        return Ascent(np.zeros(4), 0, 0, 1, 0, 0, "local", (), 0.0)

    ticks = count(100.0, 1.0)
    monkeypatch.setattr(lookout, "ascend", ascend)
    monkeypatch.setattr(lookout, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    deadline = time.monotonic() + 1000.0
    Lookout(PROBLEM, AUC(), Options(signs=(0,) * 4, deadline=deadline)).first(start_of((1, 0, 0, 0)))
    # A count took one tick.
    assert told == [deadline - 4.0]
