"""Weights are compared with the optimum that is known, and with none of other data."""

import numpy as np
import pytest
from strategies import two_clouds

import aucopt
from aucopt.exact.solution.weights import known

QUESTIONS = [
    lambda X, y, **options: aucopt.simple_weights(X, y, 0.01, **options),
    lambda X, y, **options: aucopt.weight_ranges(X, y, 0.01, **options),
    lambda X, y, **options: aucopt.bootstrap_weights(X, y, n_resamples=3, **options),
]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_known_solution_is_not_searched_again(ask, monkeypatch):
    X, y = two_clouds(40, 2)
    solution = aucopt.maximize_auc(X, y)
    searched = ask(X, y)

    def refuse(*problem):
        raise AssertionError("searched again")

    monkeypatch.setattr(known, "best_solution", refuse)
    assert ask(X, y, solution=solution).solution is solution
    assert str(ask(X, y, solution=solution)) == str(searched)


@pytest.mark.parametrize("ask", QUESTIONS)
def test_the_solution_of_other_data_is_refused(ask):
    X, y = two_clouds(40, 2)
    with pytest.raises(ValueError, match="solution has 3 weights and X 2 columns: it belongs to other data"):
        ask(X, y, solution=aucopt.maximize_auc(np.column_stack([X, X[:, 0] ** 2]), y))
    other = aucopt.maximize_auc(X, y)
    with pytest.raises(
        ValueError, match=r"other data: its AUC is 0\.\d+, and on these rows its weights have"
    ):
        ask(X[:-1], y[:-1], solution=other)


def test_a_loss_is_measured_from_the_best_that_is_known():
    """A second search that stops early would set a lower mark, and the loss would look smaller."""
    X, y = two_clouds(60, 3)
    best = aucopt.maximize_auc(X, y)
    cut = aucopt.maximize_auc(X, y, time_limit=0)
    assert cut.auc < best.auc
    found = aucopt.simple_weights(X, y, 0.05, solution=best, time_limit=60)
    assert found.loss == pytest.approx(best.auc - found.auc)
    assert found.auc >= best.auc - 0.05
    # Weights that beat a mark which is not proved say so.
    above = aucopt.simple_weights(X, y, 0, solution=cut)
    assert above.loss < 0
    assert f"above {cut.auc:.6f}: within 0" in str(above)
