"""What an analysis finds out about a score, and what it says where it cannot."""

from dataclasses import replace

import numpy as np
import pytest
from made_analyses import analyse_rows, make_rows

from aucopt import AUCOptClassifier
from aucopt.analysis import fit
from aucopt.analysis.rivals import LOGISTIC


def test_an_analysis_holds_all_parts():
    X, y = make_rows(90, 2, [1, 0.5])
    said: list[str] = []
    found = analyse_rows(X * [1, 100], y, seconds=600, say=said.append)
    assert found.omitted == {}
    assert set(found.honest.intervals) == {"AUC-opt", LOGISTIC}
    assert found.solution.auc >= found.rival_auc
    assert np.linalg.norm(found.per_deviation) == pytest.approx(1)
    # The second column is in hundreds: its weight is small, per standard deviation it is not.
    assert abs(found.solution.coef[1]) < 0.1 < abs(found.per_deviation[1])
    assert found.intervals.weight == pytest.approx(found.per_deviation, abs=1e-6)
    assert np.all(
        (found.intervals.low <= found.per_deviation) & (found.per_deviation <= found.intervals.high)
    )
    above = X * [1, 100] @ found.solution.coef > found.cut.value
    assert (above[y].mean(), 1 - above[~y].mean()) == pytest.approx(
        (found.cut.sensitivity, found.cut.specificity)
    )
    assert found.simple.within
    assert found.simple.feature_names == ("c0", "c1")
    assert any("folds" in line for line in said)
    assert found.model.predict(X * [1, 100]).tolist() == np.where(above, "yes", "no").tolist()


def test_what_cannot_be_found_says_why():
    X, y = make_rows(40, 2, [1, 0.5])
    found = analyse_rows(X, np.arange(40) == 0, seconds=600)
    assert found.honest is None
    assert found.omitted["honest"] == "Cross-validation needs at least two rows of each class."
    quick = analyse_rows(X, y, seconds=0)
    assert set(quick.omitted) == {"honest", "intervals", "simple"}
    assert set(quick.omitted.values()) == {"Not requested."}
    twice = analyse_rows(np.column_stack([X, X[:, 0]]), y, seconds=600)
    assert "drop some of: c2." in twice.omitted["intervals"]
    uneven = analyse_rows(X, y, weights=np.linspace(0.5, 2, 40), seconds=600)
    assert "whole sample weights" in uneven.omitted["intervals"]
    assert uneven.honest is not None


def test_no_fit_of_a_fold_knows_the_rows_that_it_is_tested_on():
    """Twenty columns of noise separate 40 rows; a search that starts from such weights never leaves them."""
    X, y = make_rows(40, 20, [0] * 20)
    found = analyse_rows(X, y, seconds=600, n_repeats=2, n_resamples=1)
    assert found.solution.auc == 1
    honest = found.honest.intervals["AUC-opt"]
    assert honest.low < 0.5 < honest.high


def test_the_clock_changes_no_number():
    X, y = make_rows(60, 2, [1, 0.5])
    some, more = (analyse_rows(X, y, seconds=s, n_repeats=2, n_resamples=50) for s in (1_000, 100_000))
    assert some.honest.intervals == more.honest.intervals
    assert some.intervals.samples.tolist() == more.intervals.samples.tolist()
    assert str(some.simple) == str(more.simple)
    assert some.honest.n_repeats == 2
    assert len(some.intervals.samples) == 50


def test_fits_of_folds_that_reach_less_are_named():
    X, y = make_rows(90, 2, [1, 0.5])
    found = analyse_rows(X, y, seconds=600, n_repeats=1, n_resamples=1)
    assert found.refit_value == found.solution.auc
    assert found.remarks_on_refits == []
    worse = replace(found, refit_value=found.solution.auc - 0.002)
    assert worse.remarks_on_refits == [f"on these rows such a fit reaches {worse.refit_value:.4f}"]
    local = replace(found, honest=replace(found.honest, endings={"AUC-opt": {"optimal": 8, "local": 2}}))
    assert local.remarks_on_refits == ["2 of 10 fits are local optima"]
    assert analyse_rows(X, y, seconds=0).remarks_on_refits == []


def test_many_columns_are_fitted_in_the_folds_as_they_are_fitted_to_all_rows():
    X, y = make_rows(60, 4, [1, 0.5, 0, 0])
    found = analyse_rows(X, y, seconds=600, n_repeats=1, n_resamples=1)
    again = AUCOptClassifier("ascent").fit(X, y)
    assert found.refit_value == again.auc_
    assert found.honest.endings == {"AUC-opt": {"local": 10}}


@pytest.mark.parametrize(("n", "d", "solver", "limited"), [(60, 13, "ascent", True), (600, 6, "cone", False)])
def test_fits_get_the_limit_of_a_search_of_their_kind(n, d, solver, limited, monkeypatch):
    X, y = make_rows(n, d, [0.5] * d)
    limits = []

    def note(methods, *arguments, **options):
        limits.append(methods["AUC-opt"].time_limit)
        raise ValueError("Enough.")

    monkeypatch.setattr(fit, "honest_values", note)
    found = analyse_rows(X, y, seconds=600, n_resamples=1, solver=solver, time_limit=0.2)
    assert found.solution.status == "time_limit"
    assert limits == [found.solution.seconds if limited else None]


def test_an_interrupt_keeps_what_is_done(monkeypatch):
    def press(*arguments, **options):
        raise KeyboardInterrupt

    X, y = make_rows(60, 2, [1, 0.5])
    monkeypatch.setattr(fit, "bootstrap_weights", press)
    found = analyse_rows(X, y, seconds=600, n_repeats=1)
    assert found.is_interrupted
    assert found.honest is not None
    assert found.omitted == {"intervals": "Interrupted.", "simple": "Interrupted."}
    assert not analyse_rows(X, y, seconds=0).is_interrupted


def test_no_intervals_where_no_resample_could_move_the_weights():
    X, y = make_rows(30, 3, [9, 0, 0])
    found = analyse_rows(X, y, seconds=600)
    assert found.solution.auc == 1
    assert "perfectly separated" in found.omitted["intervals"]
    assert found.honest.intervals["AUC-opt"].low < 1
