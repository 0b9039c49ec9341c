"""All tables and figures that records allow, whatever is missing."""

import random
from dataclasses import replace

import pytest
from made_records import THREE, from_scores, outcomes_of, random_records, record
from matplotlib import pyplot

from aucopt.lab import METHODS
from aucopt.lab.records import Record, Unit
from aucopt.lab.summaries import summarise_scores
from aucopt.lab.toy import fit_toy
from aucopt.report import (
    ReportTable,
    TableCell,
    make_tables,
    write_figures,
    write_tables,
)
from aucopt.report.paper.naming import coverage

pytestmark = pytest.mark.slow

TESTS = ("", "-corrected")


KINDS = ("run-time", "auc", "balanced-accuracy", "f1", "worth")


LINEAR = [name for name, method in METHODS.items() if method.linear]


def test_numbers_stay_with_their_methods_whatever_the_order():
    records = from_scores(THREE)
    mixed = records[:]
    random.Random(1).shuffle(mixed)
    expected = [table.text() for table in make_tables(records)]
    assert [table.text() for table in make_tables(mixed)] == expected
    # A method under another's name is noticed: the tables are not the same.
    swap = {"LR": "SVM", "SVM": "LR", "AUC-opt": "AUC-opt"}
    wrong = from_scores({name: {swap[m]: v for m, v in of.items()} for name, of in THREE.items()})
    assert [table.text() for table in make_tables(wrong)] != expected


def test_a_method_without_a_common_set():
    records = from_scores({"a": {"LR": [0.5, 0.6]}, "b": {"SVM": [0.5, 0.6]}})
    outcomes = outcomes_of(records)
    assert summarise_scores(outcomes, "test") is None
    assert "Methods with fewer data sets: SVM (1), LR (1)." in coverage(outcomes)
    assert [table.name for table in make_tables(records)] == ["run-time-r2"]


def test_one_trial_is_no_test_and_no_variance():
    names = [table.name for table in make_tables(from_scores({"a": {"LR": [0.5], "SVM": [0.6]}}))]
    assert names[0] == "auc-r2"
    assert not any("variance" in name or name.startswith(("table", "worth")) for name in names)


def test_without_a_bound_there_is_no_table_of_gaps():
    names = [table.name for table in make_tables(random_records(["LR", "SVM"]))]
    assert "optimum-r2" not in names
    assert "optimum-r2" in [table.name for table in make_tables(random_records(["LR", "AUC-opt"]))]


def test_all_tables_are_written(tmp_path):
    records = (
        random_records(LINEAR)
        + random_records(LINEAR, projection="tsne3")
        + random_records([name for name in METHODS if name != "AUC-opt"], projection="raw")
    )
    paths = write_tables(records, tmp_path / "new" / "tables")
    assert len(paths) == len(set(paths))
    assert {path.suffix for path in paths} == {".txt", ".csv", ".tex"}
    names = {path.stem for path in paths}
    assert names >= {
        *(f"table1-{d}-{part}{test}" for d in ("r2", "r3") for part in ("train", "test") for test in TESTS),
        *(f"table2-real-{part}{test}" for part in ("train", "test") for test in TESTS),
        *(f"{kind}-{d}" for kind in KINDS for d in ("r2", "r3", "real")),
        *("optimum-r2", "optimum-r3"),
    }
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.strip()
        if path.suffix == ".txt":
            assert max(map(len, text.splitlines())) <= 100


def test_agreement_is_told_of_as_many_sets_as_the_paper_has():
    full = random_records(["LR", "AUC-opt"], n_sets=50, n_trials=2)
    note = "By the paper's test, of "
    for records, told in ((full, True), (full[: len(full) // 2], False)):
        (table,) = (table for table in make_tables(records) if table.name == "beside-r2")
        assert any(line.startswith(note) for line in table.notes) == told


def test_settings_stand_below_every_table():
    for table in make_tables(random_records(["LR", "AUC-opt"]), settings={"tsne2": "In a hurry."}):
        assert "In a hurry." in table.notes


def test_formats(tmp_path):
    paths = write_tables(random_records(["LR", "AUC-opt"]), tmp_path, formats=["csv"])
    assert {path.suffix for path in paths} == {path.suffix for path in tmp_path.iterdir()} == {".csv"}


def test_what_cannot_be_shown_is_said(tmp_path):
    undone = Record(Unit("a", "raw", 0, "LR"), "failed", "no")
    with pytest.raises(ValueError, match="nothing to show yet"):
        write_tables([undone], tmp_path / "tables")
    assert not (tmp_path / "tables").exists()
    twice = [record("a", "LR", 0, 0.9, 0.8)] * 2
    with pytest.raises(ValueError, match="Two records of one unit: a, tsne2, 0, LR"):
        make_tables(twice)
    with pytest.raises(ValueError, match="a row of 1 cells under 2 headers"):
        ReportTable("t", "T", ("a", "b"), ((TableCell(1),),))


@pytest.fixture(scope="module")
def toy():
    return fit_toy(["LR"])


def test_all_figures_are_written(tmp_path, toy):
    records = random_records(["LR", "B-LR", "AUC-opt"], n_sets=3, n_trials=3)
    paths = write_figures(records, tmp_path / "a", toy=toy)
    assert {path.stem for path in paths} == {
        "fig1-toy",
        "profile-toy",
        *(f"table1-r2-{part}{test}" for part in ("train", "test") for test in ("", "-corrected")),
        "fig2-auc-r2",
        "answer-r2",
        "balanced-accuracy-and-f1-r2",
        "ranks-r2-train",
        "ranks-r2-test",
        "optimum-r2",
        "run-time-r2",
    }
    assert sorted(path.suffix for path in paths) == [".png"] * 13 + [".svg"] * 13
    for path in paths:
        start = path.read_bytes()[:200]
        assert start.startswith(b"\x89PNG") or b"<?xml" in start
        assert path.stat().st_size > 4000
    assert pyplot.get_fignums() == []


def test_the_toy_table_is_the_same_on_every_machine(tmp_path, toy):
    """Weights of a method that iterates differ in their last digits between machines."""
    nudged = replace(toy, fits=tuple(replace(fit, coef=fit.coef * (1 + 1e-13)) for fit in toy.fits))
    nudged.fits[0].coef[0] *= 1 + 1e-13
    written = [
        path.read_text(encoding="utf-8")
        for name, example in (("a", toy), ("b", nudged))
        for path in write_tables([], tmp_path / name, toy=example, formats=("csv",))
    ]
    assert written[0] == written[1]
    assert "0.838034,0.545618" in written[0]


def test_without_records_there_is_still_the_toy(tmp_path, toy):
    assert len(write_figures([], tmp_path, toy=toy)) == 4
    assert len(write_tables([], tmp_path, toy=toy)) == 3
    assert "AUC-opt  0.7038           0.0000" in (tmp_path / "fig1-toy.txt").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="nothing to show yet"):
        write_figures([], tmp_path)
