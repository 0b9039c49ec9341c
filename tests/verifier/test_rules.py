"""What the rows of one class are worth, against the definitions; false claims and corruptions."""

import copy
from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from certified import sealed
from curve_objectives import objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import strata_cases

import aucopt
from aucopt.exact.problem.problem import Problem
from aucopt.verifier.clock import Clock
from aucopt.verifier.objectives import read_objective
from aucopt.verifier.points import merge_points
from aucopt.verifier.posing import pose_data
from aucopt.verifier.reading import exact_data, read_numbers
from aucopt.verifier.rules import Rule

RULES = {
    Asked("max_fpr", "0.3"): Rule("a", False, True, Fraction(3, 10)),
    Asked("min_tpr", "0.3"): Rule("b", True, True, Fraction(7, 10)),
    Asked("specificity", "0.75"): Rule("c", False, False, Fraction(1, 4)),
    Asked("sensitivity", "0.75"): Rule("d", True, False, Fraction(1, 4)),
}


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(1, 3)), min_size=2, max_size=9),
    st.sampled_from(sorted(RULES)),
)
def test_a_rule_is_its_definition(rows: list[tuple[int, bool, int]], asked: Asked) -> None:
    if len({label for _, label, _ in rows}) < 2:
        return
    x, y, weight = (list(column) for column in zip(*rows, strict=True))
    sides = [[w * (label is side) for label, w in zip(y, weight, strict=True)] for side in (True, False)]
    points, rule = merge_points([x], *sides), RULES[asked]
    expected = naive_objectives.value([[v] for v in x], y, [1], asked, weight)
    assert Fraction(rule.along(points), rule.whole(points)) == expected
    assert rule.along(points) <= rule.most(points) <= rule.whole(points)


@settings(deadline=None, max_examples=60)
@given(strata_cases(1), st.sampled_from([Asked("max_fpr", "0.3"), Asked("min_tpr", "0.3")]), st.booleans())
def test_a_rule_within_strata_is_its_definition(case: Any, asked: Asked, by_cases: bool) -> None:
    X, y, strata, weight = case
    numbers = read_numbers(X, y, weight, strata)
    alike = {"strata_weight": "cases"} if by_cases else {}
    read = read_objective({"name": "PartialAUC", asked.kind: asked.limit, **alike})
    data = pose_data(read, numbers, exact_data(numbers), Clock(None, None))
    points = merge_points(data.columns, data.positive, data.negative, data.strata)
    expected = naive_objectives.value_within(
        X, y, [1], asked, strata, by_cases=by_cases, sample_weight=weight
    )
    assert read.rule is not None
    assert Fraction(read.rule.along(points), read.rule.whole(points)) == expected
    assert read.rule.along(points) <= read.rule.most(points) <= read.rule.whole(points)


def make(asked: Asked, signs: object = None) -> tuple[dict, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    y = np.arange(16) % 2
    X = rng.integers(0, 4, (16, 3)) + y[:, None]
    solution = aucopt.maximize(X, y, objective_of(asked), signs=signs, solver="cone", certify=True)
    assert solution.certificate is not None
    return copy.deepcopy(solution.certificate.content), X, y


@pytest.mark.parametrize("signs", [None, [1, 0, -1]])
@pytest.mark.parametrize("asked", sorted(RULES))
def test_certificates_hold_and_false_claims_do_not(asked: Asked, signs: object) -> None:
    content, X, y = make(asked, signs)
    verdict = aucopt.verify(content, X, y)
    assert verdict, str(verdict)
    assert objective_of(asked).stated is not None
    assert content["objective"] == objective_of(asked).stated
    objective, problem, best = objective_of(asked), Problem.read(X, y), content["claim"]["value"]
    for direction in ([1, 0, 0], [0, 0, -1], [1, 1, -1]):
        value = objective.count(problem, problem.direction_of(direction)).value
        if value < best:
            status = "optimal" if value == best - 1 else "max_gap"
            claim = {"direction": direction, "value": value, "bound": best - 1, "status": status}
            false = sealed({**content, "claim": {**content["claim"], **claim}})
            assert not aucopt.verify(false, X, y)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ties": "half"}, "tied pairs count against"),
        ({"objective": {"name": "Sensitivity", "specificity": "0.50"}}, "a decimal from 0 to 1"),
        ({"objective": {"name": "Sensitivity", "specificity": 0.5}}, "a decimal from 0 to 1"),
        ({"objective": {"name": "Specificity", "sensitivity": "0.1"}}, "The direction has"),
        ({"faces": []}, "has no proof"),
    ],
)
def test_corrupted_certificates_are_refused(change: dict, sentence: str) -> None:
    content, X, y = make(Asked("specificity", "0.75"))
    verdict = aucopt.verify(sealed({**content, **change}), X, y)
    assert not verdict
    assert sentence.lower() in verdict.reason.lower()


def test_claims_that_count_wrongly_are_refused() -> None:
    content, X, y = make(Asked("max_fpr", "0.3"))
    for name in ("value", "total"):
        claim = {**content["claim"], name: content["claim"][name] + 1}
        claim["bound"] = max(claim["bound"], claim["value"])
        assert "the claim is" in aucopt.verify(sealed({**content, "claim": claim}), X, y).reason
    cut = {**content["claim"], "cutoff": "1/2"}
    assert not aucopt.verify(sealed({**content, "claim": cut}), X, y).is_understood
