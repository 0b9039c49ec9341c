"""Working on one cone: its bound, its halves and what is found in it, against brute force."""

import numpy as np

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.explorer import Explorer


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
