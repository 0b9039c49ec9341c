"""From what is asked to what is searched, and back."""

import numpy as np
import pytest

import aucopt
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.concordance import Concordance, StratifiedAUC
from aucopt.exact.objective.roc import AUC
from aucopt.exact.posed import pose, with_intercept
from aucopt.exact.problem.compared import ComparedProblem

X, Y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]


def test_two_classes_are_searched_as_they_are():
    posed = pose(X, Y, AUC(), None, None, "pairs", 1 << 20)
    assert posed.rows is None
    assert not isinstance(posed.problem, ComparedProblem)


def test_strata_make_an_auc_of_other_pairs():
    posed = pose(X, Y, AUC(), None, [0, 1, 0, 1], "cases", 1 << 20)
    assert posed.objective == StratifiedAUC("cases")
    assert isinstance(posed.problem, ComparedProblem)
    assert isinstance(
        pose(X, [3, 1, 2, 0], Concordance(), None, None, "pairs", 1 << 20).problem, ComparedProblem
    )


def test_a_rule_has_a_column_more():
    posed = pose(X, Y, Accuracy(), None, None, "pairs", 1 << 20)
    assert posed.n_features == 2
    assert posed.problem.n_features == 3


@pytest.mark.parametrize("direction", [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]])
def test_the_best_cut_of_a_score_classifies_the_most_rows(direction):
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 4, (30, 2))
    y = rng.integers(0, 2, 30)
    posed = pose(rows, y, Accuracy(), None, None, "pairs", 1 << 20)
    *coef, intercept = with_intercept(posed.problem, np.array(direction))
    scores = rows @ coef
    found = np.mean((scores + intercept > 0) == y)
    cuts = np.concatenate([[scores.min() - 1], np.unique(scores)])
    assert found == max(np.mean((scores > cut) == y) for cut in cuts)


def test_weights_of_a_rule_have_length_one():
    """So the cut-off of one column is a value of this column."""
    one = aucopt.maximize([[10], [12], [19], [21]], [0, 0, 1, 1], aucopt.Accuracy())
    assert one.coef.tolist() == [1]
    assert 12 <= one.cutoff < 19
    rng = np.random.default_rng(0)
    many = aucopt.maximize(rng.normal(size=(40, 3)) * [1e-200, 1, 1e3], np.arange(40) % 2, aucopt.Accuracy())
    assert np.linalg.norm(many.coef) == pytest.approx(1)
