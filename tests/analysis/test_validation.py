"""A second file: the values of functions that know nothing of a first one."""

import numpy as np
import pytest
from made_analyses import analyse_rows, make_rows

import aucopt
from aucopt.analysis.further import look_further
from aucopt.analysis.rows import Rows
from aucopt.analysis.validation import validate

X, ILL = make_rows(120, 2, [1.0, 0.5])
OTHER = Rows(
    *make_rows(90, 2, [1.0, 0.5], seed=7)[:1],
    ("c0", "c1"),
    np.arange(90) % 3 == 0,
    None,
    "ill",
    ("no", "yes"),
)


@pytest.mark.parametrize("weights", [None, np.arange(90) % 4 + 1])
def test_values_are_those_of_the_scores_on_the_other_rows(weights):
    analysis = analyse_rows(X, ILL)
    rows = Rows(OTHER.X, OTHER.columns, OTHER.positive, weights, "ill", ("no", "yes"))
    found = validate(analysis, rows, "b.csv")
    scores = rows.X @ analysis.solution.coef
    expected = aucopt.auc_interval(rows.positive, scores, sample_weight=weights)
    assert (found.best.value, found.best.low, found.best.high) == pytest.approx(
        (expected.auc, expected.low, expected.high)
    )
    compared = aucopt.compare_aucs(
        rows.positive, {"a": scores, "b": rows.X @ analysis.rival_coef}, sample_weight=weights
    )
    assert found.comparison.differences[0].p_value == pytest.approx(compared.differences[0].p_value)
    above = scores > analysis.cut.value
    given = np.ones(90) if weights is None else weights
    assert found.sensitivity.value == pytest.approx(
        np.average(above[rows.positive], weights=given[rows.positive])
    )
    assert found.specificity.low < found.specificity.value < found.specificity.high
    assert found.calibration is None


def test_a_part_of_the_curve_has_its_own_interval():
    analysis = analyse_rows(X, ILL, objective=aucopt.Sensitivity(specificity=0.8))
    found = validate(analysis, OTHER, "b.csv")
    scores = OTHER.X @ analysis.solution.coef
    expected = aucopt.roc_interval(OTHER.positive, scores, specificity=0.8)
    assert (found.best.value, found.best.low) == pytest.approx((expected.value, expected.low))


def test_what_was_asked_for_is_found():
    analysis = analyse_rows(X, ILL)
    found = look_further(analysis, other=("b.csv", OTHER))
    assert found.risk.curve.method == "logistic"
    assert found.validation.calibration.slope.low < found.validation.calibration.slope.high
    assert found.card is None
    model = found.model(analysis)
    risks = model.predict_proba(OTHER.X)
    np.testing.assert_allclose(risks.sum(axis=1), 1)
    np.testing.assert_array_equal(np.argsort(risks[:, 1]), np.argsort(model.linear_score(OTHER.X)))
    assert look_further(analysis).risk is None
    with pytest.raises(ValueError, match="no calibrated risk"):
        analysis.model.predict_proba(OTHER.X)


def test_two_rows_of_each_class_are_needed():
    few = Rows(OTHER.X[:3], OTHER.columns, OTHER.positive[:3], None, "ill", ("no", "yes"))
    with pytest.raises(ValueError, match=r"b\.csv needs at least two rows of each class"):
        validate(analyse_rows(X, ILL), few, "b.csv")
