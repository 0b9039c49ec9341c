"""The best direction along a ray: what is proposed keeps its promise."""

import numpy as np
import pytest

from aucopt.exact.solvers.ascent.rays import Pairs, Standing
from aucopt.kernels.scores.ray import RaySwaps


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("kind", ["gaussian", "grid"])
def test_proposals_keep_their_promise(kind: str, side: int) -> None:
    rng = np.random.default_rng(0)
    scores, across = rng.normal(size=(2, 150))
    if kind == "grid":
        scores, across = np.round(scores), np.round(across)
    scores, across = scores / scores.std(), side * across / across.std()
    pairs = Pairs(np.arange(150) % 3 == 0, None)
    values = []
    # From too little room for one crowd of swaps to room for all pairs.
    for size in (20, 400, pairs.n_pairs):
        room = RaySwaps(np.empty(size), np.empty(size))
        found = Standing(pairs, scores).propose(across, 1.0, room)
        assert found is not None
        right, tied = pairs.count((1 - found.phi) * scores + found.phi * across)
        assert found.value == 2 * right + tied
        values.append(found.value)
    start_right, start_tied = pairs.count(scores)
    assert min(values[:2]) >= 2 * start_right + start_tied
    swept = [pairs.count((1 - phi) * scores + phi * across) for phi in np.linspace(0.001, 0.999, 999)]
    assert values[2] >= max(2 * right + tied for right, tied in swept)
