"""`aucopt fit`, `score` and `blend` as people run them: what is printed, written and returned.

Most runs are calls of `main`; pipes, terminals and Ctrl-C take real processes.
"""

import csv
import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

import aucopt
from aucopt.analysis import Rows, analyse
from aucopt.cli import main
from aucopt.cli.describe import as_text
from aucopt.datasets import load_toy

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"}


@pytest.fixture(scope="module")
def patients(tmp_path_factory):
    """Two markers with signal, one without, an identifier, a text column, weights."""
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("data") / "patients.csv"
    lines = ["id,site,age,dose,noise,count,state"]
    for k in range(80):
        ill = k % 2
        age, dose, noise = 60 + 8 * rng.normal() + 8 * ill, 2 + rng.normal() - ill, rng.normal()
        lines.append(f"{k},s{k % 3},{age:.0f},{dose:.2f},{noise:.2f},{1 + k % 3},{'ill' if ill else 'fit'}")
    path.write_text("\n".join(lines) + "\n")
    return path


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_fit_prints_short_sections(run, patients, tmp_path):
    model = tmp_path / "model.json"
    options = ["--columns", "age", "dose", "--checks", 600, "--save", model]
    code, out, err = run("fit", patients, "--target", "state", *options)
    assert (code, err) == (0, "")
    assert out.startswith("positive class: ill (change it with --positive-label)\n\n")
    sections = [section.split("\n")[0] for section in out.split("\n\n")[1:]]
    assert sections.pop(0) == "patients.csv: 80 rows, 40 positive (state = ill), 40 negative (fit)"
    assert sections[:4] == [
        "The best linear score",
        "AUC",
        "Compared with logistic regression (no penalty)",
        sections[3],
    ]
    assert sections[3].startswith("Cut-off: state = ill if the score is above ")
    assert "95% interval" in out
    assert "apparent AUC, optimistic: the weights were fitted to these rows" in out
    assert "gap 0: optimal among all linear scores of these columns, proved" in out
    assert "95% interval; 10-fold cross-validation, " in out
    assert "sensitivity" in out
    assert out.endswith(f"Saved in {model}. To score new rows: aucopt score {model} new.csv\n")
    assert max(map(len, out.split("\n")[:-2])) < 120
    assert "\x1b" not in out


def test_json_is_one_document_with_the_answer_of_the_library(run, patients):
    code, out, err = run(
        "fit", patients, "--target", "state", "--columns", "age,dose", "--json", "--checks", 600
    )
    found = json.loads(out)
    assert (code, err) == (0, "")
    rows = read(patients)
    X = [[float(row["age"]), float(row["dose"])] for row in rows]
    y = [row["state"] == "ill" for row in rows]
    solution = aucopt.maximize_auc(X, y)
    assert found["auc"] == {"apparent": solution.auc, "bound": solution.bound, "gap": 0.0}
    assert [column["weight"] for column in found["columns"]] == solution.coef.tolist()
    assert (found["positive_label"], found["negative_label"], found["status"]) == ("ill", "fit", "optimal")
    honest = found["honest"]
    assert honest["auc"]["low"] < honest["auc"]["value"] < honest["auc"]["high"]
    assert honest["gain"]["low"] <= honest["gain"]["value"] <= honest["gain"]["high"]
    assert found["model"]["weights"] == solution.coef.tolist()
    assert (honest["folds"], honest["repeats"], honest["complete"]) == (10, 5, True)
    assert (honest["endings"], honest["refit_auc"]) == ({"optimal": 50}, solution.auc)
    assert found["resamples"] == 200
    assert found["omitted"] == {}
    assert not found["interrupted"]


def test_columns_that_are_left_out_are_named(run, patients):
    code, out, _ = run("fit", patients, "--target", "state", "--checks", 0, "--weights", "count")
    assert code == 0
    assert [name for name in ("age", "dose", "noise") if f"\n  {name} " in out] == ["age", "dose", "noise"]
    assert "no intervals of the weights: not requested" in out
    assert "Note: Columns of text are left out: site." in out
    assert "Note: Columns that only number the rows or folds are left out: id;" in out


