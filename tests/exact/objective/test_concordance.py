"""Concordance: ordered outcomes, censored times and strata, against brute force."""

import naive_ranking
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt


@st.composite
def ranked_rows(draw, d=None):
    """A few rows on a small grid, with an outcome, weights, strata and signs."""
    n, d = draw(st.integers(3, 7)), d or draw(st.integers(1, 3))
    X = draw(st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=n, max_size=n))
    kind = draw(st.sampled_from(["ordered", "censored", "classes"]))
    top = 1 if kind == "classes" else 3
    y = draw(st.lists(st.integers(0, top), min_size=n, max_size=n))
    if kind == "censored":
        y = list(zip(draw(st.lists(st.booleans(), min_size=n, max_size=n)), y, strict=True))
    weight = draw(st.none() | st.lists(st.sampled_from([0, 1, 2, 0.5]), min_size=n, max_size=n))
    strata = draw(st.none() | st.lists(st.sampled_from("ab"), min_size=n, max_size=n))
    signs = draw(st.none() | st.lists(st.sampled_from([-1, 0, 1]), min_size=d, max_size=d))
    return X, y, weight, strata, signs


def has_pairs(case):
    _, y, weight, strata, _ = case
    return bool(naive_ranking.compared(y, weight, strata))


@settings(max_examples=60, deadline=None)
@given(case=ranked_rows().filter(has_pairs))
def test_no_direction_is_better(case):
    X, y, weight, strata, signs = case
    best = naive_ranking.best_concordance(X, y, signs, weight=weight, strata=strata)
    how = {"sample_weight": weight, "signs": signs, "strata": strata}
    for solver in ("auto", "cone", "conflict", "enumeration"):
        solution = aucopt.maximize(X, y, aucopt.Concordance(), solver=solver, **how)
        assert solution.value_exact == solution.bound_exact == best
    scores = np.array(X) @ solution.coef
    there = aucopt.concordance(y, scores, sample_weight=weight, strata=strata)
    assert there == pytest.approx(float(best))
    solution = aucopt.maximize(X, y, aucopt.Concordance(), certify=True, **how)
    verdict = aucopt.verify(solution.certificate, X, y, weight, strata=strata)
    assert verdict, verdict


@settings(max_examples=25, deadline=None)
@given(
    X=st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=8, max_size=8),
    y=st.lists(st.integers(0, 1), min_size=8, max_size=8),
    weight=st.none() | st.lists(st.integers(1, 3), min_size=8, max_size=8),
)
def test_cases_count_alike(X, y, weight):
    strata = [0, 0, 0, 1, 1, 1, 1, 2]
    if not naive_ranking.compared(y, weight, strata) or len(set(y)) < 2:
        return
    best = naive_ranking.best_concordance(X, y, weight=weight, strata=strata, by_cases=True)
    how = {"sample_weight": weight, "strata": strata, "strata_weight": "cases", "certify": True}
    solution = aucopt.maximize(X, y, **how)
    assert solution.value_exact == best
    assert aucopt.verify(solution.certificate, X, y, weight, strata=strata)


def test_strata_of_many_sizes_round_the_weights_of_cases():
    rng = np.random.default_rng(0)
    sizes = [23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73]
    strata = np.repeat(np.arange(13), [size + 2 for size in sizes])
    y = np.concatenate([[1, 1] + [0] * size for size in sizes])
    X = rng.normal(size=(len(y), 2)) + y[:, None]
    solution = aucopt.maximize(X, y, strata=strata, strata_weight="cases")
    expected = naive_ranking.concordance(y, X @ solution.coef, strata=strata, by_cases=True)
    assert solution.value_exact == expected
    assert solution.status == "max_gap"
    assert 0 < solution.gap < 1e-9
    assert any("rounded" in note for note in solution.notes)
    with pytest.raises(ValueError, match="exact counts"):
        aucopt.maximize(X, y, strata=strata, strata_weight="cases", certify=True)


def test_structured_times_are_those_of_two_columns():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    times = np.round(rng.exponential(np.exp(-X[:, 0])), 1)
    events = rng.random(40) < 0.7
    structured = np.array(list(zip(events, times, strict=True)), dtype=[("event", bool), ("time", float)])
    solution = aucopt.maximize(X, structured, aucopt.Concordance(), certify=True)
    assert solution.coef[0] > 0
    assert solution.value > 0.6
    columns = np.column_stack([events, times])
    assert aucopt.maximize(X, columns, "concordance").value == solution.value
    assert aucopt.verify(solution.certificate, X, structured)
    assert aucopt.verify(solution.certificate, X, columns)


def test_two_classes_have_their_auc():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), rng.integers(0, 2, 50)
    assert aucopt.maximize(X, y, aucopt.Concordance()).value == aucopt.maximize_auc(X, y).auc
    one = aucopt.maximize(X, y, strata=["a"] * 50)
    assert one.value == aucopt.maximize_auc(X, y).auc


