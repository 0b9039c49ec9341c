"""Calibrated risks: fitted to rows that no fit had seen, judged by regressions that others compute too."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.linear_model import LogisticRegression

from aucopt.analysis.calibration import assess, calibrate, wilson
from aucopt.analysis.rows import Rows
from aucopt.estimators.risk import RiskCurve

RNG = np.random.default_rng(1)
RISKS = RNG.beta(2, 3, size=400)
ILL = RNG.random(400) < RISKS


def test_wilson_is_the_one_of_scipy():
    low, high = binomtest(7, 40).proportion_ci(method="wilson")
    assert wilson(7 / 40, 40) == pytest.approx((7 / 40, low, high))


def test_true_risks_are_calibrated():
    found = assess(RISKS, ILL)
    assert found.slope.low < 1 < found.slope.high
    assert found.intercept.low < 0 < found.intercept.high
    assert found.brier == pytest.approx(np.mean((RISKS - ILL) ** 2))
    assert sum(group.n for group in found.groups) == 400
    assert len(found.groups) == 10
    predicted = [group.predicted for group in found.groups]
    assert predicted == sorted(predicted)


def test_the_regression_is_that_of_other_libraries():
    sm = pytest.importorskip("statsmodels.api", reason="statsmodels is not a dependency")
    logits = np.log(RISKS / (1 - RISKS))
    fitted = sm.Logit(ILL.astype(float), sm.add_constant(logits)).fit(disp=0)
    low, high = fitted.conf_int()[1]
    assert assess(RISKS, ILL).slope == pytest.approx((fitted.params[1], low, high), rel=1e-6)
    shifted = sm.GLM(ILL.astype(float), np.ones(400), family=sm.families.Binomial(), offset=logits).fit()
    assert assess(RISKS, ILL).intercept.value == pytest.approx(shifted.params[0], abs=1e-9)


def test_bad_risks_are_found_out():
    extreme = 1 / (1 + np.exp(-3 * np.log(RISKS / (1 - RISKS))))
    assert assess(extreme, ILL).slope.high < 1
    assert assess(RISKS / 3, ILL).intercept.low > 0
    # Neither is estimated where nothing can be.
    assert np.isnan(assess(np.full(400, 0.3), ILL).slope.value)
    assert np.isnan(assess(np.where(ILL, 0.9, 0.1), ILL).slope.value)


def test_whole_weights_count_rows():
    weights = RNG.integers(1, 3, size=400)
    weighted = assess(RISKS, ILL, weights.astype(float))
    repeated = assess(np.repeat(RISKS, weights), np.repeat(ILL, weights))
    assert weighted.slope.value == pytest.approx(repeated.slope.value)
    assert weighted.brier == pytest.approx(repeated.brier)


@pytest.mark.parametrize("how", ["logistic", "isotonic"])
def test_a_risk_holds_on_new_rows(how):
    def draw(n, seed):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(n, 2))
        return X, rng.random(n) < 1 / (1 + np.exp(1 - 2 * X[:, 0]))

    X, ill = draw(400, 0)
    model = LogisticRegression()
    rows = Rows(X, ("a", "b"), ill, None, "state", ("well", "ill"))
    scores = 5 + 3 * LogisticRegression().fit(X, ill).decision_function(X)  # any scale will do
    risk = calibrate(rows, scores, model, how=how, n_folds=5)
    new, became = draw(2000, 1)
    risks = risk.curve.predict(5 + 3 * LogisticRegression().fit(X, ill).decision_function(new))
    assert abs(risks.mean() - became.mean()) < 0.04
    assert assess(risks, became).brier < 0.9 * became.mean() * (1 - became.mean())
    # Few rows at both ends make steps to 0 and 1, which a logistic curve never reaches.
    assert how == "isotonic" or 0.7 < assess(risks, became).slope.value < 1.4
    assert RiskCurve.from_dict(risk.curve.to_dict()) == risk.curve


def test_too_few_rows_are_refused():
    rows = Rows(np.arange(6.0)[:, None], ("a",), np.arange(6) < 3, None, "y", (0, 1))
    with pytest.raises(ValueError, match="needs at least four rows of each class"):
        calibrate(rows, np.arange(6.0), LogisticRegression())
    with pytest.raises(ValueError, match="the risk must be logistic or isotonic, not 'cubic'"):
        RiskCurve.fit("cubic", np.arange(6.0), np.arange(6) < 3)
