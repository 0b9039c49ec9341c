"""What of an outcome decides which pairs count."""

import numpy as np
import pytest

from aucopt.outcomes import compared_strata, read_classes, read_outcome, read_strata


def test_levels_of_ordered_outcomes_fall_as_they_rise():
    outcome = read_outcome([3, 1, 2.5, 1])
    assert outcome.kind == "ordered"
    assert outcome.level.tolist() == [0, 2, 1, 2]
    assert outcome.wins.all()


def test_events_come_before_what_is_censored_at_the_same_time():
    outcome = read_outcome([[0, 2], [1, 2], [1, 5]])
    assert outcome.kind == "censored"
    assert outcome.level.tolist() == [1, 0, 2]
    assert outcome.wins.tolist() == [False, True, True]


def test_positives_come_before_negatives():
    outcome = read_classes(["well", "ill", "well"], None)
    assert outcome.level.tolist() == [0, 1, 0]
    assert outcome.classes.tolist() == ["ill", "well"]


def test_strata_are_numbered_by_their_labels():
    assert read_strata([3.5, 1, 3.5], 3).tolist() == [1, 0, 1]
    assert read_strata(["b", "a"], 2).tolist() == [1, 0]
    assert read_strata(np.array(["2020-01-02", "2020-01-01"], dtype="datetime64[D]"), 2).tolist() == [1, 0]
    assert read_strata([1, "a", 1], 3).tolist() in ([0, 1, 0], [1, 0, 1])
    assert read_strata(None, 2).tolist() == [0, 0]


def test_frames_of_events_and_times():
    pandas = pytest.importorskip("pandas", reason="pandas is not a dependency")
    frame = pandas.DataFrame({"event": [True, False, True], "time": [1.0, 2.0, 3.0]})
    assert read_outcome(frame).wins.tolist() == [True, False, True]
    assert read_outcome(frame.to_records(index=False)).level.tolist() == [0, 3, 4]
    with pytest.raises(ValueError, match="missing"):
        read_strata(pandas.Series(["a", pandas.NA, "b"]), 3)


def test_strata_with_a_pair():
    outcome = read_outcome([1, 2, 5, 5], ["a", "a", "b", "b"])
    assert compared_strata(outcome).tolist() == [True, False]


@pytest.mark.parametrize("y", [[1j, 2], [[1, "x"], [0, 2]], np.zeros((2, 2, 2)), [[1, 2], [3]]])
def test_what_is_no_outcome_is_refused(y):
    with pytest.raises(ValueError, match=r"must|rows of one length"):
        read_outcome(y)


def test_a_structured_outcome_has_two_fields():
    with pytest.raises(ValueError, match="two fields"):
        read_outcome(np.zeros(3, dtype=[("a", float)]))
