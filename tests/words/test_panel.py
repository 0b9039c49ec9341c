"""The one sentence on a panel."""

from math import nan
from types import SimpleNamespace

import pytest

from aucopt.words.panel import NOT_CHECKED, verdict_on_panel


def gain(difference, low, high):
    return SimpleNamespace(difference=difference, low=low, high=high)


@pytest.mark.parametrize(
    ("low", "high", "fewer", "everything"),
    [
        (0.01, 0.05, "is worth it against a panel of 2", "does better than logistic"),
        (-0.05, -0.01, "is not worth it against a panel of 2, which does better", "does worse than"),
        (-0.002, 0.003, "is not worth it against a panel of 2, which does as well", "does as well as"),
        (-0.05, 0.05, "is not shown to be worth it against a panel of 2", "cannot be told apart from"),
        (nan, nan, "is not shown to be worth it against a panel of 2", "cannot be told apart from"),
    ],
)
def test_every_finding(low, high, fewer, everything):
    found = gain(0.01, low, high)
    text = verdict_on_panel(3, 20, found, found)
    assert text.startswith(f"On new rows a panel of 3 {fewer} (+0.0100")
    assert f"and {everything}" in text
    assert "all 20 columns" in text


def test_one_column_and_nothing_known():
    text = verdict_on_panel(1, 5, None, gain(-0.1, -0.2, -0.05))
    assert text.startswith("On new rows the best column alone does worse than logistic regression on all 5")
    assert verdict_on_panel(2, 5, None, None) == NOT_CHECKED
