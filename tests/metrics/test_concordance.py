"""Concordance of scores against a slow twin and against what others compute."""

import naive_ranking
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import aucopt

levels = st.integers(0, 3)


@pytest.mark.kernels
@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(st.tuples(st.booleans(), levels, levels, st.integers(0, 2), st.integers(1, 3)), min_size=2),
    kind=st.sampled_from(["ordered", "censored"]),
    is_float=st.booleans(),
)
def test_every_pair_counts_as_it_should(rows, kind, is_float):
    events, times, scores, strata, weight = (list(column) for column in zip(*rows, strict=True))
    y = times if kind == "ordered" else list(zip(events, times, strict=True))
    weight = [w / 4 for w in weight] if is_float else weight
    how = {"sample_weight": weight, "strata": strata}
    if not naive_ranking.compared(y, weight, strata):
        with pytest.raises(ValueError, match="No two rows"):
            aucopt.concordance(y, scores, **how)
        return
    expected = naive_ranking.concordance(y, scores, weight=weight, strata=strata)
    assert aucopt.concordance(y, scores, **how) == pytest.approx(float(expected), abs=1e-14)


def tied_data():
    rng = np.random.default_rng(0)
    return rng.integers(0, 6, 80), rng.integers(0, 9, 80), rng.random(80) < 0.6


def test_somers_d_is_twice_it_less_one():
    y, scores, _ = tied_data()
    assert 2 * aucopt.concordance(y, scores) - 1 == pytest.approx(stats.somersd(y, scores).statistic)


def test_kendalls_tau_is_the_same_without_ties():
    rng = np.random.default_rng(1)
    y, scores = rng.permutation(50), rng.normal(size=50)
    assert 2 * aucopt.concordance(y, scores) - 1 == pytest.approx(stats.kendalltau(y, scores).statistic)


def test_lifelines_gives_the_same_for_the_negated_score():
    lifelines = pytest.importorskip("lifelines.utils", reason="lifelines is not a dependency")
    times, scores, events = tied_data()
    theirs = lifelines.concordance_index(times, -scores, events)
    assert aucopt.concordance(np.column_stack([events, times]), scores) == pytest.approx(theirs)


def test_scikit_survival_gives_the_same():
    metrics = pytest.importorskip("sksurv.metrics", reason="scikit-survival is not a dependency")
    times, scores, events = tied_data()
    theirs = metrics.concordance_index_censored(events, times.astype(float), scores.astype(float), tied_tol=0)
    assert aucopt.concordance(np.column_stack([events, times]), scores) == pytest.approx(theirs[0])


def test_two_classes_have_their_auc():
    y, scores, positive = tied_data()
    assert aucopt.concordance(positive, scores) == pytest.approx(aucopt.roc_auc_score(positive, scores))
    weight = y + 1
    both = (aucopt.roc_auc_score(positive, scores, sample_weight=weight) for _ in range(1))
    assert aucopt.concordance(positive, scores, sample_weight=weight) == pytest.approx(next(both))


def test_bad_scores_are_refused():
    with pytest.raises(ValueError, match="scores"):
        aucopt.concordance([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="y is empty"):
        aucopt.concordance([], [])
