"""SVM-Perf against explicit pairs: the optimum, the gap."""

import naive
import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from aucopt.datasets import load_toy
from aucopt.estimators import SVMPerfClassifier
from aucopt.estimators.newton import PairHinge
from aucopt.estimators.scoring import Training
from aucopt.metrics import roc_auc_score


def small_problem(seed, n=14, d=3, grid=False):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (n, d)).astype(float) if grid else rng.normal(size=(n, d))
    y = np.arange(n) < rng.integers(1, n)
    return X + 0.5 * y[:, None], y


@pytest.mark.parametrize("C", [1e-5, 0.01, 1.0, 50.0])
@pytest.mark.parametrize(("seed", "grid"), [(0, False), (1, True), (2, False), (3, True)])
def test_optimum_is_that_of_the_explicit_program(seed, grid, C):
    X, y = small_problem(seed, grid=grid)
    weights = np.random.default_rng(seed).integers(0, 4, len(y)) + np.isin(np.arange(len(y)), [0, len(y) - 1])
    for sample_weight in (None, weights):
        model = SVMPerfClassifier(C, tol=1e-6).fit(X, y, sample_weight)
        w, objective = naive.pair_svm(X, y, 100 * C, sample_weight)
        assert 0 <= model.dual_gap_ <= 1e-6 * model.objective_
        assert model.objective_ == pytest.approx(objective, rel=2e-6)
        # Strong convexity turns the gap into a distance.
        assert np.linalg.norm(model.coef_[0] - w) <= np.sqrt(2 * 3e-6 * objective)


@pytest.mark.parametrize("tol", [1e-1, 1e-3, 1e-6])
def test_gap_holds_and_reaches_tol(tol):
    rng = np.random.default_rng(5)
    y = rng.random(2000) < 0.1
    X = rng.normal(size=(2000, 6)) * [1, 10, 0.1, 1, 1, 1] + 0.4 * y[:, None]
    exact = SVMPerfClassifier(1.0, tol=1e-9).fit(X, y)
    model = SVMPerfClassifier(1.0, tol=tol).fit(X, y)
    assert model.dual_gap_ <= tol * model.objective_
    excess = model.objective_ - exact.objective_
    assert -1e-9 * exact.objective_ <= excess <= model.dual_gap_ + exact.dual_gap_


def test_separable_data_and_a_large_C_find_the_widest_margin():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [3.0, 5.0]])
    model = SVMPerfClassifier(2.0**11, tol=1e-6).fit(X, [0, 0, 1, 1])
    np.testing.assert_allclose(model.coef_, [[0.5, 0]], atol=1e-3)
    assert model.objective_ == pytest.approx(0.125, rel=1e-5)


def test_sparse_input_gives_the_same():
    X, y = small_problem(7, n=40, d=8)
    X[np.abs(X) < 0.7] = 0
    dense = SVMPerfClassifier(tol=1e-6).fit(X, y)
    thin = SVMPerfClassifier(tol=1e-6).fit(sparse.csc_matrix(X), y)
    np.testing.assert_allclose(dense.coef_, thin.coef_, rtol=1e-6)
    np.testing.assert_array_equal(dense.decision_function(X), dense.decision_function(sparse.csr_array(X)))


def test_objective_is_the_formula():
    X, y = small_problem(11)
    model = SVMPerfClassifier(0.3).fit(X, y)
    scores = X @ model.coef_[0]
    margins = scores[y][:, None] - scores[~y]
    expected = model.coef_[0] @ model.coef_[0] / 2 + 30 * np.maximum(0, 1 - margins).mean()
    assert model.objective_ == pytest.approx(expected, rel=1e-12)


def test_warm_start_needs_fewer_evaluations_for_the_same_optimum():
    X, y = load_toy()
    warm = SVMPerfClassifier(1.0, tol=1e-6, warm_start=True).fit(X, y).set_params(C=1.1).fit(X, y)
    cold = SVMPerfClassifier(1.1, tol=1e-6).fit(X, y)
    assert warm.objective_ == pytest.approx(cold.objective_, rel=2e-6)
    assert warm.n_iter_ <= cold.n_iter_


def test_a_tiny_C_still_orders_rows():
    X, y = small_problem(4, n=40)
    model = SVMPerfClassifier(2.0**-20).fit(X, y)
    # The penalty is all there is, so that the optimum is along the difference of the class means.
    difference = X[y].mean(axis=0) - X[~y].mean(axis=0)
    np.testing.assert_allclose(model.coef_[0], 100 * 2.0**-20 * difference, rtol=1e-9)


def test_toy_set_as_published():
    X, y = load_toy()
    aucs = [
        roc_auc_score(y, SVMPerfClassifier(C, tol=1e-5).fit(X, y).decision_function(X))
        for C in 2.0 ** np.arange(-4, 12, 3)
    ]
    assert max(aucs) == pytest.approx(0.58, abs=0.006)


def test_too_few_iterations_warn_and_the_gap_still_holds():
    X, y = load_toy()
    with pytest.warns(ConvergenceWarning, match="duality gap"):
        model = SVMPerfClassifier(max_iter=2).fit(X, y)
    best = SVMPerfClassifier(tol=1e-8).fit(X, y).objective_
    assert best - 1e-6 <= model.objective_ <= best + model.dual_gap_


def test_values_too_large_to_square():
    with pytest.raises(ValueError, match="rescale the columns"), np.errstate(all="ignore"):
        SVMPerfClassifier().fit([[1e200], [3e200], [2e200]], [0, 1, 0])


def test_a_coincident_pair_and_constant_columns():
    training = Training(np.zeros((2, 1)), np.array([True, False]), np.ones(2))
    optimum = PairHinge(training, 5.0).minimize(np.zeros(1), 1e-6, 100)
    assert (optimum.objective, optimum.gap) == (5.0, 0.0)


@pytest.mark.parametrize(
    ("parameter", "value", "sentence"),
    [
        ("C", 0, "C must be a finite number above 0, not 0"),
        ("C", "1", "C must be a finite number above 0, not '1'"),
        ("tol", np.inf, "tol must be a finite number above 0"),
        ("max_iter", 0, "max_iter must be a whole number of at least 1"),
    ],
)
def test_bad_parameters(parameter, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        SVMPerfClassifier(**{parameter: value}).fit([[0], [1]], [0, 1])
