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
        (0.01, 0.05, "is significantly better than a panel of 2", "is significantly better than log"),
        (-0.05, -0.01, "is significantly worse than a panel of 2", "is significantly worse than"),
        (-0.002, 0.003, "is equivalent to a panel of 2", "is equivalent to"),
        (-0.05, 0.05, "is not significantly better than a panel of 2", "does not differ significantly from"),
        (nan, nan, "is not significantly better than a panel of 2", "does not differ significantly from"),
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
    assert text.startswith("On new rows the best column alone is significantly worse than logistic")
    assert verdict_on_panel(2, 5, None, None) == NOT_CHECKED
