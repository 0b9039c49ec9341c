"""Tables: the counts are right, the numbers stand under their names, and each format can be read back."""

import csv
import io
import random
import re
from itertools import permutations

import numpy as np
import pytest
from made_records import from_scores, random_records, record
from scipy import stats

from aucopt.lab import METHODS
from aucopt.lab.by_trials import count_by_trials
from aucopt.lab.gaps import measure_gaps
from aucopt.lab.outcomes import by_projection
from aucopt.lab.records import Record, Unit
from aucopt.lab.summaries import summarise_scores, summarise_times
from aucopt.lab.wins import count_judgements, count_wins
from aucopt.report import ReportTable, TableCell, make_tables, write_tables
from aucopt.report.paper.naming import coverage
from aucopt.report.paper.published import RUN_TIMES, WINS, average_wins
from aucopt.report.paper.score_tables import gap_table, score_table, time_table
from aucopt.report.paper.win_tables import beside_table, judgement_table, trial_table, win_table

# AUC-opt wins on the first set, LR on the last, and SVM nowhere; on "even" all are the same.
THREE = {
    "clear": {
        "LR": [0.80, 0.81, 0.80, 0.81],
        "SVM": [0.70, 0.71, 0.70, 0.71],
        "AUC-opt": [0.90, 0.91, 0.90, 0.92],
    },
    "even": {name: [0.6, 0.7, 0.8, 0.7] for name in ("LR", "SVM", "AUC-opt")},
    "turned": {
        "LR": [0.90, 0.91, 0.90, 0.92],
        "SVM": [0.6, 0.85, 0.7, 0.8],
        "AUC-opt": [0.80, 0.81, 0.80, 0.81],
    },
}
TESTS = ("", "-corrected")
KINDS = ("run-time", "auc", "balanced-accuracy", "f1", "worth")
LINEAR = [name for name, method in METHODS.items() if method.linear]


def outcomes_of(records):
    (outcomes,) = by_projection(records).values()
    return outcomes


@pytest.fixture
def three():
    return outcomes_of(from_scores(THREE))


def test_text_of_a_table_of_wins(three):
    assert (
        win_table(count_wins(three, "test", "paper"), three).text()
        == """\
Data sets won by test AUC, t-SNE in R^2, paper's test

            SVM      LR  AUC-opt       average
-------  ------  ------  -------  ------------
SVM           -   0 (0)    0 (1)   0.00 (0.50)
LR       2 (32)       -    1 (2)  1.50 (17.00)
AUC-opt  1 (34)  1 (15)        -  1.00 (24.50)

A cell counts the data sets on which the method of its row is better than that of its column, by the
paper's unpaired t-test with equal variances, two-sided at 5%.
Rests on 3 data sets, 4 trials for a set and method, 36 finished units.
In brackets the paper's counts, of 50 data sets and 200 trials."""
    )


def test_the_corrected_test_is_stricter(three):
    table = win_table(count_wins(three, "test", "corrected"), three)
    # On "turned" SVM swings so much that its loss to LR is no longer certain.
    assert [[str(cell) for cell in row] for row in table.rows] == [
        ["SVM", "-", "0", "0", "0.00"],
        ["LR", "1", "-", "1", "1.00"],
        ["AUC-opt", "1", "1", "-", "1.00"],
    ]
    assert "Nadeau and Bengio" in table.notes[0]


def test_counts_are_those_of_scipy():
    records = random_records(LINEAR[:4], n_sets=6, n_trials=7)
    outcomes = outcomes_of(records)
    wins = count_wins(outcomes, "train", "paper")
    for i, j in permutations(range(4), 2):
        expected = 0
        for dataset in outcomes.datasets:
            first, second = (
                [r.train.auc for r in records if r.unit.dataset == dataset and r.unit.method == method]
                for method in (wins.methods[i], wins.methods[j])
            )
            test = stats.ttest_ind(first, second)
            expected += test.pvalue <= 0.05 and np.mean(first) > np.mean(second)
        assert wins.counts[i, j] == expected
    assert 0 < wins.counts.sum() < 6 * 4 * 3 / 2


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


