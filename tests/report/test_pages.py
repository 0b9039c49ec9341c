"""Reports of fits and of comparisons: what they say, what they draw, and when they leave something out."""

import dataclasses

import numpy as np
import pytest
from browser import browse, needs_browser

import aucopt
from aucopt.analysis.fit import analyse
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import LOGISTIC, SINGLE
from aucopt.analysis.rows import Rows
from aucopt.datasets import load_toy
from aucopt.report.compare.page import pay_page
from aucopt.report.fit.page import fit_page


def analyse_rows(X, positive, *, seconds=0.0, signs=None, rival=LOGISTIC, weights=None, **options):
    d = X.shape[1]
    signs = signs or (0,) * d
    names = tuple(f"c{j}" for j in range(d))
    rows = Rows(np.ascontiguousarray(X), names, positive, weights, "ill", ("no", "yes"))
    solution = aucopt.maximize_auc(rows, positive, signs=signs, sample_weight=weights, **options)
    return analyse(rows, solution, signs=signs, seconds=seconds, rival=rival)


def page_of(analysis, **options):
    words = {"source": "rows.csv", "command": "aucopt fit rows.csv", "settings": {"seed": "0"}}
    return fit_page(analysis, survey(analysis, seconds=5.0), **(words | options))


def blocks(page, title):
    return next(section.blocks for section in page.sections if section.title == title)


def cells(table):
    return [[str(cell) for cell in row] for row in table.rows]


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return analyse_rows(X, y == 1, seconds=5.0)


@pytest.fixture(scope="module")
def toy_page(toy):
    return page_of(toy, notes=["3 rows were left out."])


def three_columns(n=60):
    rng = np.random.default_rng(3)
    positive = np.arange(n) % 3 == 0
    return rng.normal(size=(n, 3)) + positive[:, None] * [1.0, 0.5, 0.0], positive


def test_the_area_below_an_honest_curve_is_its_auc(toy):
    for name, interval in toy.honest.intervals.items():
        fpr, tpr = toy.honest.roc(name)
        assert np.all(np.diff(fpr) >= 0)
        assert (tpr[0], tpr[-1], fpr[0], fpr[-1]) == (0, 1, 0, 1)
        assert np.sum(np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2) == pytest.approx(interval.auc)


def test_the_weights_of_the_rival_are_those_of_its_scores(toy):
    scores = toy.rows.X @ toy.rival_coef
    assert aucopt.roc_auc_score(toy.rows.positive, scores) == pytest.approx(toy.rival_auc)
    above = scores > toy.rival_cut.value
    assert toy.rival_cut.sensitivity == pytest.approx(above[toy.rows.positive].mean())


def test_the_surroundings_of_two_columns(toy):
    landscape = survey(toy)
    assert landscape.profile is not None
    assert landscape.planes == ()
    assert np.all(landscape.ranges.low <= toy.per_deviation)
    assert np.all(landscape.ranges.high >= toy.per_deviation)
    assert set(landscape.roc) == {"AUC-opt", "logistic regression"}


def test_the_surroundings_of_three_columns():
    X, positive = three_columns()
    landscape = survey(analyse_rows(X, positive), seconds=0)
    assert landscape.profile is None
    assert landscape.ranges is None
    assert landscape.planes[0].name == "logistic regression"
    assert {plane.name for plane in landscape.planes[1:]} == {"c0 alone", "c1 alone", "c2 alone"}
    blend = survey(analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE), seconds=0)
    # The best column is one of them.
    assert len(blend.planes) == 3


def test_the_report_of_a_fit(toy, toy_page):
    assert toy_page.title == "The best linear score of 2 columns for ill"
    assert toy_page.subtitle == "rows.csv · 769 rows, 70 of them ill = yes"
    assert toy_page.headline.settled
    assert toy_page.headline.sentence == (
        "The best linear score has an AUC of 0.7038 on these rows. No other has more: that is proved."
    )
    assert f"On new ones expect {toy.honest.intervals['AUC-opt'].auc:.4f}" in toy_page.headline.reasons[0]
    assert "less, and not by chance" in toy_page.headline.reasons[1]
    assert [fact.value for fact in toy_page.facts[:2]] == ["0.7038", "0.7038"]
    assert [i.name for i in toy_page.illustrations] == ["profile", "roc", "rows", "weights"]
    (table, text) = blocks(toy_page, "How good it is")
    assert [row[:2] for row in cells(table)] == [
        ["AUC-opt", "0.7038"],
        ["logistic regression", f"{toy.rival_auc:.4f}"],
    ]
    assert "are called yes" in text
    weights = next(block for block in blocks(toy_page, "The weights") if hasattr(block, "header"))
    assert [row[:2] for row in cells(weights)] == [["c0", "0.838034"], ["c1", "0.545618"]]
    assert weights.header[-2:] == ("within 0.005 from", "within 0.005 to")
    assert f"Logistic regression: {toy.rival_detail}." in toy_page.methods
    assert toy_page.methods[-1] == "3 rows were left out."


def test_without_checks_nothing_is_said_of_new_rows():
    X, positive = three_columns()
    page = page_of(analyse_rows(X, positive))
    assert page.headline.reasons == [
        "It was optimised on these rows, and new ones will see less. How much less was not found out: "
        "not asked for."
    ]
    assert [fact.label for fact in page.facts] == ["AUC on these rows", "proved bound"]
    assert [row[2:] for row in cells(blocks(page, "How good it is")[0])] == [["-", "-", "-"]] * 2
    assert [i.name for i in page.illustrations] == ["planes", "roc", "weights"]
    assert "to which both were fitted" in page.illustrations[1].caption


