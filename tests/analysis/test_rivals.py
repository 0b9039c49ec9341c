"""What the best score is compared with."""

import numpy as np
import pytest
from made_analyses import analyse_rows, make_rows

import aucopt
from aucopt.analysis.rivals import LOGISTIC, SINGLE, BestColumnClassifier


@pytest.mark.parametrize(
    ("signs", "expected"), [(None, [0, -1, 0]), (1, [1, 0, 0]), ([1, 1, -1], [0, 0, -1])]
)
def test_the_best_column_alone(signs, expected):
    X = [[1, 9, 3], [2, 7, 2], [1, 5, 1], [3, 6, 0]]
    model = BestColumnClassifier(signs=signs).fit(X, [0, 0, 1, 1])
    assert model.coef_.tolist() == [expected]


def test_logistic_regression_is_penalised_only_where_rows_are_few():
    X, y = make_rows(120, 4, [1, 0.5, 0, 0])
    plain, few = (analyse_rows(X[:n], y[:n], seconds=0) for n in (120, 60))
    assert plain.rival_detail == "no penalty"
    assert few.rival_detail == "penalty C = 1 on standardised columns"
    # Two columns that tell the class by their difference alone: a penalty would lose it.
    rng = np.random.default_rng(0)
    both = rng.normal(size=300) * 100
    apart = rng.normal(size=300) + (np.arange(300) % 2)
    found = analyse_rows(np.column_stack([both, both + apart]), np.arange(300) % 2 == 1, seconds=0)
    assert found.solution.auc - found.rival_auc < 0.005


def test_a_blend_is_compared_with_the_best_column():
    X, y = make_rows(90, 3, [1, 0.9, 0])
    found = analyse_rows(X, y, signs=(1, 1, 1), rival=SINGLE, seconds=600)
    assert (found.solution.coef >= 0).all()
    assert found.rival_auc == pytest.approx(found.solution.best_column.auc)
    assert found.honest.comparison.names == ("AUC-opt", SINGLE, "equal weights", "mean of ranks")


def test_a_rival_that_does_not_exist():
    X, y = make_rows(30, 2, [1, 0.5])
    with pytest.raises(
        ValueError, match=r"rival must be one of 'logistic regression', 'best column', .*, not 'LR'"
    ):
        analyse_rows(X, y, rival="LR", seconds=0)


@pytest.mark.parametrize("rival", [LOGISTIC, SINGLE])
def test_rivals_know_the_weights_of_rows_and_their_own(rival):
    X, y = make_rows(120, 2, [1, 0.5])
    weights = np.where(np.arange(120) < 90, 2, 0)
    weighted, fewer = (
        analyse_rows(X[:n], y[:n], weights=w, rival=rival, seconds=0) for n, w in ((120, weights), (90, None))
    )
    assert weighted.rival_coef == pytest.approx(fewer.rival_coef, rel=1e-3)
    assert weighted.rival_auc == pytest.approx(fewer.rival_auc)
    assert fewer.rival_auc == pytest.approx(aucopt.roc_auc_score(y[:90], X[:90] @ fewer.rival_coef))
