"""Groups of parallel pairs against the pairs one by one."""

from collections import Counter
from math import gcd

from hypothesis import given
from strategies import Rows, quick, shaped_rows

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.conflict.pairs import group_pairs


@quick
@given(shaped_rows())
def test_groups_have_the_weight_of_their_pairs(data: Rows) -> None:
    problem = Problem.read(data.X, data.y, data.weight).independent()
    groups = group_pairs(problem)
    sides: Counter[tuple[int, ...]] = Counter()
    points = problem.integers()
    for high, (p, _) in zip(points, problem.weight.tolist(), strict=True):
        for low, (_, q) in zip(points, problem.weight.tolist(), strict=True):
            difference = [a - b for a, b in zip(high, low, strict=True)]
            if p * q and any(difference):
                sides[tuple(v // gcd(*difference) for v in difference)] += p * q
    excess = {line: w - sides.get(tuple(-v for v in line), 0) for line, w in sides.items()}
    assert groups.vectors == sorted(line for line, w in excess.items() if w > 0)
    assert groups.weight.tolist() == [excess[line] for line in groups.vectors]
    # A group with two equal sides has one of them right.
    larger = [w for line, w in sides.items() if excess[line] > 0]
    equal = [w for line, w in sides.items() if excess[line] == 0]
    assert groups.most == sum(larger) + sum(equal) // 2


def test_coincident_and_opposite_pairs_are_set_aside() -> None:
    X = [[0, 0], [0, 0], [1, 1], [-1, -1], [1, -1]]
    problem = Problem.read(X, [1, 0, 0, 0, 1]).independent()
    groups = group_pairs(problem)
    # The first positive has a negative on itself and one on either side; three pairs are the other's.
    assert groups.vectors == [(0, -1), (1, -1), (1, 0)]
    assert (groups.weight.tolist(), groups.most) == ([1, 1, 1], 4)