def test_standard_classifiers_come_first_and_strangers_last():
    records = from_scores({"a": {name: [0.5, 0.6] for name in ("Mine", "AUC-opt", "AdaBoost", "LR")}})
    outcomes = outcomes_of(records)
    assert outcomes.methods == ("LR", "AdaBoost", "AUC-opt", "Mine")
    table = win_table(count_wins(outcomes, "test", "paper"), outcomes)
    shades = [[cell.shade for cell in row[1:-1]] for row in table.rows]
    assert shades == [
        ["", "blue", "blue", ""],
        ["red", "", "", ""],
        ["red", "", "", ""],
        ["", "", "", ""],
    ]


def test_paired_tests_use_common_trials_and_say_what_is_missing():
    scores = {name: {m: list(v) for m, v in of.items()} for name, of in THREE.items()}
    records = [
        r
        for r in from_scores(scores)
        if not (r.unit.method == "SVM" and r.unit.dataset == "clear" and r.unit.trial > 0)
        and not (r.unit.method == "LR" and r.unit.dataset == "turned" and r.unit.trial == 3)
    ]
    records += [
        Record(Unit("clear", "tsne2", trial, "SVM"), "time_limit", "over 600 s") for trial in (1, 2, 3)
    ]
    records.append(Record(Unit("turned", "tsne2", 3, "LR"), "failed", "ValueError: no"))
    outcomes = outcomes_of(records)
    wins = count_wins(outcomes, "test", "corrected")
    assert wins.methods == ("SVM", "LR", "AUC-opt")
    # A single trial of SVM on "clear" is no test.
    assert wins.compared.tolist() == [[0, 2, 2], [2, 0, 3], [2, 3, 0]]
    assert wins.counts[2].tolist() == [0, 1, 0]
    assert coverage(outcomes) == [
        "Rests on 3 data sets, 1 to 4 trials for a set and method, 32 finished units.",
        "1 unit failed: LR on turned (1).",
        "3 units stopped at the time limit: SVM on clear (3).",
    ]
    # Means are over the trials all three finished: one on "clear", three on "turned".
    summary = summarise_scores(outcomes, "test")
    assert summary.means[0].tolist() == [0.70, 0.80, 0.90]
    assert summary.means[2] == pytest.approx([0.7167, 0.9033, 0.8033], abs=1e-4)
    assert np.isnan(summary.variances[0]).all()


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


def test_cut_training_halves_keep_their_ratio():
    cut = Record(**{**record("a", "LR", 0, 0.9, 0.8).__dict__, "n_train": 25})
    assert outcomes_of([cut]).ratio("a") == 1.0
    more = Record(**{**record("a", "LR", 0, 0.9, 0.8).__dict__, "n_train": 125})
    assert outcomes_of([more]).ratio("a") == 0.8


def test_notes_on_training_and_on_cut_sets():
    outcomes = outcomes_of(random_records(LINEAR[:3], projection="tsne3"))
    train = win_table(count_wins(outcomes, "train", "corrected"), outcomes)
    assert train.notes[-1].endswith("no test on them speaks of generalisation.")
    test = win_table(count_wins(outcomes, "test", "corrected"), outcomes)
    assert test.notes[-1].endswith("which is conservative.")


def test_csv_reads_back(three):
    table = win_table(count_wins(three, "test", "paper"), three)
    rows = list(csv.DictReader(io.StringIO(table.csv())))
    assert [row[""] for row in rows] == ["SVM", "LR", "AUC-opt"]
    assert rows[1]["SVM"] == "2"
    assert rows[1]["SVM (published)"] == "32"
    assert rows[1]["LR"] == ""
    assert float(rows[2]["average (published)"]) == 24.5
    for table in make_tables(random_records(LINEAR)):
        header, *body = csv.reader(io.StringIO(table.csv()))
        assert len(set(header)) == len(header)
        assert all(len(row) == len(header) for row in body)
        assert len(body) == len(table.rows)


