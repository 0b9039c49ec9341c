"""The passes of SPAM and SPAUC against twins in plain Python, bit for bit."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.optimisers.proximal import spam_pass, spauc_pass


def rows_of_two_classes(seed, n, d):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 4 == 0
    return rng.normal(size=(n, d)) + 0.4 * y[:, None], y


def weights_and_mean(d, rates, average, flat):
    """Return zeros as the kernels take them: a column for each point, or one point without that axis."""
    shape = () if flat else (len(rates),)
    return np.zeros((d, *shape)), np.zeros((d if average else 0, *shape))


def run_spam(X, y, orders, rates, average, flat=False):
    w, mean = weights_and_mean(X.shape[1], rates, average, flat)
    means = X[y].mean(axis=0), X[~y].mean(axis=0)
    t = 0
    for order in orders:
        t = spam_pass(X, y, order, y.mean(), *means, *np.array(rates).T.copy(), t, w, mean)
    return w, mean, t, means


def run_spauc(X, y, orders, rates, scale_penalty, average, flat=False):
    d = X.shape[1]
    w, mean = weights_and_mean(d, rates, average, flat)
    u, v = np.zeros(d), np.zeros(d)
    t = n_positive = 0
    for order in orders:
        t, n_positive = spauc_pass(
            X, y, order, *np.array(rates).T.copy(), scale_penalty, t, n_positive, u, v, w, mean
        )
    return w, mean, t, (u, v)


# l1 and l2: alone as one point, then all at once.
PENALTIES = [(0.0, 0.0), (0.0, 0.1), (0.003, 0.01), (0.03, 0.01), (1e3, 0.0)]
GRIDS = [*([penalties] for penalties in PENALTIES), PENALTIES]


@pytest.mark.kernels
@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("grid", GRIDS)
def test_spam_bit_for_bit(grid, average):
    X, y = rows_of_two_classes(0, 40, 3)
    orders = [np.arange(40), np.random.default_rng(1).permutation(40)]
    rates = [(0.3 + 0.1 * k, *penalties) for k, penalties in enumerate(grid)]
    w, mean, t, means = run_spam(X, y, orders, rates, average, flat=len(grid) == 1)
    means = tuple(m.tolist() for m in means)
    twins = [naive.spam(X.tolist(), y.tolist(), orders, *rate, means) for rate in rates]
    assert w.reshape(3, -1).T.tolist() == [last for last, _ in twins]
    if average:
        assert mean.reshape(3, -1).T.tolist() == [mean for _, mean in twins]
    assert t == 80


@pytest.mark.kernels
@pytest.mark.parametrize("scale_penalty", [False, True])
@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("grid", GRIDS)
def test_spauc_bit_for_bit(grid, average, scale_penalty):
    X, y = rows_of_two_classes(2, 40, 3)
    orders = [np.arange(40), np.random.default_rng(1).permutation(40)]
    rates = [(2.0 + k, *penalties) for k, penalties in enumerate(grid)]
    w, mean, t, means = run_spauc(X, y, orders, rates, scale_penalty, average, flat=len(grid) == 1)
    twins = [naive.spauc(X.tolist(), y.tolist(), orders, *rate, scale_penalty) for rate in rates]
    assert w.reshape(3, -1).T.tolist() == [last for last, _ in twins]
    if average:
        assert mean.reshape(3, -1).T.tolist() == [mean for _, mean in twins]
    assert t == 80
    np.testing.assert_allclose(means, [X[y].mean(axis=0), X[~y].mean(axis=0)], rtol=1e-12)


rates_of_points = st.tuples(
    st.floats(1e-3, 100), st.sampled_from([0.0, 0.01, 3.0]), st.sampled_from([0.0, 1e-3, 1.0, 1e5])
)


@given(
    st.integers(0, 10**6),
    st.integers(1, 5),
    st.lists(rates_of_points, min_size=1, max_size=40),
    st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_any_settings_bit_for_bit(seed, d, rates, scale_penalty):
    X, y = rows_of_two_classes(seed, 13, d)
    orders = [np.random.default_rng(seed).permutation(13) for _ in range(3)]
    for flat in {False, len(rates) == 1}:
        w, mean, _, means = run_spam(X, y, orders, rates, True, flat)
        means = tuple(m.tolist() for m in means)
        twins = [naive.spam(X.tolist(), y.tolist(), orders, *rate, means) for rate in rates]
        np.testing.assert_array_equal(np.stack([w, mean]).reshape(2, d, -1), np.transpose(twins, (1, 2, 0)))
        w, mean, _, _ = run_spauc(X, y, orders, rates, scale_penalty, True, flat)
        twins = [naive.spauc(X.tolist(), y.tolist(), orders, *rate, scale_penalty) for rate in rates]
        np.testing.assert_array_equal(np.stack([w, mean]).reshape(2, d, -1), np.transpose(twins, (1, 2, 0)))
