"""Work is counted in selections, by the size of the search."""

import pytest

from aucopt.analysis.panel.effort import plan_panel_effort


def test_larger_searches_are_repeated_less():
    plans = [plan_panel_effort(200, p, 2, 10_000) for p in (45, 44_850, 4_498_500)]
    fits = [plan.n_folds * plan.n_repeats for plan in plans]
    assert fits == sorted(fits, reverse=True)
    assert fits[0] == 50
    assert fits[-1] == 5
    assert [plan.n_resamples for plan in plans][-1] == 0


@pytest.mark.parametrize("k", [1, 2, 6])
def test_numbers_that_are_given_stay(k):
    plan = plan_panel_effort(200, 50, k, 10_000, n_repeats=7, n_resamples=3)
    assert (plan.n_repeats, plan.n_resamples) == (7, 3)


def test_harder_objectives_are_repeated_less():
    plans = [plan_panel_effort(200, 4_950, 2, 10_000, kind) for kind in ("pairs", "curve")]
    assert plans[0].n_folds * plans[0].n_repeats > plans[1].n_folds * plans[1].n_repeats


def test_panels_that_bits_refuse_take_next_to_no_time():
    hard, easy = (plan_panel_effort(40, 1_999_000, 2, 400, n_easy=n) for n in (0, 1_993_160))
    assert hard.n_resamples < easy.n_resamples
    assert easy.n_folds * easy.n_repeats == 50