def test_signs(run, patients):
    base = [
        "fit",
        patients,
        "--target",
        "state",
        "--checks",
        0,
        "--json",
        "--columns",
        "age",
        "dose",
        "noise",
    ]
    code, out, _ = run(*base, "--signs", "age=-,noise=+")
    weights = {column["name"]: column["weight"] for column in json.loads(out)["columns"]}
    assert code == 0
    assert weights["age"] <= 0 <= weights["noise"]
    code, out, _ = run(*base, "--nonnegative", "--signs", "dose=0")
    weights = {column["name"]: column["weight"] for column in json.loads(out)["columns"]}
    assert weights["age"] > 0 > weights["dose"]
    text = [word for word in base if word != "--json"]
    assert "gap 0: optimal among all linear scores with these signs, proved" in run(*text, "--nonnegative")[1]
    for wrong, message in [
        ("age", "--signs age: write a column, = and one of + - 0"),
        ("agee=+", "no column 'agee'; did you mean 'age'"),
        ("count=+", "'count' is not among the columns of the score"),
    ]:
        code, out, err = run(*base, "--signs", wrong)
        assert (code, out) == (1, "")
        assert message in err


def test_the_other_label_turns_the_score(run, patients):
    base = ["fit", patients, "--target", "state", "--checks", 0, "--json", "--columns", "age", "dose"]
    plain, turned = (json.loads(run(*base, *more)[1]) for more in ([], ["--positive-label", "fit"]))
    assert turned["auc"] == plain["auc"]
    assert turned["positive_label"] == "fit"
    assert np.dot(*([c["weight"] for c in found["columns"]] for found in (plain, turned))) < 0


def test_one_column_and_one_positive(run, tmp_path):
    path = tmp_path / "tiny.csv"
    path.write_text("x,y\n1,0\n2,0\n5,1\n3,0\n")
    code, out, _ = run("fit", path, "--target", "y")
    assert code == 0
    assert "1.0000" in out
    assert "cross-validation needs at least two rows of each class" in out
    assert "one column has only one direction" in out
    assert "nan" not in out


def test_many_columns_are_shortened(run, tmp_path):
    rng = np.random.default_rng(1)
    path = tmp_path / "wide.csv"
    rows = [[f"{v:.2f}" for v in rng.normal(size=15) + 0.5 * (k % 2)] + [str(k % 2)] for k in range(60)]
    names = [f"gene{j}" for j in range(15)] + ["y"]
    path.write_text("\n".join(",".join(row) for row in [names, *rows]))
    code, out, _ = run("fit", path, "--target", "y", "--checks", 0, "--time-limit", 5)
    assert code == 0
    assert out.count("\n  gene") == 12
    assert "and 3 smaller weights: --json and --save list all of them" in out


def test_score_follows_the_order_of_the_rows(run, patients, tmp_path):
    model, output = tmp_path / "model.json", tmp_path / "scores.csv"
    assert (
        run("fit", patients, "--target", "state", "--columns", "age", "dose", "--checks", 0, "--save", model)[
            0
        ]
        == 0
    )
    rows = read(patients)
    new = tmp_path / "new.tsv"
    new.write_text("dose\tid\tage\n" + "".join(f"{r['dose']}\t{r['id']}\t{r['age']}\n" for r in rows[::-1]))
    code, out, err = run("score", model, new, "--keep", "id")
    assert (code, err) == (0, "")
    scored = list(csv.DictReader(io.StringIO(out)))
    assert [row["id"] for row in scored] == [row["id"] for row in rows[::-1]]
    loaded = aucopt.load_model(model)
    X = [[float(row["age"]), float(row["dose"])] for row in rows[::-1]]
    assert [float(row["score"]) for row in scored] == loaded.linear_score(X).tolist()
    assert [row["predicted"] for row in scored] == loaded.predict(X).tolist()
    assert loaded.facts["auc"]["apparent"] == aucopt.roc_auc_score(
        [row["state"] == "ill" for row in rows[::-1]], [float(row["score"]) for row in scored]
    )
    assert run("score", model, new, "--output", output) == (0, "", "")
    assert [row["score"] for row in read(output)] == [row["score"] for row in scored]
    code, _, err = run("score", model, new, "--output", output)
    assert (code, err) == (1, f"aucopt: error: {output} exists; add --force to replace it.\n")
    assert run("score", model, new, "--output", output, "--force")[0] == 0
    # No half-written file stays behind.
    assert {path.name for path in tmp_path.iterdir()} == {"model.json", "new.tsv", "scores.csv"}


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.json"
    aucopt.LinearModel(("a", "b"), [1.0, 2.0], 2.5, (0, 1)).save(path)
    return path


