"""Restarts are a counted budget: each is the same work for the same seed, and none loses the best."""

import itertools

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.restarts import planes_a_round


def test_more_restarts_are_never_worse_and_search_more() -> None:
    X, positive = gaussians(80, 5)
    found = [ascend(X, positive, signs=no_signs(X), n_restarts=n) for n in (0, 1, 2, 7)]
    assert [f.auc for f in found] == sorted(f.auc for f in found)
    assert all(a.n_planes <= b.n_planes for a, b in itertools.pairwise(found))
    assert found[0].n_planes < found[-1].n_planes
    # The first climbs are those of a smaller budget.
    for fewer, more in itertools.pairwise(found):
        assert more.history[: len(fewer.history)] == fewer.history


def test_a_few_is_the_default() -> None:
    X, positive = gaussians(80, 5)
    default, four = (ascend(X, positive, signs=no_signs(X), n_restarts=n) for n in (None, 4))
    assert default.n_planes == four.n_planes
    assert default.coef.tolist() == four.coef.tolist()


def test_the_seed_decides_and_the_threads_do_not() -> None:
    X, positive = gaussians(80, 5)
    one, two = (
        ascend(X, positive, signs=no_signs(X), n_restarts=3, random_state=5, n_jobs=n) for n in (1, 2)
    )
    assert one.coef.tolist() == two.coef.tolist()
    assert one.n_planes == two.n_planes


def test_many_columns_have_no_population() -> None:
    X, positive = gaussians(60, 33)
    X[::2] = -X[::2]
    found = ascend(X, positive, signs=no_signs(X), n_restarts=2, budget=3)
    assert found.status == "local"


@pytest.mark.parametrize("sign", [1, -1])
def test_signs_hold_in_restarts(sign: int) -> None:
    X, positive = gaussians(60, 3)
    found = ascend(X, positive, signs=(sign, sign, sign), n_restarts=8)
    assert (sign * found.coef >= 0).all()


def test_a_round_searches_columns_slopes_and_chance() -> None:
    assert planes_a_round(10) - planes_a_round(0) == 10
    X, positive = gaussians(200, 4)
    found = ascend(X, positive, signs=no_signs(X), n_restarts=0, budget=1)
    assert found.n_planes <= 2 * planes_a_round(4)
    assert np.isfinite(found.auc)
