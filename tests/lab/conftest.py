"""The data of a tiny study, and what a run of it writes when nothing happens."""

import numpy as np
import pytest
from made_study import N_UNITS, NAMES, run


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Three small data sets."""
    path = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(5)
    for name in NAMES:
        y = np.repeat([1, -1], [25, 45])
        np.savez(path / f"{name}.npz", X=rng.normal(size=(70, 2)).round(2) + 0.5 * (y[:, None] == 1), y=y)
    return path


@pytest.fixture(scope="session")
def expected(folder, tmp_path_factory):
    """What one worker writes when nothing happens."""
    state, text = run(folder, tmp_path_factory.mktemp("expected") / "s.sqlite", n_jobs=1)
    assert (state.done, state.failed, state.left) == (N_UNITS, 0, 0)
    assert text.count(b"\n") == N_UNITS + 1
    assert text.count(b",done,") == N_UNITS
    return text
