"""The optimum in R^d: cones against brute force in fractions, and what they promise on the way."""

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.exact import maximize
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.solution import Progress
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.search import search_cone

SHAPES = (
    "grid",
    "coplanar",
    "collinear",
    "parallel",
    "repeated column",
    "constant column",
    "standardised",
    "scaled",
    "wide",
    "beyond floats",
)
quick = settings(deadline=None, max_examples=60)


class Rows(NamedTuple):
    """Labelled, weighted rows as users bring them."""

    X: list[list[Any]]
    y: list[int]
    weight: list[Any] | None = None


def shape_rows(grid: list[list[int]], shape: str) -> list[list[Any]]:
    """Turn grid points into one of the shapes that break careless code."""
    first, *rest = zip(*grid, strict=True)
    columns = {
        "grid": [first, *rest],
        "coplanar": [first, *rest[:-1], [2 * a - b for a, b in zip(first, rest[0], strict=True)]],
        "collinear": [[(k + 1) * a - k for a in first] for k in range(len(rest) + 1)],
        "parallel": [[5 * a + b for a, b in zip(first, c, strict=True)] for c in (first, *rest)],
        "repeated column": [first, first, *rest[1:]],
        "constant column": [first, *rest[:-1], [7] * len(first)],
        "standardised": [standardise(c) for c in (first, *rest)],
        "scaled": [[a * 10.0 ** (150 - 150 * k) for a in c] for k, c in enumerate((first, *rest))],
        "wide": [[a * 10.0 ** (7 * (a % 3)) for a in c] for c in (first, *rest)],
        "beyond floats": [[a * 10.0 ** (300 * (a % 3 - 1)) for a in c] for c in (first, *rest)],
    }[shape]
    return [list(row) for row in zip(*columns, strict=True)]


def standardise(column: Sequence[int]) -> list[float]:
    """Equal steps become unequal by an ulp."""
    values = np.array(column, dtype=np.float64)
    spread = values.std()
    return ((values - values.mean()) / (spread or 1.0)).tolist()


@st.composite
def rows(draw: st.DrawFn, n: int | None = None, most: int | None = None) -> Rows:
    n = n or draw(st.sampled_from([3, 3, 4]))
    most = most or {2: 8, 3: 7, 4: 5}[n]
    side = draw(st.integers(1, 4))
    grid = draw(st.lists(st.lists(st.integers(0, side), min_size=n, max_size=n), min_size=3, max_size=most))
    X = shape_rows(grid, draw(st.sampled_from(SHAPES)))
    m = len(X)
    one_positive = st.permutations([1] + [0] * (m - 1))
    labels = st.lists(st.integers(0, 1), min_size=m, max_size=m).filter(lambda y: 0 < sum(y) < len(y))
    y = draw(st.one_of(labels, one_positive))
    weight = draw(st.one_of(st.none(), st.lists(st.integers(1, 5), min_size=m, max_size=m)))
    return Rows(X, y, weight)


def optimum(data: Rows, signs: Sequence[int] | None = None) -> Fraction:
    _, _, total = naive.counts(data.X, data.y, [0] * len(data.X[0]), data.weight)
    return naive.best_anywhere(*data, signs) / (2 * total)


def auc_of(data: Rows, w: Any) -> Fraction:
    right, tied, total = naive.counts(data.X, data.y, w, data.weight)
    return (2 * right + tied) / (2 * total)


def check(data: Rows, signs: Sequence[int] | None = None, solver: str = "cone") -> aucopt.Solution:
    """The bound is the optimum, `direction` attains it, `coef` too or the solution says why not."""
    X, y, weight = data
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs, solver=solver, n_jobs=1)
    truth = optimum(data, signs)
    assert (solution.bound_exact, solution.status) == (truth, "optimal")
    assert auc_of(data, solution.direction) == truth
    assert auc_of(data, solution.coef) == solution.auc_exact
    thin = any("thinner than float64" in note for note in solution.notes)
    assert thin or solution.auc_exact == truth
    assert (solution.gap == 0.0) == (solution.auc_exact == truth)
    for w in (solution.coef, solution.direction):
        assert all(s * v >= 0 for s, v in zip(signs or (), w, strict=bool(signs)))
    return solution


@quick
@given(rows())
def test_the_optimum_is_that_of_brute_force(data: Rows) -> None:
    check(data)


@settings(deadline=None, max_examples=30)
@given(rows(n=3))
def test_three_columns_go_to_cones_by_themselves(data: Rows) -> None:
    check(data, solver="auto")


@settings(deadline=None, max_examples=60)
@given(rows(n=2))
def test_cones_in_the_plane_find_what_the_march_finds(data: Rows) -> None:
    X, y, weight = data
    plane = aucopt.maximize_auc(X, y, sample_weight=weight)
    cone = aucopt.maximize_auc(X, y, sample_weight=weight, solver="cone", n_jobs=1)
    assert cone.bound_exact == plane.bound_exact
    assert auc_of(data, cone.direction) == cone.bound_exact


