"""With the JIT off the solvers run as plain Python and give the same answers."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import aucopt

SCRIPT = """
import json, sys
import numpy as np
import aucopt

answers = []
for X, y, solver in json.load(sys.stdin):
    solution = aucopt.maximize_auc(np.array(X), y, solver=solver)
    answers.append([solution.status, solution.auc, solution.bound, solution.coef.tolist()])
json.dump(answers, sys.stdout)
"""


def computed_floats(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Values with all 53 bits, no decimals that could be scaled to small integers."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return X, (X[:, 0] + rng.standard_normal(n) > 0).astype(int)


def cases() -> list[tuple[np.ndarray, np.ndarray, str]]:
    made = [(2, 40), (3, 16), (4, 11)]
    listed = [(*computed_floats(n, d, seed=d), solver) for d, n in made for solver in ("auto", "ascent")]
    # Values so far apart that floats see many rows as one.
    X, y = computed_floats(50, 2, seed=10)
    return [*listed, (np.exp(40 * X), y, "auto")]


@pytest.mark.kernels
def test_maximize_auc_gives_the_same_answer_without_the_jit() -> None:
    expected = []
    for X, y, solver in cases():
        solution = aucopt.maximize_auc(X, y, solver=solver)
        expected.append([solution.status, solution.auc, solution.bound, solution.coef.tolist()])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        input=json.dumps([(X.tolist(), y.tolist(), solver) for X, y, solver in cases()]),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert [answer[:3] for answer in found] == [answer[:3] for answer in expected]
    for (*_, coef), (*_, coef_expected) in zip(found, expected, strict=True):
        # The JIT sums smooth counts, which lead the ascent, in another order.
        np.testing.assert_allclose(coef, coef_expected, rtol=1e-9)
