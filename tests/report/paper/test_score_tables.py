"""Scores, run times and distances to the optimum by method."""

import pytest
from made_records import outcomes_of, record

from aucopt.lab.gaps import measure_gaps
from aucopt.lab.summaries import summarise_scores, summarise_times
from aucopt.report.paper.score_tables import gap_table, score_table, time_table


def test_scores_by_method(three):
    table = score_table([summarise_scores(three, part) for part in ("train", "test")], three)
    assert table.name == "auc-r2"
    assert table.header == (
        "method",
        *("train mean", "train rank", "train variance"),
        *("test mean", "test rank", "test variance"),
    )
    # Ranks: on "even" all share 2; SVM is last on the others.
    assert [str(cell) for cell in table.rows[0]][:3] == ["SVM", "0.7642", "2.67"]
    assert [str(row[5]) for row in table.rows] == ["2.67", "1.67", "1.67"]
    assert "Friedman, test: chi-square" in table.notes[2]


def test_run_times_with_the_papers():
    records = [record("a", "LR", t, 0.9, 0.8, seconds=s) for t, s in enumerate([1, 2, 6])]
    outcomes = outcomes_of(records)
    (time,) = summarise_times(outcomes)
    assert (time.units, time.median, time.mean, time.longest) == (3, 2, 3, 6)
    table = time_table([time], outcomes)
    assert [str(cell) for cell in table.rows[0]] == [
        "LR",
        "3",
        "2.0000",
        "3.0000 (0.0785)",
        "2.1602 (0.0489)",
        "6.0000",
    ]


def test_distance_to_the_proved_optimum():
    records = [
        record("a", "AUC-opt", 0, 0.9, 0.8, bound=0.9),
        record("a", "AUC-opt", 1, 0.8, 0.8, bound=0.825),  # not proved: the search was cut short
        record("a", "LR", 0, 0.9, 0.8),
        record("a", "LR", 1, 0.7, 0.8),
        record("a", "LR", 2, 0.1, 0.1),  # no bound on this trial
        record("a", "SVM", 0, 0.9, 0.8),
        record("a", "SVM", 1, 0.6, 0.8),
        record("a", "RF", 0, 1.0, 0.8),  # not linear: no bound on it
    ]
    outcomes = outcomes_of(records)
    gaps = measure_gaps(outcomes)
    svm, lr, optimum = gaps.methods
    assert (lr.method, lr.units, lr.datasets, lr.reached) == ("LR", 2, 1, 1)
    assert (lr.mean, lr.largest) == pytest.approx((0.0625, 0.125))
    assert (svm.closest, lr.closest) == (1, 2)  # the first trial is a tie
    assert (optimum.method, optimum.reached, optimum.closest) == ("AUC-opt", 1, None)
    assert (gaps.trials, gaps.attained) == (2, 1)
    table = gap_table(gaps, outcomes)
    assert table.notes[1].startswith("In 1 of 2 trials the bound is attained")
    assert [str(cell) for cell in table.rows[1]] == [
        *("LR", "0.06250", "0.06250", "0.12500", "50.0%", "100.0%", "2", "1"),
    ]


def test_an_auc_above_its_bound_is_told():
    records = [record("a", "AUC-opt", 0, 0.9, 0.8, bound=0.9), record("a", "LR", 0, 0.95, 0.8)]
    outcomes = outcomes_of(records)
    gaps = measure_gaps(outcomes)
    assert gaps.exceeded == 1
    assert any(note.startswith("1 fit above the bound") for note in gap_table(gaps, outcomes).notes)