@quick
@given(rows(), st.lists(st.sampled_from([-1, 0, 1, 1]), min_size=4, max_size=4))
# The middle of the cell must stay on the allowed side of a weight that begins at zero.
@example(Rows([[1, 1, 0], [0, 2, -2], [1, -1, -2], [0, 2, 1]], [0, 1, 0, 1]), [1, 1, 1, 1])
@example(Rows([[0, 0, 2], [-1, 1, 2], [1, 2, 2], [1, 1, -2], [-2, 0, 0], [0, 1, -1]], [0, 1] * 3), [-1] * 4)
def test_the_optimum_under_signs_is_that_of_brute_force(data: Rows, signs: list[int]) -> None:
    check(data, signs[: len(data.X[0])])


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([None, (1, 0, -1)]))
def test_the_optimum_is_that_of_enumeration(seed: int, signs: Any) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (12, 3)) if seed % 2 else rng.normal(size=(12, 3))
    y = rng.permutation(np.arange(12) % 2)
    fast, slow = (aucopt.maximize_auc(X, y, signs=signs, solver=s) for s in ("cone", "enumeration"))
    assert fast.bound_exact == slow.bound_exact == fast.auc_exact


def test_a_weight_of_zero_can_beat_both_of_its_sides() -> None:
    """A discrete x1, and an x2 that orders its ties the wrong way; x3 is noise that may not help."""
    X = [[0, 5, 0], [0, 4, 0], [1, 3, 0], [1, 2, 1], [2, 1, 0], [2, 0, 0]]
    y = [0, 1, 0, 1, 0, 1]
    solution = check(Rows(X, y), (1, 1, -1))
    assert solution.coef.tolist() == [1, 0, 0]
    assert check(Rows(X, y), (1, 0, -1)).bound_exact > solution.bound_exact


@pytest.mark.parametrize("signs", [(1, 1, 1), (1, 1, 0), (1, -1, 1)])
def test_weight_on_a_constant_column_beats_what_is_worse_than_chance(signs: tuple[int, ...]) -> None:
    data = Rows([[0, 0, 7], [1, 2, 7], [2, 1, 7], [3, 3, 7]], [1, 1, 0, 0])
    assert check(data, signs).bound_exact == (Fraction(1, 2) if signs[1] > 0 else optimum(data, signs))


@pytest.mark.parametrize("signs", [(1, 1, 1), (1, 1, -1), (0, 1, 1)])
def test_a_dependent_column_may_allow_what_others_forbid(signs: tuple[int, ...]) -> None:
    """The third column is less than the first by twice the second: a way to a negative weight."""
    rng = np.random.default_rng(5)
    plane = rng.integers(0, 4, (8, 2)).tolist()
    X = [[a, b, a - 2 * b] for a, b in plane]
    y = [int(b < 2) for _, b in plane]
    assert 0 < sum(y) < 8
    check(Rows(X, y), signs)


def test_three_columns_in_a_plane_are_solved_in_the_plane() -> None:
    rng = np.random.default_rng(3)
    y = np.arange(200) % 2
    plane = rng.integers(0, 1000, (200, 2)) + 150 * y[:, None]
    X = np.column_stack([plane, plane @ [3, -2] + 11])
    flat, full = aucopt.maximize_auc(plane, y), aucopt.maximize_auc(X, y)
    assert full.auc_exact == full.bound_exact == flat.bound_exact
    assert full.coef.tolist() == [*flat.coef, 0.0]


N = 80
Y = np.arange(N) % 2
RNG = np.random.default_rng(11)
TABLES = {
    "gaussian": RNG.normal(size=(N, 3)) + 0.4 * Y[:, None],
    "grid": RNG.integers(0, 6, (N, 3)) + Y[:, None],
    "four columns": RNG.normal(size=(24, 4)) + 0.4 * Y[:24, None],
}


@pytest.fixture(scope="module", params=TABLES)
def solved(request: pytest.FixtureRequest) -> tuple[np.ndarray, np.ndarray, aucopt.Solution]:
    X = TABLES[request.param]
    y = Y[: len(X)]
    return X, y, aucopt.maximize_auc(X, y, n_jobs=1)


def test_the_gap_is_closed(solved: Any) -> None:
    X, y, solution = solved
    assert (solution.status, solution.gap) == ("optimal", 0.0)
    right, tied, total = naive.counts(X, y, solution.coef)
    assert (solution.right, solution.tied, solution.total) == (right, tied, total)
    assert np.linalg.norm(solution.coef) == pytest.approx(1.0)


