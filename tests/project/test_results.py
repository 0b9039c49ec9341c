"""The published results: complete, true to the paper's counts, and quoted as they are."""

import csv
import importlib
import re
import statistics
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from aucopt.lab.archive import read_archive
from aucopt.lab.by_trials import count_by_trials
from aucopt.lab.outcomes import by_projection
from aucopt.lab.study import describe_settings
from aucopt.report import write_tables
from aucopt.report.paper.published import WINS
from aucopt.stats import corrected_t_test

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


@pytest.mark.parametrize(
    "path", sorted(RESULTS.glob("*/auc-by-set-*.csv")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_means_are_those_of_the_data_sets(path):
    """Two tables of one study, which the page reads both, say the same; also where records were not kept."""
    *_, place, part = path.stem.split("-")
    means = {row["method"]: float(row[f"{part} mean"]) for row in read(path.parent / f"auc-{place}.csv")}
    rows = read(path)
    found = {
        name: statistics.fmean(float(row[name]) for row in rows) for name in rows[0] if name != "data set"
    }
    assert found == pytest.approx(means, abs=1e-9)


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
        yield {
            name: importlib.import_module(name)
            for name in ("facts", "blocks", "rebuild", "simulated", "sources")
        }
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


def test_the_guide_quotes_the_simulation_of_does_it_pay(scripts):
    """Its table is that of the appendix, and the counts are those of the single answers."""
    made = scripts["simulated"].pay_table()
    assert made in (ROOT / "docs" / "guide" / "pay.md").read_text(encoding="utf-8")
    answers = scripts["sources"].read_csv(RESULTS / "pay" / "answers.csv.gz")
    for row in read(RESULTS / "pay" / "pay.csv"):
        mine = [of for of in answers if (of["scenario"], of["rows"]) == (row["scenario"], row["rows"])]
        assert len({of["number"] for of in mine}) == len(mine) == int(row["tables"])
        for answer in scripts["simulated"].ANSWERS:
            assert sum(of["answer"] == answer for of in mine) == int(row[answer])
        assert statistics.pstdev(float(of["difference"]) for of in mine) == pytest.approx(
            float(row["spread"]), abs=5e-5
        )


@pytest.mark.parametrize("detected", [True, False])
def test_what_can_be_detected_is_where_the_test_turns(scripts, monkeypatch, detected):
    """A difference just above the published limit is significant, one just below is not."""
    noise = np.random.default_rng(0).normal(0, 0.01, 10)
    noise -= noise.mean()
    simulated = scripts["simulated"]
    monkeypatch.setattr(
        simulated, "trials", lambda study, method: {"a": noise if method == "A" else 0 * noise}
    )
    limit = float(simulated.detectable("any", "A", "B")["median"])
    shifted = noise + limit + (0.0006 if detected else -0.0006)
    assert (corrected_t_test(shifted, 0 * noise).pvalue <= 0.05) == detected


def test_pictures_of_the_front_page_are_there():
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert pictures
    assert [path for path in pictures if not (ROOT / path).is_file()] == []
