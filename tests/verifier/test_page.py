"""docs/certificate.md says all that a verifier needs: one that was written from it agrees with ours."""

import copy

import naive_verifier
import numpy as np
import pytest
from certified import sealed, short_marches, solve_and_check

import aucopt
from aucopt.exact.solvers.cone import boxes


@pytest.mark.parametrize("signs", [None, [1, 1, 1], [0, -1, 1], [1, 0, 0]])
@pytest.mark.parametrize(
    ("d", "solver"), [(1, "auto"), (2, "auto"), (3, "auto"), (3, "conflict"), (2, "boxes"), (3, "boxes")]
)
def test_a_verifier_written_from_the_page_agrees(d, solver, signs, monkeypatch):
    signs = None if signs is None else signs[:d]
    if solver == "boxes":
        monkeypatch.setattr(boxes, "FEWEST", 2)
        solver = "cone"
    refused = 0
    for seed in range(12):
        rng = np.random.default_rng([seed, d])
        n, side = int(rng.integers(4, 10)), int(rng.integers(3, 40))
        X, y = rng.integers(0, side, (n, d)).tolist(), (np.arange(n) % 2).tolist()
        weights = [1, *rng.integers(1, 4, n - 1).tolist()]
        if np.linalg.matrix_rank(np.column_stack([X, np.ones(n)])) <= d:
            continue
        with short_marches(4, 1):
            content = solve_and_check(X, y, weights, signs=signs, solver=solver).content
            early = solve_and_check(X, y, weights, signs=signs, solver=solver, time_limit=0.0).content
        for proof in (content, early):
            assert naive_verifier.holds(proof, X, y, weights)
            # Both must also agree on a bound that is too low for the proof, under a claim that is modest.
            modest = copy.deepcopy(proof)
            direction = [(signs or [1] * d)[0] or 1, *[0] * (d - 1)]
            right, tied, total = naive_counts(X, y, weights, direction)
            bound = proof["claim"]["bound"] - 1
            if 2 * right + tied > bound:
                continue
            status = "optimal" if 2 * right + tied == bound else "time_limit"
            modest["claim"].update(direction=direction, value=2 * right + tied, bound=bound, status=status)
            modest["claim"]["pairs"].update(right=right, tied=tied, total=total)
            verdict = aucopt.verify(sealed(modest), X, y, weights)
            assert naive_verifier.holds(sealed(modest), X, y, weights) == bool(verdict), verdict
            refused += not verdict
    assert d == 1 or refused > 3


def naive_counts(X, y, weights, direction):
    pairs = [(naive_verifier.dot(direction, d), w) for d, w in naive_verifier.pairs_of(X, y, weights)]
    right, tied = (sum(w for s, w in pairs if (s > 0) - (s < 0) == side) for side in (1, 0))
    return right, tied, sum(w for _, w in pairs)
