"""Rows ranked at a vertex and pairs that swap along an edge, against all pairs looked at one by one."""

from itertools import combinations, product
from typing import NamedTuple

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case, quick

from aucopt.kernels.cone.edges import (
    PlainRows,
    count_swaps,
    new_scratch,
    place_ranks,
    rank_rows,
    weigh_swaps,
)


class Ranked(NamedTuple):
    """Rows of a case, the point of each, and its rankings at all vertices."""

    rows: PlainRows
    point: np.ndarray
    rank: list[np.ndarray]  # twice the place, and the class
    right: list[int]
    sure: list[bool]


def rank_case(case: ConeCase, widen: float = 1.0) -> Ranked:
    vertices = case.vertices(0)
    high, low = (np.flatnonzero(side) for side in (case.p, case.q))
    point = np.concatenate([high, low])
    positive = np.arange(len(point)) < len(high)
    weight = np.concatenate([case.weight[high, 0], case.weight[low, 1]])
    rows = PlainRows(np.ascontiguousarray(case.x[point]), positive, weight)
    scratch = new_scratch(len(point))
    ranks = [np.full(len(point), -1, dtype=np.int32) for _ in case.cone]
    found = [
        rank_rows(rows, tuple(vertices.w[k]), widen * vertices.error[k], scratch, rank)
        for k, rank in enumerate(ranks)
    ]
    return Ranked(rows, point, ranks, [int(right) for right, _ in found], [bool(sure) for _, sure in found])


def swaps_of(start: np.ndarray, end: np.ndarray, weight: np.ndarray) -> tuple[int, int]:
    """Number and weight of the swaps between two rankings."""
    scratch = new_scratch(len(start))
    place_ranks(start, scratch.place)
    # Bits are counted modulo 2^64.
    with np.errstate(over="ignore"):
        number = count_swaps(end, scratch)
    return int(number), int(weigh_swaps(end, weight, scratch))


def check_ranks(case: ConeCase, widen: float) -> None:
    rows, point, ranks, rights, sures = rank_case(case, widen)
    positives, negatives = np.flatnonzero(rows.positive), np.flatnonzero(~rows.positive)
    for k, v in enumerate(case.cone):
        rank = ranks[k]
        assert sorted(rank >> 1) == list(range(len(rank)))
        assert (rank & 1 == rows.positive).all()
        right = 0
        for i, j in product(positives, negatives):
            sign = naive.sign_of(naive.dot(v, naive.minus(case.points[point[i]], case.points[point[j]])))
            is_right = rank[i] > rank[j]
            right += int(rows.weight[i] * rows.weight[j]) * is_right
            # What is right is ranked so; if floats are sure nothing else is, and nothing ties.
            assert is_right or sign <= 0
            assert not sures[k] or is_right == (sign > 0) != (sign < 0)
        assert rights[k] == right
    for a, b in combinations(range(len(case.cone)), 2):
        swapped = [
            (i, j)
            for i, j in product(positives, negatives)
            if (ranks[a][i] > ranks[a][j]) != (ranks[b][i] > ranks[b][j])
        ]
        weight = sum(int(rows.weight[i] * rows.weight[j]) for i, j in swapped)
        assert swaps_of(ranks[a], ranks[b], rows.weight) == (len(swapped), weight)


@pytest.mark.kernels
@pytest.mark.parametrize("widen", [1.0, 1e14])
@fixed_cone_cases
def test_swaps_of_edges_are_counted(case: ConeCase, widen: float) -> None:
    check_ranks(case, widen)


@quick
@given(cone_cases(), st.sampled_from([1.0, 1e14]))
def test_swaps_of_edges_of_any_cone_are_counted(case: ConeCase, widen: float) -> None:
    check_ranks(case, widen)


@pytest.mark.kernels
@pytest.mark.parametrize("family", ["gaussian", "grid"])
def test_runs_are_merged(family: str) -> None:
    check_ranks(make_cone_case(family, "mixed", 3, 60, seed=1), 1.0)


def test_floats_are_sure_of_ordinary_data_and_not_of_coincident_rows() -> None:
    assert all(rank_case(make_cone_case("gaussian", "ones", 3, 40, seed=0)).sure)
    case = make_cone_case("gaussian", "ones", 3, 40, seed=0)
    assert not any(rank_case(case._replace(p=[1] * 40, q=[1] * 40)).sure)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("n", "spread"),
    [(500, 30), (18_000, 18_000)],
    ids=["words", "blocks"],
)
def test_many_rows_are_counted_by_words_groups_and_blocks(n: int, spread: int) -> None:
    rng = np.random.default_rng(0)
    positive = rng.random(n) < 0.3
    start = rng.permutation(n)
    moved = start + rng.integers(0, spread, n)
    end = np.empty(n, dtype=np.int32)
    end[np.argsort(moved, kind="stable")] = np.arange(n)
    start, end = ((2 * rank + positive).astype(np.int32) for rank in (start, end))
    # Two ways that share nothing: bits of rows that were met, and merged runs.
    number, weight = swaps_of(start, end, np.ones(n, dtype=np.int64))
    assert number == weight > 0
    assert swaps_of(start, start, np.ones(n, dtype=np.int64)) == (0, 0)


@pytest.mark.kernels
def test_rows_without_weights_weigh_one() -> None:
    case = make_cone_case("gaussian", "ones", 3, 30, seed=2)
    rows, _, ranks, rights, _ = rank_case(case)
    vertices, rank = case.vertices(0), np.empty_like(ranks[0])
    light = rows._replace(weight=rows.weight[:0])
    found = rank_rows(light, tuple(vertices.w[0]), vertices.error[0], new_scratch(len(rank)), rank)
    assert (found[0], rank.tolist()) == (rights[0], ranks[0].tolist())