def test_score_of_rows_that_lack_values(run, model, tmp_path):
    new = tmp_path / "new.csv"
    new.write_text("b,a,name\n1,2,x\n,3,\n0.5,1,z\n")
    code, out, err = run("score", model, new)
    assert (code, out) == (1, "")
    assert (
        "row 2 below the header lacks a value (b 1). Add --missing blank to leave their scores blank." in err
    )
    code, out, _ = run("score", model, new, "--missing", "blank", "--keep", "name", "b")
    assert (code, out) == (0, "name,b,score,predicted\nx,1,4.0,1\n,,,\nz,0.5,2.0,0\n")


def test_columns_that_are_kept_are_copied_as_they_are_written(run, model, tmp_path):
    new = tmp_path / "new.csv"
    new.write_text("id,zip,a,b\n9007199254740993,00123,1.50,2\n9007199254740995,NA,1e0,2\n")
    code, out, _ = run("score", model, new, "--keep", "id", "zip", "a")
    assert code == 0
    assert out.splitlines()[1:] == ["9007199254740993,00123,1.50,5.5,1", "9007199254740995,NA,1e0,5.0,1"]
    table = {"id": [9007199254740993, None], "a": [1.5, 1.0], "b": [2, 2]}
    parquet.write_table(pyarrow.table(table), tmp_path / "new.parquet")
    code, out, _ = run("score", model, tmp_path / "new.parquet", "--keep", "id")
    assert (code, out.splitlines()[1:]) == (0, ["9007199254740993,5.5,1", ",5.0,1"])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("a,c\n1,2\n", "no column 'b'"),
        ("c,d\n1,2\n", "lacks columns of the model: 'a', 'b'"),
        ("a,b\n1,x\n", "column 'b' is text: row 1 below the header holds 'x'"),
        ("a,b\n1,inf\n", "column 'b' holds infinite values"),
    ],
)
def test_score_of_another_table(run, model, tmp_path, table, message):
    new = tmp_path / "new.csv"
    new.write_text(table)
    code, out, err = run("score", model, new)
    assert (code, out) == (1, "")
    assert message in err


def test_score_without_a_model(run, patients, tmp_path):
    code, _, err = run("score", tmp_path / "none.json", patients)
    assert (code, err) == (
        1,
        f"aucopt: error: cannot read {tmp_path / 'none.json'}: No such file or directory\n",
    )
    code, _, err = run("score", patients, patients)
    assert code == 1
    assert "is not a model of aucopt" in err


