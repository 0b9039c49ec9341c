"""Points within strata: merged, ordered and counted stratum by stratum."""

from fractions import Fraction

import naive_ranking
import numpy as np
import pytest

from aucopt.exact.objective.concordance import StratifiedAUC
from aucopt.exact.problem.reading import CurvePart, read_compared, read_stratified
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.outcomes import read_classes

X = [[0, 1], [0, 1], [1, 0], [0, 1], [2, 2], [1, 1], [2, 0], [5, 5]]
Y = [1, 0, 0, 0, 1, 1, 0, 1]
STRATA = ["a", "a", "a", "b", "b", "b", "b", "c"]
WEIGHT = [1, 2, 1, 3, 1, 2, 1, 1]


def problem_of(strata_weight: str = "pairs", part: CurvePart | None = None) -> StratifiedProblem:
    outcome = read_classes(Y, STRATA)
    return read_stratified(X, outcome, WEIGHT, strata_weight, part or CurvePart())[0]


def test_rows_merge_within_their_stratum() -> None:
    problem = problem_of()
    # The stratum without a negative is left out; (0, 1) is a point of both others.
    assert problem.stratum.tolist() == [0, 0, 1, 1, 1, 1]
    assert problem.blocks.tolist() == [0, 2, 6]
    assert problem.weight.tolist() == [[1, 2], [0, 1], [0, 3], [2, 0], [0, 1], [1, 0]]
    assert (problem.total, problem.coincident, problem.n_point_pairs) == (1 * 3 + 3 * 4, 2, 1 * 2 + 2 * 2)
    assert problem.exchanged().weight.tolist() == [[q, p] for p, q in problem.weight.tolist()]
    assert problem.restrict([0]).blocks.tolist() == [0, 2, 5]


def test_certificates_number_strata_as_they_appear() -> None:
    assert problem_of().stated_numbers.tolist() == [0, 1, 2, 3, 4, 5]
    outcome = read_classes(Y, ["z", "z", "z", *STRATA[3:]])
    problem, _ = read_stratified(X, outcome, WEIGHT, "pairs", CurvePart())
    # Its stratum b comes first here, z first among the rows: two points, then four.
    assert problem.blocks.tolist() == [0, 4, 6]
    assert problem.stated_numbers.tolist() == [2, 3, 4, 5, 0, 1]
    assert problem.restrict([0]).stated_numbers.tolist() == [2, 3, 4, 0, 1]


@pytest.mark.parametrize("strata_weight", ["pairs", "cases"])
@pytest.mark.parametrize("part", [CurvePart(), CurvePart(of_negatives=True, digits=20)])
def test_pairs_are_those_of_the_listed_differences(strata_weight: str, part: CurvePart) -> None:
    problem = problem_of(strata_weight, part)
    listed, _ = read_compared(X, read_classes(Y, STRATA), WEIGHT, strata_weight, 1 << 28)
    auc = StratifiedAUC(strata_weight)
    how = {"weight": WEIGHT, "strata": STRATA, "by_cases": strata_weight == "cases"}
    for w in ((1, 0), (0, 1), (1, 1), (-1, 2), (3, -2), (-1, -1)):
        coef = np.array(w, dtype=float)
        expected = naive_ranking.concordance(Y, [a * w[0] + b * w[1] for a, b in X], **how)
        assert auc.recount(problem, problem.direction_of(coef)).share == expected
        assert auc.count(problem, problem.direction_of(coef)).share == expected
        assert auc.count_rows(problem, coef).share == expected
        assert auc.count_scores(problem, problem.scores(coef)).share == expected
        assert auc.count(listed, listed.direction_of(coef)).share == expected


def test_rows_of_both_kinds_know_their_stratum() -> None:
    problem = problem_of()
    x, positive, weight = problem.rows()
    assert problem.rows_stratum().tolist() == [0, 1, 1, 0, 0, 1, 1]
    assert positive.tolist() == [True] * 3 + [False] * 4
    assert weight is not None
    assert weight.tolist() == [1, 2, 1, 2, 1, 3, 1]
    assert len(x) == 7
    matrix, positive, weight = problem.ascent_rows()
    assert problem.ascent_stratum().tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert matrix.tolist() == X[:-1]
    assert positive.tolist() == [bool(label) for label in Y[:-1]]
    assert weight is not None
    assert weight.tolist() == WEIGHT[:-1]


def test_a_single_column_is_ordered_within_strata() -> None:
    problem = problem_of().restrict([1])
    for sign in (1, -1):
        expected = naive_ranking.concordance(Y, [sign * b for _, b in X], weight=WEIGHT, strata=STRATA)
        assert StratifiedAUC().count(problem, (sign,)).share == expected
    assert isinstance(expected, Fraction)
