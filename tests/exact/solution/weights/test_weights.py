"""How sure the weights are: ranges, bootstrap intervals and simple integers against slow obvious twins."""

from fractions import Fraction
from itertools import combinations, product
from math import gcd

import naive
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import nnls

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.bootstrap import Refits


def two_clouds(n, d, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], y


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


small = st.integers(-2, 2)


@given(
    d=st.integers(1, 3),
    rows=st.lists(st.tuples(small, small, small, st.integers(1, 2)), min_size=3, max_size=6),
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


def test_ranges_do_not_depend_on_threads_and_grow_when_time_is_up():
    X, y = two_clouds(40, 3)
    found = [aucopt.weight_ranges(X, y, 0.01, tolerance=0.02, n_jobs=k) for k in (1, 2)]
    assert found[0].low.tolist() == found[1].low.tolist()
    assert found[0].high.tolist() == found[1].high.tolist()
    hurried = aucopt.weight_ranges(X, y, 0.01, time_limit=0)
    assert hurried.status == "time_limit"
    assert (hurried.low <= found[0].certain_low + 1e-9).all()
    assert (hurried.high >= found[0].certain_high - 1e-9).all()


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


@given(
    rows=st.lists(st.tuples(small, small, st.booleans()), min_size=3, max_size=12),
    sign=st.sampled_from([0, 1]),
    seed=st.integers(0, 99),
)
@settings(max_examples=40, deadline=None)
def test_a_refit_is_the_optimum_of_the_resampled_rows(rows, sign, seed):
    X, y = np.array([row[:2] for row in rows]), np.array([row[2] for row in rows])
    y[:2] = [True, False]
    problem = Problem.read(X, y).independent()
    if problem.relations or len(problem.columns) < 2:
        return
    solution = aucopt.maximize_auc(X, y, signs=sign)
    rng = np.random.default_rng(seed)
    weight = np.column_stack([rng.integers(0, 3, problem.n_points) * (w > 0) for w in problem.weight.T])
    if not weight.any(axis=0).all():
        return
    refit = Refits(problem, AUC(), (sign, sign), solution).fit(weight)
    # Points as rows again, so many times each; the scale of a column does not matter.
    points = np.array(problem.integers())
    up, down = (np.repeat(points, weight[:, k], axis=0) for k in (0, 1))
    labels = np.repeat([1, 0], [len(up), len(down)])
    again = aucopt.maximize_auc(np.vstack([up, down]), labels, signs=sign)
    assert refit.auc <= again.auc + 1e-12
    if len(np.unique(np.vstack([up, down]), axis=0)) > 2 and len(again.arcs) and not again.notes:
        assert refit.auc == pytest.approx(again.auc)
    if sign:
        assert (refit.coef >= 0).all()


@pytest.mark.parametrize("d", [1, 2, 3])
def test_bootstrap(d):
    X, y = two_clouds(60, d)
    options = {"n_resamples": 30, "random_state": 5}
    found = aucopt.bootstrap_weights(X, y, **options)
    assert found.samples.shape == (30, d)
    assert np.linalg.norm(found.samples, axis=1) == pytest.approx(1)
    assert (found.low <= found.high).all()
    assert (found.auc_samples >= 0.5).all()
    assert found.auc_low <= np.median(found.auc_samples) <= found.auc_high
    threads = aucopt.bootstrap_weights(X, y, **options, n_jobs=2)
    assert threads.samples.tolist() == found.samples.tolist()
    assert threads.low.tolist() == found.low.tolist()
    other = aucopt.bootstrap_weights(X, y, n_resamples=30, random_state=6)
    assert other.auc_samples.tolist() != found.auc_samples.tolist()
    assert "95% of 30 resamples" in str(found)
    inside = [((s >= found.low - 1e-9) & (s <= found.high + 1e-9)).all() for s in found.samples]
    assert np.mean(inside) >= (0.9 if d < 3 else 0.7)


def test_bootstrap_of_repeated_rows_and_signs():
    X, y = two_clouds(40, 2)
    X[:, 1] *= -1
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(site=3)
    repeats = np.arange(40) % 3
    found = aucopt.bootstrap_weights(
        frame, y, sample_weight=repeats, signs=1, n_resamples=20, normalize="a", confidence=0.8
    )
    assert (found.samples[:, :2] >= 0).all()
    assert (found.samples[:, 2] == 0).all()
    assert found.weight[0] == pytest.approx(1)
    copied = aucopt.bootstrap_weights(
        frame.iloc[np.repeat(np.arange(40), repeats)], np.repeat(y, repeats), signs=1, n_resamples=20,
        normalize="a", confidence=0.8,
    )  # fmt: skip
    assert copied.samples.tolist() == found.samples.tolist()


def test_the_best_weights_of_noise_are_optimistic():
    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    assert aucopt.bootstrap_weights(X, y, n_resamples=50).optimism > 0.02


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n_resamples": 0}, "n_resamples must be a whole number of at least 1, not 0"),
        ({"confidence": 95}, "confidence must lie between 0 and 1, not 95"),
        ({"sample_weight": [0.5] * 10}, "needs whole sample weights"),
        ({"normalize": 7}, "normalize must be"),
    ],
)
def test_bad_bootstraps_are_refused(options, sentence):
    X, y = two_clouds(10, 2)
    with pytest.raises(ValueError, match=sentence):
        aucopt.bootstrap_weights(X, y, **options)


