import naive
import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.metrics import PairCounts, pair_counts, roc_auc_score, roc_curve

# Kernels compile inside the first example.
quick = settings(deadline=None, max_examples=150)


def naive_counts(positive, scores, weights=None):
    return naive.counts([[score] for score in scores], positive, [1], weights)


SCORES = {
    "tied": st.integers(-2, 2).map(float),
    "any": st.floats(allow_nan=False, allow_infinity=False),
    "tiny": st.floats(-1e-300, 1e-300),
    "huge": st.floats(1e300, 1.7e308),
    "zeros": st.sampled_from([0.0, -0.0, 5e-324, -5e-324]),
}
WEIGHTS = {
    "none": st.none(),
    "integers": st.integers(0, 3),
    "large integers": st.integers(0, 2**62),
    "floats": st.floats(1e-3, 1e3),
    "floats and zeros": st.sampled_from([0.0, 0.1, 0.7, 3.0]),
}


@st.composite
def samples(draw, scores="any", weights="none"):
    """Labels with both classes, scores, and weights with some in each class."""
    n = draw(st.integers(2, 25))
    positive = [*draw(st.lists(st.booleans(), min_size=n - 2, max_size=n - 2)), True, False]
    values = draw(st.lists(SCORES[scores], min_size=n, max_size=n))
    if weights == "none":
        return positive, values, None
    drawn = draw(st.lists(WEIGHTS[weights], min_size=n, max_size=n))
    return positive, values, drawn[:-2] + [weight or 1 for weight in drawn[-2:]]


any_sample = st.sampled_from([(s, w) for s in SCORES for w in WEIGHTS]).flatmap(lambda kinds: samples(*kinds))


@given(any_sample)
@quick
def test_pair_counts_are_those_of_the_naive_count(sample):
    positive, scores, weights = sample
    counts = pair_counts(positive, scores, sample_weight=weights)
    expected = naive_counts(positive, scores, weights)
    if weights is None or all(isinstance(weight, int) for weight in weights):
        assert all(type(count) is int for count in counts)
        assert counts == expected
    else:
        assert counts == pytest.approx([float(count) for count in expected], rel=1e-13)


@given(any_sample)
@quick
def test_auc_is_that_of_scikit_learn(sample):
    positive, scores, weights = sample
    auc = roc_auc_score(positive, scores, sample_weight=weights)
    as_floats = None if weights is None else np.array(weights, float)
    assert auc == pytest.approx(
        sklearn.metrics.roc_auc_score(positive, scores, sample_weight=as_floats), abs=1e-12
    )
    right, tied, total = naive_counts(positive, scores, weights)
    assert auc == pytest.approx(float((right + tied / 2) / total), abs=1e-14)
    assert type(auc) is float
    assert 0 <= auc <= 1


@given(any_sample)
@quick
def test_turning_the_scores_around_turns_the_auc_around(sample):
    positive, scores, weights = sample
    auc = roc_auc_score(positive, scores, sample_weight=weights)
    turned = roc_auc_score(positive, [-score for score in scores], sample_weight=weights)
    other_class = roc_auc_score(positive, scores, sample_weight=weights, pos_label=False)
    assert [turned, other_class] == pytest.approx([1 - auc, 1 - auc], abs=1e-14)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("decimals", [1, 15])
@pytest.mark.parametrize("n_positive", [1, 2_000, 19_999])
def test_large_samples(n_positive, decimals, weighted):
    rng = np.random.default_rng(n_positive)
    y = rng.permutation(np.arange(20_000) < n_positive)
    scores = (rng.normal(size=y.size) + y).round(decimals)
    weights = rng.exponential(size=y.size) if weighted else None
    expected = sklearn.metrics.roc_auc_score(y, scores, sample_weight=weights)
    assert roc_auc_score(y, scores, sample_weight=weights) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int8, np.uint64, bool])
def test_score_types(dtype):
    y = np.array([0, 1, 1, 0, 1, 0])
    scores = np.array([0, 1, 0, 1, 3, 2]).astype(dtype)
    assert roc_auc_score(y, scores) == sklearn.metrics.roc_auc_score(y, scores)


