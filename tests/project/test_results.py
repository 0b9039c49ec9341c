"""The published results: complete, true to the paper's counts, and quoted as they are."""

import csv
import re
import runpy
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
from aucopt.stats import signed_rank_posterior, wilcoxon_test

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
    assert [path.name for path in FOLDERS] == sorted(set(described) & {path.name for path in FOLDERS})
    assert len(FOLDERS) == 8


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
    assert {path.suffix for path in files} - {".gz"} == {".txt", ".csv", ".png"}
    assert max(path.stat().st_size for path in files) < 500_000


ARCHIVES = sorted(RESULTS.glob("*/records.csv.gz"))


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.parent.name)
def test_tables_beside_records_are_those_of_the_records(path, tmp_path):
    """`aucopt paper rebuild` changes no text."""
    archive = read_archive(path)
    projection = archive.records[0].unit.projection
    settings = {projection: describe_settings(archive.settings)}
    write_tables(archive.records, tmp_path, settings=settings, formats=("txt", "csv"))
    published = [file for file in path.parent.iterdir() if file.suffix in (".txt", ".csv")]
    assert len(published) > 8
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


def test_the_page_quotes_the_counts_as_they_are():
    """Rows such as `| AUC-opt over LR | 15 | 3 | 2 |` under a heading that names their folder."""
    page = (ROOT / "docs" / "answer.md").read_text(encoding="utf-8")
    quoted = 0
    for folder, block in re.findall(r"^<!-- counts of ([\w-]+) -->\n((?:\|.*\n)+)", page, re.M):
        (path,) = (RESULTS / folder).glob("beside-*.csv")
        counts = {cell["cell"]: cell for cell in read(path) if cell["AUC"] == "test"}
        for name, *numbers in re.findall(
            r"^\| ([^|]+ over [^|]+) \| (\d+) \| (\d+) \| (\d+) \|", block, re.M
        ):
            cell = counts[name.strip()]
            assert numbers == [cell["published"], cell["paper's test"], cell["corrected"]], (folder, name)
            quoted += 1
    assert quoted > 20


def test_the_headline_is_counted_from_the_tables():
    """AUC-opt against B-LR on test rows, study by study: every number of the first table of the page."""
    page = (ROOT / "docs" / "answer.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^<!-- headline -->\n((?:\|.*\n)+)", page, re.M)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()[2:]]
    assert len(rows) == 3
    for name, trials, *quoted in rows:
        folder = RESULTS / name.strip("`")
        (path,) = folder.glob("auc-by-set-*-test.csv")
        scores = read(path)
        ours, theirs = (np.array([float(row[method]) for row in scores]) for method in ("AUC-opt", "B-LR"))
        (path,) = folder.glob("worth-*.csv")
        worth = next(row for row in read(path) if "AUC-opt" in row.values())
        difference = ours - theirs
        ahead, behind = int((difference > 0).sum()), int((difference < 0).sum())
        assert quoted == [
            f"{difference.mean():+.4f}",
            f"{np.median(difference):+.4f}",
            str(ahead),
            str(behind),
            str(int((np.abs(difference) <= 0.005).sum())),
            *(worth[word] for word in ("better", "equivalent", "worse", "undecided")),
            f"{wilcoxon_test(ours, theirs).pvalue:.2g}",
            f"{stats.binomtest(ahead, ahead + behind).pvalue:.2g}",
            f"{signed_rank_posterior(ours, theirs).equivalent:.3f}",
        ]
        assert f" {trials} trials" in path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["docs/answer.md", "README.md"])
def test_sentences_quote_the_tables(page):
    """Every sentence of `results/sentences.py` stands on its page, with the numbers of the tables."""
    sentences = runpy.run_path(str(RESULTS / "sentences.py"))
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    parts = ("answer_sentences", "pair_sentences") if page == "docs/answer.md" else ("readme_sentences",)
    made = [sentence for part in parts for sentence in sentences[part]()]
    assert len(made) >= 4
    assert [sentence for sentence in made if " ".join(sentence.split()) not in text] == []