def test_latex_is_balanced_and_shaded():
    methods = [name for name in METHODS if name != "AUC-opt"]
    tables = make_tables(random_records(methods, projection="raw") + random_records(LINEAR))
    for table in tables:
        latex = table.latex()
        bare = re.sub(r"\\[{}]", "", latex)
        assert bare.count("{") == bare.count("}")
        assert re.findall(r"\\begin\{(\w+)\}", latex) == re.findall(r"\\end\{(\w+)\}", latex)[::-1]
        body = (
            latex.split(r"\midrule")[-1]
            .split(r"\bottomrule")[0]
            .replace(r"\endhead", "")
            .strip()
            .splitlines()
        )
        assert (r"\begin{longtable}" in latex) == (len(table.rows) > 45)
        assert len(body) == len(table.rows)
        assert all(len(re.findall(r"(?<!\\)&", line)) == len(table.header) - 1 for line in body)
        assert all(line.endswith(r"\\") for line in body)
        assert not re.search(r"(?<!\\)[#_]", latex)
        assert len(re.findall(r"(?<!\\)%", latex)) == (2 if "resizebox" in latex else 1)
    assert any(len(table.rows) > 45 for table in tables)
    latex = next(table for table in tables if table.name == "table1-r2-test").latex()
    assert r"\caption{Data sets won by test AUC, t-SNE in $\mathbf{R}^2$, paper's test}" in latex
    assert latex.count("red!20") == latex.count("blue!20") == 4 * 4
    assert re.search(r"AUC-opt & \\cellcolor\{red!20\}\d \{\\scriptsize\(34\)\}", latex)
    assert "Red: AUC optimisers over standard classifiers; blue: the reverse." in latex


def test_latex_escapes():
    table = ReportTable("t", r"50% of R^3 & a_b {c} \ ~ < #", ("method",), ((TableCell("x"),),))
    assert (
        r"\caption{50\% of $\mathbf{R}^3$ \& a\_b \{c\} \textbackslash{} \textasciitilde{} \textless{} \#}"
        in table.latex()
    )


def test_wide_text_is_broken_into_blocks_of_columns():
    cells = (TableCell("row"), *(TableCell(10**j) for j in range(7)))
    text = ReportTable("t", "Powers", ("", *"abcdefg"), (cells,)).text(width=24)
    assert (
        text
        == """\
Powers

     a   b    c
---  -  --  ---
row  1  10  100

        d      e       f
---  ----  -----  ------
row  1000  10000  100000

           g
---  -------
row  1000000"""
    )


def test_headline_cells_of_the_paper():
    order = ("SVM", "B-SVM", "LR", "B-LR", "SVM-Perf", "SPAUC", "SPAM")
    for place, row in {
        ("tsne2", "train"): (40, 29, 20, 17, 40, 21, 26),
        ("tsne2", "test"): (34, 18, 15, 11, 31, 13, 17),
        ("tsne3", "train"): (42, 31, 6, 4, 41, 27, 33),
        ("tsne3", "test"): (32, 15, 2, 2, 32, 9, 10),
    }.items():
        assert tuple(WINS[place]["AUC-opt", other] for other in order) == row
    assert WINS["tsne3", "test"]["LR", "AUC-opt"] == 8
    assert WINS["tsne3", "test"]["B-LR", "AUC-opt"] == 6
    assert all(WINS["tsne2", "train"][other, "AUC-opt"] == 0 for other in order)


def test_averages_are_those_the_paper_prints():
    methods = [name for name in METHODS if name != "AUC-opt"]
    printed = {
        "test": {
            "B-RF": 31.92,
            "B-SVM-RBF": 31.15,
            "RF": 30.46,
            "GB": 26.69,
            "RankBoost": 25.77,
            "SVM-RBF": 22.92,
            "B-LR": 22.38,
            "LR": 22.08,
            "AdaBoost": 21.31,
            "B-SVM": 18.31,
            "SVM": 12.62,
            "SVM-Perf": 12.23,
            "SPAM": 10.31,
            "SPAUC": 7.69,
        },
        "train": {"RF": 43.69, "RankBoost": 33.31, "SPAUC": 1.85, "SVM-Perf": 6.15},
    }
    for part, averages in printed.items():
        for method, average in averages.items():
            assert average_wins("raw", part, method, methods) == pytest.approx(average, abs=0.005)
    assert average_wins("raw", "test", "AUC-opt", methods) is None


