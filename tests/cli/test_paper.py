"""aucopt paper: what people see."""

import argparse

import numpy as np
import pytest

from aucopt.cli import main
from aucopt.cli.duration import read_duration, spell_duration
from aucopt.cli.live import Live, describe_state, name_units
from aucopt.lab import Record, Scores, State, Store, Study, Unit
from aucopt.lab.archive import read_archive

STUDY = Study("tsne2", ("pima", "oil"), ("LR", "SVM"), trials=3)


@pytest.fixture
def path(tmp_path):
    """A store with a part of a study."""
    with Store(tmp_path / "s.sqlite") as store:
        store.plan(STUDY)
        for unit in STUDY.units()[:6]:
            store.add(Record(unit, "done", train=Scores(1, 1, 1), test=Scores(0.5, 0.5, 0.5), elapsed=600.0))
        for trial in (1, 2):
            store.add(
                Record(
                    Unit("oil", "tsne2", trial, "SVM"), "time_limit", "took longer than 60 s", elapsed=60.0
                )
            )
    return tmp_path / "s.sqlite"


def test_status_counts_explains_and_estimates(path, capsys):
    assert main(["paper", "status", "--store", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}: 2 data sets, 2 methods, 3 trials"
    assert lines[1].split(maxsplit=2) == ["done", "6", "1 h 0 min of a core"]
    assert lines[2].split() == ["failed", "2"]
    assert lines[3].split(maxsplit=1) == ["2", "SVM on oil: took longer than 60 s"]
    assert lines[4].split()[:3] == ["left", "4", "about"]


def test_export_does_not_overwrite_the_store(path, capsys):
    before = path.read_bytes()
    assert main(["paper", "export", "--store", str(path), "--output", str(path)]) == 1
    assert f"{path} is the store itself" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_export_writes_beside_the_store(path, capsys):
    assert main(["paper", "export", "--store", str(path)]) == 0
    assert capsys.readouterr().out == f"8 units are in {path.with_suffix('.csv')}\n"
    assert path.with_suffix(".csv").read_text().startswith("dataset,projection,trial,method,status,reason,")


def test_an_archive_has_the_complete_trials(path, capsys):
    output = path.with_name("records.csv.gz")
    export = ["paper", "export", "--store", str(path), "--complete", "--output"]
    assert main([*export, str(output)]) == 0
    assert capsys.readouterr().out == f"4 units are in {output}\n"
    assert {record.unit.trial for record in read_archive(output).records} == {0}
    assert main([*export, str(path.with_suffix(".csv"))]) == 1
    assert "--complete is for archives: give an --output that ends in .csv.gz" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--begin-with", "none.csv.gz"], "cannot read none.csv.gz: "),
        (["status", "--store", "none.sqlite"], "none.sqlite does not exist; `aucopt paper run"),
        (["export", "--store", "none.sqlite"], "none.sqlite does not exist"),
        (["run", "--methods", "LRR"], "There is no method 'LRR'. Did you mean 'LR'?"),
        (["run", "--trials", "0"], "trials must be at least 1, not 0"),
        (["run", "--study", "real", "--datasets", "nosuch"], "nosuch"),
        (["run", "--datasets", "oil", "--data", "nowhere"], "There is no folder nowhere"),
        (["run", "--study", "real", "--datasets", "oil"], "oil is not in the cache"),
        (["run", "--data", "nowhere"], "There is no folder nowhere, but it was given."),
    ],
)
def test_errors_say_what_to_do(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AUCOPT_DATA", raising=False)
    monkeypatch.setenv("AUCOPT_CACHE", str(tmp_path))
    assert main(["paper", *arguments]) == 1
    error = capsys.readouterr().err.splitlines()
    assert any(line.startswith("aucopt: error: ") and message in line for line in error)


def test_run_says_where_the_units_are_and_goes_on_after_an_interrupt(tmp_path, capsys, monkeypatch):
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], [20, 30])
    np.savez(tmp_path / "mine.npz", X=rng.normal(size=(50, 3)), y=y)
    monkeypatch.chdir(tmp_path)
    command = ["paper", "run", "--study", "real", "--datasets", "mine", "--methods", "LR", "--trials", "2"]
    command += ["--thin", "1", "--jobs", "1", "--data", "."]

    def interrupt(self, state):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Live, "__call__", interrupt)
        assert main(command) == 130
    said = "Interrupted. 0 units are safe in real.sqlite; run the same command again to go on.\n"
    assert capsys.readouterr().err == said
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert out == "2 of 2 units are in real.sqlite.\n"
    assert err.splitlines()[0] == "0 of 2 units, loading mine"
    archive = tmp_path / "records.csv.gz"
    assert main(["paper", "export", "--store", "real.sqlite", "--output", str(archive)]) == 0
    again = ["--store", "again.sqlite", "--begin-with", str(archive), "--quiet"]
    capsys.readouterr()
    assert main([*command, *again]) == 0
    assert capsys.readouterr().out == "2 of 2 units are in again.sqlite.\n"
    assert main([*command, "--thin", "2"]) == 1
    assert "real.sqlite holds results of other settings:\n  thin: 1, now 2\n" in capsys.readouterr().err


def test_budget_that_is_spent_says_what_is_left(tmp_path, capsys, monkeypatch):
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "mine.npz", X=rng.normal(size=(50, 3)), y=np.repeat([1, 0], [20, 30]))
    monkeypatch.chdir(tmp_path)
    command = ["paper", "run", "--study", "real", "--datasets", "mine", "--methods", "LR", "--data", "."]
    assert main([*command, "--budget", "0.1s", "--quiet", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines() == [
        "0 of 200 units are in real.sqlite.",
        "The budget is spent. 200 units are left: run the same command again.",
    ]


def test_durations():
    assert read_duration("150m") == read_duration("2h30m") == read_duration("2h 30M") == 9000
    assert read_duration("1.5h") == 5400
    assert read_duration("45") == 45
    for wrong in ("", "abc", "5x", "-3m", "m"):
        with pytest.raises(argparse.ArgumentTypeError, match="is not a duration; write for instance 150m"):
            read_duration(wrong)
    spelled = [spell_duration(s) for s in (0.4, 59, 90, 3600, 86400)]
    assert spelled == ["0 s", "59 s", "2 min", "1 h 0 min", "1 d 0 h"]


def test_names_of_data_sets_are_no_markup(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    odd = Unit("set[/b]", "raw", 0, "LR")
    with Live(quiet=False).shown() as live:
        live(State("loading", 0, 0, 1, 0.1, 0.0, None, (), "set[/b]"))
        live(State("running", 0, 0, 1, 0.2, 0.0, None, (odd,)))
    assert "LR on set[/b], trial 0" in capsys.readouterr().err


def test_states_as_lines():
    units = tuple(STUDY.units()[:6])
    state = State("running", 10, 2, 90, 20.0, 0.5, 180.0, units)
    assert describe_state(state) == "10 of 100 units, 2 not done, 30 a minute, about 3 min left"
    assert describe_state(state._replace(stage="loading", subject="pima")) == "10 of 100 units, loading pima"
    assert (
        describe_state(state._replace(failed=0, rate=2.0, seconds_left=None)) == "10 of 100 units, 2 a second"
    )
    assert name_units(units).startswith("LR on pima, trial 0; SVM on pima, trial 0; LR on oil")
    assert name_units(units).endswith("; 2 more")
