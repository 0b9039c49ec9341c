"""The published results: complete, true to the paper's counts, and quoted as they are."""

import csv
import importlib
import re
import sys
from pathlib import Path

import pytest
from scipy import stats

from aucopt.lab.archive import read_archive
from aucopt.lab.by_trials import count_by_trials
from aucopt.lab.outcomes import by_projection
from aucopt.lab.study import describe_settings
from aucopt.report import write_tables
from aucopt.report.paper.published import WINS

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"
FOLDERS = sorted(path.parent for path in RESULTS.glob("*/beside-*.csv"))
LONG = RESULTS / "linear-2d-long"
PLACES = {"r2": "tsne2", "r3": "tsne3", "real": "raw"}


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_folder_is_described():
    described = re.findall(r"^\| `([\w-]+)` \|", (RESULTS / "README.md").read_text(encoding="utf-8"), re.M)
    folders = {path.name for path in RESULTS.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(described)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_counts_stand_beside_the_papers(folder):
    (path,) = folder.glob("beside-*.csv")
    place = PLACES[path.stem.removeprefix("beside-")]
    cells = read(path)
    assert cells
    for cell in cells:
        row, column = cell["cell"].split(" over ")
        assert int(cell["published"]) == WINS[place, cell["AUC"]][row, column]
        assert 0 <= int(cell["corrected"]) <= int(cell["data sets"]) <= 50
        assert 0 <= int(cell["paper's test"]) <= int(cell["data sets"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_nothing_large_and_no_scores_of_single_rows(folder):
    files = list(folder.iterdir())
    assert {path.suffix for path in files} <= {".txt", ".csv", ".png", ".gz"}
    assert max(path.stat().st_size for path in files) < 500_000


ARCHIVES = sorted(path for path in RESULTS.glob("*/records.csv.gz") if list(path.parent.glob("*.csv")))


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.parent.name)
def test_tables_beside_records_are_those_of_the_records(path, tmp_path):
    """`aucopt paper rebuild` changes no text."""
    archive = read_archive(path)
    projection = archive.records[0].unit.projection
    settings = {projection: describe_settings(archive.settings)}
    write_tables(archive.records, tmp_path, settings=settings, formats=("txt", "csv"))
    published = [file for file in path.parent.iterdir() if file.suffix in (".txt", ".csv")]
    assert len(published) > 5
    for file in published:
        assert file.read_bytes() == (tmp_path / file.name).read_bytes(), file.name


def test_the_plane_run_again_agrees_with_the_long_run():
    """Wins of AUC-opt after five trials by both tests: the seeds of a trial are those of its name."""
    rows = {(row[""], row["test"]): int(row["5 trials"]) for row in read(LONG / "by-trials-r2.csv")}
    kept = {"AUC-opt", *(name.removeprefix("AUC-opt over ") for name, _ in rows if name.startswith("AUC"))}
    archive = read_archive(RESULTS / "linear-2d-records" / "records.csv.gz")
    records = [r for r in archive.records if r.unit.method in kept and r.unit.trial < 5]
    counted = count_by_trials(by_projection(records)["tsne2"], "AUC-opt", (5,))
    again = {}
    for found in counted:
        again[f"AUC-opt over {found.other}", found.significance] = found.won[0]
        again[f"{found.other} over AUC-opt", found.significance] = found.lost[0]
    assert again == rows
    assert len(rows) == 16


@pytest.fixture(scope="module")
def scripts():
    """The scripts of `results/` as modules, as `python results/rebuild.py` has them."""
    sys.path.insert(0, str(RESULTS))
    try:
        yield {name: importlib.import_module(name) for name in ("facts", "blocks", "rebuild")}
    finally:
        sys.path.remove(str(RESULTS))


PAGES = ("answer.md", "answer_tables.md")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_what_the_records_give(scripts, page):
    """Every number and table of the page and of its appendix, made again."""
    made, written = scripts["rebuild"].render(page), (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert made.splitlines() == written.splitlines()


def test_the_text_of_the_page_has_no_numbers_of_its_own():
    """Results are asked of the records; what is left are settings of the runs and names."""
    text = "".join((RESULTS / f"{page}.j2").read_text(encoding="utf-8") for page in PAGES)
    plain = re.sub(r"\{[{%].*?[}%]\}", "", text, flags=re.S)
    decimals = set(re.findall(r"\d+\.\d+", plain))
    assert decimals == {"0.005", "0.002", "0.95", "0.1", "0.9", "0.6", "1.5"}


def test_the_headline_is_counted_from_the_tables(scripts):
    """AUC-opt against B-LR on test rows in the plane, counted here once more by other means."""
    scores = read(LONG / "auc-by-set-r2-test.csv")
    ahead = sum(float(row["AUC-opt"]) > float(row["B-LR"]) for row in scores)
    behind = sum(float(row["AUC-opt"]) < float(row["B-LR"]) for row in scores)
    row = scripts["blocks"].headline().splitlines()[2].split(" | ")
    assert row[0] == "| t-SNE to R²"
    assert row[4] == f"{ahead} : {behind}"
    assert float(row[7]) == pytest.approx(stats.binomtest(ahead, ahead + behind).pvalue, rel=0.05)


def test_the_front_page_quotes_the_tables(scripts):
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    made = [" ".join(sentence.split()) for sentence in scripts["facts"].readme_sentences()]
    assert len(made) == 4
    assert [sentence for sentence in made if sentence not in text] == []


def test_pictures_of_the_front_page_are_there():
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert pictures
    assert [path for path in pictures if not (ROOT / path).is_file()] == []
