"""Partial areas and operating points of fixed scores, against twins in fractions and scikit-learn."""

from fractions import Fraction
from typing import Any

import naive_curve
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score as sklearn_auc

from aucopt import (
    PartialAUC,
    Sensitivity,
    Specificity,
    maximize,
    partial_auc,
    roc_auc_score,
    sensitivity_at,
    specificity_at,
)

SHARES = [0.0, 0.05, 0.1, 0.25, 0.3, 0.5, 0.9, 0.95, 1.0]
HUGE = 2**45


@st.composite
def scored_rows(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """Labels, scores with many ties and weights, one of each class at least."""
    n = draw(st.integers(2, 9))
    y = [0, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    s = draw(st.lists(st.integers(-2, 3), min_size=n, max_size=n))
    heavy = draw(st.sampled_from([1, 7, HUGE]))
    w = [heavy * v for v in draw(st.lists(st.integers(1, 4), min_size=n, max_size=n))]
    return y, s, w


def as_written(share: float) -> Fraction:
    return Fraction(str(share))


@settings(deadline=None, max_examples=200)
@given(scored_rows(), st.sampled_from(SHARES))
def test_values_are_those_of_their_twins(rows: tuple[list[int], list[int], list[int]], share: float) -> None:
    y, s, w = rows
    exact, room = as_written(share), 1 - as_written(share)
    if share > 0:
        expected = float(naive_curve.partial_auc(y, s, w, exact))
        assert partial_auc(y, s, max_fpr=share, sample_weight=w) == expected
    if share < 1:
        expected = float(naive_curve.partial_auc(y, s, w, room, mine=False))
        assert partial_auc(y, s, min_tpr=share, sample_weight=w) == expected
    sensitivity = sensitivity_at(y, s, specificity=share, sample_weight=w)
    assert sensitivity == float(naive_curve.share_at(y, s, w, room))
    specificity = specificity_at(y, s, sensitivity=share, sample_weight=w)
    assert specificity == float(naive_curve.share_at(y, s, w, room, mine=False))
    # Float weights say the same, up to their rounding, where no limit is hit exactly.
    assert partial_auc(y, s, max_fpr=0.37, sample_weight=np.array(w) / 8) == pytest.approx(
        partial_auc(y, s, max_fpr=0.37, sample_weight=w)
    )


@pytest.mark.parametrize("weights", ["none", "integers", "floats"])
@pytest.mark.parametrize("max_fpr", [0.01, 0.1, 0.37, 1.0])
def test_the_standardized_area_is_that_of_scikit_learn(weights: str, max_fpr: float) -> None:
    rng = np.random.default_rng(0)
    y = rng.random(200) < 0.4
    score = rng.normal(size=200) + y
    weight = {"none": None, "integers": rng.integers(0, 5, 200), "floats": rng.random(200)}[weights]
    expected = sklearn_auc(y, score, max_fpr=max_fpr, sample_weight=weight)
    assert partial_auc(y, score, max_fpr=max_fpr, standardized=True, sample_weight=weight) == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize(
    ("objective", "metric", "limits"),
    [
        (PartialAUC, partial_auc, {"max_fpr": 0.3}),
        (PartialAUC, partial_auc, {"min_tpr": 0.6}),
        (Sensitivity, sensitivity_at, {"specificity": 0.8}),
        (Specificity, specificity_at, {"sensitivity": 0.8}),
    ],
)
def test_the_best_score_has_the_value_that_the_solver_says(objective: Any, metric: Any, limits: Any) -> None:
    rng = np.random.default_rng(4)
    X, y = rng.integers(0, 5, (30, 2)), np.arange(30) % 2
    weight = rng.integers(1, 4, 30)
    best = maximize(X, y, objective(**limits), sample_weight=weight)
    assert metric(y, X @ best.coef, sample_weight=weight, **limits) == best.value
    if "max_fpr" in limits:
        standardized = metric(y, X @ best.coef, sample_weight=weight, standardized=True, **limits)
        assert standardized == best.standardized


def test_all_of_the_area_is_the_auc() -> None:
    rng = np.random.default_rng(1)
    y, score = np.arange(60) % 2, rng.integers(0, 9, 60)
    assert partial_auc(y, score, max_fpr=1) == roc_auc_score(y, score) == partial_auc(y, score, min_tpr=0)


def test_a_tie_across_the_limit_counts_half_where_scikit_learn_cuts_a_line() -> None:
    y, tied = [1, 0, 0], [0, 0, 0]
    assert partial_auc(y, tied, max_fpr=0.5) == 0
    half, quarter = 0.5, 0.125
    area = (2 * sklearn_auc(y, tied, max_fpr=half) - 1) * (half - quarter) + quarter
    assert area == pytest.approx(quarter)


def test_unsigned_scores_and_labels_of_any_kind() -> None:
    score = np.array([1, 2, 3, 4], dtype=np.uint8)
    assert specificity_at(["a", "a", "b", "b"], score, sensitivity=1) == 1
    assert sensitivity_at(["a", "a", "b", "b"], score, specificity=1, pos_label="a") == 0


@pytest.mark.parametrize(
    ("function", "limits", "sentence"),
    [
        (partial_auc, {}, "Give one of max_fpr or min_tpr; got none"),
        (partial_auc, {"max_fpr": 0.1, "min_tpr": 0.9}, "got max_fpr, min_tpr"),
        (partial_auc, {"max_fpr": 0}, "max_fpr must be above 0 and at most 1, not 0"),
        (partial_auc, {"min_tpr": 1.0}, "min_tpr must be at least 0 and below 1, not 1.0"),
        (partial_auc, {"max_fpr": 1.5}, "max_fpr"),
        (sensitivity_at, {"specificity": float("nan")}, "specificity"),
        (specificity_at, {"sensitivity": "high"}, "sensitivity"),
    ],
)
def test_limits_that_are_none(function: Any, limits: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        function([0, 1], [1, 2], **limits)
