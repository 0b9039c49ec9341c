"""Posterior probabilities: against slow twins, against their frequentist likes, and baycomp where it is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from aucopt.stats import corrected_t_test, correlated_t_posterior, signed_rank_posterior

some_scores = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=7)


def naive_signed_rank(first, second, band, prior, n_samples, seed):
    """Pair by pair, draw by draw."""
    z = [0.0, *(a - b for a, b in zip(first, second, strict=True))]
    rng = np.random.default_rng(seed)
    wins = np.zeros(3)
    for w in rng.dirichlet([prior, *np.ones(len(first))], n_samples):
        shares = np.zeros(3)
        for i, x in enumerate(z):
            for j, y in enumerate(z):
                place = 0 if x + y > 2 * band else 2 if x + y < -2 * band else 1
                shares[place] += w[i] * w[j]
        best = [share >= max(shares) - 1e-12 for share in shares]
        wins += np.array(best) / sum(best)
    return wins / n_samples


@given(scores=some_scores, band=st.sampled_from([0, 2, 5]), prior=st.sampled_from([0.5, 3.0]))
@settings(max_examples=25, deadline=None)
def test_signed_ranks_are_counted_as_by_hand(scores, band, prior):
    first, second = zip(*scores, strict=True)
    found = signed_rank_posterior(first, second, band, prior=prior, n_samples=60, random_state=1)
    assert found == pytest.approx(naive_signed_rank(first, second, band, prior, 60, 1), abs=1e-9)


def test_signed_ranks_know_what_is_clear():
    rng = np.random.default_rng(0)
    second = rng.uniform(0.6, 0.9, 40)
    for shift, place in ((0.02, 0), (0.0, 1), (-0.02, 2)):
        first = second + shift + rng.normal(0, 0.001, 40)
        found = signed_rank_posterior(first, second)
        assert sum(found) == pytest.approx(1)
        assert found[place] > 0.999
        assert signed_rank_posterior(second, first)[2 - place] > 0.999
    # Without a band, half of the sets either way says nothing.
    noise = rng.normal(0, 0.01, 40)
    noise = np.concatenate([noise, -noise])
    assert signed_rank_posterior(0.7 + noise, np.full(80, 0.7), band=0).better == pytest.approx(0.5, abs=0.02)


@given(scores=some_scores, ratio=st.sampled_from([0, 1 / 9, 1]), band=st.sampled_from([0, 0.5, 3]))
@settings(max_examples=40, deadline=None)
def test_the_correlated_posterior_is_the_area_below_its_density(scores, ratio, band):
    first, second = zip(*scores, strict=True)
    found = correlated_t_posterior(first, second, ratio, band)
    assert sum(found) == pytest.approx(1)
    d = np.subtract(first, second)
    if np.ptp(d) == 0:
        assert max(found) == 1
        return
    rho = ratio / (1 + ratio)  # n_test / n
    scale = np.sqrt((1 / len(d) + rho / (1 - rho)) * d.var(ddof=1))
    density = stats.t(len(d) - 1, d.mean(), scale).pdf
    assert found.equivalent == pytest.approx(integrate.quad(density, -band, band)[0], abs=1e-6)
    assert found.better == pytest.approx(integrate.quad(density, band, np.inf)[0], abs=1e-5)
    # With a flat prior and no band, twice the smaller of two probabilities is the p-value.
    plain = correlated_t_posterior(first, second, ratio, 0)
    assert 2 * min(plain.better, plain.worse) == pytest.approx(
        corrected_t_test(first, second, ratio).pvalue, abs=1e-9
    )


def test_against_baycomp():
    baycomp = pytest.importorskip("baycomp", reason="baycomp is not a dependency")
    rng = np.random.default_rng(3)
    first, second = rng.uniform(0.6, 0.9, (2, 30))
    right, rope, left = baycomp.SignedRankTest.probs(second, first, rope=0.01, prior=0.5)[::-1]
    assert signed_rank_posterior(first, second, 0.01) == pytest.approx((right, rope, left), abs=0.02)
    # Of three times ten folds, in closed form there as here.
    worse, equivalent, better = baycomp.CorrelatedTTest.probs(second, first, rope=0.01, runs=3)
    found = correlated_t_posterior(first, second, 1 / 9, 0.01)
    assert found == pytest.approx((better, equivalent, worse), abs=1e-12)
    left, rope, right = baycomp.CorrelatedTTest.probs(second[:10], first[:10], rope=0.01, runs=1)
    assert correlated_t_posterior(first[:10], second[:10], 1 / 9, 0.01) == pytest.approx((right, rope, left))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"band": -1}, "band is zero or more; got -1"),
        ({"prior": 0}, "prior is a weight above zero; got 0"),
        ({"n_samples": 0}, "n_samples must be at least 1, not 0"),
        ({"second": [1, 2]}, "Both methods need scores on the same data sets; got 3 and 2"),
    ],
)
def test_what_cannot_be_judged_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        signed_rank_posterior(**{"first": [1, 2, 3], "second": [1, 2, 4], **options})
    if "band" in options:
        with pytest.raises(ValueError, match=sentence):
            correlated_t_posterior([1, 2], [2, 3], **options)
