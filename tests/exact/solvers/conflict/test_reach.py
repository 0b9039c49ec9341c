"""Conflicts are chosen where few pairs are wrong, and nowhere else."""

from typing import Any

import numpy as np
import pytest

import aucopt
from aucopt.exact import maximize
from aucopt.exact.maximize import choose_solver, read_options
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.conflict.reach import conflicts_in_reach, first_direction, may_reach_conflicts
from aucopt.exact.solvers.starts import Start


def table(d: int, n: int, shift: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(d)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + shift * y[:, None] / np.sqrt(d), y


def chosen(d: int, n: int, shift: float, **options: Any) -> str:
    X, y = table(d, n, shift)
    problem = Problem.read(X, y)
    with pytest.MonkeyPatch.context() as patch:
        # Nothing is searched, so there is nothing to compile.
        patch.setattr(maximize, "rehearse", lambda kind, objective, options, solver: options)
        return choose_solver(problem, AUC(), read_options(problem, **options))[2].name


@pytest.mark.parametrize(
    ("d", "n", "shift", "name"),
    [
        (4, 30, 2.0, "cone"),
        (5, 30, 2.0, "conflict"),
        (5, 60, 0.2, "cone"),
        (7, 24, 1.2, "conflict"),
        (7, 60, 0.2, "cone"),
        (8, 60, 0.2, "ascent"),
        (12, 40, 1.2, "conflict"),
        (13, 24, 2.0, "ascent"),
        (8, 240, 5.0, "ascent"),
    ],
)
def test_auto_chooses_by_size_and_by_how_few_pairs_are_wrong(d: int, n: int, shift: float, name: str) -> None:
    assert chosen(d, n, shift) == name


def test_a_limit_lets_cones_try_where_conflicts_are_many() -> None:
    assert chosen(6, 200, 0.2) == "ascent"
    assert chosen(6, 200, 0.2, time_limit=5.0) == "cone"
    assert chosen(7, 24, 1.2, time_limit=5.0) == "conflict"
    assert chosen(7, 24, 1.2, certify=True) == "conflict"


def test_many_signs_make_too_many_faces() -> None:
    X, y = table(8, 24, 1.0)
    problem = Problem.read(X, y)
    assert may_reach_conflicts(problem, Options(signs=(1,) * 6 + (0, 0)))
    assert not may_reach_conflicts(problem, Options(signs=(1,) * 7 + (0,)))


def test_what_every_direction_loses_does_not_count() -> None:
    """Positives on both sides of the only negative: of such two, one is wrong whatever the weights."""
    rng = np.random.default_rng(0)
    both_sides = rng.normal(size=(30, 5)).round(2)
    X = np.vstack([both_sides, -both_sides, rng.normal(size=(20, 5)).round(2) + 1, np.zeros((1, 5))])
    problem = Problem.read(X, np.arange(81) < 80)
    options = Options(signs=(0,) * 5)
    start = first_direction(problem, AUC(), options, Lookout(problem, AUC(), options))
    assert start.value == AUC().count(problem, start.direction).value <= 2 * 50
    assert conflicts_in_reach(problem, AUC(), options)


@pytest.mark.parametrize(("shift", "name"), [(2.0, "conflict"), (0.2, "cone")])
def test_the_first_ascent_is_not_repeated(monkeypatch: pytest.MonkeyPatch, shift: float, name: str) -> None:
    runs = []
    monkeypatch.setattr(
        Lookout, "_ascend", lambda self, start, **options: runs.append(options["n_restarts"]) or start
    )
    monkeypatch.setattr(maximize, "rehearse", lambda problem, objective, options, solver: options)
    X, y = table(5, 30, shift)
    solution = aucopt.maximize_auc(X, y, starts=np.ones(5), max_gap=1.0)
    assert runs == [0]
    assert ("nodes" in solution.work) == (name == "conflict")


def test_an_interrupt_while_choosing_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Lookout, start: Start, **options: object) -> Start:
        self.interrupted = True
        return start

    monkeypatch.setattr(Lookout, "_ascend", interrupted)
    X, y = table(5, 60, 0.2)
    assert aucopt.maximize_auc(X, y).status == "interrupted"


def test_other_objectives_are_for_other_solvers() -> None:
    class ByPositives(AUC):
        by_pairs = False

    problem = Problem.read(*table(6, 20, 2.0))
    assert not conflicts_in_reach(problem, ByPositives(), Options(signs=(0,) * 6))


def test_seven_columns_are_proved_by_default() -> None:
    X, y = table(7, 30, 0.9)
    solution = aucopt.maximize_auc(X, y)
    assert (solution.status, solution.gap) == ("optimal", 0.0)
    assert solution.work["nodes"] > 0
