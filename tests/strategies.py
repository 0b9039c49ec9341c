"""Data that attack: the shapes of points that break careless code, for all tests that want them."""

import numpy as np

FAMILIES = (
    "grid",
    "decimal grid",
    "standardised grid",
    "gaussian",
    "collinear",
    "vertical",
    "ulp neighbours",
    "huge and tiny columns",
    "huge and tiny values",
    "wide decimals",
)


def make_points(family: str, seed: int, n: int, side: int) -> np.ndarray:
    """Rows of one of the shapes that break careless code."""
    rng = np.random.default_rng(seed)
    grid = rng.integers(0, side, (n, 2)).astype(float)
    if family == "grid":
        return grid
    if family == "decimal grid":
        return grid / 10
    if family == "standardised grid":
        return (grid - grid.mean(axis=0)) / (grid.std(axis=0) + 1.5)
    if family == "gaussian":
        return rng.normal(size=(n, 2))
    if family == "collinear":
        return np.column_stack([grid[:, 0], 3 - 2 * grid[:, 0]])
    if family == "vertical":
        return np.column_stack([np.where(grid[:, 0] > 0, 1.0, 0.0), grid[:, 1]])
    if family == "ulp neighbours":
        base = np.array([0.1, 1 / 3, 1.0])[rng.integers(0, 3, (n, 2))]
        return np.nextafter(base, base + rng.integers(-1, 2, (n, 2)))
    if family == "huge and tiny columns":
        return (grid + rng.random((n, 2))) * [1e150, 1e-150]
    if family == "huge and tiny values":
        return grid * 10.0 ** rng.integers(-200, 200, (n, 2))
    return np.array([[float(f"{v:.3g}") for v in row] for row in grid * 7.3 ** rng.integers(-40, 5, (n, 2))])