@pytest.mark.parametrize("place", sorted(WINS))
def test_published_tables_are_complete(place):
    methods = {row for row, _ in WINS[place]}
    assert set(WINS[place]) == set(permutations(methods, 2))
    assert methods <= set(METHODS)
    assert all(WINS[place][i, j] + WINS[place][j, i] <= 50 for i, j in WINS[place])
    assert set(RUN_TIMES.get(place[0], {})) <= set(METHODS)


def test_scores_by_method(three):
    table = score_table([summarise_scores(three, part) for part in ("train", "test")], three)
    assert table.name == "auc-r2"
    assert table.header == (
        "method",
        *("train mean", "train rank", "train variance"),
        *("test mean", "test rank", "test variance"),
    )
    # Ranks: on "even" all share 2; SVM is last on the others.
    assert [str(cell) for cell in table.rows[0]][:3] == ["SVM", "0.7642", "2.67"]
    assert [str(row[5]) for row in table.rows] == ["2.67", "1.67", "1.67"]
    assert "Friedman, test: chi-square" in table.notes[2]


def test_verdicts_against_the_best_standard_classifier(three):
    assert summarise_scores(three, "test").best_standard == "LR"
    judgements = count_judgements(three, "LR")
    assert judgements.counts == {
        "SVM": {"better": 0, "equivalent": 1, "worse": 1, "undecided": 1},
        "AUC-opt": {"better": 1, "equivalent": 1, "worse": 1, "undecided": 0},
    }
    table = judgement_table(judgements, three)
    assert [str(cell) for cell in table.rows[1]][:5] == ["AUC-opt", "1", "1", "1", "0"]
    # Of AUC-opt the zero splits its rank, the win and the loss tie in size but for a hair.
    assert table.rows[1][5].value + table.rows[1][6].value == 6


def test_run_times_with_the_papers():
    records = [record("a", "LR", t, 0.9, 0.8, seconds=s) for t, s in enumerate([1, 2, 6])]
    outcomes = outcomes_of(records)
    (time,) = summarise_times(outcomes)
    assert (time.units, time.median, time.mean, time.longest) == (3, 2, 3, 6)
    table = time_table([time], outcomes)
    assert [str(cell) for cell in table.rows[0]] == [
        "LR",
        "3",
        "2.0000",
        "3.0000 (0.0785)",
        "2.1602 (0.0489)",
        "6.0000",
    ]


def test_distance_to_the_proved_optimum():
    records = [
        record("a", "AUC-opt", 0, 0.9, 0.8, bound=0.9),
        record("a", "AUC-opt", 1, 0.8, 0.8, bound=0.825),  # not proved: the search was cut short
        record("a", "LR", 0, 0.9, 0.8),
        record("a", "LR", 1, 0.7, 0.8),
        record("a", "LR", 2, 0.1, 0.1),  # no bound on this trial
        record("a", "SVM", 0, 0.9, 0.8),
        record("a", "SVM", 1, 0.6, 0.8),
        record("a", "RF", 0, 1.0, 0.8),  # not linear: no bound on it
    ]
    outcomes = outcomes_of(records)
    gaps = measure_gaps(outcomes)
    svm, lr, optimum = gaps.methods
    assert (lr.method, lr.units, lr.datasets, lr.reached) == ("LR", 2, 1, 1)
    assert (lr.mean, lr.largest) == pytest.approx((0.0625, 0.125))
    assert (svm.closest, lr.closest) == (1, 2)  # the first trial is a tie
    assert (optimum.method, optimum.reached, optimum.closest) == ("AUC-opt", 1, None)
    assert (gaps.trials, gaps.attained) == (2, 1)
    table = gap_table(gaps, outcomes)
    assert table.notes[1].startswith("In 1 of 2 trials the bound is attained")
    assert [str(cell) for cell in table.rows[1]] == [
        *("LR", "0.06250", "0.06250", "0.12500", "50.0%", "100.0%", "2", "1"),
    ]


def test_an_auc_above_its_bound_is_told():
    records = [record("a", "AUC-opt", 0, 0.9, 0.8, bound=0.9), record("a", "LR", 0, 0.95, 0.8)]
    outcomes = outcomes_of(records)
    gaps = measure_gaps(outcomes)
    assert gaps.exceeded == 1
    assert any(note.startswith("1 fit above the bound") for note in gap_table(gaps, outcomes).notes)


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


