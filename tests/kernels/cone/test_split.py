"""Both parts of a cone that is cut: their bounds, and the pairs that stay open."""

import naive_cone
import numpy as np
import pytest
from hypothesis import given
from kernel_runs import list_pairs
from strategies import ConeCase, cone_cases, digits_of, fixed_cone_cases, quick

from aucopt.kernels.cone.cone import measure
from aucopt.kernels.cone.split import (
    copy_sides,
    gather_open,
    look_at,
    set_sides,
    weigh_heavy_parts,
    weigh_parts,
)


def check_split(case: ConeCase) -> None:
    """Parts of a cone: their bounds, the count beside the new vertex, and the pairs that stay open."""
    n = len(case.cone)
    a, b = 0, n - 1
    middle = tuple(v + w for v, w in zip(case.cone[a], case.cone[b], strict=True))
    vertices, planes, pairs, look, m, sure = list_pairs(case)
    base = sure + int(planes.gain[:m].sum())
    axes = (0,) * n
    vertices.digits[n] = digits_of([middle], vertices.digits.shape[2])[0]
    measure(vertices, n, case.frame)
    look_at(case.frame, axes, vertices, n, planes, pairs, 0, m, look)
    lost = weigh_heavy_parts(axes, planes, pairs, 0, 0, m, look, a, b)
    if np.all(planes.gain[:m] == 1):
        assert lost == weigh_parts(axes, pairs, 0, m, look, a, b)
    inside = tuple(map(sum, zip(*case.cone, strict=True)))
    beside = tuple((v << 999) + w for v, w in zip(middle, inside, strict=True))
    assert base - lost[2] <= naive_cone.counts_along(case.points, case.p, case.q, beside)[0]
    copy_sides(pairs, 0, m, m)
    for place, at, short in ((b, m, lost[1]), (a, 0, lost[0])):
        part = tuple(middle if k == place else v for k, v in enumerate(case.cone))
        right, _, rest = naive_cone.sort_pairs(case.points, case.p, case.q, part)
        assert base - short == right + sum(case.p[i] * case.q[j] for i, j in rest)
        assert set_sides(axes, pairs, at, m, look, place) == len(rest)
        gather_open(axes, pairs, 0, at, m, m)
        found = {}
        for t in range(len(rest)):
            p = int(pairs.plane[m + t])
            i, j = int(planes.high[p]), int(planes.low[p])
            assert pairs.d[:, m + t].tolist() == (case.x[i] - case.x[j]).tolist()
            found[i, j] = (int(pairs.up[at + t]), int(pairs.down[at + t]))
        assert found == rest


@pytest.mark.kernels
@fixed_cone_cases
def test_both_parts_of_a_split_are_weighed(case: ConeCase) -> None:
    check_split(case)


@quick
@given(cone_cases())
def test_both_parts_of_any_split_are_weighed(case: ConeCase) -> None:
    check_split(case)
