"""How weights are brought to one size, and how far they reach inside a cone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import small_integers

import aucopt
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.normalize import Normalization, Range, read_normalization, unit_floats

EXAMPLES = settings(deadline=None, max_examples=100)
PROBLEM = Problem.read([[0, 5, 10], [1, 5, 30], [2, 5, 20], [4, 5, 60]], [0, 1, 0, 1])
VECTORS = st.lists(st.integers(-9, 9), min_size=3, max_size=3).filter(any)


def test_weights_per_standard_deviation_are_those_of_standardised_columns():
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = np.round(rng.normal(size=(40, 2)) + y[:, None], 2) * [1, 100]
    unit = X / X.std(axis=0)
    per_deviation, norm = (
        aucopt.weight_ranges(X, y, 0.02, normalize="sd"),
        aucopt.weight_ranges(unit, y, 0.02),
    )
    assert per_deviation.low == pytest.approx(norm.low, abs=1e-6)
    assert per_deviation.high == pytest.approx(norm.high, abs=1e-6)
    intervals = aucopt.bootstrap_weights(X, y, n_resamples=30, normalize="sd")
    assert np.linalg.norm(intervals.samples, axis=1) == pytest.approx(np.ones(30))
    assert np.all((intervals.low <= intervals.weight) & (intervals.weight <= intervals.high))


def test_a_reference_is_a_column_by_name_or_number() -> None:
    by_name, by_number = (read_normalization(key, PROBLEM) for key in ("x2", 2))
    assert by_name.reference == by_number.reference == 2
    # The ranges of the columns in that of the reference; a constant one has none.
    assert by_name.spread.tolist() == by_number.spread.tolist() == [4 / 50, 1, 1]
    assert read_normalization("norm", PROBLEM).reference is None


@pytest.mark.parametrize(
    ("normalize", "sentence"),
    [("x9", "not 'x9'"), (3, "not 3"), (None, "not None"), ("x1", "reference column 'x1' is constant")],
)
def test_what_is_no_column_to_refer_to_is_refused(normalize: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_normalization(normalize, PROBLEM)


@EXAMPLES
@given(VECTORS, st.integers(1, 5))
def test_weights_against_a_reference_are_ratios(w: list[int], times: int) -> None:
    norm = Normalization(0, np.array([1.0, 0.5, 2.0]))
    weights = np.array(w, dtype=float)
    shown = norm.show(norm.measure(times * weights))
    if w[0]:
        assert shown == pytest.approx(weights / abs(weights[0]))
    else:
        # Against a reference of no weight any other is without end, and none is no number.
        expected = np.where(weights == 0, np.nan, np.copysign(np.inf, weights))
        np.testing.assert_array_equal(shown, expected)


@EXAMPLES
@given(VECTORS, st.integers(1, 5))
def test_weights_of_length_one(w: list[int], times: int) -> None:
    weights = np.array(w, dtype=float)
    measured = Normalization(None, np.ones(3)).measure(times * weights)
    assert measured == pytest.approx(weights / np.linalg.norm(weights))


@EXAMPLES
@given(
    st.lists(VECTORS, min_size=3, max_size=3),
    st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any),
    st.sampled_from([None, 0]),
)
def test_limits_of_a_cone_hold_every_direction_in_it(
    corners: list[list[int]], parts: list[int], reference: int | None
) -> None:
    rows = np.array(corners, dtype=float)
    if reference is not None:
        # Inside a cone the weight of the reference keeps its sign.
        rows[:, reference] = np.abs(rows[:, reference])
    inside = np.array(parts) @ rows
    if not inside.any() or (reference is not None and not inside[reference]):
        return
    norm = Normalization(reference, np.array([1.0, 0.5, 2.0]))
    limits, measured = norm.limits(rows), norm.measure(inside)
    assert (limits.low - 1e-12 <= measured).all()
    assert (measured <= limits.high + 1e-12).all()


def test_joined_ranges_hold_both() -> None:
    a, b = (
        Range(np.array([0.0, np.nan]), np.array([1.0, np.nan])),
        Range(np.array([-2.0, 3]), np.array([0.5, 4])),
    )
    joined = a.join(b)
    assert (joined.low.tolist(), joined.high.tolist()) == ([-2, 3], [1, 4])


@EXAMPLES
@given(st.lists(small_integers, min_size=1, max_size=3), st.integers(0, 2000))
def test_directions_of_any_length_become_floats(w: list[int], exponent: int) -> None:
    largest = max(map(abs, w)) or 1
    assert unit_floats([v << exponent for v in w]).tolist() == [v / largest for v in w]
