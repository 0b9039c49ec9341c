"""Solutions that many tests look at, found once."""

import numpy as np
import pytest
from strategies import LARGE, LARGE_Y, SPACE_TABLES

import aucopt


@pytest.fixture(scope="session", params=LARGE)
def solved_plane(request: pytest.FixtureRequest) -> tuple[np.ndarray, aucopt.Solution]:
    X = LARGE[request.param]
    return X, aucopt.maximize_auc(X, LARGE_Y, n_jobs=1)


@pytest.fixture(scope="session", params=SPACE_TABLES)
def solved_space(request: pytest.FixtureRequest) -> tuple[np.ndarray, np.ndarray, aucopt.Solution]:
    X, y = SPACE_TABLES[request.param]
    return X, y, aucopt.maximize_auc(X, y, n_jobs=1)
