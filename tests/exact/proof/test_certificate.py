"""Certificates as the searches write them: what is proved passes, in files and from the classifier too."""

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from certified import gaussians, integer, short_marches, solve_and_check
from strategies import FAMILIES, make_points

import aucopt

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
import fuzz


@pytest.mark.parametrize("signs", [None, 1, [-1, 1, 0, 1]])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_what_is_proved_passes(d: int, weighted: bool, signs: Any) -> None:
    X, y = gaussians({1: 40, 2: 60, 3: 24, 4: 12}[d], d, seed=d)
    weight = np.random.default_rng(1).integers(0, 4, len(y)) if weighted else None
    signs = signs[:d] if isinstance(signs, list) else signs
    assert solve_and_check(X, y, weight, signs=signs).status == "optimal"
    assert solve_and_check(np.round(X), y, weight, signs=signs).status == "optimal"


@pytest.mark.parametrize("signs", [None, (1, 1), (0, -1), (1, 0)])
@pytest.mark.parametrize("family", FAMILIES)
def test_marched_planes_pass(family: str, signs: Any) -> None:
    y = np.arange(30) % 2
    with short_marches(8, 1):
        for seed in range(3):
            X = make_points(family, seed, 30, 6)
            solve_and_check(X, y, signs=signs)
            solve_and_check(X, y, signs=signs, time_limit=0.0)
            solve_and_check(X, y, signs=signs, max_gap=0.1)


@pytest.mark.parametrize("d", [2, 3, 4])
def test_searches_that_stop_early_certify_their_bound(d: int) -> None:
    X, y = gaussians(50, d)
    for options in ({"time_limit": 0.0}, {"time_limit": 0.02}, {"max_gap": 0.2}):
        certificate = solve_and_check(X, y, solver="cone", **options)
        if options.get("time_limit") == 0.0:
            assert certificate.status == "time_limit"
            assert "gap" in aucopt.verify(certificate, X, y).reason


def test_an_interrupted_search_certifies_its_bound() -> None:
    def interrupt(progress: aucopt.Progress) -> None:
        if progress.gap < 0.4:
            raise KeyboardInterrupt

    X, y = gaussians(60, 3)
    assert solve_and_check(X, y, callback=interrupt).status == "interrupted"


def test_columns_that_add_nothing_are_shown_to() -> None:
    X, y = gaussians(20, 2)
    X = X.round(2)
    table = np.column_stack([X[:, 0], np.full(20, 3.5), X[:, 1], (0.5 * X[:, 1] + 1).round(3), np.zeros(20)])
    for signs in (None, 1, [1, 0, -1, 1, 0], [-1, 1, 1, -1, -1]):
        certificate = solve_and_check(table, y, signs=signs)
        assert certificate.content["columns"]["kept"] == [0, 2]
        assert list(certificate.content["columns"]["relations"]) == ["3"]


def test_weights_that_scale_to_integers_are_certified_others_refused() -> None:
    X, y = gaussians(20, 2)
    weight = np.random.default_rng(0).choice([0.1, 0.25, 3], 20)
    assert solve_and_check(X, y, weight).status == "optimal"
    assert not aucopt.verify(solve_and_check(X, y, weight), X, y)
    with pytest.raises(ValueError, match="too many digits for exact counts"):
        aucopt.maximize_auc(X, y, sample_weight=np.random.default_rng(0).random(20), certify=True)


def test_all_right_needs_no_search() -> None:
    X = [[0, 1, 0], [1, 0, 2], [5, 5, 1], [6, 5, 3], [5, 7, 0]]
    certificate = solve_and_check(X, [0, 0, 1, 1, 1])
    assert certificate.value_exact == 1
    assert "AUC 1 is attained" in str(aucopt.verify(certificate, X, [0, 0, 1, 1, 1]))


def test_only_exact_searches_certify() -> None:
    X, y = gaussians(20, 3)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(X, y, solver="ascent", certify=True)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(*gaussians(20, 13), certify=True)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(*gaussians(400, 6), certify=True)
    with pytest.raises(ValueError, match="writes no proof"):
        aucopt.maximize_auc(X, y, solver="enumeration", certify=True)
    with pytest.raises(ValueError, match="up to 16 independent columns"):
        aucopt.maximize_auc(*gaussians(40, 17), solver="cone", certify=True)
    assert aucopt.maximize_auc(X, y).certificate is None


