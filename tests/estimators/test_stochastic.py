"""SPAM and SPAUC against their twins, against separate fits, and against the optimum they head for."""

import naive
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning

from aucopt.datasets import load_toy
from aucopt.estimators import SPAMClassifier, SPAUCClassifier
from aucopt.metrics import roc_auc_score

BOTH = [SPAMClassifier, SPAUCClassifier]


def rows_of_two_classes(seed, n, d):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 4 == 0
    return rng.normal(size=(n, d)) + 0.4 * y[:, None], y


@pytest.mark.parametrize("average", [False, True])
def test_estimators_run_the_twins_passes(average):
    X, y = rows_of_two_classes(3, 50, 4)
    rng = np.random.RandomState(7)
    shuffled = [rng.permutation(50) for _ in range(3)]
    means = tuple(X[members].mean(axis=0).tolist() for members in (y, ~y))
    settings = {"l1": 0.001, "l2": 0.02, "n_epochs": 3, "average": average}
    for shuffle, orders in ((True, shuffled), (False, [range(50)] * 3)):
        model = SPAMClassifier(0.5, shuffle=shuffle, random_state=7, **settings).fit(X, y)
        twin = naive.spam(X.tolist(), y.tolist(), orders, 0.5, 0.001, 0.02, means)
        assert model.coef_[0].tolist() == twin[average]
        for scale_penalty in (True, False):
            model = SPAUCClassifier(
                3.0, shuffle=shuffle, random_state=7, scale_penalty=scale_penalty, **settings
            ).fit(X, y)
            twin = naive.spauc(X.tolist(), y.tolist(), orders, 3.0, 0.001, 0.02, scale_penalty)
            assert model.coef_[0].tolist() == twin[average]
            assert model.n_iter_ == 3
            assert not model.diverged_


FITTED = ["coef_", "intercept_", "objective_", "diverged_", "n_iter_", "n_features_in_", "classes_"]


