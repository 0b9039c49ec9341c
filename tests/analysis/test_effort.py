"""The size of a table decides how many fits check it, and nothing else does."""

import pytest

from aucopt.analysis.effort import plan_effort
from aucopt.exact.objective.roc import AUC

SIZES = [(n, d) for n in (60, 2_000, 20_000, 1_000_000) for d in (1, 2, 3, 6, 20, 500)]


@pytest.mark.parametrize(("n", "d"), SIZES)
def test_larger_tables_get_fewer_fits_but_always_some(n, d):
    effort, larger = (plan_effort(m, d, (m // 2) ** 2) for m in (n, 10 * n))
    assert effort.n_folds in (5, 10)
    assert 1 <= effort.n_repeats * effort.n_folds <= 50
    assert effort.n_resamples == 0 or 40 <= effort.n_resamples <= 200
    assert larger.n_repeats * larger.n_folds <= effort.n_repeats * effort.n_folds
    assert larger.n_resamples <= effort.n_resamples


def test_small_tables_get_all():
    assert plan_effort(569, 2, 212 * 357).n_repeats == 5
    assert plan_effort(5_000, 2, 2_500**2).n_repeats == 10
    assert plan_effort(569, 30, 212 * 357).n_resamples >= 40
    assert 40 <= plan_effort(50_000, 2, 10**9).n_resamples < 200
    assert plan_effort(1_000_000, 2, 10**11).n_resamples == 0


def test_numbers_that_are_given_stay():
    effort = plan_effort(1_000_000, 500, 10**11, n_repeats=7, n_resamples=1_000)
    assert (effort.n_repeats, effort.n_resamples) == (7, 1_000)


def test_refits_are_proved_where_that_is_quick():
    assert plan_effort(500, 2, 250**2).solver == plan_effort(500, 3, 250**2).solver == "auto"
    assert plan_effort(5_000, 3, 2_500**2).solver == plan_effort(500, 4, 250**2).solver == "ascent"
    assert plan_effort(500, 4, 250**2).is_climb
    assert not plan_effort(500, 2, 250**2).is_climb
    assert plan_effort(500, 2, 250**2).refit(AUC(), (0, 1), 1, time_limit=5).time_limit == 5
    assert plan_effort(500, 2, 250**2).refit(AUC(), (0, 1), 1).signs == (0, 1)
    assert plan_effort(10**6, 2, 10**11).solver == "ascent"
    assert plan_effort(10**6, 1, 10**11).solver == "auto"
    assert plan_effort(2_000, 500, 10**6).refit(AUC(), (0,) * 500, 1).n_restarts == 0
    assert plan_effort(569, 30, 10**5).refit(AUC(), (0,) * 30, 1).n_restarts is None


def test_listed_pairs_decide_where_there_are_many():
    few, more, many = (plan_effort(432, 3, n, listed=True) for n in (8_000, 90_000, 300_000))
    assert (few.solver, few.n_folds, few.n_repeats) == ("auto", 10, 5)
    assert (more.solver, more.n_folds * more.n_repeats) == ("auto", 10)
    assert many.solver == "ascent"
    assert plan_effort(8_000, 2, 30_000_000, listed=True).solver == "ascent"
    assert plan_effort(8_000, 2, 3_000_000, listed=True).solver == "auto"
