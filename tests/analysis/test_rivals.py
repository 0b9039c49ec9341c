"""What the best score is compared with."""

import numpy as np
import pytest
from made_analysis import analysed, make_rows

from aucopt.analysis.fit import BEST
from aucopt.analysis.rivals import SINGLE, BestColumnClassifier


@pytest.mark.parametrize(
    ("signs", "expected"), [(None, [0, -1, 0]), (1, [1, 0, 0]), ([1, 1, -1], [0, 0, -1])]
)
def test_the_best_column_alone(signs, expected):
    X = [[1, 9, 3], [2, 7, 2], [1, 5, 1], [3, 6, 0]]
    model = BestColumnClassifier(signs=signs).fit(X, [0, 0, 1, 1])
    assert model.coef_.tolist() == [expected]


def test_logistic_regression_is_penalised_only_where_rows_are_few():
    X, y = make_rows(120, 4, [1, 0.5, 0, 0])
    plain, few = (analysed(X[:n], y[:n], seconds=0)[0] for n in (120, 60))
    assert plain.rival_detail == "no penalty"
    assert few.rival_detail == "penalty C = 1 on standardised columns"
    # Two columns that tell the class by their difference alone: a penalty would lose it.
    rng = np.random.default_rng(0)
    both = rng.normal(size=300) * 100
    apart = rng.normal(size=300) + (np.arange(300) % 2)
    found, _ = analysed(np.column_stack([both, both + apart]), np.arange(300) % 2 == 1, seconds=0)
    assert found.solution.auc - found.rival_auc < 0.005


def test_a_blend_is_compared_with_the_best_column():
    X, y = make_rows(90, 3, [1, 0.9, 0])
    found, _ = analysed(X, y, signs=(1, 1, 1), rival=SINGLE, seconds=1)
    assert (found.solution.coef >= 0).all()
    assert found.rival_auc == pytest.approx(found.solution.best_column.auc)
    assert found.honest.comparison.names == (BEST, SINGLE)
