"""The accuracy of weights at their best cut-off."""

from fractions import Fraction

import numpy as np
import pytest

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.best_cut import BestCut
from aucopt.exact.problem.problem import Problem


@pytest.mark.parametrize("class_weight", [None, "balanced", {0: 1, 1: 5}, {0: 3, 1: 0}])
def test_it_is_that_of_the_best_of_all_cut_offs(class_weight):
    """Equal scores are accepted or rejected together; the cut-off may lie beyond all scores."""
    rng = np.random.default_rng(0)
    for n in (2, 3, 9, 30):
        X, y, s = rng.integers(0, 4, (n, 2)), np.arange(n) % 2, rng.integers(1, 4, n)
        problem = Problem.read(X, y, s).independent()
        judge = BestCut.of(Accuracy(class_weight), problem)
        rows = s * np.array(judge.costs)[y]
        for direction in ([1, 0], [1, -2], [-1, 1], [0, 0]):
            weights = [w for j, w in enumerate(direction) if j in problem.columns]
            scores = X[:, list(problem.columns)] @ weights
            best = max(rows[(scores > cut) == (y == 1)].sum() for cut in [scores.min() - 1, *scores])
            exact = [w / scale for w, scale in zip(map(Fraction, weights), problem.scale, strict=True)]
            common = np.lcm.reduce([v.denominator for v in exact]) if exact else 1
            found = judge.recount(problem, [int(v * int(common)) for v in exact])
            assert found.share == Fraction(int(best), int(rows.sum()))
            assert found.pairs.total == s[y == 1].sum() * s[y == 0].sum()
