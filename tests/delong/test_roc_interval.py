"""Intervals of parts of the ROC curve."""

import numpy as np
import pytest

import aucopt


def sample(rng: np.random.Generator, n: int, shift: float = 1.5) -> tuple[np.ndarray, np.ndarray]:
    y = np.arange(n) % 2 == 1
    return y, rng.normal(size=n) + shift * y


@pytest.mark.parametrize(
    ("limits", "truth"),
    [({"max_fpr": 0.1}, 0.4105), ({"specificity": 0.9}, 0.5865), ({"sensitivity": 0.9}, 0.5865)],
)
def test_intervals_hold_the_truth_as_often_as_they_claim(limits, truth: float) -> None:
    rng = np.random.default_rng(0)
    found = [aucopt.roc_interval(*sample(rng, 200), **limits) for _ in range(300)]
    held = np.mean([interval.low <= truth <= interval.high for interval in found])
    # Five standard errors.
    assert 0.887 < held <= 1
    assert all(0 <= interval.low <= interval.value <= interval.high <= 1 for interval in found)


def test_the_value_is_the_metric_and_all_of_the_area_is_delong() -> None:
    y, score = sample(np.random.default_rng(1), 80)
    assert aucopt.roc_interval(y, score, specificity=0.9).value == aucopt.sensitivity_at(
        y, score, specificity=0.9
    )
    whole, delong = aucopt.roc_interval(y, score, max_fpr=1), aucopt.auc_interval(y, score)
    assert (whole.value, whole.low, whole.high) == pytest.approx((delong.auc, delong.low, delong.high))
    assert whole.standard_error == pytest.approx(delong.standard_error)


def test_the_cut_off_adds_to_the_width() -> None:
    y, score = sample(np.random.default_rng(2), 400)
    n, value = 200, aucopt.sensitivity_at(y, score, specificity=0.9)
    found = aucopt.roc_interval(y, score, specificity=0.9)
    assert found.standard_error > np.sqrt(value * (1 - value) / n)
    assert str(found).startswith("sensitivity at specificity 0.9: 0.")


def test_perfect_and_hopeless_scores_have_bounds_on_one_side() -> None:
    y = np.arange(40) % 2
    best, worst = (aucopt.roc_interval(y, s * y, max_fpr=0.5) for s in (1, -1))
    assert (best.value, best.high) == (1, 1)
    assert 0 < best.low < 1
    assert "a one-sided interval" in str(best)
    assert (worst.value, worst.low) == (0, 0)
    assert 0 < worst.high < 1
    assert "a one-sided interval" in worst.note
    point = aucopt.roc_interval(y, y, specificity=0.9)
    assert 0.5 < point.low < point.high == 1


def test_a_class_of_one_row_has_no_interval() -> None:
    found = aucopt.roc_interval([0, 0, 1], [1, 2, 3], max_fpr=0.5)
    assert np.isnan([found.low, found.high, found.standard_error]).all()
    assert found.note == "no interval: a single row of a class has no variance"


def test_equal_scores_do_not_vary() -> None:
    found = aucopt.roc_interval([0, 0, 1, 1], [1, 1, 1, 1], max_fpr=1)
    assert found.value == 0.5
    assert "no row varies" in found.note


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Give one of max_fpr or min_tpr or specificity or sensitivity; got none"),
        ({"max_fpr": 0.1, "specificity": 0.9}, "got max_fpr, specificity"),
        ({"max_fpr": 0.1, "confidence": 95}, "confidence must lie between 0 and 1"),
    ],
)
def test_what_is_refused(options, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        aucopt.roc_interval([0, 1], [1, 2], **options)
