"""Reports from the command line: where they go, what repeats them, and what stands in their way."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from aucopt.cli import main


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng = np.random.default_rng(5)
    y = np.arange(90) % 3 == 0
    X = np.round(rng.normal(size=(90, 2)) + y[:, None] * [1.0, 0.5], 3)
    path = tmp_path_factory.mktemp("data") / "my rows.csv"
    lines = [f"{a},{b},{'yes' if ill else 'no'}" for (a, b), ill in zip(X, y, strict=True)]
    path.write_text("\n".join(["<b>age</b>,dose,ill", *lines]), encoding="utf-8")
    return path


def command_in(html):
    """The command that a report shows: lines break between its words only."""
    return " ".join(re.findall(r'<span class="word">(.*?)</span>', html))


def test_fit_writes_a_report_and_figures(table, tmp_path, capsys):
    report, figures = tmp_path / "out.html", tmp_path / "new" / "figures"
    words = ["fit", str(table), "--target", "ill", "--checks", "0", "--report", str(report)]
    assert main([*words, "--figures", str(figures)]) == 0
    shown = capsys.readouterr()
    assert shown.out.endswith(f"\n\nReport: {report}\nFigures: 8 files in {figures}\n")
    html = report.read_text(encoding="utf-8")
    assert "The best linear score of 2 columns for ill" in html
    assert "my rows.csv · 90 rows, 30 of them ill = yes" in html
    assert command_in(html).startswith(f"aucopt fit &#39;{table}&#39; --target ill")
    assert "&lt;b&gt;age&lt;/b&gt;" in html
    assert "<b>age" not in html
    names = sorted(path.name for path in figures.iterdir())
    expected = ["profile", "roc", "rows", "weights"]
    assert names == sorted(f"{name}.{suffix}" for name in expected for suffix in ("png", "svg"))

    # A second time nothing is lost, and nothing is computed first.
    assert main(words) == 1
    assert capsys.readouterr().err == f"aucopt: error: {report} exists; add --force to replace it.\n"
    assert main([*words, "--force"]) == 0


def test_blend_writes_a_report_beside_one_json_document(table, tmp_path, capsys):
    report = tmp_path / "blend.html"
    assert (
        main(["blend", str(table), "--target", "ill", "--checks", "0", "--json", "--report", str(report)])
        == 0
    )
    json.loads(capsys.readouterr().out)
    assert "The best blend of 2 scores for ill" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["fit", "blend", "compare"])
def test_no_place_for_the_report(command, table, tmp_path, capsys):
    place = tmp_path / "missing"
    assert main([command, str(table), "--target", "ill", "--report", str(place / "out.html")]) == 1
    assert capsys.readouterr().err == f"aucopt: error: cannot write to {place}: No such file or directory\n"
    (tmp_path / "file").touch()
    assert main([command, str(table), "--target", "ill", "--figures", str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err == f"aucopt: error: cannot make {tmp_path / 'file'}: File exists\n"


@pytest.mark.slow
def test_compare_as_a_person_runs_it(table, tmp_path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "aucopt", "compare", str(table), "--target", "ill", "--repeats", "1"]
    done = subprocess.run(
        [*command, "--methods", "LR", "AUC-opt", "--jobs", "1", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, told = done.stdout.split("\n\n", 1)
    assert first == "positive class: yes (change it with --positive-label)"
    assert told.startswith(("On these data, optimising AUC ", "On these data, it is not clear whether "))
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "\n90 rows (30 positive), 2 columns, 10-fold cross-validation.\n" in done.stdout
    assert done.stdout.endswith("\n\nReport: aucopt-compare.html\n")
    html = (tmp_path / "aucopt-compare.html").read_text(encoding="utf-8")
    assert "Does it pay to optimise AUC?" in html
    assert command_in(html).endswith("--methods LR AUC-opt --jobs 1 --seed 7")


def test_compare_for_machines_writes_what_it_is_told(table, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [
        "compare",
        str(table),
        "--target",
        "ill",
        "--repeats",
        "2",
        "--methods",
        "LR,AUC-opt",
        "--jobs",
        "1",
    ]
    assert main([*words, "--json", "--time-limit", "0"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {result["name"] for result in document["results"]} == {"LR", "AUC-opt"}
    assert document["notes"] == ["2 of 20 splits were done in 0 s; a longer --time-limit does more."]
    assert not list(tmp_path.iterdir())


def test_compare_refuses_what_it_cannot_do(table, capsys):
    words = ["compare", str(table), "--target", "ill", "--json", "--jobs", "1"]
    assert main([*words, "--methods", "LR", "RF"]) == 1
    assert "There is no AUC optimiser method to compare." in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([*words, "--repeats", "0"])
    assert "must be at least 1" in capsys.readouterr().err


def test_interrupted_compare_says_how_far_it_came(table, capsys, monkeypatch):
    def stop(X, y, objective, callback, **options):
        callback(3, 80)
        raise KeyboardInterrupt

    monkeypatch.setattr("aucopt.analysis.pay.does_it_pay", stop)
    assert main(["compare", str(table), "--target", "ill", "--json"]) == 130
    assert capsys.readouterr().err == "Interrupted. Stopped after 3 of 80 fits: too few for a verdict.\n"


def test_interrupted_report_loses_nothing_found(table, tmp_path, capsys, monkeypatch):
    def stop(analysis, seconds, n_jobs):
        raise KeyboardInterrupt

    monkeypatch.setattr("aucopt.analysis.landscape.survey", stop)
    report, model = tmp_path / "out.html", tmp_path / "model.json"
    options = ["--checks", "0", "--report", str(report), "--save", str(model)]
    assert main(["fit", str(table), "--target", "ill", *options]) == 130
    assert capsys.readouterr().err.startswith("Interrupted. Only the report is missing:\nAUC ")
    assert model.exists()
    assert not report.exists()


def test_characters_that_the_figures_lack_are_told_once(table, tmp_path, capsys):
    other = tmp_path / "rows.csv"
    other.write_text(table.read_text(encoding="utf-8").replace("dose", "血液検査"), encoding="utf-8")
    figures, report = tmp_path / "figures", tmp_path / "out.html"
    options = ["--checks", "0", "--figures", str(figures), "--report", str(report)]
    assert main(["fit", str(other), "--target", "ill", *options]) == 0
    shown = capsys.readouterr()
    assert shown.out.count("boxes stand for them") == 1
    assert shown.err == ""
    assert "血液検査" in report.read_text(encoding="utf-8")
