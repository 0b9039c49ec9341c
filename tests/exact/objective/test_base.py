"""The contract of an objective: what counts are worth, and that the AUC answers all that may be asked."""

from inspect import signature

import pytest

from aucopt.exact.objective.base import Counts, Objective
from aucopt.exact.objective.roc import AUC

QUESTIONS = [name for name in vars(Objective) if not name.startswith("_")]


@pytest.mark.parametrize(("right", "tied", "value"), [(0, 0, 0), (3, 1, 7), (2**80, 2**70, 2**81 + 2**70)])
def test_a_tie_counts_half(right: int, tied: int, value: int) -> None:
    assert Counts(right, tied, right + tied).value == value


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_auc_answers_every_question(question: str) -> None:
    asked, answered = (signature(getattr(kind, question)).parameters for kind in (Objective, AUC))
    assert list(asked) == list(answered)


def test_the_auc_states_every_fact() -> None:
    assert {fact: getattr(AUC(), fact) for fact in Objective.__annotations__} == {
        "by_pairs": True,
        "needs_faces": True,
    }
