"""What `--objective` takes, and what the commands make of it."""

import csv
import json

import numpy as np
import pytest

import aucopt


@pytest.fixture(scope="module")
def patients(tmp_path_factory):
    """Two markers of 90 patients, a third of them ill."""
    rng = np.random.default_rng(4)
    path = tmp_path_factory.mktemp("data") / "patients.csv"
    lines = ["age,dose,ill"]
    for k in range(90):
        ill = k % 3 == 0
        lines.append(f"{rng.normal() + ill:.2f},{rng.normal() + ill:.2f},{'yes' if ill else 'no'}")
    path.write_text("\n".join(lines) + "\n")
    return path


def table(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return [[float(row["age"]), float(row["dose"])] for row in rows], [row["ill"] == "yes" for row in rows]


@pytest.mark.parametrize(
    ("words", "objective", "stated"),
    [
        (
            "sensitivity --at 0.8",
            aucopt.Sensitivity(specificity=0.8),
            {"name": "Sensitivity", "specificity": "0.8"},
        ),
        (
            "specificity --at 0.8",
            aucopt.Specificity(sensitivity=0.8),
            {"name": "Specificity", "sensitivity": "0.8"},
        ),
        (
            "partial-auc --max-fpr 0.2",
            aucopt.PartialAUC(max_fpr=0.2),
            {"name": "PartialAUC", "max_fpr": "0.2"},
        ),
        (
            "partial-auc --min-tpr 0.8",
            aucopt.PartialAUC(min_tpr=0.8),
            {"name": "PartialAUC", "min_tpr": "0.8"},
        ),
        ("auc", "auc", {"name": "AUC"}),
    ],
)
def test_the_document_has_the_answer_of_the_library(run, patients, words, objective, stated):
    limits = ["--checks", 600, "--repeats", 1, "--resamples", 10]
    code, out, err = run("fit", patients, "--target", "ill", "--objective", *words.split(), *limits, "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    solution = aucopt.maximize(*table(patients), objective)
    assert found["objective"] == found["model"]["facts"]["objective"] == stated
    assert (found["value"]["apparent"], found["value"]["gap"]) == (solution.value, 0)
    assert found["auc"]["apparent"] == solution.auc
    assert ("bound" in found["auc"]) == (words == "auc")
    honest = found["honest"]
    assert honest["value"]["low"] <= honest["value"]["value"] <= honest["value"]["high"]
    assert ("auc" in honest) == (words == "auc")
    assert honest["gain"]["value"] == pytest.approx(honest["value"]["value"] - honest["rival_value"]["value"])
    assert found["rival"]["value"] <= solution.value
    assert {"rival_sensitivity", "rival_specificity", "judgement"} <= set(honest)


def test_a_saved_model_cuts_where_the_objective_does(run, patients, tmp_path):
    model = tmp_path / "model.json"
    options = ["--objective", "sensitivity", "--at", 0.9, "--checks", 0, "--save", model]
    assert run("fit", patients, "--target", "ill", *options)[0] == 0
    X, ill = table(patients)
    solution = aucopt.maximize(X, ill, aucopt.Sensitivity(specificity=0.9))
    assert json.loads(model.read_text())["cutoff"] == solution.cutoff
    code, out, _ = run("score", model, patients)
    called = np.array([row["predicted"] == "yes" for row in csv.DictReader(out.splitlines())])
    assert code == 0
    assert called[np.array(ill)].mean() == pytest.approx(solution.value)
    assert (~called[~np.array(ill)]).mean() >= 0.9


def test_a_blend_is_compared_with_the_model_that_is_best_there(run, patients):
    options = ["--objective", "specificity", "--at", 0.9, "--checks", 600, "--repeats", 1]
    code, out, _ = run("blend", patients, "--target", "ill", *options)
    assert code == 0
    X, ill = table(patients)
    alone = [aucopt.specificity_at(ill, column, sensitivity=0.9) for column in np.transpose(X)]
    assert f"Compared with the best single model ({['age', 'dose'][int(np.argmax(alone))]})" in out
    assert f"  on these rows         {max(alone):.4f}" in out
    assert "false alarms per 1,000 negatives" in out
    assert "Specificity at sensitivity 0.9" in out


def test_a_proof_of_a_sensitivity_is_written_and_verified(run, patients, tmp_path):
    proof = tmp_path / "proof.json"
    options = ["--objective", "sensitivity", "--at", 0.9, "--checks", 0, "--certificate", proof]
    assert run("fit", patients, "--target", "ill", *options)[0] == 0
    code, out, _ = run("verify", proof, patients, "--target", "ill")
    assert code == 0
    assert "AUC" not in out
    assert "ensitivity" in out


def test_compare_asks_about_the_objective(run, patients, tmp_path):
    report = tmp_path / "pays.html"
    options = ["--objective", "sensitivity", "--at", 0.8, "--methods", "LR", "--repeats", 1, "--jobs", 1]
    code, out, _ = run("compare", patients, "--target", "ill", *options, "--report", report)
    assert code == 0
    assert "optimising the sensitivity at specificity" in " ".join(out.split())
    assert "test sensitivity" in out
    assert "sensitivity-opt" in out
    assert "test AUC" not in out + report.read_text()
    code, out, _ = run("compare", patients, "--target", "ill", *options, "--json")
    assert json.loads(out)["objective"] == {"name": "Sensitivity", "specificity": "0.8"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sensitivity", "--objective sensitivity needs --at SHARE."),
        ("partial-auc", "--objective partial-auc needs --max-fpr SHARE or --min-tpr SHARE."),
        ("partial-auc --max-fpr 0.1 --min-tpr 0.9", "--max-fpr SHARE or --min-tpr SHARE, not both."),
        ("auc --at 0.9", "--at goes with --objective sensitivity or specificity, not with auc."),
        ("specificity --max-fpr 0.9", "--max-fpr goes with --objective partial-auc, not with specificity."),
        ("sensitivity --at 1.5", "specificity must lie between 0 and 1, not 1.5."),
        ("partial-auc --max-fpr 0", "max_fpr must be above 0 and at most 1"),
        ("partial-auc --min-tpr 1", "min_tpr must be at least 0 and below 1"),
        ("sensitivity --at nan", "specificity must lie between 0 and 1, not nan."),
    ],
)
def test_wrong_limits_are_told_before_any_work(run, patients, words, message):
    code, out, err = run("fit", patients, "--target", "ill", "--objective", *words.split())
    assert (code, out) == (1, "")
    assert message in err
