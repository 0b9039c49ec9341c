"""Resamples of rows of which only some pairs count."""

import numpy as np
import pytest

import aucopt
from aucopt.exact.objective.concordance import StratifiedAUC
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.exact.posed import pose
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.exact.solution.weights.refits import MANY_STRATA, OutcomeRefits
from aucopt.exact.solvers.base import MEMORY

RNG = np.random.default_rng(3)
X = np.round(RNG.normal(size=(48, 2)), 1)
SIGNAL = X[:, 0] + RNG.normal(size=48)
GRADES = np.digitize(SIGNAL, [-1, 0, 1])
TIMES = np.column_stack([np.arange(48) % 3 > 0, np.round(np.exp(-SIGNAL), 2)])
ILL = SIGNAL > 0


def refits(y, objective=None, strata=None, weights=None, X=X):
    objective = objective or aucopt.Concordance()
    posed = pose(X, y, objective, weights, strata, "pairs", MEMORY)
    assert isinstance(posed.problem, ComparedProblem | StratifiedProblem)
    solution = aucopt.maximize(X, y, objective, strata=strata, sample_weight=weights)
    return OutcomeRefits(posed.problem, posed.objective, (0,) * X.shape[1], solution, weights)


@pytest.mark.parametrize("y", [GRADES, TIMES], ids=["ordered", "censored"])
def test_a_refit_is_the_optimum_of_the_rows_drawn(y):
    resampling = refits(y)
    drawn = resampling.draw(np.random.default_rng(1))
    assert (drawn.sum(), drawn.min()) == (48, 0)
    rows = np.repeat(np.arange(48), drawn)
    found = resampling.fit(drawn)
    assert found.auc == aucopt.maximize(X[rows], y[rows], "concordance").value
    assert aucopt.concordance(y[rows], X[rows] @ found.coef) == pytest.approx(found.auc)
    assert aucopt.concordance(y, X @ found.coef) == pytest.approx(found.auc_on_data)


def test_more_columns_climb_from_the_weights_of_the_data():
    wide = np.column_stack([X, RNG.normal(size=48)])
    resampling = refits(GRADES, X=wide)
    drawn = resampling.draw(np.random.default_rng(1))
    rows, found = np.repeat(np.arange(48), drawn), resampling.fit(drawn)
    assert aucopt.concordance(GRADES[rows], wide[rows] @ found.coef) == pytest.approx(found.auc)
    assert found.auc >= aucopt.concordance(GRADES[rows], wide[rows] @ resampling.start)


def test_classes_of_few_strata_keep_their_sizes():
    centre = np.arange(48) % 2
    resampling = refits(ILL, StratifiedAUC("cases"), centre)
    drawn = resampling.draw(np.random.default_rng(1))
    for group in (ILL & (centre == 0), ILL & (centre == 1), ~ILL & (centre == 0)):
        assert drawn[group].sum() == group.sum()
    rows, found = np.repeat(np.arange(48), drawn), resampling.fit(drawn)
    truth = aucopt.maximize(X[rows], ILL[rows], strata=centre[rows], strata_weight="cases")
    assert found.auc == truth.value


@pytest.mark.parametrize("part", [{"max_fpr": 0.3}, {"min_tpr": 0.6}])
@pytest.mark.parametrize("strata_weight", ["pairs", "cases"])
def test_parts_of_the_curves_of_strata_climb_from_the_weights_of_the_data(part, strata_weight):
    centre = np.array(list("ba"))[np.arange(48) % 2]
    resampling = refits(ILL, StratifiedPartialAUC(**part, strata_weight=strata_weight), centre)
    drawn = resampling.draw(np.random.default_rng(1))
    for group in (ILL & (centre == "a"), ILL & (centre == "b"), ~ILL & (centre == "a")):
        assert drawn[group].sum() == group.sum()
    rows, found = np.repeat(np.arange(48), drawn), resampling.fit(drawn)
    how = {**part, "strata_weight": strata_weight}
    scores = X[rows] @ found.coef
    assert aucopt.partial_auc(ILL[rows], scores, strata=centre[rows], **how) == pytest.approx(found.auc)
    assert aucopt.partial_auc(ILL, X @ found.coef, strata=centre, **how) == pytest.approx(found.auc_on_data)
    begin = aucopt.partial_auc(ILL[rows], X[rows] @ resampling.start, strata=centre[rows], **how)
    truth = aucopt.maximize(
        X[rows], ILL[rows], aucopt.PartialAUC(**part), strata=centre[rows], strata_weight=strata_weight
    )
    assert begin - 1e-12 <= found.auc <= truth.value
    assert resampling.fit(np.where((centre == "a") & ILL, drawn, 0)) is None
    # In every stratum all rows are equal.
    alone = drawn * np.isin(np.arange(48), [np.flatnonzero(ILL)[0], np.flatnonzero(~ILL)[0]])
    assert refits(ILL, StratifiedPartialAUC(**part), centre, X=np.ones((48, 2))).fit(alone + 1) is None


def test_many_strata_are_drawn_whole():
    sets = np.arange(48) // 2
    y = np.tile([0, 1], 24)
    assert len(set(sets)) >= MANY_STRATA
    for objective in (aucopt.Concordance(), StratifiedPartialAUC(max_fpr=0.5)):
        resampling = refits(y, objective, strata=sets)
        drawn = resampling.draw(np.random.default_rng(1))
        assert drawn.sum() == 48
        assert all(len(set(drawn[sets == s].tolist())) == 1 for s in range(24))
        # A set that is drawn twice is two sets, whose pairs do not count four times.
        found = resampling.fit(drawn)
        scores, times = X @ found.coef, drawn[1::2]
        right = (scores[1::2] > scores[::2]) + (scores[1::2] == scores[::2]) / 2
        if isinstance(objective, aucopt.Concordance):
            assert found.auc == pytest.approx(np.average(right, weights=times))
        else:
            assert found.auc == pytest.approx(np.average(right == 1, weights=times))


def test_whole_weights_are_rows():
    weights = 1 + np.arange(48) % 2
    for times in (1, 3):
        drawn = refits(GRADES, weights=times * weights).draw(np.random.default_rng(1))
        assert drawn.sum() == times * weights.sum()
    centre = np.arange(48) % 3
    for objective in (
        StratifiedAUC("pairs"),
        StratifiedAUC("cases"),
        StratifiedPartialAUC(max_fpr=0.3, strata_weight="cases"),
        StratifiedPartialAUC(min_tpr=0.6, strata_weight="cases"),
    ):
        drawn = refits(ILL, objective, centre, weights).draw(np.random.default_rng(1))
        for g in range(3):
            group = ILL & (centre == g)
            assert drawn[group].sum() == weights[group].sum()
    with pytest.raises(ValueError, match="whole sample weights"):
        refits(GRADES, weights=weights / 2)


def test_rows_that_cannot_be_compared_tell_nothing():
    resampling = refits(GRADES)
    assert resampling.fit(np.where(np.arange(48) == 5, 48, 0)) is None


def test_intervals_of_a_concordance_contain_the_weights():
    found = aucopt.bootstrap_weights(X, TIMES, objective="concordance", n_resamples=20, normalize="sd")
    assert found.samples.shape == (20, 2)
    assert (found.low <= found.weight).all()
    assert (found.weight <= found.high).all()
    with pytest.raises(ValueError, match="converge at the cube-root rate"):
        aucopt.bootstrap_weights(X, ILL, objective="accuracy")