def test_blend(run, tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "scores.csv"
    lines = ["first,second,useless,clicked"]
    for k in range(120):
        good = [rng.normal() + (k % 2) for _ in range(2)]
        lines.append(f"{good[0]:.3f},{good[1]:.3f},{rng.normal() - 0.5 * (k % 2):.3f},{k % 2}")
    path.write_text("\n".join(lines))
    code, out, _ = run("blend", path, "--target", "clicked", "--json", "--repeats", 1, "--resamples", 40)
    found = json.loads(out)
    assert code == 0
    assert all(column["weight"] >= 0 for column in found["columns"])
    best = found["best_column"]
    assert best["name"] in ("first", "second")
    assert found["auc"]["apparent"] - best["auc"] == pytest.approx(best["gain"])
    assert best["gain"] > 0
    assert found["rival"]["detail"] == best["name"]
    assert found["rival"]["auc"] == pytest.approx(best["auc"])
    assert found["honest"]["repeats"] >= 1
    code, out, _ = run("blend", path, "--target", "clicked", "--checks", 0)
    assert code == 0
    assert "\nThe best blend\n" in out
    assert "gap 0: optimal among all blends of these columns, proved" in out
    assert f"Compared with the best single model ({best['name']})\n" in out
    assert f"gain {best['gain']:+.4f}" in out
    total = sum(column["weight"] for column in found["columns"])
    for column in found["columns"]:
        share = f"{column['weight'] / total:.1%}"
        assert re.search(rf"\n  {column['name']} +{column['weight']:.6g} +{share} ", out)


def test_failures_have_a_sentence_and_exit_code_one(run, patients, tmp_path):
    def fails(*arguments):
        code, out, err = run("fit", *arguments)
        assert (code, out) == (1, "")
        assert err.startswith("aucopt: error: ")
        return err

    assert "did you mean 'state'" in fails(patients, "--target", "sate")
    assert "No such file" in fails(tmp_path / "none.csv", "--target", "y")
    existing = tmp_path / "precious.txt"
    existing.write_text("mine")
    assert "exists; add --force" in fails(patients, "--target", "state", "--save", existing)
    assert existing.read_text() == "mine"
    assert f"{tmp_path} is a directory" in fails(patients, "--target", "state", "--save", tmp_path)
    missing = tmp_path / "no" / "model.json"
    assert f"cannot write to {missing.parent}" in fails(patients, "--target", "state", "--save", missing)
    equal = tmp_path / "equal.csv"
    equal.write_text("x,y\n1,0\n1,1\n1,0\n")
    assert "each column has the same value in all rows" in fails(equal, "--target", "y")


@pytest.mark.parametrize(
    "arguments",
    [
        ["fit"],
        ["compare", "data.csv"],
        ["fit", "data.csv", "--target", "y", "--max-gap", "2"],
        ["fit", "data.csv", "--target", "y", "--time-limit", "-1"],
        ["fit", "data.csv", "--target", "y", "--checks", "soon"],
        ["fit", "data.csv", "--target", "y", "--jobs", "0"],
        ["fit", "data.csv", "--target", "y", "--seed", "-1"],
        ["fit", "data.csv", "--target", "y", "--missing", "guess"],
        ["score", "model.json"],
        ["blend", "data.csv", "--target", "y", "--nonnegative"],
    ],
)
def test_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("usage: aucopt ")


@pytest.mark.parametrize("command", ["fit", "score", "blend"])
def test_help_ends_with_examples(command, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"\nexamples:\n  aucopt {command} " in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_a_pipe_in_and_one_out(patients, model, tmp_path):
    # Nobody reads on after the first line: no traceback.
    new = tmp_path / "new.csv"
    new.write_text("a,b\n" + "1,2\n" * 50_000)
    command = f"cat {new} | {sys.executable} -m aucopt score {model} - | head -n 2; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=120, env=ENVIRONMENT, check=False
    )
    assert done.stdout == "score,predicted\n5.0,1\n141\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_a_terminal_sees_the_live_line_and_standard_output_does_not(patients):
    pty = pytest.importorskip("pty", reason="no terminals to pretend")
    # Standard error is a terminal, standard output a pipe.
    ours, theirs = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "aucopt",
        "fit",
        str(patients),
        "--target",
        "state",
        "--checks",
        "0",
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=ENVIRONMENT) as process:
        os.close(theirs)
        out, _ = process.communicate(timeout=120)
    seen = os.read(ours, 1 << 16)
    os.close(ours)
    assert process.returncode == 0
    assert json.loads(out)["status"] == "optimal"
    assert b"\x1b" in seen


