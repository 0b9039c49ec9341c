"""DeLong's components of rows, against pairs counted one by one."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.delong.components import place_rows

scores = st.lists(st.integers(-3, 3), min_size=2, max_size=7)


@given(st.data(), scores, scores)
@settings(deadline=None)
def test_components_and_covariance_are_those_of_all_pairs(data, positives, negatives):
    other = [
        data.draw(st.lists(st.integers(-3, 3), min_size=len(rows), max_size=len(rows)))
        for rows in (positives, negatives)
    ]
    y = np.array([True] * len(positives) + [False] * len(negatives))
    both = [np.array(positives + negatives, dtype=float), np.array(other[0] + other[1], dtype=float)]
    found = place_rows(y, both)
    v10, v01 = naive.structural_components(positives, negatives)
    assert found.positives[0] == pytest.approx([float(v) for v in v10])
    assert found.negatives[0] == pytest.approx([float(v) for v in v01])
    expected = naive.delong_covariance([positives, other[0]], [negatives, other[1]])
    assert found.covariance == pytest.approx(np.array(expected, dtype=float), abs=1e-15)
    assert found.aucs[0] == pytest.approx(aucopt.roc_auc_score(y, both[0]))
