"""The contract of an objective: what counts are worth, and that each answers all that may be asked."""

from fractions import Fraction
from inspect import signature
from typing import Any

import pytest

import aucopt
from aucopt.exact.objective.base import Counts, CurveCounts, Objective
from aucopt.exact.objective.roc import AUC

QUESTIONS = [name for name in vars(Objective) if not name.startswith("_")]
FACTS = [name for name in QUESTIONS if isinstance(vars(Objective)[name], property)]
OBJECTIVES = [
    AUC(),
    aucopt.PartialAUC(max_fpr=0.1),
    aucopt.PartialAUC(min_tpr=0.9),
    aucopt.Sensitivity(0.9),
    aucopt.Specificity(0.9),
]


@pytest.mark.parametrize(("right", "tied", "value"), [(0, 0, 0), (3, 1, 7), (2**80, 2**70, 2**81 + 2**70)])
def test_a_tie_counts_half(right: int, tied: int, value: int) -> None:
    counts = Counts(right, tied, right + tied)
    assert (counts.value, counts.pairs) == (value, counts)


def test_other_values_are_shares_of_their_own_whole() -> None:
    counts = CurveCounts(3, 4, Counts(1, 1, 2))
    assert (counts.share, counts.pairs.share) == (Fraction(3, 4), Fraction(3, 4))


@pytest.mark.parametrize("question", sorted(set(QUESTIONS) - set(FACTS)))
@pytest.mark.parametrize("objective", OBJECTIVES, ids=repr)
def test_every_question_is_answered(objective: Any, question: str) -> None:
    asked, answered = (signature(getattr(kind, question)).parameters for kind in (Objective, type(objective)))
    assert list(asked) == list(answered)


@pytest.mark.parametrize(
    ("objective", "facts"),
    [
        (OBJECTIVES[0], (True, True, True, False)),
        (OBJECTIVES[1], (False, True, True, False)),
        (OBJECTIVES[2], (False, False, True, False)),
        (OBJECTIVES[3], (False, True, False, True)),
        (OBJECTIVES[4], (False, False, False, True)),
    ],
)
def test_every_fact_is_stated(objective: Objective, facts: tuple[bool, ...]) -> None:
    assert facts == (
        objective.by_pairs,
        objective.by_positives,
        objective.needs_faces,
        objective.has_cut_off,
    )
    assert (objective.exchanged is None) == objective.by_positives
    assert objective.name
    assert all(hasattr(objective, fact) for fact in FACTS)
