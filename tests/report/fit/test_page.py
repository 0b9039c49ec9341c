"""The report of a fit: its parts, its figures, and when it leaves something out."""

import numpy as np
import pytest
from browser import browse, needs_browser
from made_analyses import analyse_rows, three_columns
from page_parts import blocks, cells

import aucopt
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import SINGLE
from aucopt.cli.describe import as_text
from aucopt.datasets import load_toy
from aucopt.report.fit.page import fit_page


def page_of(analysis, **options):
    words = {"source": "rows.csv", "command": "aucopt fit rows.csv", "settings": {"seed": "0"}}
    return fit_page(analysis, survey(analysis, seconds=5.0), **(words | options))


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return analyse_rows(X, y == 1, seconds=600)


@pytest.fixture(scope="module")
def toy_page(toy):
    return page_of(toy, notes=["3 rows were left out."])


def test_the_report_of_a_fit(toy, toy_page):
    assert toy_page.title == "The best linear score of 2 columns for ill"
    assert toy_page.subtitle == "rows.csv · 769 rows, 70 of them ill = yes"
    assert toy_page.headline.settled
    assert toy_page.headline.sentence == (
        "The best linear score has an AUC of 0.7038 on these rows. "
        "It is proved that no other has a higher one."
    )
    assert f"expect an AUC of {toy.honest.intervals['AUC-opt'].auc:.4f}" in toy_page.headline.reasons[0]
    assert "significantly better" in toy_page.headline.reasons[1]
    assert [fact.value for fact in toy_page.facts[:2]] == ["0.7038", "0.7038"]
    assert [i.name for i in toy_page.illustrations] == ["profile", "roc", "rows", "weights"]
    (table, text) = blocks(toy_page, "How good it is")
    assert [row[:2] for row in cells(table)] == [
        ["AUC-opt", "0.7038"],
        ["logistic regression", f"{toy.rival_auc:.4f}"],
    ]
    assert "are predicted to be yes" in text
    weights = next(block for block in blocks(toy_page, "The weights") if hasattr(block, "header"))
    assert [row[:2] for row in cells(weights)] == [["c0", "0.838034"], ["c1", "0.545618"]]
    assert weights.header[:3] == ("column", "weight", "per SD")
    assert weights.header[-2:] == ("within 0.005 from", "within 0.005 to")
    assert f"Logistic regression: {toy.rival_detail}." in toy_page.methods
    assert toy_page.methods[-1] == "3 rows were left out."


def test_without_checks_there_are_no_numbers_of_new_rows():
    page = page_of(analyse_rows(*three_columns()))
    assert [row[2:] for row in cells(blocks(page, "How good it is")[0])] == [["-", "-", "-"]] * 2
    assert [i.name for i in page.illustrations] == ["planes", "roc", "weights"]
    assert "to which both scores were fitted" in page.illustrations[1].caption


def test_one_column_constant_columns_and_weights():
    X, positive = three_columns()
    assert [i.name for i in page_of(analyse_rows(X[:, :1], positive)).illustrations] == ["roc", "weights"]
    constant = np.column_stack([X[:, :2], np.ones(len(X))])
    assert page_of(analyse_rows(constant, positive)).illustrations[0].name == "profile"
    weighted = analyse_rows(X[:, :2], positive, weights=np.arange(len(X)) % 4)
    assert page_of(weighted).to_html().count("<svg") == 4


def test_a_blend_is_compared_with_its_best_column():
    X, positive = three_columns()
    page = page_of(analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE, seconds=600))
    assert page.title == "The best blend of 3 scores for ill"
    assert page.headline.sentence.startswith("The best blend has an AUC of ")
    assert page.headline.reasons[1].startswith("The best single model, c0, has ")
    assert "Directions with forbidden signs may lie above it." in page.illustrations[0].caption


# Every table is sorted by every column, in both themes.
USE_ALL = """
for (const button of document.querySelectorAll("button")) { button.click(); button.click(); button.click(); }
seen.sorted = document.querySelectorAll("th[aria-sort]").length;
seen.tables = document.querySelectorAll("table").length;
seen.drawn = [...document.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().height > 100);
"""


@needs_browser
def test_in_a_browser(toy_page, tmp_path):
    seen = browse(toy_page.to_html(), tmp_path, USE_ALL)
    assert seen["errors"] == []
    assert seen["sorted"] == seen["tables"] > 0
    assert seen["drawn"] == [True] * 4


@pytest.fixture(scope="module")
def point():
    X, y = load_toy()
    objective = aucopt.Sensitivity(specificity=0.9)
    return analyse_rows(X, y == 1, objective=objective, seconds=600, n_repeats=1)


def test_an_operating_point_is_called_by_its_name(point):
    page = page_of(point)
    value, found = point.solution.value, point.honest.intervals["sensitivity-opt"]
    assert page.headline.sentence == (
        f"The best linear score has a sensitivity of {value:.4f} at specificity 0.9 on these rows. "
        "It is proved that no other has a higher one."
    )
    assert f"expect a sensitivity of {found.value:.4f} at specificity 0.9" in page.headline.reasons[0]
    assert page.headline.reasons[-1] == point.judgement
    table, _, rates = blocks(page, "How good it is")
    assert table.header[-1] == "misses per 1,000 positives"
    assert cells(table)[0][-1] == f"{1000 * (1 - found.value):.0f}"
    assert [row[0] for row in cells(rates)] == ["sensitivity-opt", "logistic regression"]
    assert rates.header == ("score", "sensitivity", "specificity", "on new rows: sensitivity", "specificity")
    assert float(cells(rates)[0][2]) >= 0.9
    assert [i.name for i in page.illustrations] == ["profile", "roc", "rows", "weights"]
    said = [
        page.headline.sentence,
        *page.headline.reasons,
        *(fact.label for fact in page.facts),
        *table.header,
    ]
    assert not [words for words in said if "AUC" in words]
    assert any("cube-root" in words for words in page.methods)


def test_the_terminal_has_the_same_numbers(point):
    text = as_text(point, [], "rows.csv")
    found = point.honest.intervals["sensitivity-opt"]
    assert "\n\nSensitivity at specificity 0.9\n" in text
    assert "apparent sensitivity, optimistic" in text
    assert "\n\nAt specificity 0.9, on new rows\n" in text
    (line,) = [line for line in text.split("\n") if line.startswith("  sensitivity-opt ")]
    assert line.split() == ["sensitivity-opt", f"{found.value:.4f}", f"{1000 * (1 - found.value):.0f}"]
    assert point.judgement in text
    assert "  logistic regression   sensitivity " in text
