"""The command line, run as people run it: real processes, their output and exit codes."""

import os
import re
import signal
import subprocess
import sys

import pytest

import aucopt
from aucopt.__main__ import main as start
from aucopt.cli import main

PNG = b"\x89PNG\r\n\x1a\n"


def run(*arguments, code=("-m", "aucopt"), cwd=None):
    # The package under test, also where it is not installed.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "100"}
    command = [sys.executable, *code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, cwd=cwd)


@pytest.mark.parametrize("arguments", [["--help"], ["demo", "--help"]])
def test_help_has_an_example(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\nexamples?:\n(  aucopt .*\n)*  aucopt demo --output reports", done.stdout)


@pytest.mark.parametrize(("word", "meant"), [("apply", "score"), ("train", "fit"), ("stack", "blend")])
def test_commands_by_the_names_of_other_tools(word, meant, capsys):
    with pytest.raises(SystemExit):
        main([word, "model.json"])
    assert f"there is no command '{word}'; did you mean aucopt {meant}?" in capsys.readouterr().err


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"aucopt {aucopt.__version__}\n")


@pytest.mark.parametrize("arguments", [["dmeo"], ["demo", "--no-such-option"], ["demo", "--output"]])
def test_wrong_usage(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: aucopt")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fti", "a.csv"], "aucopt: error: there is no command 'fti'; did you mean aucopt fit?"),
        (["zzz"], "there is no command 'zzz'; the commands are fit, score, "),
        (
            ["fit", "a.csv", "--colums", "x"],
            "aucopt fit: error: there is no option --colums; did you mean --columns?",
        ),
        (["fit", "a.csv", "--zzz=1"], "there is no option --zzz."),
        (["fit", "a.csv", "crp"], "'crp' is one argument too many; put names with spaces in quotes."),
        (
            ["paper", "run", "--stoer", "a"],
            "aucopt paper run: error: there is no option --stoer; did you mean --store?",
        ),
    ],
)
def test_what_is_misspelt_is_named_with_what_was_meant(words, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_demo(tmp_path):
    done = run("demo", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "70 positive (y = 1), 699 negative (0)" in done.stdout
    assert re.search(r"on these rows +0\.7038 ", done.stdout)
    assert re.search(r"bound +0\.7038 +gap 0: optimal .* proved", done.stdout)
    assert re.search(r"on new rows +0\.(69|70)\d\d \[", done.stdout)
    assert "gain +0.125" in done.stdout
    assert done.stdout.endswith(
        "is drawn in aucopt-demo.png\nReport, to open in a browser: aucopt-demo.html\n"
    )
    # The live line is for terminals only.
    assert "\r" not in done.stdout
    assert "\x1b" not in done.stdout
    assert (tmp_path / "aucopt-demo.png").read_bytes().startswith(PNG)
    report = (tmp_path / "aucopt-demo.html").read_text(encoding="utf-8")
    assert "It is proved that no other has a higher one." in report
    assert '<code><span class="word">aucopt</span> <span class="word">demo</span></code>' in report


@pytest.mark.slow
def test_quiet_demo_prints_the_paths_only(tmp_path):
    done = run("demo", "--quiet", "--output", tmp_path)
    report, figure = tmp_path / "aucopt-demo.html", tmp_path / "aucopt-demo.png"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{report}\n{figure}\n", "")
    assert figure.read_bytes().startswith(PNG)


def test_a_missing_folder_is_made(tmp_path):
    folder = tmp_path / "reports" / "today"
    done = run("demo", "--quiet", "--output", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in folder.iterdir()} == {"aucopt-demo.html", "aucopt-demo.png"}


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    done = run("demo", "--output", tmp_path / "file" / "below")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"aucopt: error: cannot make {tmp_path / 'file' / 'below'}: ")


def test_the_command_alone_prints_the_help(capsys):
    assert main([]) == 0
    assert capsys.readouterr().out.startswith("usage: aucopt ")


@pytest.mark.parametrize("fails_by", [KeyboardInterrupt, AttributeError])
def test_an_interrupt_while_it_starts_is_quiet(fails_by, capsys, monkeypatch):
    def press():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise fails_by from None  # modules that are half loaded lack names

    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("aucopt.cli.main", press)
    try:
        assert start() == 130
    finally:
        signal.signal(signal.SIGINT, handler)
    assert capsys.readouterr().err == "Interrupted.\n"


def test_other_failures_are_not_hidden(monkeypatch):
    def fail():
        raise AttributeError("a mistake")

    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("aucopt.cli.main", fail)
    try:
        with pytest.raises(AttributeError, match="a mistake"):
            start()
    finally:
        signal.signal(signal.SIGINT, handler)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_directory(tmp_path):
    tmp_path.chmod(0o500)
    done = run("demo", "--output", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"aucopt: error: cannot write to {tmp_path}: Permission denied\n"


def test_figure_that_cannot_be_replaced(tmp_path):
    (tmp_path / "aucopt-demo.png").mkdir()
    done = run("demo", "--output", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"aucopt: error: cannot write {tmp_path / 'aucopt-demo.png'}: ")


# Presses Ctrl-C at the given report of the search: the first comes before, the second during the march.
PRESS_CTRL_C = """
import signal, sys
from aucopt import cli
from aucopt.exact import maximize_objective as maximize
from aucopt.exact.solvers.plane import solver as plane

plane.LISTED = 0  # so few pairs would not need a march
def press(X, y, objective, callback, solve=maximize.maximize, left=[int(sys.argv.pop(1))], **options):
    def follow(progress):
        callback(progress)
        left[0] -= 1
        if not left[0]:
            signal.raise_signal(signal.SIGINT)
    return solve(X, y, objective, callback=follow, **options)

maximize.maximize = press
sys.exit(cli.main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("report", [1, 2])
def test_interrupt_says_what_is_proved(report, tmp_path):
    done = run(report, "demo", "--output", tmp_path, code=("-c", PRESS_CTRL_C))
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("Interrupted. The search was not finished:\nAUC          0.")
    assert "\nbound        0.7" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_interrupt_before_anything_is_proved(tmp_path):
    code = PRESS_CTRL_C.replace(
        "    return solve(", "    signal.raise_signal(signal.SIGINT)\n    return solve("
    )
    done = run(1, "demo", "--output", tmp_path, code=("-c", code))
    assert (done.returncode, done.stderr) == (130, "Interrupted. Nothing is proved yet.\n")