@given(
    d=st.integers(1, 3),
    rows=st.lists(st.tuples(small, small, small, st.booleans()), min_size=3, max_size=8),
    sign=st.sampled_from([0, 1, -1]),
    delta=st.sampled_from([0, 0.05, 0.2]),
    units=st.sampled_from([None, (1, 0.1, 5)]),
)
@settings(max_examples=60, deadline=None)
def test_simple_weights_are_the_simplest(d, rows, sign, delta, units):
    X, y = [row[:d] for row in rows], [int(row[3]) for row in rows]
    y[:2] = [1, 0]
    units = units and units[:d]
    largest = 3
    found = aucopt.simple_weights(X, y, delta, largest=largest, signs=sign, units=units)
    points = naive.exact_points(X)
    pairs = naive.weighted_pairs(points, y, None)
    per_unit = [Fraction(str(unit)) for unit in units or [1] * d]
    varies = [len(set(column)) > 1 for column in zip(*X, strict=True)]

    def auc(weights):
        w = tuple(v / unit for v, unit in zip(weights, per_unit, strict=True))
        right, tied, total = naive.count_pairs(pairs, w)
        return (right + tied / 2) / total

    allowed = [v for v in range(-largest, largest + 1) if v * sign >= 0]
    candidates = [w for w in product(*[allowed if v else [0] for v in varies]) if gcd(*w) == 1]
    if not candidates:
        return
    level = Fraction(naive.best_anywhere(X, y, None, [sign] * d), 2 * len(pairs)) - Fraction(str(delta))
    assert float(auc(found.weights)) == found.auc
    assert found.complete
    good = [w for w in candidates if auc(w) >= level]
    assert found.within == bool(good)

    def complexity(w):
        return max(map(abs, w)), sum(map(abs, w)), -auc(w)

    if good:
        assert complexity(found.weights) == min(map(complexity, good))
    else:
        assert auc(found.weights) == max(map(auc, candidates))


def test_simple_weights_of_many_columns_are_rounded_and_say_so():
    X, y = two_clouds(60, 12)
    found = aucopt.simple_weights(X, y, 0.02, largest=5)
    assert found.within
    assert not found.complete
    assert "simpler ones may exist" in str(found)
    assert max(map(abs, found.weights)) <= 5
    assert found.auc == pytest.approx(aucopt.roc_auc_score(y, X @ np.array(found.weights)))
    assert found.auc >= found.solution.auc - 0.02
    few = aucopt.simple_weights(X[:, :2], y, 0.02, time_limit=0)
    assert not few.complete


def test_simple_weights_read_like_a_score():
    X, y = two_clouds(40, 2)
    frame = pd.DataFrame({"age": 12 * X[:, 0] + 50, "ratio": -X[:, 1] / 30})
    found = aucopt.simple_weights(frame, y, 0.02, units="auto")
    assert found.units == (10.0, 0.05)
    assert str(found).splitlines()[0].startswith("(age / 10) - (ratio / 0.05)") or "(age / 10)" in str(found)
    alone = aucopt.simple_weights(frame[["ratio"]], y, 0)
    assert str(alone).splitlines()[0] == "-ratio"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"delta": 2}, "delta must lie between 0 and 1, not 2"),
        ({"largest": 0}, "largest must be a whole number of at least 1, not 0"),
        ({"units": "sd"}, "units must be 'auto' or 2 numbers, one a column; got 'sd'"),
        ({"units": [1, 2, 3]}, "units must be 'auto' or 2 numbers"),
        ({"units": [1, 0]}, "units must be finite and above 0"),
    ],
)
def test_bad_simplicity_is_refused(options, sentence):
    X, y = two_clouds(10, 2)
    with pytest.raises(ValueError, match=sentence):
        aucopt.simple_weights(X, y, **{"delta": 0.1, **options})


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


def test_bootstrap_from_a_known_solution_within_a_time():
    X, y = [[0, 1], [1, 0], [2, 2], [3, 1], [1, 1]], [0, 0, 1, 1, 0]
    solution = aucopt.maximize_auc(X, y)
    plain, given = (
        aucopt.bootstrap_weights(X, y, n_resamples=9, **known) for known in ({}, {"solution": solution})
    )
    assert given.solution is solution
    assert given.samples.tolist() == plain.samples.tolist()
    assert len(aucopt.bootstrap_weights(X, y, n_resamples=9, time_limit=60).samples) == 9
    with pytest.raises(ValueError, match="Not one resample was solved in 0 s; raise time_limit"):
        aucopt.bootstrap_weights(X, y, time_limit=0)
