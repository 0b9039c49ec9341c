"""Weights of resampled rows: each refit is an optimum, and intervals hold what they say."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import small_integers, two_clouds

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights import bootstrap
from aucopt.exact.solution.weights.bootstrap import Refits


@given(
    rows=st.lists(st.tuples(small_integers, small_integers, st.booleans()), min_size=3, max_size=12),
    sign=st.sampled_from([0, 1]),
    seed=st.integers(0, 99),
)
@settings(max_examples=40, deadline=None)
def test_a_refit_is_the_optimum_of_the_resampled_rows(rows, sign, seed):
    X, y = np.array([row[:2] for row in rows]), np.array([row[2] for row in rows])
    y[:2] = [True, False]
    problem = Problem.read(X, y).independent()
    if problem.relations or len(problem.columns) < 2:
        return
    solution = aucopt.maximize_auc(X, y, signs=sign)
    rng = np.random.default_rng(seed)
    weight = np.column_stack([rng.integers(0, 3, problem.n_points) * (w > 0) for w in problem.weight.T])
    if not weight.any(axis=0).all():
        return
    refit = Refits(problem, AUC(), (sign, sign), solution).fit(weight)
    assert (refit is None) == (np.count_nonzero(weight.any(axis=1)) == 1)
    if refit is None:
        return
    # Points as rows again, so many times each; the scale of a column does not matter.
    points = np.array(problem.integers())
    up, down = (np.repeat(points, weight[:, k], axis=0) for k in (0, 1))
    labels = np.repeat([1, 0], [len(up), len(down)])
    again = aucopt.maximize_auc(np.vstack([up, down]), labels, signs=sign)
    assert refit.auc <= again.auc + 1e-12
    if len(np.unique(np.vstack([up, down]), axis=0)) > 2 and len(again.arcs) and not again.notes:
        assert refit.auc == pytest.approx(again.auc)
    if sign:
        assert (refit.coef >= 0).all()


@pytest.mark.parametrize("d", [1, 2, 3])
def test_bootstrap(d):
    X, y = two_clouds(60, d)
    options = {"n_resamples": 30, "random_state": 5}
    found = aucopt.bootstrap_weights(X, y, **options)
    assert found.samples.shape == (30, d)
    assert np.linalg.norm(found.samples, axis=1) == pytest.approx(1)
    assert (found.low <= found.high).all()
    assert (found.auc_samples >= 0.5).all()
    assert found.auc_low <= np.median(found.auc_samples) <= found.auc_high
    threads = aucopt.bootstrap_weights(X, y, **options, n_jobs=2)
    assert threads.samples.tolist() == found.samples.tolist()
    assert threads.low.tolist() == found.low.tolist()
    other = aucopt.bootstrap_weights(X, y, n_resamples=30, random_state=6)
    assert other.auc_samples.tolist() != found.auc_samples.tolist()
    assert "95% of 30 resamples" in str(found)
    inside = [((s >= found.low - 1e-9) & (s <= found.high + 1e-9)).all() for s in found.samples]
    assert np.mean(inside) >= (0.9 if d < 3 else 0.7)


def test_bootstrap_of_repeated_rows_and_signs():
    X, y = two_clouds(40, 2)
    X[:, 1] *= -1
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(site=3)
    repeats = np.arange(40) % 3
    found = aucopt.bootstrap_weights(
        frame, y, sample_weight=repeats, signs=1, n_resamples=20, normalize="a", confidence=0.8
    )
    assert (found.samples[:, :2] >= 0).all()
    assert (found.samples[:, 2] == 0).all()
    assert found.weight[0] == pytest.approx(1)
    copied = aucopt.bootstrap_weights(
        frame.iloc[np.repeat(np.arange(40), repeats)], np.repeat(y, repeats), signs=1, n_resamples=20,
        normalize="a", confidence=0.8,
    )  # fmt: skip
    assert copied.samples.tolist() == found.samples.tolist()


def test_the_best_weights_of_noise_are_optimistic():
    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    assert aucopt.bootstrap_weights(X, y, n_resamples=50).optimism > 0.02


def test_bootstrap_from_a_known_solution_within_a_time():
    X, y = [[0, 1], [1, 0], [2, 2], [3, 1], [1, 1]], [0, 0, 1, 1, 0]
    solution = aucopt.maximize_auc(X, y)
    plain, given = (
        aucopt.bootstrap_weights(X, y, n_resamples=9, **known) for known in ({}, {"solution": solution})
    )
    assert given.solution is solution
    assert given.samples.tolist() == plain.samples.tolist()
    assert plain.complete


def test_time_ends_the_resamples_and_it_is_said(monkeypatch):
    class Ticking:
        """A clock that moves on by a second whenever it is looked at."""

        seconds = 0

        def monotonic(self):
            self.seconds += 1
            return self.seconds

    X, y = [[0, 1], [1, 0], [2, 2], [3, 1], [1, 1]], [0, 0, 1, 1, 0]
    solution = aucopt.maximize_auc(X, y)
    seen = []
    whole = aucopt.bootstrap_weights(
        X, y, n_resamples=9, solution=solution, after_resample=lambda *step: seen.append(step)
    )
    assert seen == [(k, 9) for k in range(1, 10)]
    monkeypatch.setattr(bootstrap, "time", Ticking())
    # The clock starts after the first resample, which may have to compile.
    cut = aucopt.bootstrap_weights(X, y, n_resamples=9, solution=solution, time_limit=4)
    assert cut.samples.tolist() == whole.samples[:5].tolist()
    assert not cut.complete
    assert str(cut).endswith("95% of 5 resamples, stopped at the time limit")
    slow = aucopt.bootstrap_weights(X, y, n_resamples=9, solution=solution, time_limit=60)
    assert slow.samples.tolist() == whole.samples.tolist()
    assert slow.complete


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_resamples": 0}, "n_resamples must be a whole number of at least 1, not 0"),
        ({"confidence": 95}, "confidence must lie between 0 and 1, not 95"),
        ({"sample_weight": [0.5] * 10}, "needs whole sample weights"),
        ({"normalize": 7}, "normalize must be"),
    ],
)
def test_bad_bootstraps_are_refused(options, sentence):
    X, y = two_clouds(10, 2)
    with pytest.raises(ValueError, match=sentence):
        aucopt.bootstrap_weights(X, y, **options)


def test_a_resample_may_be_a_single_point():
    found = aucopt.bootstrap_weights([[0, 0], [0, 0], [1, 0], [0, 1]], [0, 1, 0, 1], n_resamples=30)
    assert 20 < len(found.samples) < 30
    assert np.isfinite(found.low).all()
    assert np.isfinite(found.high).all()


def test_more_rows_than_int64_counts_are_drawn_by_rounded_weights():
    rng = np.random.default_rng(0)
    weight = rng.integers(2**61, 2**62, 20)
    found = aucopt.bootstrap_weights(
        rng.normal(size=(20, 2)), np.arange(20) % 2, sample_weight=weight, n_resamples=3
    )
    assert np.isfinite(found.auc_samples).all()


def test_constant_columns_stay_out_of_every_resample():
    rng = np.random.default_rng(1)
    y = np.arange(40) % 2
    X = np.column_stack([rng.normal(size=40) + y, np.full(40, 3.0), rng.normal(size=40) + y])
    found = aucopt.bootstrap_weights(X, y, signs=1, n_resamples=20)
    assert (found.samples[:, 1] == 0).all()
    assert (np.linalg.norm(found.samples, axis=1) > 0.99).all()


@pytest.mark.parametrize("objective", [aucopt.Sensitivity(0.9), aucopt.Specificity(0.9)], ids=repr)
def test_weights_of_operating_points_are_not_resampled(objective: Any) -> None:
    X, y = two_clouds(30, 2)
    with pytest.raises(ValueError, match="cube-root rate, for which the bootstrap is not valid"):
        aucopt.bootstrap_weights(X, y, objective=objective)


@pytest.mark.parametrize(
    "objective", [aucopt.PartialAUC(max_fpr=0.3), aucopt.PartialAUC(min_tpr=0.7)], ids=repr
)
@pytest.mark.parametrize("d", [2, 3])
def test_weights_of_a_partial_area_are_resampled(objective: Any, d: int) -> None:
    X, y = two_clouds(40, d)
    found = aucopt.bootstrap_weights(X, y, objective=objective, n_resamples=8)
    assert found.samples.shape == (8, d)
    assert np.all(found.low <= found.high)
    # Most resamples point the same way as the data.
    assert np.mean(found.samples @ found.weight > 0) > 0.5
    assert found.optimism > -0.1
    assert "partial AUC" in str(found)
