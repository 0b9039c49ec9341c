"""The options that choose rows and columns, from the command to a saved model and its proof."""

import json

import numpy as np
import pytest


@pytest.fixture(scope="module")
def clinic(tmp_path_factory):
    """A table as it comes: gaps, text, percent signs, limits of detection, three classes."""
    rng = np.random.default_rng(5)
    lines = ["age,crp,share,sex,code,state"]
    for k in range(60):
        state = ("control", "case", "benign")[k % 3]
        ill = state == "case"
        age = "" if k % 7 == 0 else f"{60 + 8 * rng.normal() + 8 * ill:.0f}"
        crp = rng.exponential() + ill
        lines.append(
            f"{age},{'<0.5' if crp < 0.5 else f'{crp:.2f}'},{100 * rng.random():.1f}%,{'fm'[k % 2]},"
            f"{(k * 7919) % 10007},{state}"
        )
    path = tmp_path_factory.mktemp("clinic") / "clinic.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


BASE = ("--target", "state", "--positive-label", "case")


def test_the_first_lines_name_the_positive_class_and_what_looks_wrong(run, clinic):
    options = ("--columns", "share", "code", "--checks", 0)
    code, out, err = run("fit", clinic, *BASE, *options)
    assert (code, err) == (0, "")
    lines = out.split("\n")
    assert lines[0] == "positive class: case"
    assert lines[1].startswith("Warning: Column 'code' has a different whole number in every row")
    assert lines[3] == "clinic.csv: 60 rows, 20 positive (state = case), 40 negative (not case)"
    assert any(line.startswith("Note: In column 'share', ") for line in lines)
    code, out, _ = run("fit", clinic, *BASE, *options, "--json")
    assert json.loads(out)["warnings"][0].startswith("Column 'code'")


def test_what_stands_in_the_way_is_named_with_its_cell(run, clinic):
    code, out, err = run("fit", clinic, *BASE)
    assert (code, out) == (1, "")
    # All of it at once, each with the option that mends it.
    first, limits, gaps = err.splitlines()
    assert first == "aucopt: error: the table has 2 problems:"
    assert limits.startswith("  1. Cells that are limits of detection: ")
    assert "below the header holds '<0.5'" in limits
    assert "--detection-limit half" in limits
    assert gaps.startswith("  2. 9 rows lack a value (age 9): rows 1, 8, 15, 22, 29, ... below the header.")
    assert "--missing impute" in gaps
    code, _, err = run("fit", clinic, *BASE, "--detection-limit", "half")
    assert code == 1
    assert "--missing impute" in err
    code, _, err = run("fit", clinic, *BASE, "--columns", "sex")
    assert code == 1
    assert (
        "column 'sex' is text: row 1 below the header holds 'f'. Add --categories to use it as categories"
        in err
    )


def test_a_table_with_gaps_and_categories_from_fit_to_proof(run, clinic, tmp_path):
    model, proof = tmp_path / "model.json", tmp_path / "proof.json"
    options = [
        "--exclude",
        "code",
        "share",
        "--missing",
        "impute",
        "--categories",
        "--detection-limit",
        "half",
    ]
    code, out, err = run(
        "fit", clinic, *BASE, *options, "--save", model, "--certificate", proof, "--repeats", 1,
        "--resamples", 40,
    )  # fmt: skip
    # A search that has to wait for its kernels tells how far it is.
    assert (code, [line for line in err.split("\n") if line and not line.startswith(("AUC ", "cross-"))]) == (
        0,
        [],
    )
    for name in ("age", "age is missing", "crp", "sex = m"):
        assert f"\n  {name} " in out
    assert "Note: Missing values are filled with the median of the column (age " in out
    assert "Note: Categories are columns of 0 and 1" in out
    assert "10-fold cross-validation, once" in out
    code, out, err = run("verify", proof, clinic, *BASE, *options)
    assert (code, err) == (0, "")
    assert out.startswith("The proof holds.")
    code, out, err = run("score", model, clinic, "--detection-limit", "half")
    assert (code, err) == (0, "")
    rows = out.split("\n")[1:-1]
    assert len(rows) == 60
    assert all(row.split(",")[0] for row in rows)


GAPS = ("--columns", "age", "share", "--missing", "impute")


def test_an_imputer_by_name(run, clinic, tmp_path):
    code, out, err = run("fit", clinic, *BASE, *GAPS, "--imputer", "knn", "--checks", 0, "--quiet")
    assert (code, err) == (0, "")
    assert "Note: Missing values of age are filled by KNNImputer" in out
    for words, message in [
        (["--imputer", "nearest"], "--imputer nearest is not an imputer: take median, knn, iterative"),
        (["--imputer", "knn", "--missing", "drop"], "--imputer goes with --missing impute."),
        (["--imputer", "knn", "--save", tmp_path / "m.json"], "knn cannot be saved; the median can"),
    ]:
        code, out, err = run("fit", clinic, *BASE, *GAPS, *words)
        assert (code, out) == (1, "")
        assert message in err


def test_compare_and_panel_fill_gaps_and_encode_categories(run, clinic, tmp_path):
    code, out, err = run(
        "compare", clinic, *BASE, *GAPS, "--categories", "sex", "--methods", "LR", "AUC-opt",
        "--repeats", 1, "--report", tmp_path / "c.html", "--quiet", "--jobs", 1,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "60 rows (20 positive), 4 columns" in out
    assert "Note: Missing values are filled with the median of the column (age " in out
    model = tmp_path / "panel.json"
    code, out, err = run(
        "panel", clinic, *BASE, *GAPS, "--categories", "sex", "--size", 2, "--checks", 0, "--quiet",
        "--save", model,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "4 columns to choose from" in out
    code, out, err = run("score", model, clinic)
    assert (code, err) == (0, "")
    assert all(row.split(",")[0] for row in out.split("\n")[1:-1])
