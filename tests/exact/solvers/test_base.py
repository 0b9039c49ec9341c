"""The contract of a solver: options that nobody changes, and what a callback is told."""

import time
from dataclasses import FrozenInstanceError

import pytest

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import NOTHING_KNOWN, Known, Options, as_floats

# Four pairs, so that a value of 8 is an AUC of 1.
PROBLEM = Problem.read([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1])


def test_options_cannot_be_changed() -> None:
    options = Options(signs=(0, 0))
    with pytest.raises(FrozenInstanceError):
        options.signs = (1, 1)


@pytest.mark.parametrize(("deadline", "late"), [(None, False), (-1.0, True), (3600.0, False)])
def test_late_is_after_the_deadline(deadline: float | None, late: bool) -> None:
    moment = None if deadline is None else time.monotonic() + deadline
    assert Options(signs=(0, 0), deadline=moment).is_late() == late


@pytest.mark.parametrize(
    ("known", "value", "bound", "told"),
    [
        (NOTHING_KNOWN, 6, 8, (0.75, 1.0, 0.25)),
        (NOTHING_KNOWN, 6, 6, (0.75, 0.75, 0.0)),
        # Another face has done better, and faces that wait may do better still.
        (Known(value=7, bound=7), 6, 6, (0.875, 0.875, 0.0)),
        (Known(value=0, bound=8), 6, 7, (0.75, 1.0, 0.25)),
        (Known(value=5, bound=6), 6, 7, (0.75, 0.875, 0.125)),
    ],
)
def test_a_report_tells_of_all_faces(known: Known, value: int, bound: int, told: tuple[float, ...]) -> None:
    heard: list[Progress] = []
    options = Options(signs=(0, 0), callback=heard.append, started=time.monotonic() - 5)
    known.report(options, PROBLEM, AUC(), value, bound)
    (progress,) = heard
    assert progress[:3] == told
    assert 5 <= progress.seconds < 65


def test_nobody_is_told_where_nobody_listens() -> None:
    Known(3, 4).report(Options(signs=(0, 0)), PROBLEM, AUC(), 1, 2)


def test_integers_of_any_size_become_floats() -> None:
    assert as_floats((3 << 2000, -(1 << 2001), 0)).tolist() == [1.0, -2 / 3, 0.0]