def test_the_classifier_certifies_too() -> None:
    X, y = gaussians(30, 2)
    frame = pd.DataFrame(X.round(1), columns=["a", "b"])
    labels = np.where(y, "yes", "no")
    weight = np.arange(30) % 3
    model = aucopt.AUCOptClassifier(certify=True).fit(frame, labels, weight)
    assert aucopt.verify(model.solution_.certificate, frame, labels, weight)
    assert not aucopt.verify(model.solution_.certificate, frame, labels)
    with pytest.raises(ValueError, match="certify=True needs smoothing=0"):
        aucopt.AUCOptClassifier(certify=True, smoothing=1.0).fit(frame, labels)


def test_files_hold_what_was_saved(tmp_path: Path) -> None:
    X, y = gaussians(30, 3)
    certificate = solve_and_check(X, y)
    path = tmp_path / "proof.json"
    certificate.save(path)
    loaded = aucopt.Certificate.load(path)
    assert loaded.content == certificate.content
    assert repr(loaded) == repr(certificate)
    assert (loaded.direction, loaded.status, loaded.version) == (certificate.direction, "optimal", 2)
    for proof in (loaded, path, str(path), loaded.content):
        assert aucopt.verify(proof, X, y)


def test_files_of_version_1_are_loaded_too(tmp_path: Path) -> None:
    folder = Path(__file__).parent / "certificates_v1"
    for name in ("plane-marched", "cone-long-integers", "plane-weights-long"):
        content = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["certificate"]
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(content))
        certificate = aucopt.Certificate.load(path)
        claim = {key: integer(content["claim"][key]) for key in ("right", "tied", "total", "bound")}
        assert certificate.version == 1
        assert certificate.status == content["claim"]["status"]
        assert certificate.value_exact == Fraction(2 * claim["right"] + claim["tied"], 2 * claim["total"])
        assert certificate.bound_exact == Fraction(claim["bound"], 2 * claim["total"])
        assert certificate.direction == tuple(map(integer, content["claim"]["direction"]))
        assert f"auc={float(certificate.value_exact)!r}" in repr(certificate)


def test_files_of_later_versions_are_an_error_that_says_so(tmp_path: Path) -> None:
    content = solve_and_check(*gaussians(20, 2)).content
    path = tmp_path / "proof.json"
    path.write_text(json.dumps({**content, "version": 3}))
    with pytest.raises(ValueError, match=r"proof.json: This version of aucopt does not check .* version 3"):
        aucopt.Certificate.load(path)
    with pytest.raises(FileNotFoundError):
        aucopt.Certificate.load(tmp_path / "nowhere.json")


def test_what_is_written_is_what_the_page_describes() -> None:
    X, y = [[1, 2**61], [1, 0], [2, 5], [0, 2**60]], [1, 0, 1, 0]
    content = solve_and_check(X, y, [0.1, 0.2, 0.1, 0.3], signs=[0, 1]).content
    assert list(content) == [
        *("format", "version", "data", "signs", "ties", "claim", "columns", "faces", "sha256"),
    ]
    assert {**content["data"], "sha256": ""} == {
        **{"rows": 4, "columns": 2, "outcome": "classes", "strata": 1, "sha256": ""}
    }
    # Weights in tenths: two positives of 1, negatives of 2 and 3.
    claim = content["claim"]
    assert claim["pairs"] == {"right": 10, "tied": 0, "total": 10}
    assert (claim["value"], claim["bound"], claim["total"], claim["status"]) == (20, 20, 20, "optimal")
    assert content["ties"] == "half"
    assert all(face["method"] in ("count", "arcs") for face in content["faces"])


def test_a_stopped_march_keeps_to_the_signs() -> None:
    """Found by fuzzing: a direction on the edge of the signs was taken for one beyond it."""
    X = [[2.1e89, 4.5e-72], [3.9e89, 1.07e-71], [4.7e89, 1.46e-71]]
    case = fuzz.Case(np.array(X), np.array([1, 0, 0]), [1, 2, 1], [1, 0])
    assert fuzz.complaint(case) is None


@pytest.mark.slow
def test_solvers_and_verifier_agree_on_random_data() -> None:
    held, failure = fuzz.fuzz(seed=4, n_cases=250, seconds=600)
    assert failure is None
    assert held > 20


def test_failing_cases_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "complaint", lambda case: "a 5" if (case.X == 5).any() else None)
    case = fuzz.Case(np.arange(12.0).reshape(6, 2), np.arange(6) % 2, [1] * 6, [1, 0])
    assert fuzz.shrunk(case).X.tolist() == [[5.0], [11.0]]
