"""`aucopt panel`, as a newcomer types it."""

import json

import numpy as np
import pytest
from made_panels import five_columns

from aucopt import load_model
from aucopt.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rows = five_columns()
    path = tmp_path_factory.mktemp("panel") / "genes.csv"
    header = "age,dose,price,noise,copy,ill"
    cells = np.column_stack([rows.X, rows.positive])
    np.savetxt(path, cells, delimiter=",", header=header, comments="", fmt=[*["%.2f"] * 5, "%d"])
    return path


FEW = ["--repeats", "1", "--resamples", "2", "--jobs", "1", "--quiet"]


def test_text_report_and_model(table, tmp_path, capsys):
    report, model = tmp_path / "panel.html", tmp_path / "panel.json"
    words = [
        "panel",
        str(table),
        "--target",
        "ill",
        "--size",
        "2",
        "--report",
        str(report),
        "--save",
        str(model),
    ]
    assert main([*words, *FEW]) == 0
    text = capsys.readouterr().out
    assert "5 columns to choose from" in text
    assert "On new rows a panel of 2 " in text
    assert "on these rows" in text
    assert "very optimistic" in text
    assert "within 0.005 of the best" in text
    assert f"Report: {report}" in text
    assert "Is it worth it?" in report.read_text(encoding="utf-8")
    assert len(load_model(model).columns) == 2


def test_json_and_options(table, capsys):
    words = ["panel", str(table), "--target", "ill", "--size", "1", "--include", "noise", "--exclude", "age"]
    assert main([*words, "--delta", "0.01", "--signs", "noise=+", "--json", *FEW]) == 0
    content = json.loads(capsys.readouterr().out)
    assert [column["name"] for column in content["columns"]] == ["noise"]
    assert content["columns"][0]["weight"] > 0
    assert content["n_total"] == 1
    assert content["delta"] == 0.01
    assert set(content["honest"]["methods"]) >= {"best column"}
    assert content["stability"]["columns"] == {"noise": 2}
    assert "age" not in content["frequency"]


def test_no_checks(table, capsys):
    assert main(["panel", str(table), "--target", "ill", "--size", "1", "--checks", "0", "--quiet"]) == 0
    text = capsys.readouterr().out
    assert "not asked for" in text
    assert "because nothing was checked on new rows" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "9"], "9"),
        (
            ["--include", "agee"],
            "--include agee: there is no such column to choose from. Did you mean 'age'?",
        ),
        (["--exclude", "ill"], "'ill' is the target; it cannot be left out"),
        (
            ["--exclude", "age", "dose", "price", "noise", "copy"],
            "there is no column of numbers beside the target",
        ),
        (["--size", "1", "--include", "age", "dose"], "2"),
        (["--include", "age", "--exclude", "age"], "--include age: there is no such column"),
    ],
)
def test_what_is_refused(table, capsys, options, message):
    assert main(["panel", str(table), "--target", "ill", "--quiet", *options]) == 1
    assert message in capsys.readouterr().err


def test_sizes_below_one_are_wrong_usage(table):
    with pytest.raises(SystemExit):
        main(["panel", str(table), "--target", "ill", "--size", "0"])