def test_no_sampled_direction_is_better(solved: Any) -> None:
    X, y, solution = solved
    rng = np.random.default_rng(0)
    others = [solution.coef + 0.05 * rng.normal(size=X.shape[1]) for _ in range(200)]
    others += list(rng.normal(size=(200, X.shape[1])))
    assert max(aucopt.roc_auc_score(y, X @ w) for w in others) <= solution.auc


def same(a: aucopt.Solution, b: aucopt.Solution) -> bool:
    return a.coef.tolist() == b.coef.tolist() and (a.direction, a.work) == (b.direction, b.work)


def test_the_answer_does_not_depend_on_threads(solved: Any) -> None:
    X, y, solution = solved
    assert same(aucopt.maximize_auc(X, y, n_jobs=2), solution)


def test_the_answer_does_not_depend_on_the_order_of_rows(solved: Any) -> None:
    X, y, solution = solved
    order = np.random.default_rng(2).permutation(len(X))
    assert same(aucopt.maximize_auc(X[order], y[order], n_jobs=1), solution)


@pytest.mark.parametrize("signs", [None, 1])
@pytest.mark.parametrize("time_limit", [0, 0.002, 0.01])
def test_no_time_leaves_a_valid_bound(solved: Any, time_limit: float, signs: Any) -> None:
    X, y, solution = solved
    if signs:
        solution = aucopt.maximize_auc(X, y, signs=signs)
    early = aucopt.maximize_auc(X, y, time_limit=time_limit, signs=signs, n_jobs=1)
    assert early.status in ("time_limit", "optimal")
    assert early.auc_exact <= solution.bound_exact <= early.bound_exact
    assert Fraction(*naive.counts(X, y, early.coef)[::2]) <= early.auc_exact
    assert signs is None or early.coef.min() >= 0
    if time_limit == 0:
        assert early.status == "time_limit"


@pytest.mark.parametrize("max_gap", [0.001, 0.02, 0.5])
def test_a_gap_that_is_allowed_is_kept(solved: Any, max_gap: float) -> None:
    X, y, solution = solved
    early = aucopt.maximize_auc(X, y, max_gap=max_gap, n_jobs=1)
    assert early.status in ("optimal", "max_gap")
    assert 0 <= early.gap <= max_gap
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact
    assert (early.status == "optimal") <= (early.gap == 0.0)
    assert not any("thinner" in note for note in early.notes)
    assert sum(early.work.values()) <= sum(solution.work.values())


def test_progress_is_honest(solved: Any) -> None:
    X, y, solution = solved
    told: list[Progress] = []
    aucopt.maximize_auc(X, y, n_jobs=2, callback=told.append)
    bounds, found = ([getattr(progress, name) for progress in told] for name in ("bound", "auc"))
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)
    assert bounds == sorted(bounds, reverse=True)
    assert found == sorted(found)


@pytest.mark.parametrize("when", [1, 2])
def test_an_interrupt_leaves_a_valid_bound(solved: Any, when: int) -> None:
    X, y, solution = solved
    calls = []

    def interrupt(progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == when:
            raise KeyboardInterrupt

    early = aucopt.maximize_auc(X, y, callback=interrupt, n_jobs=1)
    if len(calls) >= when:
        assert early.status == "interrupted"
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interrupt_while_start_cones_are_bounded_leaves_a_valid_bound(
    solved: Any, monkeypatch: pytest.MonkeyPatch, n_jobs: int
) -> None:
    X, y, solution = solved
    true_bound = Explorer.bound
    calls = []

    def interrupted_bound(self: Explorer, corners: Any) -> Any:
        calls.append(corners)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return true_bound(self, corners)

    monkeypatch.setattr(Explorer, "bound", interrupted_bound)
    early = aucopt.maximize_auc(X, y, n_jobs=n_jobs, solver="cone")
    assert early.status == "interrupted"
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


def test_an_interrupt_of_the_ascent_that_begins_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("aucopt.exact.solvers.ascent.ascend._climb_planes", interrupted)
    X = np.random.default_rng(5).normal(size=(30, 4))
    early = aucopt.maximize_auc(X, np.arange(30) % 2, solver="cone", n_jobs=1)
    assert (early.status, early.work["cones"]) == ("interrupted", 0)
    assert early.auc_exact < early.bound_exact


def test_many_columns_keep_to_the_time_limit() -> None:
    """Sixteen columns have 65,536 start cones: they are bounded as far as time allows."""
    rng = np.random.default_rng(6)
    y = np.arange(200) % 2
    X = rng.normal(size=(200, 16)) + y[:, None] / 4
    problem = Problem.read(X, y).independent()
    start = (1,) * 16
    incumbent = (AUC().count(problem, start).right, start)
    before = time.monotonic()
    search = search_cone(problem, AUC(), incumbent, Options(signs=(0,) * 16, deadline=before + 0.3))
    assert time.monotonic() < before + 3
    assert search.status == "time_limit"
    assert not search.all_bounded
    assert search.bound == problem.total


@pytest.mark.parametrize("signs", [None, 1, (1, 0)])
def test_cones_in_a_plane_give_all_arcs(signs: Any) -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(15, 2)), rng.permutation(np.arange(15) % 2)
        X = np.rint(X) if seed % 2 else X
        by_plane, by_cones = (
            aucopt.maximize_auc(X, y, signs=signs, solver=solver, n_jobs=1) for solver in ("plane", "cone")
        )
        assert by_cones.coef.tolist() == by_plane.coef.tolist()
        assert by_cones.arcs == by_plane.arcs