def test_what_is_not_proved_is_not_claimed():
    X, positive = three_columns()
    local = page_of(analyse_rows(X, positive, solver="ascent"))
    assert "Whether another has more is not proved." in local.headline.sentence
    assert not local.headline.settled
    within = page_of(analyse_rows(X, positive, max_gap=0.1))
    solution = analyse_rows(X, positive, max_gap=0.1).solution
    claimed = float(within.facts[1].value)
    assert solution.bound <= claimed < solution.bound + 1e-4
    assert f"No other has more than {within.facts[1].value}: that is proved." in within.headline.sentence


@pytest.mark.parametrize(
    ("low", "high", "judgement"),
    [
        (-0.004, 0.004, "the same for all purposes"),
        (0.01, 0.02, "less, and not by chance"),
        (-0.02, -0.01, "more (the difference"),
        (-0.02, 0.02, "these rows cannot tell the two apart"),
        (np.nan, np.nan, "with no interval"),
    ],
)
def test_judgement_of_a_difference(toy, low, high, judgement):
    difference = toy.honest.comparison.differences[0]._replace(low=low, high=high)
    comparison = dataclasses.replace(toy.honest.comparison, differences=(difference,))
    honest = dataclasses.replace(toy.honest, comparison=comparison)
    assert judgement in page_of(dataclasses.replace(toy, honest=honest)).headline.reasons[1]


def test_a_perfect_score_has_a_bound_on_one_side_only():
    X, positive = three_columns()
    separated = np.column_stack([X[:, 0], positive + 0.1 * np.tanh(X[:, 1])])
    page = page_of(analyse_rows(separated, positive, seconds=2.0))
    assert "to 1.0000; all pairs are right: a bound from below)" in page.headline.reasons[0]


def test_one_column_constant_columns_and_weights():
    X, positive = three_columns()
    assert [i.name for i in page_of(analyse_rows(X[:, :1], positive)).illustrations] == ["roc", "weights"]
    constant = np.column_stack([X[:, :2], np.ones(len(X))])
    assert page_of(analyse_rows(constant, positive)).illustrations[0].name == "profile"
    weighted = analyse_rows(X[:, :2], positive, weights=np.arange(len(X)) % 4)
    assert page_of(weighted).to_html().count("<svg") == 4


def test_a_blend_is_compared_with_its_best_column():
    X, positive = three_columns()
    page = page_of(analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE, seconds=2.0))
    assert page.title == "The best blend of 3 scores for ill"
    assert page.headline.sentence.startswith("The best blend has an AUC of ")
    assert page.headline.reasons[1].startswith("The best single model, c0, reaches ")
    assert "Directions that the signs forbid may lie above it." in page.illustrations[0].caption


def test_many_columns_are_drawn_in_part():
    rng = np.random.default_rng(0)
    X, positive = rng.normal(size=(80, 34)), np.arange(80) % 2 == 0
    page = page_of(analyse_rows(X, positive))
    figure = page.illustrations[-1]
    assert len(figure.figure.axes[0].get_yticks()) == 30
    assert "The 30 heaviest of 34; the table has them all." in figure.caption
    table = next(block for block in blocks(page, "The weights") if hasattr(block, "header"))
    assert len(table.rows) == 34


@pytest.fixture(scope="module")
def verdict():
    X, y = load_toy()
    return aucopt.does_it_pay(X, y, methods=["LR", "AUC-opt"], n_trials=3, n_jobs=1)


def test_the_report_of_a_comparison(verdict):
    page = pay_page(verdict, source="rows.csv", command="aucopt compare", settings={}, notes=["One note."])
    assert page.headline.sentence == verdict.sentence
    assert page.headline.settled == (verdict.answer != "undecided")
    assert [i.name for i in page.illustrations] == ["differences", "training-and-test", "roc"]
    table = blocks(page, "Who is better")[1]
    assert [row[:3] for row in cells(table)] == [
        ["AUC-opt", "optimiser", f"{verdict.result('AUC-opt').test_auc:.4f}"],
        ["LR", "standard", f"{verdict.result('LR').test_auc:.4f}"],
    ]
    assert table.header[-1] == "below optimum"
    assert page.methods[-1] == "One note."


def test_methods_that_failed_are_named(verdict):
    failed = dataclasses.replace(verdict, failed={"RF": "MemoryError: too large"})
    page = pay_page(failed, source="rows.csv", command="", settings={})
    assert page.headline.reasons == ["RF could not be fitted: MemoryError: too large"]


# Every table is sorted by every column, in both themes.
USE_ALL = """
for (const button of document.querySelectorAll("button")) { button.click(); button.click(); button.click(); }
seen.sorted = document.querySelectorAll("th[aria-sort]").length;
seen.tables = document.querySelectorAll("table").length;
seen.drawn = [...document.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().height > 100);
"""


@needs_browser
def test_reports_in_a_browser(toy_page, verdict, tmp_path):
    compared = pay_page(verdict, source="rows.csv", command="", settings={})
    for page, figures in ((toy_page, 4), (compared, 3)):
        seen = browse(page.to_html(), tmp_path, USE_ALL)
        assert seen["errors"] == []
        assert seen["sorted"] == seen["tables"] > 0
        assert seen["drawn"] == [True] * figures
