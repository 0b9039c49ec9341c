"""Concordance, strata and accuracy from the command line: what is found, proved, checked and refused."""

import json
import shlex

import numpy as np
import pytest

import aucopt

RNG = np.random.default_rng(6)
N = 60
X = np.round(RNG.normal(size=(N, 2)), 2)
SIGNAL = X[:, 0] + RNG.normal(size=N)
COLUMNS = {
    "a": X[:, 0],
    "b": X[:, 1],
    "grade": np.digitize(SIGNAL, [-1, 0, 1]),
    "ill": np.where(SIGNAL > 0.3, "yes", "no"),
    "died": (np.arange(N) % 3 > 0).astype(int),
    "months": np.round(np.exp(-SIGNAL), 2),
    "centre": np.array(list("pqr"))[np.arange(N) % 3],
    "set": np.arange(N) // 3,
    "row": np.arange(N) * 7 % 61,
}
TIMES = np.column_stack([COLUMNS["died"], COLUMNS["months"]])
KINDS = {
    "grades": ("--target grade --objective concordance", COLUMNS["grade"], aucopt.Concordance(), {}),
    "times": ("--event died --time months --objective concordance", TIMES, aucopt.Concordance(), {}),
    "times within": (
        "--event died --time months --objective concordance --strata centre",
        TIMES,
        aucopt.Concordance(),
        {"strata": COLUMNS["centre"]},
    ),
    "sets": ("--target ill --strata set", COLUMNS["ill"], "auc", {"strata": COLUMNS["set"]}),
    "cases": (
        "--target ill --strata centre --strata-weight cases",
        COLUMNS["ill"],
        "auc",
        {"strata": COLUMNS["centre"], "strata_weight": "cases"},
    ),
    "accuracy": ("--target ill --objective accuracy", COLUMNS["ill"], aucopt.Accuracy(), {}),
    "costs": (
        "--target ill --objective accuracy --cost 5:1",
        COLUMNS["ill"],
        aucopt.Accuracy({"no": 1, "yes": 5}),
        {},
    ),
    "balanced": (
        "--target ill --objective accuracy --cost balanced",
        COLUMNS["ill"],
        aucopt.Accuracy("balanced"),
        {},
    ),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("ranking") / "rows.csv"
    lines = [",".join(COLUMNS)]
    lines += [",".join(map(str, row)) for row in zip(*COLUMNS.values(), strict=True)]
    path.write_text("\n".join(lines) + "\n")
    return path


def fit(data, words, *more):
    return ["fit", data, "--columns", "a", "b", *words.split(), *more]


@pytest.mark.parametrize("kind", KINDS)
def test_the_optimum_of_maximize_and_a_proof_that_verify_checks(data, run, tmp_path, kind):
    words, y, objective, more = KINDS[kind]
    proof, model = tmp_path / "proof.json", tmp_path / "model.json"
    written = ["--certificate", proof, "--save", model]
    code, out, err = run(*fit(data, words, "--checks", 0, *written))
    assert (code, err) == (0, "")
    best = aucopt.maximize(X, y, objective, **more)
    assert f"on these rows         {best.value:.4f}" in out
    assert "gap 0: optimal among all linear scores of these columns, proved" in out
    check = next(line for line in out.splitlines() if line.startswith("The proof is in"))
    command = shlex.split(check.split("To check it: aucopt ")[1])
    code, out, err = run(*command)
    assert (code, err) == (0, "")
    assert out.startswith("The proof holds.")
    if "--strata" in command:
        other = [word if word not in ("centre", "set") else "grade" for word in command]
        assert run(*other)[0] == 1
    code, out, err = run("score", model, data)
    assert (code, err) == (0, "")
    head = "score,predicted" if "accuracy" in words else "score"
    assert out.splitlines()[0] == head


@pytest.mark.parametrize(
    ("kind", "rival"),
    [
        ("grades", "ordered logit"),
        ("times within", "Cox regression"),
        ("sets", "logistic regression with strata"),
        ("cases", "logistic regression with strata"),
        ("costs", "logistic regression"),
    ],
)
def test_new_rows_and_the_usual_rival(data, run, kind, rival):
    if rival in ("ordered logit", "Cox regression"):
        library = {"ordered logit": "statsmodels", "Cox regression": "lifelines"}[rival]
        pytest.importorskip(library, reason=f"{library} is not a dependency")
    words, *_ = KINDS[kind]
    code, out, err = run(*fit(data, words, "--json", "--repeats", 1, "--resamples", 3))
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["rival"]["name"] == rival
    honest = found["honest"]
    assert honest["repeats"] == 1
    assert honest["value"]["low"] < honest["value"]["value"] < honest["value"]["high"]
    assert honest["value"]["value"] < found["value"]["apparent"] + 0.02
    assert honest["judgement"]
    gain = honest["value"]["value"] - honest["rival_value"]["value"]
    assert honest["gain"]["value"] == pytest.approx(gain)
    classifies = "accuracy" in words
    assert ("sensitivity" in honest, found["cutoff"] is not None) == (classifies, classifies)


def test_the_report_has_no_roc_curve_where_there_are_no_classes(data, run, tmp_path):
    report = tmp_path / "report.html"
    words = KINDS["times"][0]
    code, out, _ = run(*fit(data, words, "--report", report, "--checks", 0))
    assert code == 0
    page = report.read_text(encoding="utf-8")
    assert "The best linear score of 2 columns for died by months" in page
    assert "Harrell" in page
    assert "ROC curves" not in page
    assert "Cut-off" not in out


def test_a_blend_of_scores_for_an_outcome(data, run):
    words = "--target grade --objective concordance"
    code, out, err = run("blend", data, "--columns", "a", "b", *words.split(), "--checks", 0)
    assert (code, err) == (0, "")
    assert "Compared with the best single model (a)" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "name the column to predict with --target."),
        ("--objective concordance", "with --target, or censored times with --event and --time"),
        ("--event died --time months", "--event goes with --objective concordance, not with auc"),
        (
            "--target ill --objective accuracy --strata centre",
            "--strata goes with --objective auc or partial-auc",
        ),
        ("--target ill --cost 5:1", "--cost goes with --objective accuracy, not with auc"),
        ("--target ill --objective accuracy --cost 5", "such as 5:1, or balanced"),
        ("--target ill --objective accuracy --cost=-5:1", "must be a number of at least 0, not -5.0"),
        ("--target ill --objective accuracy --cost 0:0", "must not be 0 for both classes"),
        ("--target ill --strata-weight cases", "--strata-weight needs --strata COLUMN"),
        ("--target ill --strata row", "No two rows can be compared within a stratum"),
        ("--target grade --event died --objective concordance", "take the place of --target"),
        ("--target ill --strata set --risk logistic", "--validate and --risk are for two classes"),
    ],
)
def test_what_does_not_go_together(data, run, words, message):
    code, out, err = run(*fit(data, words))
    assert (code, "weight" in out) == (1, False)
    assert message in err