# Of each method: points that are well, that diverge within the first epoch, and later.
GRID_OF = {
    SPAMClassifier: [
        {"step_size": step, "l2": l2, "l1": l1}
        for step in (0.05, 2.0, 1e6)
        for l2 in (1e-5, 0.1)
        for l1 in (0, 0.01)
    ],
    SPAUCClassifier: [
        {"mu": mu, "l2": l2, "l1": l1} for mu in (1e-7, 0.005, 3.0) for l2 in (1e-5, 0.1) for l1 in (0, 0.01)
    ],
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("n_points", [None, 3, 1])
@pytest.mark.parametrize(("average", "as_coded"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("estimator", BOTH)
def test_a_grid_is_its_separate_fits_bit_for_bit(estimator, average, as_coded, n_points):
    X, y = rows_of_two_classes(11, 60, 8)
    X *= 2
    template = estimator(n_epochs=12, average=average, shuffle=not as_coded, random_state=5)
    if as_coded and estimator is SPAUCClassifier:
        template.set_params(scale_penalty=False)
    points = GRID_OF[estimator][:n_points]
    models = template.fit_grid(X, y, points)
    assert not hasattr(template, "coef_")
    alone = [clone(template).set_params(**point).fit(X, y) for point in points]
    for model, single in zip(models, alone, strict=True):
        assert model.get_params() == single.get_params()
        for name in FITTED:
            np.testing.assert_array_equal(getattr(model, name), getattr(single, name))
    if n_points is None and not as_coded:
        ends = {model.n_iter_ for model in models}
        assert len(ends) > 2
        assert 0 < sum(model.diverged_ for model in models) < len(models)


@pytest.mark.parametrize("estimator", BOTH)
def test_a_grid_may_be_empty_or_all_diverge_without_a_warning(estimator):
    X, y = rows_of_two_classes(8, 500, 30)
    assert estimator().fit_grid(X, y, []) == []
    points = [{estimator._pace: pace} for pace in ((1e6, 2e6) if estimator is SPAMClassifier else (0, 1e-7))]
    models = estimator(random_state=0).fit_grid(10 * X, y, points)
    assert all(model.diverged_ and model.n_iter_ < 100 for model in models)


def test_a_grid_of_points_that_cannot_go_together_is_refused():
    X, y = rows_of_two_classes(8, 20, 2)
    with pytest.raises(ValueError, match="may differ in step_size, l1, l2, not in average, n_epochs"):
        SPAMClassifier().fit_grid(X, y, [{"n_epochs": 3, "l2": 1}, {"average": True}])
    with pytest.raises(ValueError, match="l2 must be a finite number of at least 0, not -1"):
        SPAUCClassifier().fit_grid(X, y, [{"l2": 1}, {"l2": -1}])


def test_a_grid_knows_the_names_of_the_columns():
    X, y = rows_of_two_classes(8, 20, 2)
    models = SPAMClassifier().fit_grid(pd.DataFrame(X, columns=["a", "b"]), y, [{"l2": 1}, {"l2": 2}])
    assert [model.feature_names_in_.tolist() for model in models] == [["a", "b"]] * 2


def square_loss_optimum(X, y, l1, l2):
    """Descend p(1-p) mean (1 - w.(x+ - x-))^2 + l1 |w|_1 + l2/2 |w|^2 over the listed pairs, to the end."""
    p = y.mean()
    differences = (X[y][:, None] - X[~y]).reshape(-1, X.shape[1])
    curvature = 2 * p * (1 - p) * differences.T @ differences / len(differences)
    pull = 2 * p * (1 - p) * differences.mean(axis=0)
    w, eta = np.zeros(X.shape[1]), 1 / np.linalg.norm(curvature, 2)
    for _ in range(2000):
        w = w - eta * (curvature @ w - pull)
        w = np.array([naive.soft(wk, eta * l1) for wk in w]) / (1 + eta * l2)
    loss = p * (1 - p) * np.mean((1 - differences @ w) ** 2)
    return w, loss + l1 * np.abs(w).sum() + l2 / 2 * w @ w


@pytest.mark.parametrize(("l1", "l2"), [(0.0, 0.05), (0.05, 0.01)])
@pytest.mark.parametrize("model", [SPAMClassifier(0.3), SPAUCClassifier(0.3)])
def test_steps_lead_to_the_optimum_of_the_objective(model, l1, l2):
    X, y = rows_of_two_classes(5, 300, 3)
    X[:, 1] -= 0.4 * y
    model.set_params(l1=l1, l2=l2, n_epochs=300, average=True, random_state=0).fit(X, y)
    w, objective = square_loss_optimum(X, y, l1, l2)
    assert (l1 > 0) == (w[1] == 0)
    np.testing.assert_allclose(model.coef_[0], w, atol=0.01)
    assert objective - 1e-9 <= model.objective_ <= objective + 1e-3


@pytest.mark.parametrize("model", [SPAMClassifier(2), SPAUCClassifier(0.2)])
def test_steps_that_end_far_from_the_optimum_warn(model):
    X, y = rows_of_two_classes(6, 400, 30)
    with pytest.warns(ConvergenceWarning, match="too large: the objective is .* smaller steps"):
        model.set_params(n_epochs=2, random_state=0).fit(X, y)
    assert not model.diverged_
    assert model.coef_.any()


@pytest.mark.parametrize(
    "model",
    [
        SPAMClassifier(1e6),
        SPAUCClassifier(1e-7),
        SPAMClassifier(1e6, l1=0.01),
        SPAUCClassifier(1e-7, l1=0.01),
    ],
)
def test_divergence_warns_stops_and_leaves_a_finite_void_fit(model):
    X, y = rows_of_two_classes(8, 500, 30)
    with pytest.warns(ConvergenceWarning, match="diverged within .* smaller steps"):
        model.set_params(random_state=0).fit(10 * X, y)
    assert model.diverged_
    assert model.n_iter_ < 100
    assert not model.coef_.any()
    assert np.isfinite(model.intercept_).all()
    assert roc_auc_score(y, model.decision_function(X)) == 0.5


@pytest.mark.parametrize("estimator", BOTH)
def test_same_seed_same_fit_and_published_toy_value(estimator):
    X, y = load_toy()
    first, second = (estimator(random_state=3).fit(X, y) for _ in range(2))
    np.testing.assert_array_equal(first.coef_, second.coef_)
    assert roc_auc_score(y, first.decision_function(X)) == pytest.approx(0.57, abs=0.01)
    assert (estimator(random_state=4).fit(X, y).coef_ != first.coef_).any()


@pytest.mark.parametrize("estimator", BOTH)
def test_sparse_rows_are_made_dense_and_said_so(estimator):
    X, y = rows_of_two_classes(9, 60, 3)
    dense = estimator(n_epochs=2, shuffle=False).fit(X, y)
    with pytest.warns(DataConversionWarning, match="made dense, 60 rows by 3 columns"):
        thin = estimator(n_epochs=2, shuffle=False).fit(sparse.csr_matrix(X), y)
    np.testing.assert_array_equal(dense.coef_, thin.coef_)


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (SPAMClassifier(0), "step_size must be a finite number above 0, not 0"),
        (SPAUCClassifier(-1), "mu must be a finite number of at least 0, not -1"),
        (SPAMClassifier(l2=-0.5), "l2 must be a finite number of at least 0, not -0.5"),
        (SPAUCClassifier(l1=np.nan), "l1 must be a finite number of at least 0, not nan"),
        (SPAMClassifier(n_epochs=1.5), "n_epochs must be a whole number of at least 1, not 1.5"),
    ],
)
def test_bad_parameters(model, sentence):
    with pytest.raises(ValueError, match=sentence):
        model.fit([[0], [1]], [0, 1])
