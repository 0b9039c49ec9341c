"""Statuses: each has its words, and only an optimum is called one."""

import pytest

import aucopt
from aucopt.verifier.verify import STATUSES as PROVED
from aucopt.words.status import STATUSES, claim, name_subject, remark_on_bound

SCORE = name_subject(blend=False, signed=False)


def test_every_status_has_words():
    assert set(STATUSES) == {*PROVED, "local"}
    assert len({words.short for words in STATUSES.values()}) == len(STATUSES)
    for words in STATUSES.values():
        assert words.sentence.startswith("The search ")
        assert words.sentence.endswith(".")


@pytest.mark.parametrize("status", STATUSES)
def test_only_an_optimum_is_claimed_to_be_the_best(status):
    optimal = status == "optimal"
    gap = 0.0 if optimal else 0.05
    assert ("proved" in remark_on_bound(status, gap, SCORE)) == (optimal or status == "local")
    assert ("no other has a higher one" in claim(status, SCORE, 0.75, "0.8000")) == optimal
    assert ("exceeds 0.8000" in claim(status, SCORE, 0.75, "0.8000")) != optimal


def test_a_bound_of_one_proves_nothing():
    assert claim("local", SCORE, 0.75, "1.0000").endswith("It is not proved that no other has a higher one.")


def test_a_solution_prints_the_remark():
    X, y = [[1, 9], [2, 7], [1, 5], [3, 6]], [0, 0, 1, 1]
    solution = aucopt.maximize_auc(X, y)
    assert f"({remark_on_bound(solution.status, solution.gap)})" in str(solution)
