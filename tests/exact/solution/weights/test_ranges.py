"""How far weights may vary: ranges against the cells that brute force finds."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import naive
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import nnls
from strategies import small_integers, two_clouds

import aucopt
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.exact.posed import pose
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.ranges import value_within
from aucopt.exact.solvers.base import MEMORY


def cones_of_level(X, y, weights, signs, level):
    """Simplicial cones, of any number of vertices, in whose inside the AUC is at least the level."""
    pairs = naive.weighted_pairs(naive.exact_points(X), y, weights)
    total = sum(s for _, _, s in pairs)
    cuts = {naive.integers(naive.minus(x, z)): Fraction(0) for x, z, _ in pairs}
    for x, z, s in pairs:
        cuts[naive.integers(naive.minus(x, z))] += s
    d = len(X[0])
    orthants = product(*[[s] if s else [1, -1] for s in signs])
    cones = {tuple(tuple(s * (i == j) for i in range(d)) for j, s in enumerate(o)) for o in orthants}
    for u in cuts:
        cones = {part for cone in cones for part in naive.cut_cone(cone, u)}
    faces = {frozenset(face) for cone in cones for k in range(d) for face in combinations(cone, k + 1)}

    def auc(face):
        w = tuple(map(sum, zip(*face, strict=True)))
        value = sum(s * (1 + naive.sign_of(naive.inner(u, w))) for u, s in cuts.items())
        return Fraction(value, 2 * total)

    return [face for face in faces if auc(face) >= level]


def highest(face, j, reference, ranges):
    """The highest weight of a column over a cone that lies in one orthant, as angle against a reference."""
    rows = np.array(sorted(face), dtype=float)
    if reference is not None:
        angles = [np.arctan2(w[j] * ranges[j], abs(w[reference])) for w in rows if w[j] or w[reference]]
        return max(angles, default=-np.inf)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    if rows[:, j].max() <= 0:
        return rows[:, j].max()
    # The nearest direction to the axis: its projection.
    share, _ = nnls(rows.T, np.eye(rows.shape[1])[j])
    return np.linalg.norm(share @ rows)


def turned(face, j):
    return {tuple(-v if k == j else v for k, v in enumerate(w)) for w in face}


@given(
    d=st.integers(1, 3),
    rows=st.lists(
        st.tuples(small_integers, small_integers, small_integers, st.integers(1, 2)), min_size=3, max_size=6
    ),
    bits=st.integers(1, 62),
    signs=st.tuples(*[st.sampled_from([0, 0, 1, -1])] * 3),
    delta=st.sampled_from([0, 0.1, 0.25]),
    reference=st.sampled_from([None, 0]),
)
@settings(max_examples=40, deadline=None)
def test_ranges_are_those_of_the_cells(d, rows, bits, signs, delta, reference):
    X = [row[:d] for row in rows]
    weights = [row[3] for row in rows]
    y = [bits >> k & 1 for k in range(len(rows))]
    y[0] = 1 - y[1]
    if np.linalg.matrix_rank(np.array(X) - X[0]) < d:
        return
    tolerance = 0.02
    found = aucopt.weight_ranges(
        X, y, delta, sample_weight=weights, signs=signs[:d], tolerance=tolerance,
        normalize="norm" if reference is None else reference,
    )  # fmt: skip
    best = naive.best_anywhere(X, y, weights, signs[:d])
    total = sum(s for _, _, s in naive.weighted_pairs(naive.exact_points(X), y, weights))
    level = Fraction(best, 2 * total) - Fraction(str(delta))
    faces = cones_of_level(X, y, weights, signs[:d], level)
    ranges = np.ptp(X, axis=0) / np.ptp(X, axis=0)[reference or 0]
    slack = tolerance if d == 3 else 0
    assert found.status == ("tolerance" if d == 3 else "exact")

    for j in range(d):
        if j == reference:
            continue

        def scale(w, j=j):
            return w if reference is None else np.arctan(w * ranges[j])

        high = max(highest(face, j, reference, ranges) for face in faces)
        low = -max(highest(turned(face, j), j, reference, ranges) for face in faces)
        if high == -np.inf:
            # Every direction of the level leaves out both this column and the reference.
            assert np.isnan(found.low[j])
            continue
        assert scale(found.certain_low[j]) - 1e-7 <= low + slack
        assert scale(found.certain_high[j]) + 1e-7 >= high - slack
        assert low - slack - 1e-7 <= scale(found.low[j]) <= low + 1e-7
        assert high - 1e-7 <= scale(found.high[j]) <= high + slack + 1e-7
        assert found.low[j] <= found.certain_low[j] <= found.certain_high[j] <= found.high[j]


@pytest.mark.parametrize(("d", "tolerance"), [(2, 0.001), (3, 0.01), (4, 0.1)])
def test_ranges_hold_every_direction_within_delta(d, tolerance):
    X, y = two_clouds(40, d)
    found = aucopt.weight_ranges(X, y, 0.02, tolerance=tolerance, time_limit=None)
    w = np.random.default_rng(1).normal(size=(3000, d)) * 0.3 + found.solution.coef
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    near = np.array([aucopt.roc_auc_score(y, X @ v) for v in w]) >= found.solution.auc - 0.02
    assert near.sum() > 10
    assert (w[near].min(axis=0) >= found.low).all()
    assert (w[near].max(axis=0) <= found.high).all()
    assert (found.high - found.certain_high <= tolerance + 1e-9).all()
    assert (found.certain_low - found.low <= tolerance + 1e-9).all()
    assert (found.low <= found.weight).all()
    assert (found.weight <= found.high).all()


def test_ranges_as_a_table():
    X, y = two_clouds(30, 2)
    X[:, 1] /= 1000
    frame = pd.DataFrame(X, columns=["age", "dose"]).assign(site=1)
    found = aucopt.weight_ranges(frame, y, 0.01, normalize="age")
    assert (found.low[0], found.weight[0], found.high[0]) == pytest.approx((1, 1, 1))
    assert found.low[1] < found.weight[1] < found.high[1]
    assert (found.low[2], found.high[2]) == (0, 0)
    lines = str(found).splitlines()
    assert [line.split()[0] for line in lines] == ["column", "age", "dose", "site", "AUC"]
    whole = aucopt.weight_ranges(frame[["age", "dose"]], y, 1.0, normalize="age")
    assert (whole.low[1], whole.high[1]) == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"delta": -0.1}, "delta must lie between 0 and 1, not -0.1"),
        ({"delta": "0.1"}, "delta must lie between 0 and 1, not '0.1'"),
        ({"tolerance": 0}, "tolerance must be a number above 0, not 0"),
        ({"normalize": "age"}, r"the name or number of a column \(x0, x1\), not 'age'"),
        ({"normalize": 2}, r"the name or number of a column \(x0, x1\), not 2"),
        ({"X": [[1, 2], [1, 4]], "y": [0, 1], "normalize": 0}, "The reference column 'x0' is constant"),
        ({"X": [[1, 2], [2, 4], [3, 6]], "y": [0, 1, 0]}, "drop some of: x1"),
        ({"X": [[1, 2], [1, 2]], "y": [0, 1]}, "All rows of X are equal"),
        ({"X": np.eye(10)[:, 1:], "y": np.arange(10) % 2}, "at most 8 columns, not 9"),
    ],
)
def test_bad_questions_are_refused(options, sentence):
    X, y = two_clouds(10, 2)
    options = {"X": X, "y": y, "delta": 0.01, **options}
    with pytest.raises(ValueError, match=sentence):
        aucopt.weight_ranges(**options)


@pytest.mark.parametrize(
    "objective",
    [
        aucopt.PartialAUC(max_fpr=0.3),
        aucopt.PartialAUC(min_tpr=0.7),
        aucopt.Sensitivity(0.8),
        aucopt.Specificity(0.8),
    ],
    ids=repr,
)
@pytest.mark.parametrize("signs", [None, 1])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_ranges_of_other_objectives_hold_all_that_is_as_good(objective: Any, signs: Any, d: int) -> None:
    X, y = two_clouds(24, d)
    ranges = aucopt.weight_ranges(X, y, 0.1, objective=objective, signs=signs, tolerance=0.05)
    assert ranges.status == ("exact" if d == 1 else "tolerance")
    problem, rng = Problem.read(X, y), np.random.default_rng(0)
    level = ranges.solution.value_exact - Fraction(1, 10)
    for w in rng.normal(size=(200, d)):
        w = np.abs(w) if signs else w
        w /= np.linalg.norm(w)
        if objective.count_rows(problem, w).share >= level:
            assert np.all((ranges.low - 1e-12 <= w) & (w <= ranges.high + 1e-12))
    assert np.all(ranges.certain_low >= ranges.low)
    assert np.all(ranges.certain_high <= ranges.high)
    assert objective.name in str(ranges)


@pytest.mark.parametrize("d", [2, 3])
def test_ranges_of_a_concordance_of_censored_times(d):
    """No direction of many that is within delta lies outside, and both ends are reached by some."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(30, d)).round(1)
    y = np.column_stack([np.arange(30) % 3 > 0, np.exp(-X[:, 0] - rng.normal(size=30)).round(2)])
    found = aucopt.weight_ranges(X, y, 0.05, objective="concordance", tolerance=0.02)
    some = rng.normal(size=(3000, d))
    some /= np.linalg.norm(some, axis=1)[:, np.newaxis]
    within = [w for w in some if aucopt.concordance(y, X @ w) >= found.solution.value - 0.05]
    lowest, highest = np.min(within, axis=0), np.max(within, axis=0)
    assert (found.low - 1e-9 <= lowest).all()
    assert (highest <= found.high + 1e-9).all()
    assert np.abs(np.concatenate([found.low - lowest, found.high - highest])).max() < 0.1
    assert found.status == ("exact" if d == 2 else "tolerance")


