"""Faces under signs, and columns set aside: each must be there, and be what it is said to be."""

from fractions import Fraction

import numpy as np
import pytest
from certified import check_refused, gaussians, set_to, solve_and_check

import aucopt
from aucopt.verifier.faces import is_independent

COLUMNS = {
    "a column set aside that matters": lambda c: c["columns"]["kept"].pop(),
    "a column set aside by a false relation": lambda c: c["columns"].update(
        kept=c["columns"]["kept"][1:], relations={"0": ["1"] * (len(c["signs"]) - 1)}
    ),
    "a relation too short": lambda c: c["columns"].update(
        kept=c["columns"]["kept"][1:], relations={"0": ["1"] * (len(c["signs"]) - 2)}
    ),
    "a column twice": lambda c: c["columns"]["kept"].append(0),
    "no relations": lambda c: c["columns"].pop("relations"),
    "no columns": lambda c: c.pop("columns"),
    "no faces": lambda c: c.pop("faces"),
    "an empty list of faces": set_to("faces", to=[]),
    "a scale of zero": set_to("faces", 0, "scale", 0, to="0"),
    "a negative scale": set_to("faces", 0, "scale", 0, to="-1"),
    "a scale that is no number": set_to("faces", 0, "scale", 0, to="one"),
    "a scale over zero": set_to("faces", 0, "scale", 0, to="1/0"),
    "too few scales": lambda c: c["faces"][0]["scale"].pop(),
    "a face of other columns": set_to("faces", 0, "columns", to=[7, 8]),
}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("kind", COLUMNS)
def test_changed_columns_and_faces_are_refused(proved_by, version, kind):
    content, X, y = proved_by[version]
    check_refused(content, COLUMNS[kind], X, y)


def test_missing_faces_and_start_cones_under_signs_are_refused():
    X, y = gaussians(14, 3, seed=3)
    content = solve_and_check(X, y, signs=[1, -1, 0]).content
    for k in range(len(content["faces"])):
        columns = content["faces"][k]["columns"]
        reason = check_refused(content, lambda c, k=k: c["faces"].pop(k), X, y)
        assert f"The face of columns {tuple(columns)} has no proof" in reason
    assert "from the axes" in check_refused(content, set_to("faces", -1, "basis", 0, to=[1, 1, 0]), X, y)


def test_a_constant_column_alone_ties_all_pairs():
    X, y = gaussians(14, 1, seed=3)
    table = np.column_stack([X[:, 0], np.ones(14)])
    worse = 1 - (y if aucopt.roc_auc_score(y, X[:, 0]) > 0.5 else 1 - y)
    assert solve_and_check(table, worse, signs=1).bound_exact == Fraction(1, 2)


def test_a_face_that_is_not_all_right_needs_a_proof():
    X, y = gaussians(30, 2)
    content = solve_and_check(X, y).content
    bare = {name: content["faces"][0][name] for name in ("columns", "scale")}
    reason = check_refused(content, set_to("faces", to=[{**bare, "method": "count"}]), X, y)
    assert "all its pairs may be right" in reason


def test_independence_is_exact():
    assert is_independent([[1, 2], [Fraction(1, 3), Fraction(2, 3) + Fraction(1, 10**30)]])
    assert not is_independent([[1, 2], [Fraction(1, 3), Fraction(2, 3)]])
    assert not is_independent([[0, 0, 1], [0, 1, 0], [0, 1, 1]])
