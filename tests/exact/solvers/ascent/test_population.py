"""Differential evolution of directions: it keeps its best, its signs and its seed."""

import numpy as np
import pytest
from strategies import gaussians

from aucopt.exact.solvers.ascent.climber import Climber, TimeIsUp
from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.population import Population
from aucopt.exact.solvers.ascent.rays import Pairs


def climber_of(signs: tuple[int, ...], n_jobs: int = 1, deadline: float | None = None) -> Climber:
    X, positive = gaussians(90, 4)
    X[:, 2] = 7.0
    climber = Climber(Columns(X), Pairs(positive, None), np.array(signs), deadline, n_jobs)
    climber.start(np.array([1.0, 0.0, 0.0, 0.0]))
    return climber


@pytest.mark.parametrize("signs", [(0, 0, 0, 0), (1, 1, 1, 1), (-1, 0, 1, 0)])
def test_it_never_falls_below_its_members_and_keeps_the_signs(signs: tuple[int, ...]) -> None:
    climber, start = climber_of(signs), np.array([0.0, 1.0, 0.0, 1.0]) * np.where(np.array(signs) < 0, -1, 1)
    population = Population(climber, [start], np.random.default_rng(0))
    values = [climber.value_of(population.evolve(n)) for n in (1, 100, 1000)]
    assert values == sorted(values)
    assert values[0] >= climber.value_of(start)
    w = population.evolve(1)
    assert w[2] == 0
    assert (w * signs >= 0).all()


def test_the_seed_decides_and_the_threads_do_not() -> None:
    found = [
        Population(climber_of((0, 0, 0, 0), n), [], np.random.default_rng(3)).evolve(300) for n in (1, 3)
    ]
    assert found[0].tolist() == found[1].tolist()


def test_the_best_place_of_the_climber_is_taken_in() -> None:
    climber = climber_of((0, 0, 0, 0))
    population = Population(climber, [], np.random.default_rng(0))
    climber.start(Population(climber_of((0, 0, 0, 0)), [], np.random.default_rng(1)).evolve(5000))
    assert climber.value_of(population.evolve(1)) >= climber.best.value


def test_one_that_finds_nothing_any_more_begins_anew_elsewhere() -> None:
    climber = climber_of((0, 0, 0, 0))
    population = Population(climber, [], np.random.default_rng(0))
    found, *in_vain = (climber.value_of(population.evolve(5000)) for _ in range(3))
    assert in_vain == [found, found]
    assert climber.value_of(population.evolve(1)) < found
    assert climber.value_of(population.evolve(5000)) == found


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_time_ends_it_between_two_members(monkeypatch: pytest.MonkeyPatch, n_jobs: int) -> None:
    """Of many rows a generation takes seconds: nothing is counted once it is late."""
    climber = climber_of((0, 0, 0, 0), n_jobs)
    population = Population(climber, [], np.random.default_rng(0))
    counted = []
    monkeypatch.setattr(Climber, "value_of", lambda self, w: counted.append(w) or 0.0)
    monkeypatch.setattr(Climber, "stopped", lambda self: len(counted) >= 5)
    with pytest.raises(TimeIsUp):
        population.evolve(100)
    assert 5 <= len(counted) < 5 + n_jobs
