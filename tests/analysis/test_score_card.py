"""Cards: whole points that follow the simple weights, and totals that count the rows."""

from types import SimpleNamespace

import numpy as np
import pytest

from aucopt.analysis.rows import Rows
from aucopt.analysis.score_card import make_card
from aucopt.exact.objective.roc import AUC
from aucopt.metrics import roc_auc_score

RNG = np.random.default_rng(2)
ILL = np.arange(300) % 3 == 0
X = np.column_stack([50 + 12 * RNG.normal(size=300) + 8 * ILL, RNG.normal(size=300) - ILL, RNG.random(300)])


def card_of(weights, units, X=X, given=None):
    rows = Rows(X, ("age", "dose", "noise"), ILL, given, "state", ("well", "ill"))
    simple = SimpleNamespace(
        weights=weights, units=units, value=0.5, solution=SimpleNamespace(objective=AUC())
    )
    return rows, make_card(rows, simple)


def test_points_are_whole_units_times_weights():
    rows, card = card_of((2, -1, 0), (10.0, 1.0, 1.0))
    assert [column.name for column in card.columns] == ["age", "dose"]
    total = card.total(rows.X, rows.columns)
    exact = 2 * np.floor(X[:, 0] / 10) - np.ceil(X[:, 1])
    # The same up to a constant, where a unit is a range.
    assert len(np.unique(total - exact)) <= 2
    assert card.value == pytest.approx(roc_auc_score(ILL, total))
    for column in card.columns:
        points = [part.points for part in column.ranges]
        assert min(points) == 0
        assert points in (sorted(points), sorted(points, reverse=True))
        assert column.ranges[0].low == -np.inf
        assert column.ranges[-1].high == np.inf
        assert [part.high for part in column.ranges[:-1]] == [part.low for part in column.ranges[1:]]


def test_totals_count_all_rows_and_do_not_cross_the_cut_off():
    rows, card = card_of((2, -3, 1), (10.0, 0.1, 0.1))
    total = card.total(rows.X, rows.columns)
    assert all(len(column.ranges) <= 16 for column in card.columns)
    assert sum(line.n for line in card.totals) == 300
    assert len(card.totals) <= 14
    for line in card.totals:
        at = (total >= line.low) & (total <= line.high)
        assert line.n == at.sum()
        assert line.observed.value == pytest.approx(ILL[at].mean())
        assert line.is_positive == (line.low >= card.cutoff)
        assert line.is_positive or line.high < card.cutoff
    youden = [np.mean(total[ILL] >= k) - np.mean(total[~ILL] >= k) for k in np.unique(total)]
    here = np.mean(total[ILL] >= card.cutoff) - np.mean(total[~ILL] >= card.cutoff)
    assert here == pytest.approx(max(youden))


def test_points_have_no_common_factor():
    _, card = card_of((4, -6, 0), (10.0, 1.0, 1.0))
    assert np.gcd.reduce([part.points for column in card.columns for part in column.ranges]) == 1


def test_weights_of_rows_count():
    weights = RNG.integers(1, 4, size=300)
    _, card = card_of((2, -1, 0), (10.0, 1.0, 1.0), given=weights)
    _, repeated = card_of((2, -1, 0), (10.0, 1.0, 1.0))
    assert card.totals[0].low == repeated.totals[0].low
    assert card.value == pytest.approx(
        roc_auc_score(ILL, card.total(X, ("age", "dose", "noise")), sample_weight=weights)
    )


def test_finer_units_are_counted_where_rounding_loses_too_much():
    rows, coarse = card_of((1, -1, 0), (50.0, 5.0, 1.0))
    simple = SimpleNamespace(
        weights=(1, -1, 0), units=(50.0, 5.0, 1.0), value=0.9, solution=SimpleNamespace(objective=AUC())
    )
    fine = make_card(rows, simple)
    assert fine.value > coarse.value
    assert len(fine.columns[0].ranges) > len(coarse.columns[0].ranges)


def test_a_column_of_two_values_has_two_lines():
    treated = np.column_stack([X[:, 0], X[:, 1], np.arange(300) % 2])
    _, card = card_of((1, 0, -3), (10.0, 1.0, 0.1), treated)
    ranges = card.columns[1].ranges
    assert [(part.low, part.high) for part in ranges] == [(-np.inf, 1.0), (1.0, np.inf)]
    assert ranges[0].points > ranges[1].points == 0
