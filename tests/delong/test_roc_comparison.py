"""Parts of the ROC curves of several scores, compared."""

import numpy as np
import pytest

import aucopt


def two_scores(rng: np.random.Generator, n: int, apart: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    y = np.arange(n) % 2
    signal = rng.normal(size=n) + 1.5 * y
    noise = 0.7 * rng.normal(size=(n, 2))
    return y, signal[:, None] + noise * [1 - apart, 1 + apart]


@pytest.mark.parametrize("limits", [{"max_fpr": 0.2}, {"specificity": 0.9}])
def test_equal_scores_are_seldom_told_apart_and_unequal_ones_are(limits) -> None:
    rng = np.random.default_rng(0)
    p_values = [aucopt.compare_rocs(*two_scores(rng, 200), **limits).p_value for _ in range(200)]
    # Five standard errors above 5 %.
    assert np.mean(np.array(p_values) < 0.05) < 0.127
    unequal = aucopt.compare_rocs(*two_scores(rng, 4000, apart=0.9), **limits)
    assert unequal.p_value < 1e-6
    (difference,) = unequal.differences
    assert 0 < difference.low < difference.difference < difference.high


def test_all_of_the_area_is_the_comparison_of_delong() -> None:
    y, scores = two_scores(np.random.default_rng(1), 100, apart=0.5)
    found, expected = aucopt.compare_rocs(y, scores, max_fpr=1), aucopt.compare_aucs(y, scores)
    assert found.values == pytest.approx(expected.aucs)
    assert found.covariance == pytest.approx(expected.covariance)
    assert found.p_value == pytest.approx(expected.p_value)
    assert str(found) == f"partial AUC, false positive rate up to 1\n{expected}"


def test_scores_that_order_rows_alike_do_not_differ() -> None:
    y, scores = two_scores(np.random.default_rng(2), 60)
    same = aucopt.compare_rocs(y, {"a": scores[:, 0], "b": np.exp(scores[:, 0])}, specificity=0.9)
    assert (same.statistic, same.df, same.p_value) == (0, 0, 1)
    with pytest.raises(ValueError, match="Two scores or more"):
        aucopt.compare_rocs(y, scores[:, :1], specificity=0.9)
