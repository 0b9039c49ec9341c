"""Bits of pairs, and the bounds on orthants and their parts."""

from itertools import product

import numpy as np
import pytest
from asked_panels import table_of
from naive_panels import attacking_table, panel_values

from aucopt.kernels.panels.bits import cover_orthants, cover_triples


def orthant_bound(ranks, n_positives, columns, signs):
    """The bound over the orthants of some columns, pair by pair."""
    most = 0
    for sides in product(*[[s] if s else [1, -1] for s in (signs[j] for j in columns)]):
        earned = 0
        for i in range(n_positives):
            for j in range(n_positives, ranks.shape[1]):
                by = [s * np.sign(ranks[c, i] - ranks[c, j]) for s, c in zip(sides, columns, strict=True)]
                if max(by) > 0:
                    earned += 2
                elif max(by) == 0 and (any(signs) or min(by) == 0):
                    earned += 1
        most = max(most, earned)
    return most


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of 64 bits, without the JIT
@pytest.mark.kernels
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("signed", [False, True])
def test_orthants_by_the_definition(k, signed):
    for seed in range(8):
        X, y = attacking_table(seed)
        signs = [1, 0, -1, 0, 1] if signed else [0] * 5
        table = table_of(X, y, k, signs=signs)
        panels = np.array(list(panel_values(X[:2], [0, 1], k)), dtype=np.int32)
        upper = np.empty(len(panels), dtype=np.int64)
        cover_orthants(panels, table.bits.right, table.signs, table.n_pairs, upper)
        for columns, bound in zip(panels.tolist(), upper, strict=True):
            assert bound == orthant_bound(table.ranks, table.n_positives, columns, signs)


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of 64 bits, without the JIT
@pytest.mark.kernels
def test_cones_inside_orthants_keep_the_bound_true():
    for seed in (0, 1, 2, 3, 4, 6, 13):
        X, y = attacking_table(seed, n=6, p=4)
        table = table_of(X, y, 3)
        values = panel_values(X, y, 3)
        panels = np.array(list(values), dtype=np.int32)
        upper = np.full(len(panels), 2 * table.n_pairs, dtype=np.int64)
        bits = table.bits
        cover_orthants(panels, bits.right, table.signs, table.n_pairs, upper)
        shared = (bits.right, bits.plane_of, bits.diagonals, table.images, bits.scale, table.n_positives)
        coarse = upper.copy()
        cover_triples(panels, *shared, table.n_pairs, 10**6, coarse)
        cover_triples(panels, *shared, table.n_pairs, 0, upper)
        assert (upper <= coarse).all()
        for at, value in enumerate(values.values()):
            assert value * 2 * table.n_pairs <= upper[at]


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of 64 bits, without the JIT
@pytest.mark.kernels
def test_more_cones_tighten_the_bound():
    rng = np.random.default_rng(0)
    table = table_of(rng.normal(size=(60, 3)), np.arange(60) % 2, 3)
    bits, panels = table.bits, np.array([[0, 1, 2]], dtype=np.int32)
    shared = (bits.right, bits.plane_of, bits.diagonals, table.images, bits.scale, table.n_positives)
    bounds = []
    for limit in (0, 10**6):
        upper = np.array([2 * table.n_pairs])
        cover_orthants(panels, bits.right, table.signs, table.n_pairs, upper)
        bounds.append(int(upper[0]))
        cover_triples(panels, *shared, table.n_pairs, limit, upper)
        bounds.append(int(upper[0]))
    assert bounds[1] < bounds[3] < bounds[0] == bounds[2]
