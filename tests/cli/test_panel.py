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
        (["--size", "9"], "--size 9: there are only 5 columns to choose from"),
        (
            ["--include", "agee"],
            "--include agee: there is no such column to choose from. Did you mean 'age'?",
        ),
        (["--exclude", "ill"], "'ill' is the target; it cannot be left out"),
        (
            ["--exclude", "age", "dose", "price", "noise", "copy"],
            "there is no column of numbers beside the target",
        ),
        (["--size", "1", "--include", "age", "dose"], "--include names 2 columns; --size is 1"),
        (["--include", "age", "--exclude", "age"], "--include age: there is no such column"),
    ],
)
def test_what_is_refused(table, capsys, options, message):
    assert main(["panel", str(table), "--target", "ill", "--quiet", *options]) == 1
    assert message in capsys.readouterr().err


def test_sizes_below_one_are_wrong_usage(table):
    with pytest.raises(SystemExit):
        main(["panel", str(table), "--target", "ill", "--size", "0"])


@pytest.fixture(scope="module")
def ranked(tmp_path_factory):
    """The same columns with grades, censored times and centres."""
    rows = five_columns()
    signal = rows.X[:, 0] + rows.X[:, 1]
    path = tmp_path_factory.mktemp("ranked") / "genes.csv"
    header = "age,dose,price,noise,copy,ill,grade,died,months,centre"
    outcome = [rows.positive, np.digitize(signal, [0, 1, 2]), np.arange(60) % 4 > 0, np.exp(-signal)]
    cells = np.column_stack([rows.X, *outcome, np.arange(60) // 20])
    formats = [*["%.2f"] * 5, "%d", "%d", "%d", "%.3f", "%d"]
    np.savetxt(path, cells, delimiter=",", header=header, comments="", fmt=formats)
    return path


@pytest.mark.parametrize(
    ("words", "objective", "more"),
    [
        ("--target grade --objective concordance", {"name": "Concordance"}, {"outcome": "ordered"}),
        (
            "--event died --time months --objective concordance --strata centre",
            {"name": "Concordance"},
            {"outcome": "censored", "time": "months", "strata": "centre"},
        ),
        (
            "--target ill --strata centre --strata-weight cases",
            {"name": "Concordance", "strata_weight": "cases"},
            {"positives": 30, "strata": "centre"},
        ),
    ],
)
def test_outcomes_that_are_ranked(ranked, tmp_path, capsys, words, objective, more):
    columns = ["--columns", "age", "dose", "price", "noise", "copy"]
    written = {name: tmp_path / f"{name}.json" for name in ("save", "certificate")}
    paths = [word for name, path in written.items() for word in (f"--{name}", str(path))]
    report = tmp_path / "panel.html"
    asked = ["panel", str(ranked), *words.split(), *columns, *FEW]
    assert main([*asked, *paths, "--report", str(report)]) == 0
    out = capsys.readouterr().out
    assert "gap 0: optimal among all 10 panels of 2 columns" in out
    assert "all columns, " in out
    assert "logistic regression on all" not in out
    check = next(line for line in out.splitlines() if line.startswith("The proof for these columns"))
    assert main(shlex.split(check.split("To check it: aucopt ")[1])) == 0
    assert capsys.readouterr().out.startswith("The proof holds.")
    assert load_model(written["save"]).cutoff is None
    assert "fitted again by" in report.read_text(encoding="utf-8")
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["objective"] == objective
    assert more.items() <= found.items()
    assert {column["name"] for column in found["columns"]} <= {"age", "dose", "copy"}
    assert len(found["honest"]["methods"]) == 5
    assert found["omitted"] == {}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--objective concordance", "with --target, or censored times with --event and --time"),
        ("--target ill --strata-weight cases", "--strata-weight needs --strata COLUMN"),
        ("--target ill --objective sensitivity --at 0.9 --strata centre", "--strata goes with --objective"),
        ("--target ill --objective partial-auc --max-fpr 0.2 --strata centre", "takes no strata"),
    ],
)
def test_rankings_that_are_refused(ranked, capsys, words, message):
    assert main(["panel", str(ranked), "--quiet", *words.split()]) == 1
    assert message in capsys.readouterr().err