@pytest.mark.parametrize("part", [{"max_fpr": 0.4}, {"min_tpr": 0.5}])
@pytest.mark.parametrize("strata_weight", ["pairs", "cases"])
def test_ranges_of_a_partial_area_within_strata(part: dict[str, float], strata_weight: str) -> None:
    """No direction of many that is within delta lies outside, and both ends are reached by some."""
    rng = np.random.default_rng(4)
    strata, y = np.array(list("bca"))[np.arange(45) % 3], rng.random(45) < 0.4
    X = rng.normal(size=(45, 2)).round(1) + y[:, None] + 9 * (strata == "a")[:, None]
    how: dict[str, Any] = {**part, "strata_weight": strata_weight}
    found = aucopt.weight_ranges(
        X, y, 0.05, objective=StratifiedPartialAUC(**how), strata=strata, tolerance=0.01
    )
    angles = np.linspace(0, 2 * np.pi, 1500)
    some = np.column_stack([np.cos(angles), np.sin(angles)])
    level = found.solution.value - 0.05 - 1e-12
    within = [w for w in some if aucopt.partial_auc(y, X @ w, strata=strata, **how) >= level]
    lowest, highest = np.min(within, axis=0), np.max(within, axis=0)
    assert (found.low - 1e-9 <= lowest).all()
    assert (highest <= found.high + 1e-9).all()
    assert np.abs(np.concatenate([found.low - lowest, found.high - highest])).max() < 0.03
    assert found.status == "tolerance"


def test_rounded_strata_leave_nothing_out_of_a_range() -> None:
    """Strata without a small common multiple: the level is counted in rounded weights."""
    rng = np.random.default_rng(1)
    primes = [41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89]
    strata = np.repeat(np.arange(len(primes)), [p + 4 for p in primes])
    y = np.concatenate([np.arange(p + 4) < 4 for p in primes])
    X = rng.normal(size=(len(y), 2)) + y[:, None]
    asked = StratifiedPartialAUC(max_fpr=0.5, strata_weight="cases")
    found = aucopt.maximize(X, y, asked, strata=strata)
    problem = pose(X, y, asked, None, strata, "pairs", MEMORY).problem
    reached = asked.count(problem, problem.direction_of(found.coef)).value
    for delta in (Fraction(0), Fraction(1, 100)):
        level = value_within(problem, asked, found, delta)
        assert 0 <= reached - level - delta * asked.whole(problem) < 1e-6 * reached
