"""The ascent as a solver: exact counts on tables of any size, and no false claim of an optimum."""

import numpy as np
import pytest
from scipy import sparse

import aucopt
from aucopt.exact.solvers.ascent import solver


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize("weight", [None, [1, 1, 1, 1], [0.5, 0.25, 1.0, 2.0]])
def test_a_wrong_pair_that_floats_do_not_see(monkeypatch, make, weight):
    """The second column orders one pair wrong; beside 1e18 of the first it is lost in float scores."""
    monkeypatch.setattr(solver, "_MOST_NUMBERS", 1)

    def ascend_to(X, positive, *args, **kwargs):
        return FOUND

    X = make([[1e18, 1.0], [1e18, 0.0], [-1e18, 0.0], [2e18, 0.0]])
    y = [0, 1, 0, 1]
    FOUND = solver.Ascent(np.array([1.0, 1.0]), 4, 0, 4, 1, 1, "local", (1.0,), 1.0)
    monkeypatch.setattr(solver, "ascend", ascend_to)
    found = aucopt.maximize_auc(X, y, solver="ascent", sample_weight=weight)
    assert found.status == "local"
    assert (found.tied, found.bound) == (0, 1.0)
    lost = 1 if weight is None else weight[0] * weight[1]
    total = 4 if weight is None else (weight[0] + weight[2]) * (weight[1] + weight[3])
    assert found.auc == pytest.approx(1 - lost / total)


def test_separable_rows_are_optimal_whatever_the_size(monkeypatch):
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 14)) + 8 * y[:, None]
    small = aucopt.maximize_auc(X, y)
    monkeypatch.setattr(solver, "_MOST_NUMBERS", 1)
    large = aucopt.maximize_auc(X, y)
    assert (small.status, large.status) == ("optimal", "optimal")
    assert any("large table" in note for note in large.notes)


def test_smoothing_is_an_option_of_the_front_door():
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    X = rng.normal(size=(80, 2)) + y[:, None]
    best, smooth = (aucopt.maximize_auc(X, y, smoothing=width) for width in (0.0, 1.0))
    assert (best.status, smooth.status) == ("optimal", "local")
    assert smooth.auc <= best.auc
    assert any("Smoothed by 1" in note for note in smooth.notes)
    model = aucopt.AUCOptClassifier(smoothing=1.0).fit(X, y)
    np.testing.assert_array_equal(model.coef_[0], smooth.coef)
    with pytest.raises(ValueError, match="smoothing needs solver="):
        aucopt.maximize_auc(X, y, smoothing=1.0, solver="plane")
    with pytest.raises(ValueError, match="needs smoothing=0"):
        aucopt.maximize_auc(X, y, smoothing=1.0, certify=True)
    with pytest.raises(ValueError, match="smoothing must be a finite number"):
        aucopt.maximize_auc(X, y, smoothing=float("nan"))
