"""Where an ascent begins, and that the beginning hardly matters."""

import numpy as np
import pytest
from scipy import sparse
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent.ascend import ascend


@pytest.mark.parametrize("n_start", range(3))
def test_random_starts_come_close_to_the_default(n_start: int) -> None:
    X, positive = gaussians(200, 10)
    good = ascend(X, positive, signs=no_signs(X))
    other = ascend(X, positive, signs=no_signs(X), starts=np.random.default_rng(n_start).normal(size=10))
    assert other.auc == pytest.approx(good.auc, abs=1e-3)


def test_sparse_data_have_default_starts_too() -> None:
    X, positive = gaussians(150, 8, shift=2.0)
    thin = ascend(sparse.csr_array(X), positive, signs=no_signs(X))
    assert thin.auc == pytest.approx(ascend(X, positive, signs=no_signs(X)).auc, abs=1e-3)


def test_starts_outside_the_cone_fall_back_on_a_column() -> None:
    X, positive = gaussians(60, 3)
    found = ascend(X, positive, signs=(1, 1, 1), starts=[-1.0, -1.0, -1.0], budget=0)
    assert (found.coef >= 0).all()
    assert found.coef.any()


@pytest.mark.parametrize("starts", [[1.0, 2.0], [[1.0, np.nan, 0.0]], np.ones((1, 1, 3))])
def test_bad_starts(starts: object) -> None:
    X, positive = gaussians(9, 3)
    with pytest.raises(ValueError, match="starts must be finite weights on 3 columns"):
        ascend(X, positive, signs=no_signs(X), starts=starts)
