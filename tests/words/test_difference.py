"""Differences: what an interval says, and a band that is written down once."""

import ast
from pathlib import Path

import pytest

import aucopt
from aucopt.words.difference import BAND, describe_difference, judge_interval, remark_on_difference

ROOT = Path(aucopt.__file__).parent


@pytest.mark.parametrize(
    ("low", "high", "finding"),
    [
        (-0.004, 0.004, "equivalent"),
        (0.001, 0.004, "equivalent"),
        (0.001, 0.02, "better"),
        (-0.02, -0.001, "worse"),
        (-0.02, 0.001, "undecided"),
        (-0.004, 0.005, "undecided"),
        (0.0, 0.02, "undecided"),
    ],
)
def test_where_an_interval_lies(low, high, finding):
    assert judge_interval(low, high) == finding
    turned = {"better": "worse", "worse": "better"}.get(finding, finding)
    assert judge_interval(-high, -low) == turned


def test_terminal_and_report_judge_alike():
    for low, high, words in (
        (-0.004, 0.004, "equivalent within 0.005"),
        (0.01, 0.02, "significantly better"),
        (-0.02, -0.01, "significantly worse"),
        (-0.02, 0.02, "no significant difference"),
    ):
        assert remark_on_difference(low, high, 0.5) == f"p = 0.5: {words}"
        assert words in describe_difference("It", (low + high) / 2, low, high, 0.95)


def test_the_band_is_written_down_once():
    places = [
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == BAND and isinstance(node.value, float)
    ]
    assert places == ["words/difference.py"]
