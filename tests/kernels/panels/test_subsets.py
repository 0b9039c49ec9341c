"""Subsets in order."""

from itertools import combinations

import numpy as np
import pytest

from aucopt.kernels.panels.subsets import fill_subsets


@pytest.mark.kernels
@pytest.mark.parametrize(("n", "k"), [(5, 2), (4, 4), (6, 3), (3, 1)])
def test_all_that_follow(n, k):
    subsets = list(combinations(range(n), k))
    for first in (0, len(subsets) // 2):
        out = np.full((len(subsets) - first, k), -1, dtype=np.int32)
        fill_subsets(np.array(subsets[first], dtype=np.int32), n, out)
        assert out.tolist() == [list(c) for c in subsets[first:]]
