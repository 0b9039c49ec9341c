"""The search for the rim of a region: what it knows, and what it promises of time and threads."""

from fractions import Fraction

import numpy as np
import pytest
from strategies import two_clouds

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.normalize import Normalization, Range
from aucopt.exact.solution.weights.region import Face, Reach, search_reach
from aucopt.exact.solvers.cone import explorer

X, Y = two_clouds(20, 3)
PROBLEM = Problem.read(X, Y).independent()


def nothing() -> Range:
    return Range(np.full(3, np.nan), np.full(3, np.nan))


def face_of(level: Fraction, signs: tuple[int, ...] = (0, 0, 0)) -> Face:
    return Face(PROBLEM, AUC(), signs, level, Normalization(None, np.ones(3)))


def test_ranges_do_not_depend_on_threads_and_grow_when_time_is_up():
    X, y = two_clouds(40, 3)
    found = [aucopt.weight_ranges(X, y, 0.01, tolerance=0.02, n_jobs=k) for k in (1, 2)]
    assert found[0].low.tolist() == found[1].low.tolist()
    assert found[0].high.tolist() == found[1].high.tolist()
    hurried = aucopt.weight_ranges(X, y, 0.01, time_limit=0)
    assert hurried.status == "time_limit"
    assert (hurried.low <= found[0].certain_low + 1e-9).all()
    assert (hurried.high >= found[0].certain_high - 1e-9).all()


def test_what_is_found_is_certain_and_possible() -> None:
    reach = Reach(nothing(), nothing())
    reach.add(Range(np.array([0.0, 0, 0]), np.array([0.5, 0.5, 0])))
    reach.possible = reach.possible.join(Range(np.array([-1.0, 0, 0]), np.array([0.0, 0, 0])))
    reach.add(Range(np.array([0.2, 0.2, -0.1]), np.array([0.7, 0.3, 0])))
    assert (reach.certain.low.tolist(), reach.certain.high.tolist()) == ([0, 0, -0.1], [0.7, 0.5, 0])
    assert (reach.possible.low.tolist(), reach.possible.high.tolist()) == ([-1, 0, -0.1], [0.7, 0.5, 0])


def test_limits_go_beyond_nothing_without_end() -> None:
    limits = Range(np.array([0.0, np.nan, -1]), np.array([1.0, np.nan, 1]))
    below, above = Reach(nothing(), nothing()).beyond(limits)
    assert below.tolist() == above.tolist() == [np.inf, -np.inf, np.inf]
    known = Range(np.array([0.5, 0, -2]), np.array([0.5, 0, 2]))
    below, above = Reach(known, known).beyond(limits)
    assert (below.tolist(), above.tolist()) == ([0.5, -np.inf, -1], [0.5, -np.inf, -1])


def test_a_level_that_all_reach_is_the_whole_face() -> None:
    started = face_of(Fraction(0), signs=(1, 0, -1)).start()
    assert all(part.inside for part in started.parts)
    # The two allowed orthants.
    assert len(started.parts) == 2
    reach = Reach(nothing(), nothing())
    for found in started.found:
        reach.add(found)
    assert (reach.certain.low.tolist(), reach.certain.high.tolist()) == ([0, -1, -1], [1, 1, 0])


def test_a_level_that_none_reaches_has_no_parts() -> None:
    started = face_of(Fraction(2 * PROBLEM.total + 1)).start()
    assert (started.parts, started.found, started.settled) == ([], [], [])


@pytest.mark.parametrize("n_threads", [1, 2])
def test_what_is_certain_and_what_is_possible_agree_within_the_tolerance(n_threads: int) -> None:
    best = aucopt.maximize_auc(X, Y)
    level = (best.auc_exact - Fraction(1, 50)) * 2 * PROBLEM.total
    reach, tolerance = Reach(nothing(), nothing()), 0.05
    towards = PROBLEM.direction_of(best.direction)
    options = {"tolerance": tolerance, "deadline": None, "n_threads": n_threads}
    assert search_reach([face_of(level)], [towards], reach, **options)
    for certain, possible in zip(reach.certain, reach.possible, strict=True):
        assert certain == pytest.approx(possible, abs=tolerance + 1e-9)
    assert (reach.certain.low <= best.coef).all()
    assert (best.coef <= reach.certain.high).all()


def test_without_time_everything_that_waits_is_possible() -> None:
    best = aucopt.maximize_auc(X, Y)
    reach = Reach(nothing(), nothing())
    level = best.auc_exact * 2 * PROBLEM.total
    options = {"tolerance": 0.05, "deadline": 0.0, "n_threads": 1}
    assert not search_reach([face_of(level)], [PROBLEM.direction_of(best.direction)], reach, **options)
    assert (reach.possible.low <= best.coef).all()
    assert (best.coef <= reach.possible.high).all()


def test_what_is_certain_of_a_cone_is_counted_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds by edges leave out some open pairs: what is then left of a bound is not certain."""
    monkeypatch.setattr(explorer, "_PAIRS_A_ROW", 0)
    assert explorer.Explorer(PROBLEM, AUC(), 1 << 20).edges is not None
    assert face_of(Fraction(0)).explorer.edges is None


def test_a_part_that_becomes_late_on_the_way_stays_as_it_is() -> None:
    face = face_of(Fraction(0), signs=(1, 0, -1))
    part = face.start().parts[0]._replace(inside=False)
    outcome = face.work(part, Reach(nothing(), nothing()), 0.01, deadline=0.0)
    assert (outcome.parts, outcome.found, outcome.settled) == ([part], [], [])