def test_neighbouring_integers_beyond_float64_are_not_tied():
    assert roc_auc_score([0, 1], [2**60, 2**60 + 1]) == 1.0
    assert pair_counts([0, 1, 1], [2**60, 2**60 + 1, 2**60], sample_weight=[2**40] * 3) == (
        2**80,
        2**80,
        2**81,
    )


@pytest.mark.parametrize("scale", [1e-320, 1e-200, 1e200, 1e307])
def test_auc_with_weights_whose_products_leave_float64(scale):
    y, scores, weights = [0, 1, 0, 1], [1, 2, 3, 3], np.array([1.0, 2.0, 3.0, 4.0])
    expected = roc_auc_score(y, scores, sample_weight=weights)
    assert roc_auc_score(y, scores, sample_weight=scale * weights) == pytest.approx(expected, abs=1e-3)
    with pytest.raises(ValueError, match="leave the range of float64; rescale the weights"):
        pair_counts(y, scores, sample_weight=scale * weights)


@given(samples(weights="floats"))
@quick
def test_perfect_order_with_float_weights_is_exactly_one(sample):
    positive, _, weights = sample
    assert roc_auc_score(positive, positive, sample_weight=weights) == 1.0


def test_auc_of_counts():
    assert PairCounts(right=2, tied=1, total=4).auc == 0.625
    assert PairCounts(right=10**400, tied=0, total=2 * 10**400).auc == 0.5


@given(any_sample)
@quick
def test_roc_curve_is_that_of_scikit_learn(sample):
    positive, scores, weights = sample
    as_floats = None if weights is None else np.array(weights, float)
    ours = roc_curve(positive, scores, sample_weight=weights, drop_intermediate=False)
    theirs = sklearn.metrics.roc_curve(positive, scores, sample_weight=as_floats, drop_intermediate=False)
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, other, rtol=0, atol=1e-12)
    assert sklearn.metrics.auc(ours[0], ours[1]) == pytest.approx(
        roc_auc_score(positive, scores, sample_weight=weights), abs=1e-12
    )


@given(st.sampled_from(["none", "integers"]).flatmap(lambda weights: samples("tied", weights)))
@quick
def test_roc_curve_drops_the_same_points_as_scikit_learn(sample):
    positive, scores, weights = sample
    ours = roc_curve(positive, scores, sample_weight=weights)
    theirs = sklearn.metrics.roc_curve(positive, scores, sample_weight=weights)
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, other, rtol=0, atol=1e-12)


def test_roc_curve_with_strings_and_pos_label():
    y, scores = ["ill", "well", "ill", "well"], [4, 3, 2, 1]
    for mine, other in zip(
        roc_curve(y, scores, pos_label="ill"),
        sklearn.metrics.roc_curve(y, scores, pos_label="ill"),
        strict=True,
    ):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("function", [pair_counts, roc_auc_score, roc_curve])
class TestBadInput:
    def test_one_class(self, function):
        with pytest.raises(ValueError, match="y has only 1 in all 2 rows"):
            function([1, 1], [0, 1])

    def test_lengths(self, function):
        with pytest.raises(ValueError, match="y has 5 rows, scores have 4"):
            function([0, 1, 0, 1, 0], [0, 1, 2, 3])
        with pytest.raises(ValueError, match="y has 2 rows, sample weights have 3"):
            function([0, 1], [0, 1], sample_weight=[1, 1, 1])

    def test_infinite_score(self, function):
        with pytest.raises(ValueError, match="scores have 1 NaN or infinite values, the first in row 1"):
            function([0, 1], [0, np.inf])

    @pytest.mark.parametrize("zero", [0, 0.0])
    @pytest.mark.parametrize(("weights", "label"), [([0, 1, 0], "well"), ([1, 0, 1], "ill")])
    def test_class_without_weight(self, function, weights, label, zero):
        weights = np.array(weights) + zero
        with pytest.raises(ValueError, match=f"All rows of class '{label}' have sample weight zero"):
            function(["well", "ill", "well"], [0, 1, 2], sample_weight=weights, pos_label="ill")
