"""`aucopt panel`, as a newcomer types it."""

import json
import shlex

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
    assert "Is the panel better?" in report.read_text(encoding="utf-8")
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
    assert "not requested" in text
    assert "because it was not evaluated on new rows" in text


def test_an_objective_a_file_and_a_proof(table, tmp_path, capsys):
    kept, proof = tmp_path / "search.jsonl", tmp_path / "proof.json"
    words = ["panel", str(table), "--target", "ill", "--objective", "sensitivity", "--at", "0.9"]
    words += ["--file", str(kept), "--memory-limit", "1GB", "--checks", "0", "--quiet", "--jobs", "1"]
    assert main([*words, "--certificate", str(proof)]) == 0
    text = capsys.readouterr().out
    assert "Sensitivity at specificity 0.9" in text
    assert "computed, not certified" in text
    # Killed in the middle of a line, and begun again.
    kept.write_bytes(kept.read_bytes()[:-9])
    assert main(words) == 0
    again = capsys.readouterr().out
    # With a proof the weights are others of the same optimum; the values are the same.
    assert again.split("\n\n")[3] == text.split("\n\n")[3]
    check = text.partition("To check it: ")[2].splitlines()[0]
    assert main([*shlex.split(check)[1:], "--quiet"]) == 0
    assert "The proof holds" in capsys.readouterr().out
    assert main([*words, "--delta", "0.1"]) == 1
    assert "belongs to a search with other data or options" in capsys.readouterr().err


def test_an_accuracy_is_checked_by_its_own_measure(table, tmp_path, capsys):
    report = tmp_path / "panel.html"
    words = ["panel", str(table), "--target", "ill", "--size", "1", "--objective", "accuracy"]
    assert main([*words, "--cost", "2:1", "--json", "--report", str(report), *FEW]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["objective"]["name"] == "Accuracy"
    assert content["bound_is"] == "computed, not certified"
    assert content["value"]["apparent"] == content["value"]["bound"]
    assert content["honest"]["methods"]["best column"]["value"] <= content["value"]["apparent"] + 0.05
    page = report.read_text(encoding="utf-8")
    assert "accuracy on new rows" in page
    assert "computed, not certified" in page


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--at", "0.9"], "--at goes with --objective sensitivity or specificity"),
        (
            ["--certificate", "p.json", "--missing", "drop"],
            "--certificate needs columns of numbers without gaps",
        ),
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
