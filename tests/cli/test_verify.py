"""Proofs from the command line: fit and blend write them, verify checks them and refuses bad ones."""

import json
import shlex

import numpy as np
import pytest

from aucopt.cli import main
from aucopt.cli.verify import describe_progress
from aucopt.exact import maximize_objective as maximize
from aucopt.exact.solvers.plane import solver as plane
from aucopt.verifier.clock import VerifyProgress


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A table with a weight column and a gap, and the proofs of a fit and of a blend."""
    folder = tmp_path_factory.mktemp("proofs")
    rng = np.random.default_rng(3)
    ill = np.repeat(["no", "yes"], [25, 15])
    a, b = rng.normal(size=40) + (ill == "yes"), rng.normal(size=40)
    lines = [f"{x:.3f},{y:.3f},{w},{z}" for x, y, w, z in zip(a, b, rng.integers(1, 4, 40), ill, strict=True)]
    lines[5] = ",".join(["", *lines[5].split(",")[1:]])
    (folder / "rows.csv").write_text("\n".join(["a,b,w,ill", *lines]) + "\n")
    for command, name in (("fit", "fit.json"), ("blend", "blend.json")):
        assert main([command, *table(folder), "--checks", "0", "--certificate", str(folder / name)]) == 0
    return folder


def table(folder):
    choice = ["--columns", "a", "b", "--weights", "w", "--missing", "drop"]
    return [str(folder / "rows.csv"), "--target", "ill", *choice]


@pytest.mark.parametrize("name", ["fit.json", "blend.json"])
def test_a_proof_holds_for_its_data(folder, name, capsys):
    assert main(["verify", str(folder / name), *table(folder)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("The proof holds. AUC 0.")
    assert "no allowed direction exceeds it: optimal.\nIt is a certificate of version 2.\n" in out
    assert err == ""


def test_fit_says_how_to_check_its_proof(folder, tmp_path, capsys):
    proof = str(tmp_path / "proof.json")
    assert main(["fit", *table(folder), "--checks", "0", "--certificate", proof]) == 0
    said = f"The proof is in {proof}. To check it: aucopt "
    command = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(said))
    assert main(shlex.split(command.removeprefix(said))) == 0
    assert capsys.readouterr().out.startswith("The proof holds.")
    assert main(["fit", *table(folder), "--checks", "0", "--certificate", proof]) == 1
    assert f"{proof} exists; add --force to replace it." in capsys.readouterr().err


@pytest.mark.parametrize("report", [1, 2])
def test_an_interrupted_search_leaves_the_proof_of_its_bound(folder, tmp_path, capsys, monkeypatch, report):
    """Ctrl-C at a report of the search: the first comes before the march, the second during it."""
    monkeypatch.setattr(plane, "LISTED", 0)
    seen = []

    def press(X, y, objective, callback, solve=maximize.maximize, **options):
        def follow(progress):
            callback(progress)
            seen.append(progress)
            if len(seen) == report:
                raise KeyboardInterrupt

        return solve(X, y, objective, callback=follow, **options)

    monkeypatch.setattr(maximize, "maximize", press)
    proof = str(tmp_path / "proof.json")
    assert main(["fit", *table(folder), "--checks", "0", "--certificate", proof]) == 130
    assert f"The proof is in {proof}. To check it: aucopt verify" in capsys.readouterr().out
    # The second report of so few rows comes when all is done.
    expected = ("interrupted", "optimal")[report - 1]
    assert json.loads((tmp_path / "proof.json").read_text())["claim"]["status"] == expected
    assert main(["verify", proof, *table(folder)]) == 0
    assert capsys.readouterr().out.startswith("The proof holds.")


def test_a_check_can_be_limited_in_time(folder, capsys, monkeypatch):
    assert main(["verify", str(folder / "fit.json"), *table(folder), "--time-limit", "60"]) == 0
    assert capsys.readouterr().out.startswith("The proof holds.")
    assert main(["verify", str(folder / "fit.json"), *table(folder), "--time-limit", "0"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("aucopt: error: the proof was not checked to its end. The time limit of 0 s ended")


def test_proofs_that_do_not_hold(folder, tmp_path, capsys):
    content = json.loads((folder / "fit.json").read_text())
    content["claim"]["bound"] -= 1
    (tmp_path / "forged.json").write_text(json.dumps(content))
    (tmp_path / "cut.json").write_text((folder / "fit.json").read_text()[:100])
    for proof in (tmp_path / "forged.json", tmp_path / "cut.json"):
        assert main(["verify", str(proof), *table(folder)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("aucopt: error: the proof fails. ")


def test_proofs_of_versions_to_come_are_not_said_to_fail(folder, tmp_path, capsys):
    content = json.loads((folder / "fit.json").read_text())
    (tmp_path / "later.json").write_text(json.dumps({**content, "version": 3}))
    assert main(["verify", str(tmp_path / "later.json"), *table(folder)]) == 1
    assert capsys.readouterr().err == (
        "aucopt: error: the proof cannot be checked. This version of aucopt does not check certificates of "
        "version 3, only those of versions 1 and 2.\n"
    )


def test_other_data_and_no_file(folder, capsys):
    assert main(["verify", str(folder / "fit.json"), *table(folder), "--positive-label", "no"]) == 1
    assert "The data are not those of the certificate" in capsys.readouterr().err
    assert main(["verify", str(folder / "missing.json"), *table(folder)]) == 1
    assert "missing.json does not exist." in capsys.readouterr().err
    assert main(["verify", str(folder), *table(folder)]) == 1
    assert f"{folder} is a directory." in capsys.readouterr().err


def test_a_score_without_a_proof_has_no_certificate(folder, tmp_path, capsys):
    rows = np.random.default_rng(0).normal(size=(30, 13)).round(2)
    lines = [",".join([*map(str, row), str(k % 2)]) for k, row in enumerate(rows)]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join([",".join([*(f"x{j}" for j in range(13)), "y"]), *lines]) + "\n")
    proof = tmp_path / "proof.json"
    assert main(["fit", str(path), "--target", "y", "--checks", "0", "--certificate", str(proof)]) == 1
    assert "aucopt: error: " in capsys.readouterr().err
    assert not proof.exists()


def test_a_live_line_says_how_far_the_check_is():
    assert describe_progress(VerifyProgress(0.01, 2.0)) == "checking the proof: 1% after 2 s"
    assert (
        describe_progress(VerifyProgress(0.25, 60)) == "checking the proof: 25% after 1 min, about 3 min left"
    )
