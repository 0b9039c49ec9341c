"""The table of the weights: one set of columns, whoever shows it."""

import numpy as np

from aucopt.words.weights import (
    fit_columns,
    heaviest_first,
    range_lines,
    resampled,
    table_lines,
    within,
)

WEIGHTS, STANDARD = np.array([0.25, 0.75]), np.array([-0.6, 0.8])
LOW, HIGH = np.array([-0.7, 0.7]), np.array([-0.5, 0.9])


def test_columns_of_a_fit():
    columns = fit_columns(WEIGHTS, STANDARD, intervals=[resampled(0.95, LOW, HIGH), within(0.005, LOW, HIGH)])
    assert [title for column in columns for title in column.titles] == [
        *("weight", "per SD"),
        *("95% interval from", "95% interval to", "within 0.005 from", "within 0.005 to"),
    ]
    assert table_lines(["age", "dose"], columns[:3], heaviest_first(STANDARD)) == [
        "column  weight  per SD      95% interval",
        "dose      0.75   0.800    [0.700, 0.900]",
        "age       0.25  -0.600  [-0.700, -0.500]",
    ]


def test_shares_are_those_of_a_blend():
    titles = [column.title for column in fit_columns(WEIGHTS, STANDARD, share=True)]
    assert titles == ["weight", "share", "per SD"]
    # Weights that cancel have no shares.
    assert len(fit_columns(np.array([1.0, -1.0]), STANDARD, share=True)) == 2


def test_equal_weights_keep_the_order_of_their_columns():
    assert heaviest_first(np.array([0.5, -0.5, 0.7])) == [2, 0, 1]


def test_open_ends():
    lines = range_lines(["a"], np.array([1.0]), np.array([-np.inf]), np.array([np.nan]))
    assert lines[1].split() == ["a", "1", "-inf", "nan"]


def test_a_tiny_weight_of_a_blend_is_zero():
    weights, per_deviation = np.array([0.5, 5.6e-6]), np.array([1.0, 5.6e-6])
    shown = fit_columns(weights, per_deviation, share=True)
    assert [column.show(1) for column in shown[:2]] == ["0", "0.0%"]
    assert fit_columns(weights, per_deviation)[0].show(1) == "5.6e-06"
