"""A cone measured in floats, its decided pairs counted and its open pairs listed."""

from fractions import Fraction
from itertools import product

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from kernel_runs import list_pairs, scores_of
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case, quick

from aucopt.kernels.cone.cone import count_decided, measure


def check_measure(case: ConeCase) -> None:
    vertices = case.vertices(0)
    for k, v in enumerate(case.cone):
        whole = [Fraction(a, max(map(abs, v)) << case.bits) for a in v]
        for i, j in product(range(len(case.points)), repeat=2):
            exact = naive.dot(tuple(whole), naive.minus(case.points[i], case.points[j]))
            apart = vertices.w[k] @ case.x[i] - vertices.w[k] @ case.x[j]
            at_once = float(vertices.w[k] @ (case.x[i] - case.x[j]))
            for score in (apart, at_once):
                assert abs(Fraction(float(score)) - exact) <= Fraction(vertices.error[k])
        size = max(map(abs, v)).bit_length()
        image = case.frame.whiten @ np.array([a / (1 << size) for a in v])
        assert vertices.u[k] == pytest.approx(image / np.linalg.norm(image))
        assert vertices.length[k] == pytest.approx(size + np.log2(np.linalg.norm(image)))
    # An error bound that lets nothing be decided would be true too.
    assert vertices.error.max() < 1e-12


@pytest.mark.kernels
@fixed_cone_cases
def test_float_scores_are_as_close_as_they_claim(case: ConeCase) -> None:
    check_measure(case)
    check_measure(case._replace(cone=tuple(tuple(a << 2000 for a in v) for v in case.cone)))


FLAT = ConeCase(
    # The second column is constant, and all but the whole of a vertex.
    points=[(-2, 0, 1, -1), (1, 0, 0, -2)],
    p=[1, 0],
    q=[0, 1],
    cone=((51896, 0, 0, 0), (0, -53309, 0, 0), (0, 0, -56552, 0), (0, 0, 0, 1736)),
)


@quick
@example(FLAT, 900)
@given(cone_cases(), st.one_of(st.integers(0, 120), st.integers(900, 3000)))
def test_float_scores_of_any_cone_are_as_close_as_they_claim(case: ConeCase, bits: int) -> None:
    moved = [tuple((a << bits) + (3 << bits // 2) + 1 for a in v) for v in case.cone]
    check_measure(case._replace(cone=tuple(moved)))


def test_digits_of_mixed_signs_are_measured_too() -> None:
    """Carries leave digits of either sign; a leading 1 may all but cancel against the next."""
    case = make_cone_case("grid", "ones", 3, 6, seed=0)
    vertices = case.vertices(1, size=6)
    top = (1 << 26) - 1  # the largest digit
    rows = [[1, 2, -3, -top, -top, 1], [0, 5, -top, 1, 0, 0], [7, -1, -1, -1, -1, 0]]
    vertices.digits[3] = rows
    measure(vertices, 3, case.frame)
    whole = [naive_cone.number(row) for row in rows]
    expected = [float(Fraction(v, max(map(abs, whole)))) for v in whole]
    assert vertices.w[3] == pytest.approx(expected, rel=12 * 2.0**-53)


def check_decided(case: ConeCase, widen: float) -> None:
    vertices = case.vertices(0)
    high, low, above, below = scores_of(case, vertices)
    error = widen * vertices.error
    order = np.argsort(below[0])
    gain, loss = np.array(case.p)[high], np.array(case.q)[low][order]
    below = below[:, order]
    wrong, right = count_decided(
        above,
        below,
        error,
        gain,
        loss,
        np.searchsorted(below[0], above[0] + error[0], side="right"),
        np.searchsorted(below[0], above[0] - error[0], side="left"),
    )
    expected_wrong = expected_right = 0
    for i, j in product(range(len(high)), range(len(low))):
        expected_wrong += int(gain[i] * loss[j]) * bool(np.all(below[:, j] > above[:, i] + error))
        expected_right += int(gain[i] * loss[j]) * bool(np.all(below[:, j] < above[:, i] - error))
    assert (wrong, right) == (expected_wrong, expected_right)
    # Floats decide only what is so.
    truly_right, truly_wrong, _ = naive_cone.sort_pairs(case.points, case.p, case.q, case.cone)
    assert wrong <= truly_wrong
    assert right <= truly_right


@pytest.mark.kernels
@pytest.mark.parametrize("widen", [1.0, 1e14])
@fixed_cone_cases
def test_decided_pairs_are_counted(case: ConeCase, widen: float) -> None:
    check_decided(case, widen)


@pytest.mark.kernels
@pytest.mark.parametrize("n", [1, 2, 4, 5])
def test_decided_pairs_are_counted_in_other_dimensions(n: int) -> None:
    for seed in range(5):
        check_decided(make_cone_case("grid", "mixed", n, 12, seed), 1.0)


@quick
@given(cone_cases(), st.sampled_from([1.0, 1e14]))
def test_decided_pairs_of_any_cone_are_counted(case: ConeCase, widen: float) -> None:
    check_decided(case, widen)


def check_listed(case: ConeCase) -> None:
    _, planes, pairs, _, n, sure = list_pairs(case)
    right, _, rest = naive_cone.sort_pairs(case.points, case.p, case.q, case.cone)
    found = {}
    for t in range(n):
        i, j = int(planes.high[t]), int(planes.low[t])
        found[i, j] = (int(pairs.up[t]), int(pairs.down[t]))
        assert pairs.plane[t] == t
        assert (planes.gain[t], planes.loss[t]) == (case.p[i] * case.q[j], 0)
        assert pairs.d[:, t].tolist() == (case.x[i] - case.x[j]).tolist()
    assert sure == right
    assert found == rest
    assert len(found) == n
    if n:
        assert list_pairs(case, room=n).n_open == n
        assert list_pairs(case, room=n - 1).n_open == -1


@pytest.mark.kernels
@fixed_cone_cases
def test_open_pairs_are_listed_with_their_signs(case: ConeCase) -> None:
    check_listed(case)


@pytest.mark.kernels
@pytest.mark.parametrize("n", [1, 2, 4])
def test_open_pairs_are_listed_in_other_dimensions(n: int) -> None:
    """A cone of one column has one vertex: nothing behind it is read."""
    for seed in range(5):
        check_listed(make_cone_case("grid", "mixed", n, 12, seed))


@quick
@given(cone_cases())
def test_open_pairs_of_any_cone_are_listed_with_their_signs(case: ConeCase) -> None:
    check_listed(case)