@pytest.mark.parametrize("command", ["fit", "blend"])
def test_no_score_is_worse_than_what_it_is_compared_with(command, run, tmp_path):
    """Also if there is no time at all: the search begins with the weights of its rival."""
    rng = np.random.default_rng(2)
    path = tmp_path / "wide.csv"
    rows = [[f"{v:.2f}" for v in rng.normal(size=14) + 0.3 * (k % 2)] + [str(k % 2)] for k in range(90)]
    path.write_text("\n".join(",".join(row) for row in [[*"abcdefghijklmn", "y"], *rows]))
    code, out, _ = run(command, path, "--target", "y", "--checks", 0, "--time-limit", 0, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["auc"]["apparent"] >= found["rival"]["auc"] > 0.55


def test_the_number_of_fits_can_be_chosen(run, patients):
    base = ["fit", patients, "--target", "state", "--columns", "age", "dose", "--json"]
    few, fewer = (json.loads(run(*base, "--repeats", 2, "--resamples", n)[1]) for n in (50, 7))
    assert (few["honest"]["repeats"], few["resamples"]) == (2, 50)
    assert (fewer["honest"], fewer["resamples"]) == (few["honest"], 7)


# Presses Ctrl-C when the checks say that folds are done.
PRESS_CTRL_C = """
import signal, sys
from aucopt import cli
from aucopt.analysis import fit

# Processes in the background of a shell ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

def press(*arguments, callback, honest=fit.honest_values, **options):
    def follow(done, total):
        if done == 3:
            signal.raise_signal(signal.SIGINT)
    return honest(*arguments, callback=follow, **options)

fit.honest_values = press
sys.exit(cli.main())
"""


# Presses Ctrl-C when the search reports for the first time.
INTERRUPT_THE_SEARCH = """
import signal, sys
from aucopt import cli
from aucopt.exact import maximize_objective as maximize

# Processes in the background of a shell ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

def press(*arguments, callback=None, search=maximize.maximize, **options):
    if callback is None:
        return search(*arguments, **options)
    reports = []
    def follow(progress):
        callback(progress)
        reports.append(progress)
        if len(reports) == 1:
            signal.raise_signal(signal.SIGINT)
    return search(*arguments, callback=follow, **options)

maximize.maximize = press
sys.exit(cli.main())
"""


@pytest.mark.slow
def test_an_interrupted_search_prints_saves_and_certifies_what_it_has(tmp_path):
    rng = np.random.default_rng(0)
    table = tmp_path / "wide.csv"
    rows = [[*(f"{v:.2f}" for v in rng.normal(size=5) + 0.4 * (k % 2)), str(k % 2)] for k in range(70)]
    table.write_text("\n".join(",".join(row) for row in [["a", "b", "c", "d", "e", "y"], *rows]))
    model, proof = tmp_path / "model.json", tmp_path / "proof.json"
    files = ["--save", str(model), "--certificate", str(proof)]
    command = [sys.executable, "-c", INTERRUPT_THE_SEARCH, "fit", str(table), "--target", "y", *files]
    command += ["--time-limit", "300"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=ENVIRONMENT, check=False)
    assert done.returncode == 130, done.stderr
    assert re.search(r"\n  bound +0\.\d+ +gap 0\.\d+: interrupted\n", done.stdout)
    assert re.search(r"\n  on new rows +- +interrupted\n", done.stdout)
    assert aucopt.load_model(model).facts["status"] == "interrupted"
    assert main(["verify", str(proof), str(table), "--target", "y"]) == 0


@pytest.mark.slow
def test_an_interrupt_during_the_checks_keeps_the_proof(patients, tmp_path):
    command = [
        sys.executable,
        "-c",
        PRESS_CTRL_C,
        "fit",
        str(patients),
        "--target",
        "state",
        "--columns",
        "age",
    ]
    command += ["--save", str(tmp_path / "model.json")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=ENVIRONMENT, check=False)
    assert done.returncode == 130
    assert done.stderr == "Interrupted. What was found by then is on standard output.\n"
    assert "gap 0: optimal among all linear scores" in done.stdout
    assert re.search(r"\n  on new rows +- +interrupted\n", done.stdout)
    assert "no intervals of the weights: interrupted" in done.stdout
    assert aucopt.load_model(tmp_path / "model.json").facts["status"] == "optimal"


def test_a_bound_is_never_rounded_down():
    X, y = load_toy()
    rows = Rows(X, ("a", "b"), y == 1, None, "y", (0, 1))
    solution = aucopt.maximize_auc(rows, rows.positive)
    open_gap = replace(solution, status="max_gap", bound_exact=Fraction(70_412, 10**5))
    text = as_text(analyse(rows, open_gap, signs=(0, 0), seconds=0), [], "toy.csv")
    assert re.search(r"bound +0\.7042 ", text)
    text = as_text(analyse(rows, solution, signs=(0, 0), seconds=0), [], "toy.csv")
    assert re.search(r"bound +0\.7038 +gap 0: optimal", text)