def test_progress_under_signs_bounds_all_faces() -> None:
    X, y = TABLES["gaussian"], Y
    told: list[Progress] = []
    solution = aucopt.maximize_auc(X, y, signs=1, n_jobs=1, callback=told.append)
    assert told
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)


@pytest.mark.parametrize("signs", [None, (1, 0, 1)])
def test_weights_with_all_their_digits_are_bounded_closely(signs: Any) -> None:
    rng = np.random.default_rng(1)
    X, y, weight = rng.normal(size=(12, 3)), np.arange(12) % 2, rng.random(12) + 0.1
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs)
    data = Rows(X.tolist(), y.tolist(), weight.tolist())
    slow = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs, solver="enumeration")
    assert auc_of(data, solution.coef) == solution.auc_exact <= slow.bound_exact
    assert slow.auc_exact <= solution.bound_exact
    assert solution.gap < 1e-6


def test_faces_count_large_weights_in_one_unit() -> None:
    """Only weight on the constant column reaches one half; there all rows are one point."""
    X = [[1, 7, 0], [2, 7, 1], [3, 7, 3], [4, 7, 2]]
    weight = [2**31 + 1, 2**31 - 1] * 2
    solution = aucopt.maximize_auc(X, [1, 1, 0, 0], sample_weight=weight, signs=1)
    assert solution.auc_exact == Fraction(1, 2) <= solution.bound_exact
    assert solution.gap < 1e-6


def test_a_cell_thinner_than_floats_is_noted() -> None:
    """Three walls leave a cell of some 2^-60 on all sides: weights of 60 bits that floats cannot hold."""
    base = [1 << 60, (1 << 60) + (1 << 30) + 1, (1 << 60) - 12345]
    corners = [base, [base[0] + 1, *base[1:]], [base[0], base[1] + 1, base[2]]]
    walls = [cross(corners[i - 2], corners[i - 1]) for i in range(3)]
    side = naive.sign_of(naive.inner(walls[0], corners[0]))
    data = Rows([[0, 0, 0], *([-side * v for v in wall] for wall in walls)], [1, 0, 0, 0])
    solution = check(data)
    assert solution.bound_exact == 1
    assert solution.auc_exact < 1


def cross(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def test_nine_columns_need_more_bits_than_a_byte() -> None:
    rng = np.random.default_rng(22)
    problem = Problem.read(rng.integers(0, 3, (12, 9)), np.arange(12) % 2).independent()
    explorer = Explorer(problem, AUC(), 1 << 20)
    cone = [tuple(int(j == k) for j in range(9)) for k in range(9)]
    listed = explorer._list(explorer.vertices(cone, 0))
    assert listed is not None
    _, pairs, _, n_open, _ = listed
    assert n_open > 0
    assert pairs.up[:n_open].max() >= 1 << 8
    assert all(u | d == (1 << 9) - 1 for u, d in zip(pairs.up[:n_open], pairs.down[:n_open], strict=True))


def test_auc_gap_is_zero_at_the_optimum_and_largest_opposite(solved: Any) -> None:
    X, y, solution = solved
    assert aucopt.auc_gap(X, y, solution.coef) == 0.0
    assert aucopt.auc_gap(X, y, -solution.coef) == pytest.approx(2 * solution.auc - 1)
    assert aucopt.auc_gap(X, y, np.eye(X.shape[1])[0]) == float(
        solution.bound_exact - auc_of(Rows(X, y), np.eye(X.shape[1])[0])
    )


def test_the_text_has_no_angles_to_tell(solved: Any) -> None:
    *_, solution = solved
    assert f"{solution.auc:.6f}" in str(solution)
    assert "optimal" in str(solution)
    assert len(solution.arcs) == 0
    with pytest.raises(ValueError, match="two columns"):
        solution.near(0.1)


def test_nobody_waits_for_cones_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maximize, "CONE_SECONDS", 0.0)
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 4)), np.arange(60) % 2
    solution = aucopt.maximize_auc(X, y)
    assert solution.status == "time_limit"
    assert solution.auc <= aucopt.maximize_auc(X, y, solver="cone").auc <= solution.bound
