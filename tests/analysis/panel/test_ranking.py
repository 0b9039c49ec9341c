"""Panels of outcomes that are ranked, and the lasso paths that they are compared with."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.base import clone

import aucopt
from aucopt.analysis.outcome_rivals import LeastSquares, StratifiedLogistic
from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.analysis.panel.answer import PATH, TUNED
from aucopt.analysis.panel.ranking import LassoPathRanker, PanelRanker
from aucopt.analysis.rows import Rows
from aucopt.exact.objective.concordance import StratifiedAUC
from aucopt.report.panel.page import panel_page

RNG = np.random.default_rng(5)
X = np.round(RNG.normal(size=(50, 4)), 1)
SIGNAL = X[:, 1] - X[:, 3] + RNG.normal(size=50)
GRADES = np.digitize(SIGNAL, [-1, 0, 1]).astype(float)
TIMES = np.column_stack([np.arange(50) % 3 > 0, np.round(np.exp(-SIGNAL), 2)])
ILL = SIGNAL > 0
CENTRE = np.arange(50) % 2
NONE = np.zeros(0, dtype=bool)


def rows_of(kind):
    if kind == "strata":
        return Rows(X, tuple("abcd"), ILL, None, "ill", (0, 1), strata=CENTRE, stratum="centre")
    y = GRADES if kind == "ordered" else TIMES
    return Rows(X, tuple("abcd"), NONE, None, "y", (0, 1), outcome=y, time="t" * (kind == "censored"))


@pytest.mark.parametrize("y", [GRADES, TIMES], ids=["ordered", "censored"])
def test_the_ranker_chooses_the_best_panel(y):
    model = clone(PanelRanker(2, objective=aucopt.Concordance())).fit(X, y)
    values = {pair: aucopt.maximize(X[:, pair], y, "concordance").value for pair in combinations(range(4), 2)}
    assert values[tuple(model.panel_.tolist())] == max(values.values())
    assert aucopt.concordance(y, model.predict(X)) == pytest.approx(max(values.values()))
    assert model.status_ == "optimal"
    assert PanelRanker(9, objective=aucopt.Concordance(), include=[0]).fit(X, y).panel_.tolist() == [
        0,
        1,
        2,
        3,
    ]


def test_strata_and_weights_are_passed_on():
    weights = 1 + np.arange(50) % 2
    model = PanelRanker(1, objective=StratifiedAUC("cases")).fit(X, ILL, weights, CENTRE)
    values = [
        aucopt.maximize(X[:, [j]], ILL, strata=CENTRE, strata_weight="cases", sample_weight=weights).value
        for j in range(4)
    ]
    assert values[model.panel_[0]] == max(values)


def test_a_path_of_the_same_size_is_fitted_again_by_the_rival():
    model = LassoPathRanker(LeastSquares(), aucopt.Concordance(), 2).fit(X, GRADES)
    assert np.flatnonzero(model.coef_).tolist() == [1, 3]
    np.testing.assert_allclose(model.coef_[[1, 3]], LeastSquares().fit(X[:, [1, 3]], GRADES).coef_)
    within = LassoPathRanker(StratifiedLogistic(), StratifiedAUC("pairs"), 2).fit(X, ILL, None, CENTRE)
    alone = StratifiedLogistic().fit(X[:, [1, 3]], ILL, None, CENTRE).coef_
    np.testing.assert_allclose(within.coef_[[1, 3]], alone)


def test_a_tuned_path_keeps_the_weights_of_its_penalty():
    model = LassoPathRanker(LeastSquares(), aucopt.Concordance()).fit(X, TIMES)
    assert aucopt.concordance(TIMES, model.predict(X)) > 0.7
    # A column of its own scale has a weight of its own scale.
    scaled = LassoPathRanker(LeastSquares(), aucopt.Concordance()).fit(X * [1, 1000, 1, 1], TIMES)
    np.testing.assert_allclose(scaled.coef_ * [1, 1000, 1, 1], model.coef_, rtol=1e-6, atol=1e-12)


def test_nothing_to_choose_leaves_all_weights_zero():
    same = np.ones((50, 2))
    for k in (1, None):
        assert not LassoPathRanker(LeastSquares(), aucopt.Concordance(), k).fit(same, GRADES).coef_.any()
    # Two equal columns enter at once: one of them is taken.
    twice = np.column_stack([X[:, 1], X[:, 1]])
    model = LassoPathRanker(LeastSquares(), aucopt.Concordance(), 1).fit(twice, X[:, 1])
    assert np.count_nonzero(model.coef_) == 1
    # Too few rows to tune.
    few = LassoPathRanker(LeastSquares(), aucopt.Concordance()).fit(X[:2], [1.0, 2.0])
    assert few.coef_.any()


@pytest.mark.parametrize(
    ("kind", "rival"),
    [("ordered", ""), ("censored", ""), ("strata", "logistic regression with strata")],
)
def test_an_analysis_of_a_ranking_compares_with_what_fits(kind, rival):
    rows = rows_of(kind)
    objective = StratifiedAUC("pairs") if kind == "strata" else aucopt.Concordance()
    panel = aucopt.best_panel(rows, rows.y, 2, objective=objective, strata=rows.strata)
    assert panel.columns == (1, 3)
    found = analyse_panel(rows, panel, seconds=600, n_repeats=1, n_resamples=2)
    assert not found.omitted
    assert found.rival == (rival or found.rival)
    everything = f"all columns, {found.rival}"
    names = {"panel of 2", "best column", everything, PATH, TUNED}
    assert set(found.honest.intervals) == set(found.apparent) == names
    assert found.apparent["panel of 2"] >= found.apparent[PATH] - 1e-12
    assert abs(found.honest.intervals["panel of 2"].value - found.panel.value) < 0.1
    assert f"{found.rival} on all 4 columns" in found.verdict
    assert found.stability.n_fits == 2
    assert found.cut is None
    model = found.model
    assert model.cutoff is None
    np.testing.assert_allclose(model.linear_score(X[:, [1, 3]]), X[:, [1, 3]] @ panel.solution.coef)
    page = panel_page(found, source="fifty rows", command="", settings={})
    assert rows.story.short in page.subtitle
    text = " ".join(page.methods)
    assert "fitted again by" in text
    assert ("log-rank scores" in text) == (kind == "censored")
    assert "logistic regression is followed" not in text
    assert "sensitivity" not in page.to_html()