def test_every_published_cell_stands_beside_ours(three):
    wins = [count_wins(three, part, test) for part in ("train", "test") for test in ("paper", "corrected")]
    table = beside_table(wins, three)
    cells = {(row[0].value, row[1].value): [cell.value for cell in row[2:]] for row in table.rows}
    assert len(cells) == 2 * 3 * 2
    published = WINS["tsne2", "test"]["AUC-opt", "LR"]
    assert cells["AUC-opt over LR", "test"] == [published, 1, 1, 3, 4]
    # On the set "turned" SVM varies too much for the corrected test.
    assert cells["LR over SVM", "test"][1:3] == [2, 1]


def test_strangers_have_no_published_cells():
    names = [table.name for table in make_tables(random_records(["Mine", "Yours"]))]
    assert "table1-r2-test" in names
    assert "beside-r2" not in names


def test_fewest_trials_of_a_cell():
    scores = {"long": {"LR": [0.5] * 4, "SVM": [0.6] * 4}, "short": {"LR": [0.5] * 4, "SVM": [0.6] * 3}}
    wins = count_wins(outcomes_of(from_scores(scores)), "test", "paper")
    assert wins.trials.tolist() == [[0, 3], [3, 0]]
    apart = [record("a", "LR", trial, 0.9, 0.8) for trial in range(4)]
    apart += [record("a", "SVM", trial, 0.9, 0.7) for trial in range(2, 6)]
    for test, trials in (("paper", 4), ("corrected", 2)):
        assert count_wins(outcomes_of(apart), "test", test).trials.max() == trials


def test_what_a_test_cannot_compare_is_no_zero():
    apart = [record("a", "LR", trial, 0.9, 0.8) for trial in range(4)]
    apart += [record("a", "SVM", trial, 0.9, 0.7) for trial in range(3, 7)]
    outcomes = outcomes_of(apart)
    wins = [count_wins(outcomes, part, test) for part in ("train", "test") for test in ("paper", "corrected")]
    for row in beside_table(wins, outcomes).rows:
        assert str(row[4]) == "-"


def test_agreement_is_told_of_as_many_sets_as_the_paper_has():
    full = random_records(["LR", "AUC-opt"], n_sets=50, n_trials=2)
    note = "By the paper's test, of "
    for records, told in ((full, True), (full[: len(full) // 2], False)):
        (table,) = (table for table in make_tables(records) if table.name == "beside-r2")
        assert any(line.startswith(note) for line in table.notes) == told


def test_wins_by_trials_are_those_of_the_first_trials():
    records = random_records(["LR", "SPAM", "AUC-opt"], n_trials=12)
    outcomes = outcomes_of(records)
    counts = count_by_trials(outcomes, "AUC-opt", trials=(4, 8, 11, 30))  # 11 is as good as all 12
    assert [(found.other, found.significance) for found in counts] == [
        *(("LR", "paper"), ("LR", "corrected"), ("SPAM", "paper"), ("SPAM", "corrected"))
    ]
    for found in counts:
        assert found.trials == (4, 8, 12)
        for n, won, lost in zip(found.trials, found.won, found.lost, strict=True):
            first = outcomes_of([record for record in records if record.unit.trial < n])
            wins = count_wins(first, "test", found.significance).counts
            other, own = (first.methods.index(name) for name in (found.other, "AUC-opt"))
            assert (won, lost) == (wins[own, other], wins[other, own])
    table = trial_table(counts, outcomes)
    assert table.header == ("", "test", "4 trials", "8 trials", "12 trials")
    assert [row[0].value for row in table.rows[:2]] == ["AUC-opt over LR", "LR over AUC-opt"]
    assert "by-trials-r2" in [table.name for table in make_tables(records)]
    assert "by-trials-r2" not in [table.name for table in make_tables(random_records(["LR", "AUC-opt"]))]
    alone = make_tables(random_records(["AUC-opt"], n_trials=12))
    assert "by-trials-r2" not in [table.name for table in alone]


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
