"""Rows that are compared: what is left out, and how weights become whole."""

import numpy as np
import pytest

from aucopt.exact.problem.reading import read_compared
from aucopt.outcomes import read_classes, read_outcome


def test_weightless_rows_and_strata_without_pairs_are_left_out():
    outcome = read_classes([0, 1, 1, 1, 0], ["a", "a", "b", "b", "b"])
    problem, notes = read_compared([[0], [1], [2], [3], [4]], outcome, [1, 1, 2, 0.5, 0], "pairs", 1 << 20)
    assert problem.given.columns[0].tolist() == [0, 1]
    assert problem.given.weight.tolist() == [2, 2]
    assert notes == ["1 of 2 strata, with 2 rows, have no pair that counts and are left out."]


def test_cases_share_their_stratum():
    outcome = read_classes([1, 0, 0, 1, 0], [0, 0, 0, 1, 1])
    problem, _ = read_compared([[0], [1], [2], [3], [4]], outcome, None, "cases", 1 << 20)
    # Two pairs of one half, and one of one.
    assert problem.given.weight.tolist() == [1, 1, 1, 2, 1]


def test_heavy_weights_are_refused():
    with pytest.raises(ValueError, match="too many digits"):
        read_compared([[0], [1]], read_outcome([0, 1]), [1.0, np.pi * 1e-30], "pairs", 1 << 20)
