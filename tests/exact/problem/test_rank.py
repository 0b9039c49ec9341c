"""Columns that depend on others: found exactly, whatever a prime says."""

from fractions import Fraction

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rank import split_columns

PRIMES = (2147483647, 2147483629)


def split(points: list[tuple[int, ...]]) -> tuple[list[int], dict[int, tuple[Fraction, ...]]]:
    size = max(abs(v) for point in points for v in point).bit_length() // 26 + 1
    limbs = np.array([[naive.digits(v, size) for v in p] for p in points], dtype=np.int32)
    return split_columns(limbs, (Fraction(1),) * len(points[0]), np.array([0, len(points)]))


def rank_of(points: list[tuple[int, ...]]) -> list[int]:
    """Columns that are not combinations of earlier ones and a constant, by elimination in fractions."""
    columns = [[Fraction(v - column[0]) for v in column] for column in zip(*points, strict=True)]
    kept: list[tuple[int, list[Fraction]]] = []
    independent = []
    for j, column in enumerate(columns):
        for row, pivot in kept:
            column = [a - column[row] * b for a, b in zip(column, pivot, strict=True)]
        row = next((i for i, v in enumerate(column) if v), None)
        if row is not None:
            kept.append((row, [v / column[row] for v in column]))
            independent.append(j)
    return independent


def check(points: list[tuple[int, ...]]) -> None:
    columns, relations = split(points)
    assert columns == rank_of(points)
    assert sorted([*columns, *relations]) == list(range(len(points[0])))
    first = points[0]
    for j, relation in relations.items():
        for point in points:
            made = sum(
                (c * (point[k] - first[k]) for c, k in zip(relation, columns, strict=True)), Fraction(0)
            )
            assert made == point[j] - first[j]


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 4), st.sampled_from([1, 5, 2**40, PRIMES[0]]))
def test_relations_are_exact(seed: int, n_columns: int, rank: int, factor: int) -> None:
    rng = np.random.default_rng(seed)
    basis = rng.integers(-3, 4, (8, rank)).astype(object)
    mix = rng.integers(-3, 4, (rank, n_columns)).astype(object)
    points = [tuple(int(v) * factor + 1 for v in row) for row in basis @ mix]
    check(points)


@pytest.mark.parametrize("prime", PRIMES)
def test_a_prime_that_deceives_is_found_out(prime: int) -> None:
    """Modulo the prime the second column is twice the first, or nothing at all."""
    first = [0, 1, 3, 7, 2]
    check([(a, 2 * a + prime * (k % 2)) for k, a in enumerate(first)])
    check([(a, prime * (k % 2)) for k, a in enumerate(first)])
    check([(prime * a, 2 * a + 5, prime * (k % 3)) for k, a in enumerate(first)])


def test_two_primes_that_deceive_are_found_out() -> None:
    both = PRIMES[0] * PRIMES[1]
    check([(a, a + both * (k % 2), k) for k, a in enumerate([0, 1, 3, 7, 2])])


def test_each_block_has_a_constant_of_its_own() -> None:
    points = [(a, 2 * a + 7 * (a > 5), a * a) for a in range(10)]
    limbs = np.array([[naive.digits(v, 1) for v in p] for p in points], dtype=np.int32)
    scale = (Fraction(1),) * 3
    assert split_columns(limbs, scale, np.array([0, 6, 10])) == ([0, 2], {1: (Fraction(2), Fraction(0))})
    assert split_columns(limbs, scale, np.array([0, 5, 10])) == ([0, 1, 2], {})


def test_independence_that_few_rows_show_is_found() -> None:
    """In all rows but one the columns are equal; a sample may miss it."""
    n = 5000
    points = [(k, k, 3 * k) for k in range(n)]
    check([*points[:-7], (n, n + 1, 3 * n), *points[-6:]])
    check(points)


def test_a_problem_knows_its_relations_in_raw_numbers() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 50, (2, 30)) / 10
    X = np.column_stack([a, np.full(30, 4.0), np.round(0.5 * a - 100 * b + 3, 9), b])
    problem = Problem.read(X, np.arange(30) % 2).independent()
    assert problem.columns == (0, 2)
    assert problem.relations == {3: (Fraction(1, 200), Fraction(-1, 100))}


def test_columns_that_differ_in_their_last_bit_are_independent() -> None:
    a = np.random.default_rng(1).normal(size=20)
    nearly = np.nextafter(2 * a, np.where(np.arange(20) == 11, 9, 2 * a))
    y = np.arange(20) % 2
    assert Problem.read(np.column_stack([a, 2 * a]), y).independent().columns == (0,)
    assert Problem.read(np.column_stack([a, nearly]), y).independent().columns == (0, 1)
