"""How well a difference of AUCs is known, by what each row gains."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.analysis.row_gains import compare_by_rows, place_among_others


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(-2, 2)), min_size=2, max_size=12))
def test_rows_are_placed_as_pairs_say(rows):
    """Each row against every row of the other class, ties as one half; their means are the AUC."""
    positive, scores = (np.array(column) for column in zip(*rows, strict=True))
    if positive.all() or not positive.any():
        return
    placed = place_among_others(positive, scores)
    for i, place in enumerate(placed):
        sign = 1 if positive[i] else -1
        others = sign * (scores[i] - scores[positive != positive[i]])
        assert place == pytest.approx(np.mean((others > 0) + (others == 0) / 2))
    for members in (positive, ~positive):
        assert placed[members].mean() == pytest.approx(aucopt.roc_auc_score(positive, scores))


def test_one_split_of_all_rows_is_delongs():
    """Then the variance is that of DeLong's comparison of two scores."""
    rng = np.random.default_rng(3)
    positive = rng.permutation(60) < 25
    first = rng.normal(size=60) + positive
    second = first + rng.normal(size=60)
    placed = [[place_among_others(positive, scores)] for scores in (first, second)]
    (known,) = aucopt.compare_aucs(positive, {"a": first, "b": second}).differences
    found = compare_by_rows(known.difference, positive, [np.arange(60)], *placed)
    assert found.degrees == 24
    assert 1.959964 * found.standard_error == pytest.approx(known.high - known.difference)


def test_repeats_count_once_for_each_row():
    """The same repeat twice says no more than once; opposite ones cancel."""
    positive = np.arange(8) % 2 == 0
    gains = np.array([0.1, 0.3, 0.2, 0.0, 0.4, 0.1, 0.0, 0.2])
    folds = [np.arange(4), np.arange(4, 8)]
    zero = [np.zeros(4)] * 2
    parts = [gains[rows] for rows in folds]
    once = compare_by_rows(0.1, positive, folds, parts, zero)
    assert once == compare_by_rows(0.1, positive, folds * 2, parts * 2, zero * 2)
    cancelled = compare_by_rows(0.0, positive, folds * 2, parts + zero, zero + parts)
    assert cancelled.standard_error == 0


def test_nothing_is_said_where_rows_were_not_tested():
    positive = np.array([True, True, False, False])
    part = [np.zeros(3)]
    assert compare_by_rows(0.0, positive, [np.arange(3)], part, part) is None
    whole = [np.zeros(4)]
    assert compare_by_rows(0.0, np.arange(4) == 0, [np.arange(4)], whole, whole) is None
