"""`aucopt paper tables` and `figures`: all that records allow, and clear words where they allow nothing."""

import pytest
from made_records import random_records

from aucopt.cli import main, results
from aucopt.lab import Record, Store, Unit, paper_study
from aucopt.report.page.canvas import FIGURE_FORMATS
from aucopt.report.paper.write import TABLE_FORMATS

pytestmark = pytest.mark.slow


def fill(path, projection):
    with Store(path) as store:
        for record in random_records(["LR", "AUC-opt"], n_sets=2, n_trials=3, projection=projection):
            store.add(record)
    return str(path)


@pytest.fixture
def store(tmp_path):
    return fill(tmp_path / "r2.sqlite", "tsne2")


def test_tables_of_two_studies(store, tmp_path, capsys):
    other = fill(tmp_path / "r3.sqlite", "tsne3")
    assert main(["paper", "tables", "--store", store, other, "--output", str(tmp_path / "new" / "t")]) == 0
    paths = capsys.readouterr().out.splitlines()
    assert sorted(paths) == sorted(map(str, (tmp_path / "new" / "t").iterdir()))
    assert {"r2", "r3"} <= {part for path in paths for part in path.replace(".", "-").split("-")}
    assert "Distance of linear methods" in (tmp_path / "new" / "t" / "optimum-r3.txt").read_text()


def test_figures_with_the_toy_example(store, tmp_path, capsys):
    assert main(["paper", "figures", "--store", store, "--toy", "--output", str(tmp_path / "f")]) == 0
    paths = capsys.readouterr().out.splitlines()
    assert str(tmp_path / "f" / "fig1-toy.png") in paths
    assert str(tmp_path / "f" / "ranks-r2-test.svg") in paths


@pytest.mark.parametrize("action", ["tables", "figures"])
def test_two_studies_of_one_projection_are_not_mixed(action, store, tmp_path, capsys):
    other = fill(tmp_path / "other.sqlite", "tsne2")
    assert main(["paper", action, "--store", store, other, "--output", str(tmp_path / "out")]) == 1
    assert f"{store} and {other} both hold a study of tsne2" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_formats_are_those_that_can_be_written():
    assert (results.TABLES, results.FIGURES) == (TABLE_FORMATS, FIGURE_FORMATS)


def test_only_what_was_asked_for(store, tmp_path, capsys):
    output = tmp_path / "t"
    arguments = ["paper", "tables", "--store", store, "--output", str(output), "--formats", "txt"]
    assert main([*arguments, "--methods", "LR", "--datasets", "set1", "--trials", "2"]) == 0
    capsys.readouterr()
    text = (output / "auc-r2.txt").read_text()
    assert "Rests on 1 data set, 2 trials for a set and method, 2 finished units." in " ".join(text.split())
    assert {path.suffix for path in output.iterdir()} == {".txt"}
    assert main([*arguments, "--methods", "LR", "SVM"]) == 1
    assert "no record of SVM. There are: AUC-opt, LR." in capsys.readouterr().err
    with Store(store) as opened:
        opened.add(Record(Unit("set9", "tsne2", 0, "LR"), "failed", "no"))
    assert main([*arguments, "--datasets", "set9"]) == 1
    assert "no finished record among those asked for." in capsys.readouterr().err
    assert main([*arguments, "--trials", "0"]) == 1
    assert "--trials must be at least 1, not 0." in capsys.readouterr().err


def test_tables_say_how_the_study_was_run(tmp_path):
    study = paper_study("linear-3d", methods=("LR", "AUC-opt"), every=2)
    fill(tmp_path / "r3.sqlite", "tsne3")
    with Store(tmp_path / "r3.sqlite") as store:
        store.agree(study.settings())
    files = ["--store", str(tmp_path / "r3.sqlite"), "--output", str(tmp_path / "t")]
    assert main(["paper", "tables", *files]) == 0
    text = " ".join((tmp_path / "t" / "auc-r3.txt").read_text().split())
    assert "Training sets cut to 2,000 pairs; tuned by 5 folds on one value in 2 of each parameter." in text


def test_what_is_published_is_rebuilt_from_the_records_beside_it(store, tmp_path, capsys):
    study = tmp_path / "results" / "linear-2d"
    study.mkdir(parents=True)
    archive = str(study / "records.csv.gz")
    assert main(["paper", "export", "--store", store, "--output", archive]) == 0
    assert main(["paper", "tables", "--store", archive, "--formats", "txt", "--output", str(study)]) == 0
    table, figure = study / "auc-r2.txt", study / "answer-r2.png"
    expected = {path.name: path.read_text() for path in study.glob("*.txt")}
    (study / "f1-r2.txt").unlink()
    table.write_text("old")
    figure.touch()
    capsys.readouterr()
    assert main(["paper", "rebuild", str(tmp_path / "results"), "--output", str(tmp_path / "new")]) == 0
    assert table.read_text() == "old"
    assert main(["paper", "rebuild", str(tmp_path / "results")]) == 0
    written = capsys.readouterr().out.splitlines()
    assert str(tmp_path / "new" / "linear-2d" / "auc-r2.txt") in written
    assert str(table) in written
    assert {name: (study / name).read_text() for name in expected if name != "f1-r2.txt"} == {
        name: text for name, text in expected.items() if name != "f1-r2.txt"
    }
    assert not (study / "f1-r2.txt").exists()
    assert figure.read_bytes()[:4] == b"\x89PNG"
    assert main(["paper", "rebuild", str(tmp_path / "new")]) == 1
    assert "has no records.csv.gz" in capsys.readouterr().err


def test_nothing_to_show(tmp_path, capsys):
    Store(tmp_path / "empty.sqlite").close()
    files = {"--store": str(tmp_path / "empty.sqlite"), "--output": str(tmp_path / "out")}
    assert main(["paper", "tables", *(word for option in files.items() for word in option)]) == 1
    assert "No finished record: there is nothing to show yet." in capsys.readouterr().err
    assert main(["paper", "tables", "--store", str(tmp_path / "missing.sqlite")]) == 1
    assert "missing.sqlite does not exist" in capsys.readouterr().err