@pytest.mark.parametrize("column", ["centre", "set"])
def test_a_partial_area_within_strata(data, run, tmp_path, column):
    words = f"--target ill --objective partial-auc --max-fpr 0.5 --strata {column}"
    page = tmp_path / "page.html"
    code, out, err = run(*fit(data, words, "--repeats", 1, "--resamples", 3, "--report", page, "--quiet"))
    assert "each stratum has its own curve" in page.read_text(encoding="utf-8")
    assert (code, err) == (0, "")
    part, strata = aucopt.PartialAUC(max_fpr=0.5), COLUMNS[column]
    best = aucopt.maximize(X, COLUMNS["ill"], part, strata=strata)
    assert f"on these rows         {best.value:.4f}" in out
    assert "gap 0: optimal among all linear scores of these columns, proved" in out
    assert "Partial AUC (false positive rate up to 0.5, within strata)" in out
    assert "Compared with logistic regression with strata (an intercept for each stratum)" in out
    assert "on new rows" in out
    proof = tmp_path / "proof.json"
    more = ["--strata-weight", "cases", "--certificate", proof, "--checks", 0, "--quiet"]
    code, out, err = run(*fit(data, words, *more))
    assert (code, err) == (0, "")
    check = next(line for line in out.splitlines() if line.startswith("The proof is in"))
    code, out, err = run(*shlex.split(check.split("To check it: aucopt ")[1]))
    assert (code, err) == (0, "")
    assert out.startswith("The proof holds.")


def test_the_whole_area_within_strata_is_the_auc(data, run):
    words = "--target ill --objective partial-auc --max-fpr 1 --strata centre --strata-weight cases"
    code, out, _ = run(*fit(data, words, "--checks", 0))
    assert code == 0
    assert "AUC (within strata, all positives alike)" in out
