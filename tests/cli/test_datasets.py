"""`aucopt datasets`: the list, the details, downloads that fail."""

import os
import re
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from source_server import Server, as_libsvm

from aucopt.cli import main
from aucopt.datasets import REGISTRY, get_info


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """The command with a folder of its own, which has pima and a set that is not the paper's, and a cache."""
    folder, cache = tmp_path / "data", tmp_path / "cache"
    folder.mkdir()
    info = get_info("pima")
    X = np.arange(info.n * info.d, dtype=float).reshape(info.n, info.d)
    y = np.arange(info.n) < info.n_positive
    np.savez(folder / "pima.npz", X=X, y=y.astype(int))
    np.savez(folder / "mine.npz", X=X[:60], y=np.arange(60) % 2)
    np.savez(folder / "pima_tsne2.npz", E=X[:, :2], y=y.astype(int))
    np.savez(folder / "something.npz", z=y)
    for variable, path in {"DATA": folder, "PROJECTIONS": folder, "CACHE": cache}.items():
        monkeypatch.setenv(f"AUCOPT_{variable}", str(path))
    # Nothing answers there.
    monkeypatch.setenv("AUCOPT_MIRROR", "http://127.0.0.1:1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    def run(*arguments):
        code = main(["datasets", *arguments])
        return SimpleNamespace(code=code, **capsys.readouterr()._asdict())

    return run


def test_all_are_listed(run, tmp_path):
    done = run()
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    rows = {line.split()[0]: line.split() for line in lines[1:52]}
    assert list(rows) == [*REGISTRY, "mine"]
    assert rows["pima"][1:] == ["pima", "768", "8", "34.9%", "folder", "R^2", "OpenML", "public"]
    assert rows["letter_a"][1:8] == ["letter[a]", "20,000", "16", "3.9%", "-", "-", "OpenML?"]
    assert rows["mine"][1:] == ["60", "8", "50.0%", "folder", "-", "own"]
    assert lines[53] == f"2 of 51 at hand. Folder: {tmp_path / 'data'}. Cache: {tmp_path / 'cache'}"
    assert "\x1b" not in done.out
    assert max(map(len, lines[:52])) <= 100
    assert not (tmp_path / "cache").exists()


def test_narrower_lists(run, monkeypatch):
    assert run("--names", "--at-hand").out == "pima\nmine\n"
    assert run("--names").out.split() == [*REGISTRY, "mine"]
    assert "2 of 2 at hand." in run("--at-hand").out
    monkeypatch.delenv("AUCOPT_DATA")
    assert run("--names", "--at-hand").out == ""


@pytest.mark.parametrize(("columns", "paper_names"), [(100, True), (80, False)])
def test_on_a_terminal(columns, paper_names, run, monkeypatch):
    for variable, value in {"COLUMNS": columns, "FORCE_COLOR": 1, "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(variable, str(value))
    monkeypatch.delenv("NO_COLOR", raising=False)
    done = run()
    assert (done.code, done.err) == (0, "")
    assert "\x1b[32mfolder" in done.out
    assert ("in the paper" in done.out) == paper_names
    assert "…" not in done.out
    assert max(len(re.sub("\x1b[^m]*m", "", line)) for line in done.out.splitlines()[:52]) <= columns


def test_details(run, tmp_path):
    done = run("pima", "abalone_19", "cardio_3", "vowel_hid", "mine")
    assert (done.code, done.err) == (0, "")
    pima, abalone, cardio, vowel, mine = done.out.split("\n\n")
    assert pima.startswith(
        "pima\n  in the paper  pima\n  size          768 rows, 8 columns, 268 positives (34.9%)\n"
    )
    assert f"\n  at hand       {tmp_path / 'data' / 'pima.npz'}\n" in pima
    assert f"\n  t-SNE to R^2  {tmp_path / 'data' / 'pima_tsne2.npz'}\n" in pima
    assert "\n  source        OpenML, data set 37\n" in pima
    assert "SCAMC 12, 261-265" in pima
    assert "\n  at hand       no\n  t-SNE to R^2  not computed\n" in abalone
    assert "\n  source        imbalanced-learn's collection, Zenodo 61452, x27data.npz\n" in abalone
    assert "\n  citation      Nash, Sellers, " in abalone
    assert "\n  source        no download. Read CTG.xls" in cardio
    assert "\n  source        OpenML, data set 307 (unverified)\n" in vowel
    assert mine.splitlines()[:2] == ["mine", "  size          60 rows, 8 columns, 30 positives (50.0%)"]


def test_failed_downloads(run):
    done = run("--download", "pima", "german", "cardio_3")
    assert done.code == 1
    assert done.out.startswith("pima: at hand, ")
    assert (
        "aucopt: error: german could not be fetched. http://127.0.0.1:1/libsvm/german.numer cannot"
        in done.err
    )
    assert "By hand: put german.npz" in done.err
    assert "cardio_3 could not be fetched. There is no automatic download of it. Read CTG.xls" in done.err


def test_downloads(run, tmp_path, monkeypatch):
    info = get_info("german")
    X = np.random.default_rng(0).integers(0, 9, (info.n, info.d))
    server = Server()
    server.files = as_libsvm(info.key, X, (np.arange(info.n) % 10 < 3).astype(int))
    monkeypatch.setenv("AUCOPT_MIRROR", server.url)
    done = run("--download", "german")
    server.close()
    kept = tmp_path / "cache" / "datasets" / "german.npz"
    assert (done.code, done.out, done.err) == (0, f"german: fetched, {kept}\n", "")
    assert run("--download", "german").out == f"german: at hand, {kept}\n"
    row = run("--at-hand").out.splitlines()[1].split()
    assert row == ["german", "german", "1,000", "24", "30.0%", "cache", "-", "LIBSVM", "CC", "BY", "4.0"]


def test_interrupted_downloads_stay(run, monkeypatch):
    def press_ctrl_c(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("aucopt.datasets.sources.fetch_dataset", press_ctrl_c)
    done = run("--download", "german")
    assert (done.code, done.out, done.err) == (130, "", "Interrupted. What was fetched before stays.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pimaa"], "There is no data set 'pimaa'. Did you mean pima?"),
        (["--download"], "say which sets to fetch: aucopt datasets --download NAME, or all"),
        (["--folder", "no/such"], "There is no folder no/such, but it was given."),
        (["something"], "something.npz has no array X and no array y."),
    ],
)
def test_mistakes(arguments, message, run):
    done = run(*arguments)
    assert (done.code, done.out) == (1, "")
    assert message in done.err


def test_a_reader_who_leaves_is_no_error():
    command = [sys.executable, "-m", "aucopt", "datasets", *REGISTRY]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    with process.stderr as errors:
        assert errors.read() == b""
    assert process.wait() == 141
