"""The best direction along a ray: what is proposed keeps its promise."""

import naive
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


@pytest.mark.parametrize("weight", [None, np.arange(30) % 4 + 1, np.arange(30) / 8, np.full(30, 2**40)])
def test_pairs_are_counted_as_by_a_double_loop(weight: np.ndarray | None) -> None:
    scores = np.random.default_rng(0).integers(0, 9, 30).astype(float)
    positive = np.arange(30) % 3 == 0
    pairs = Pairs(positive, weight)
    right, tied, total = naive.counts(scores[:, None].tolist(), positive, [1], weight)
    assert pairs.count(scores) == (right, tied)
    assert pairs.total == total


def test_the_opposite_direction_ranks_all_the_other_way_round() -> None:
    rng = np.random.default_rng(1)
    scores, across = rng.normal(size=(2, 20))
    pairs = Pairs(np.arange(20) % 2 == 0, None)
    room = RaySwaps(np.empty(pairs.n_pairs), np.empty(pairs.n_pairs))
    here, there = Standing(pairs, scores), Standing(pairs, scores).opposite()
    ahead, behind = here.propose(across, 1.0, room), there.propose(-across, 1.0, room)
    right, tied = pairs.count(behind.phi * across + (1 - behind.phi) * scores / here.spread)
    assert 2 * right + tied == 2 * pairs.total - behind.value
    # What is lowest ahead is known as a bound: none of the cells behind beats its mirror image.
    assert ahead.lowest <= 2 * pairs.total - behind.value
    assert behind.lowest <= 2 * pairs.total - ahead.value
