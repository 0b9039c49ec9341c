"""What a panel is worth: the selection is repeated wherever rows are to be new."""

import numpy as np
import pytest
from made_panels import NAMES, analysed, five_columns

import aucopt
from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.analysis.panel.answer import ALL, PATH, TUNED

pytestmark = pytest.mark.slow


def test_all_methods_are_tested_on_new_rows():
    found = analysed()
    assert set(found.honest.intervals) == {"panel of 2", "best column", ALL, PATH, TUNED}
    assert found.columns in {("age", "dose"), ("age", "_copy")}
    assert found.honest.intervals["panel of 2"].auc < found.panel.value == found.apparent["panel of 2"]
    assert found.smaller.k == 1
    assert found.smaller.value == found.apparent["best column"] <= found.panel.value
    gain = found.difference("best column")
    by_hand = found.honest.intervals["panel of 2"].auc - found.honest.intervals["best column"].auc
    assert gain.difference == pytest.approx(by_hand)
    assert not found.omitted


def test_stability_and_optimism_come_from_resamples():
    found = analysed()
    assert found.stability.source == "resamples"
    assert found.stability.n_fits == found.optimism.n_resamples == 10
    assert found.stability.columns.sum() == 20
    assert found.stability.columns[0] >= 8
    assert found.optimism.corrected == found.panel.value - found.optimism.value
    assert abs(found.optimism.value) < 0.2


def test_without_resamples_the_folds_tell_how_sure_the_choice_is():
    rows = five_columns()
    panel = aucopt.best_panel(rows, rows.positive, 1)
    found = analyse_panel(rows, panel, n_repeats=2, n_resamples=0)
    assert found.stability.source == "folds"
    assert found.stability.n_fits == 20
    assert found.stability.columns.sum() == 20
    assert found.smaller is None
    assert found.optimism is None
    assert "panels are too many to repeat" in found.omitted["resamples"]
    # With a last resort a rehearsal comes before the first fold, and it is not counted.
    again = analyse_panel(rows, panel, seconds=600, n_repeats=2, n_resamples=0)
    np.testing.assert_array_equal(again.stability.columns, found.stability.columns)
    assert again.honest.intervals["best column"].auc == found.honest.intervals["best column"].auc


def test_nothing_is_checked_if_not_asked_for():
    found = analysed(seconds=0.0)
    assert found.honest is found.stability is found.optimism is None
    assert set(found.omitted) == {"smaller panel", "rivals", "honest", "resamples"}
    assert found.apparent == {"panel of 2": found.panel.value}
    assert "not known" in found.verdict


def test_forced_columns_hold_in_every_selection():
    rows = five_columns()
    panel = aucopt.best_panel(rows, rows.positive, 2, include=[3])
    found = analyse_panel(rows, panel, include=[3], n_repeats=1, n_resamples=3)
    assert "noise" in found.columns
    assert found.stability.columns[3] == 3
    assert found.smaller.columns == (3,)
    both = aucopt.best_panel(rows, rows.positive, 2, include=[2, 3])
    found = analyse_panel(rows, both, include=[2, 3], n_repeats=1, n_resamples=1)
    assert found.smaller is None
    assert "best column" not in found.honest.intervals


def test_a_search_that_was_interrupted_is_not_checked():
    from dataclasses import replace

    rows = five_columns()
    panel = replace(aucopt.best_panel(rows, rows.positive, 1), status="interrupted")
    found = analyse_panel(rows, panel)
    assert found.is_interrupted
    assert found.honest is None


def test_weights_of_rows_count():
    weights = np.arange(60) % 3 + 1
    rows = five_columns(weights=weights)
    panel = aucopt.best_panel(rows, rows.positive, 1, sample_weight=weights)
    found = analyse_panel(rows, panel, n_repeats=1, n_resamples=2)
    assert found.honest.intervals["best column"].auc > 0.5
    assert found.model.columns == (NAMES[panel.columns[0]],)
