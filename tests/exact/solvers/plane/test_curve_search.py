"""Objectives of a part of the curve in the plane, against every direction there is."""

from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import gaussians, plane_tables

import aucopt
from aucopt.exact.solvers.plane import curve, search
from aucopt.exact.solvers.plane.arcs import Piece
from aucopt.exact.solvers.plane.curve_search import join_pieces
from aucopt.exact.solvers.plane.direction import Cell, Direction

KINDS = {
    "max_fpr": lambda limit: aucopt.PartialAUC(max_fpr=limit),
    "min_tpr": lambda limit: aucopt.PartialAUC(min_tpr=limit),
    "specificity": aucopt.Sensitivity,
    "sensitivity": aucopt.Specificity,
}
LIMITS = ["0", "0.1", "0.25", "0.5", "0.9", "1"]


@st.composite
def asked(draw: st.DrawFn) -> naive_objectives.Asked:
    kind, limit = draw(st.sampled_from(sorted(KINDS))), draw(st.sampled_from(LIMITS))
    assume((kind, limit) not in {("max_fpr", "0"), ("min_tpr", "1")})
    return naive_objectives.Asked(kind, limit)


def check(case: dict[str, Any], asked: naive_objectives.Asked) -> None:
    weight = case["sample_weight"]
    if weight is not None:
        assume(len({label for label, s in zip(case["y"], weight, strict=True) if s}) == 2)
    solution = aucopt.maximize(**case, objective=KINDS[asked.kind](float(asked.limit)))
    expected = naive_objectives.best(case["X"], case["y"], asked, weight, case["signs"])
    assert (solution.value_exact, solution.bound_exact, solution.status) == (expected, expected, "optimal")
    # Weights of floats may leave a thin cell; the exact direction does not.
    exact = naive_objectives.value(case["X"], case["y"], solution.direction, asked, weight)
    assert exact == expected


@settings(deadline=None, max_examples=60)
@given(plane_tables(), asked())
def test_the_plane_finds_what_all_directions_have(
    case: dict[str, Any], asked: naive_objectives.Asked
) -> None:
    check(case, asked)


@settings(deadline=None, max_examples=60)
@given(plane_tables(), asked())
def test_with_next_to_no_room(case: dict[str, Any], asked: naive_objectives.Asked) -> None:
    """Hardly any list: arcs are divided, and split at crowds, even on tiny data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curve, "_MIN_ROOM", 1)
        patch.setattr(search, "_SMALL", 4)
        check(case, asked)


def overlapping(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, 2)) + 0.5 * y[:, None], y


@pytest.mark.parametrize("objective", [aucopt.PartialAUC(max_fpr=0.1), aucopt.Specificity(0.9)])
def test_the_answer_depends_on_neither_threads_nor_rows(objective: Any) -> None:
    X, y = overlapping(2500, 3)
    one, two = (aucopt.maximize(X, y, objective, n_jobs=n) for n in (1, 2))
    turned = aucopt.maximize(X[::-1], y[::-1], objective)
    assert one.gap == two.gap == turned.gap == 0
    assert one.direction == two.direction == turned.direction
    assert [arc.start for arc in one.arcs] == [arc.start for arc in two.arcs]


def test_all_of_the_area_is_the_auc() -> None:
    X, y = overlapping(300, 1)
    whole, auc = aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=1)), aucopt.maximize_auc(X, y)
    assert (whole.value_exact, whole.direction) == (auc.value_exact, auc.direction)


def test_of_equally_good_directions_the_highest_auc_is_taken() -> None:
    X, y = overlapping(200, 5)
    solution = aucopt.maximize(X, y, aucopt.Sensitivity(0))  # everything may be accepted
    assert solution.value == 1
    assert solution.auc == aucopt.maximize_auc(X, y).auc


def test_a_search_that_is_cut_short_has_a_bound() -> None:
    X, y = overlapping(3000, 2)
    objective = aucopt.PartialAUC(max_fpr=0.2)
    short, whole = aucopt.maximize(X, y, objective, time_limit=0), aucopt.maximize(X, y, objective)
    assert short.status == "time_limit"
    assert short.value_exact <= whole.value_exact <= short.bound_exact
    near = aucopt.maximize(X, y, objective, max_gap=0.05)
    assert near.gap <= 0.05
    assert near.value_exact <= whole.value_exact <= near.bound_exact


def test_coincident_rows_enter_the_bound() -> None:
    # The positive ties with a negative for ever: half of it is above.
    X, y = [[0, 0], [0, 0], [1, 1], [2, 0]], [1, 0, 0, 0]
    solution = aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=1 / 2))
    assert solution.value_exact == solution.bound_exact == Fraction(2, 3)


def test_pieces_that_meet_are_one_arc() -> None:
    a, b, c = Direction(1, 0), Direction(1, 1), Direction(0, 1)
    pieces = [Piece(b, c, False), Piece(a, b, False)]
    angle = {a: 0.0, b: 0.8, c: 1.6}.__getitem__
    assert join_pieces(pieces, angle) == [Cell(a, c)]
    far = Direction(-1, 0)
    around = [Piece(far, a, False), Piece(a, b, False), Piece(c, far, False)]
    assert join_pieces(around, {**{a: 0.0, c: 1.6}, far: 3.1}.__getitem__) == [Cell(c, b)]


@pytest.mark.parametrize("objective", [aucopt.PartialAUC(max_fpr=0.2), aucopt.Specificity(sensitivity=0.8)])
def test_proofs_of_two_columns_are_written_by_cones(objective: Any) -> None:
    X, y = gaussians(40, 2)
    found = aucopt.maximize(X, y, objective, certify=True)
    assert found.value_exact == aucopt.maximize(X, y, objective).value_exact
    assert aucopt.verify(found.certificate, X, y)
    with pytest.raises(ValueError, match="Proofs of this objective are written by cones"):
        aucopt.maximize(X, y, objective, solver="plane", certify=True)
