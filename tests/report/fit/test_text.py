"""What the report of a fit says, and what it does not claim."""

import dataclasses

import numpy as np
import pytest
from made_analyses import analyse_rows, three_columns

from aucopt.analysis.rivals import SINGLE
from aucopt.datasets import load_toy
from aucopt.report.fit.text import facts, headline, methods, title


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return analyse_rows(X, y == 1, seconds=600)


def test_what_is_proved_and_what_to_expect(toy):
    said = headline(toy)
    assert said.settled
    assert said.sentence == (
        "The best linear score has an AUC of 0.7038 on these rows. "
        "It is proved that no other has a higher one."
    )
    expected = toy.honest.intervals["AUC-opt"].auc
    assert said.reasons[0].startswith(f"On new rows, expect an AUC of {expected:.4f} (95% interval 0.")
    assert "The linear score is significantly better: the difference is +0." in said.reasons[1]
    assert [(fact.value, fact.note) for fact in facts(toy)[:2]] == [
        ("0.7038", "apparent, optimistic"),
        ("0.7038", "gap 0: optimal"),
    ]
    assert f"Logistic regression: {toy.rival_detail}." in methods(toy)
    (search,) = (text for text in methods(toy) if text.endswith(f"It took {toy.solution.seconds:.2f} s."))
    assert search.startswith("The search proved that this AUC is the highest possible. ")


def test_without_checks_nothing_is_said_of_new_rows():
    analysis = analyse_rows(*three_columns())
    assert headline(analysis).reasons == [
        "On new rows the AUC will be lower, because the weights were fitted to these rows. By how much was "
        "not estimated: not requested."
    ]
    assert [fact.label for fact in facts(analysis)] == ["AUC on these rows", "proved bound"]
    assert methods(analysis)[-3:] == [
        "No AUC on new rows: not requested.",
        "No intervals of the weights: not requested.",
        "No simple weights: not requested.",
    ]


def test_what_is_not_proved_is_not_claimed():
    X, positive = three_columns()
    local = headline(analyse_rows(X, positive, solver="ascent"))
    assert local.sentence.endswith("It is not proved that no other has a higher one.")
    assert not local.settled
    within = analyse_rows(X, positive, max_gap=0.1)
    bound = facts(within)[1]
    assert within.solution.bound <= float(bound.value) < within.solution.bound + 1e-4
    assert bound.note.endswith(": stopped at the requested gap")
    assert f"It is proved that no other exceeds {bound.value}." in headline(within).sentence


@pytest.mark.parametrize(
    ("low", "high", "judgement"),
    [
        (-0.004, 0.004, "The two are equivalent within 0.005: the difference is "),
        (0.01, 0.02, "The linear score is significantly better: the difference is "),
        (-0.02, -0.01, "The linear score is significantly worse: the difference is "),
        (-0.02, 0.02, "There is no significant difference: the difference is "),
        (np.nan, np.nan, ", and its interval is not known."),
    ],
)
def test_judgement_of_a_difference(toy, low, high, judgement):
    difference = toy.honest.comparison.differences[0]._replace(low=low, high=high)
    comparison = dataclasses.replace(toy.honest.comparison, differences=(difference,))
    honest = dataclasses.replace(toy.honest, comparison=comparison)
    reason = headline(dataclasses.replace(toy, honest=honest)).reasons[1]
    assert judgement in reason
    assert np.isnan(low) or reason.endswith(f" (95% interval {low:+.4f} to {high:+.4f}).")


def test_a_perfect_score_has_a_bound_on_one_side_only():
    X, positive = three_columns()
    separated = np.column_stack([X[:, 0], positive + 0.1 * np.tanh(X[:, 1])])
    said = headline(analyse_rows(separated, positive, seconds=600))
    assert "to 1.0000; all pairs are ranked correctly: a one-sided interval)" in said.reasons[0]


def test_a_blend_is_compared_with_its_best_column():
    X, positive = three_columns()
    blend = analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE, seconds=600)
    assert title(blend) == "The best blend of 3 scores for ill"
    said = headline(blend)
    assert said.sentence.startswith("The best blend has an AUC of ")
    assert said.reasons[1].startswith("The best single model, c0, has ")


def test_signs_are_part_of_the_claim():
    X, positive = three_columns()
    said = headline(analyse_rows(X, positive, signs=(1, 0, -1)))
    assert said.sentence.startswith("The best linear score with these signs has an AUC of ")
