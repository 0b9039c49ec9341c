"""A climb: every step is better than the last, with all the room there is and with little."""

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.climber import Climber, TimeIsUp
from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.rays import Pairs


def test_more_pairs_than_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(600, 5)
    whole = ascend(X, positive, signs=no_signs(X))
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.swaps_listed", lambda n: 2000)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.smoothing.MOST_PAIRS", 5000)
    found = ascend(X, positive, signs=no_signs(X), starts=np.eye(5)[0])
    assert found.auc > found.history[0]
    assert found.auc == pytest.approx(whole.auc, abs=2e-3)


def test_a_crowded_window_still_climbs(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(300, 4)
    monkeypatch.setattr("aucopt.exact.solvers.ascent.climber.swaps_listed", lambda n: 100)
    found = ascend(np.round(X), positive, signs=no_signs(X), starts=np.eye(4)[0])
    assert found.auc > found.history[0] + 0.01


def test_a_budget_limits_the_planes() -> None:
    X, positive = gaussians(300, 10)
    found = ascend(X, positive, signs=no_signs(X), budget=20, n_restarts=0)
    assert found.status == "local"
    assert found.n_planes < 20 + 16


def climber_of(signs: tuple[int, ...] = (0, 0, 0), deadline: float | None = None, n_jobs: int = 1) -> Climber:
    X, positive = gaussians(40, 3)
    return Climber(Columns(X), Pairs(positive, None), np.array(signs), deadline, n_jobs)


def test_only_a_better_direction_is_taken() -> None:
    climber, w = climber_of(), np.array([1.0, 0.0, 0.0])
    climber.start(w)
    value = climber.value_of(w)
    assert (climber.at.value, climber.history) == (value, [value])
    assert not climber.offer(2 * w)
    assert climber.offer(np.array([0.0, 1.0, 0.0]), value + 1)
    assert climber.history == [value, value + 1]
    # A new climb from below does not forget the best.
    climber.start(w)
    assert (climber.at.value, climber.best.value, climber.history) == (value, value + 1, [value, value + 1])


@pytest.mark.parametrize("signs", [(0, 0, 0), (1, -1, 1)])
def test_gains_add_up_to_the_climb(signs: tuple[int, ...]) -> None:
    climber, start = climber_of(signs), np.array([1.0, -1.0, 1.0])
    climber.start(start)
    before = climber.at.value
    gains = climber.climb(list(np.eye(3)), 100)
    assert gains.min() >= 0
    assert gains.sum() == climber.at.value - before > 0
    assert climber.at.value == climber.value_of(climber.at.w)
    assert all(s * w >= 0 for s, w in zip(signs, climber.at.w, strict=True))


def test_a_climb_does_not_depend_on_threads() -> None:
    ends = []
    for n_jobs in (1, 3):
        climber = climber_of(n_jobs=n_jobs)
        climber.start(np.array([1.0, -1.0, 1.0]))
        climber.climb(list(np.eye(3)), 100)
        ends.append((climber.at.w.tolist(), climber.history))
    assert ends[0] == ends[1]


def test_a_climb_ends_when_time_is_up() -> None:
    climber = climber_of(deadline=0.0)
    assert climber.stopped()
    with pytest.raises(TimeIsUp):
        climber.check_time()
    assert not climber_of().stopped()


def test_a_direction_that_ranks_every_pair_right_is_perfect() -> None:
    climber = Climber(Columns(np.arange(6.0)[:, None]), Pairs(np.arange(6) > 2, None), np.zeros(1), None, 1)
    climber.start(np.array([-1.0]))
    assert not climber.is_perfect
    climber.start(np.array([1.0]))
    assert climber.is_perfect
