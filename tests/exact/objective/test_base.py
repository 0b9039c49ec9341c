"""The contract of an objective: each answers all that may be asked."""

from inspect import signature
from typing import Any

import pytest

import aucopt
from aucopt.exact.objective.base import Objective
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