def test_strata_without_a_pair_are_left_out_and_counted():
    X, y = [[0], [1], [2], [3], [4]], [0, 1, 1, 1, 0]
    solution = aucopt.maximize(X, y, strata=["a", "a", "b", "b", "c"])
    assert solution.value == 1.0
    assert solution.total == 1
    assert "2 of 3 strata, with 3 rows" in str(solution)


def test_columns_that_are_constant_within_strata_do_not_matter():
    X = [[5, 0], [5, 1], [9, 0], [9, 1]]
    solution = aucopt.maximize(X, [0, 1, 0, 1], strata=[0, 0, 1, 1], certify=True)
    assert solution.value == 1.0
    assert aucopt.verify(solution.certificate, X, [0, 1, 0, 1], strata=[0, 0, 1, 1])


def test_more_pairs_than_memory_holds_are_left_to_an_ascent():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    y = X[:, 0] + 0.1 * rng.normal(size=120)
    with pytest.raises(ValueError, match="list the pairs that count, 7,140 here"):
        aucopt.maximize(X, y, "concordance", solver="cone", memory=1000)
    solution = aucopt.maximize(X, y, "concordance", memory=1000, n_restarts=0)
    assert solution.status == "local"
    assert solution.value == pytest.approx(aucopt.concordance(y, X @ solution.coef))
    assert solution.value > 0.9


@pytest.mark.kernels
@pytest.mark.parametrize("signs", [None, [1, 0], [-1, 1]])
def test_the_plane_lists_only_pairs_that_count(signs):
    X = [(0, 1), (2, 2), (1, -1), (0, 1), (-2, 0), (2, 1), (1, 1), (-1, 2)]
    y = [0, 2, 1, 3, 2, 0, 1, 3]
    strata = [0, 0, 0, 0, 1, 1, 1, 1]
    best = naive_ranking.best_concordance(X, y, signs, strata=strata)
    solution = aucopt.maximize(X, y, aucopt.Concordance(), memory=0, signs=signs, strata=strata)
    assert solution.value_exact == solution.bound_exact == best


@settings(max_examples=40, deadline=None)
@given(case=ranked_rows(d=2).filter(has_pairs))
def test_the_plane_needs_no_list_of_pairs(case):
    X, y, weight, strata, signs = case
    best = naive_ranking.best_concordance(X, y, signs, weight=weight, strata=strata)
    how = {"sample_weight": weight, "signs": signs, "strata": strata}
    solution = aucopt.maximize(X, y, aucopt.Concordance(), memory=0, **how)
    assert solution.value_exact == solution.bound_exact == best
    assert solution.status == "optimal"
    with pytest.raises(ValueError, match="list the pairs"):
        aucopt.maximize(X, y, aucopt.Concordance(), memory=0, certify=True, **how)


@pytest.mark.parametrize(
    ("y", "how", "words"),
    [
        ([1, 2, np.nan], {}, "NaN"),
        (["a", "b", "c"], {}, "must be numbers"),
        ([2, 2, 2], {}, "No two rows can be compared"),
        ([[0, 1], [0, 2], [0, 3]], {}, "No two rows can be compared"),
        ([[2, 1], [0, 2], [1, 3]], {}, "events of y"),
        ([[1, -1], [0, 2], [1, 3]], {}, "none of them negative"),
        ([[1, np.inf], [0, 2], [1, 3]], {}, "finite"),
        ([[1, np.nan], [0, 2], [1, 3]], {}, "finite"),
        ([[1, 1, 1], [0, 2, 1], [1, 3, 1]], {}, "shape"),
        ([1, 2, 3], {"strata": [0, 0]}, "strata must be one label for each of 3 rows"),
        ([1, 2, 3], {"strata": [0, 0, np.nan]}, "strata has 1 missing"),
        ([1, 2, 3], {"strata": ["a", None, "a"]}, "strata has 1 missing"),
        ([1, 2, 3], {"strata": [0, 1, 2]}, "within a stratum"),
        ([1, 2, 3], {"strata": [0, 0, 0], "strata_weight": "cases"}, "for two classes"),
        ([1, 2, 3], {"strata": [0, 0, 0], "strata_weight": "rows"}, "strata_weight must be"),
        ([1, 2, 3], {"strata_weight": "cases"}, "needs strata"),
        ([1, 2, 3], {"sample_weight": [1, 0, 0]}, "No two rows can be compared"),
        ([1, 2, 3, 4], {}, "X has 3 rows, y has 4"),
    ],
)
def test_bad_outcomes_are_refused(y, how, words):
    with pytest.raises(ValueError, match=words):
        aucopt.maximize([[0, 1], [1, 3], [2, 2]], y, aucopt.Concordance(), **how)


def test_operating_points_take_no_strata():
    with pytest.raises(ValueError, match="no common cut-off"):
        aucopt.maximize([[0], [1]], [0, 1], aucopt.Sensitivity(0.9), strata=[0, 0])
    for objective in (aucopt.Specificity(0.9), aucopt.Accuracy()):
        with pytest.raises(ValueError, match="no common cut-off"):
            aucopt.maximize([[0], [1]], [0, 1], objective, strata=[0, 0])
