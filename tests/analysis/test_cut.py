"""The cut-off of a score and its rates."""

import numpy as np

import aucopt
from aucopt.analysis import Rows
from aucopt.analysis.cut import place_cut

ROWS = Rows(np.zeros((4, 1)), ("a",), np.array([0, 1, 0, 1]) == 1, np.array([1, 0, 1, 2]), "y", (0, 1))
SCORES = np.array([0.0, 1.0, 2.0, 3.0])


def test_rows_of_weight_zero_count_for_nothing():
    cut = place_cut(ROWS, aucopt.Specificity(sensitivity=1), SCORES)
    assert (cut.value, cut.sensitivity, cut.specificity) == (2.5, 1.0, 1.0)


def test_a_cut_off_that_was_found_is_kept():
    cut = place_cut(ROWS, aucopt.Accuracy(), SCORES, 0.5)
    assert (cut.value, cut.sensitivity, cut.specificity) == (0.5, 1.0, 0.5)
