"""The report of a comparison."""

import dataclasses

import pytest
from browser import browse, needs_browser
from page_parts import blocks, cells

import aucopt
from aucopt.datasets import load_toy
from aucopt.report.compare.figures import plot_differences
from aucopt.report.compare.page import pay_page


@pytest.fixture(scope="module")
def payoff():
    X, y = load_toy()
    return aucopt.does_it_pay(X, y, methods=["LR", "AUC-opt"], n_splits=5, n_repeats=1, n_jobs=1)


def test_the_report_of_a_comparison(payoff):
    page = pay_page(payoff, source="rows.csv", command="aucopt compare", settings={}, notes=["One note."])
    assert f"{page.headline.sentence} {page.headline.reasons[0]}" == payoff.sentence
    assert page.headline.settled == (payoff.answer == "pays")
    assert [i.name for i in page.illustrations] == ["differences", "training-and-test", "roc"]
    table = blocks(page, "Who is better")[1]
    assert [row[:4] for row in cells(table)] == [
        ["AUC-opt", "optimiser", "5", f"{payoff.result('AUC-opt').test_value:.4f}"],
        ["LR", "standard", "5", f"{payoff.result('LR').test_value:.4f}"],
    ]
    assert table.header[-1] == "below optimum"
    assert page.methods[-1] == "One note."


def test_the_optimiser_that_is_compared_has_a_curve_even_if_others_are_better(payoff):
    optimum, standard = payoff.result("AUC-opt"), payoff.result("LR")
    better = [dataclasses.replace(standard, name=f"LR {k}", test_values=(0.99,) * 5) for k in range(5)]
    worse = dataclasses.replace(payoff, results=(*better, standard, optimum), reference="LR 0")
    page = pay_page(worse, source="rows.csv", command="", settings={})
    described = next(i.description for i in page.illustrations if i.name == "roc")
    assert described == "ROC curves of LR 0, LR 1, LR 2, AUC-opt."


def test_the_figure_has_the_difference_that_decides_and_a_legend(payoff):
    figure = plot_differences(payoff)
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == ["chosen methods", "AUC-opt", "LR"]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["AUC optimiser", "standard classifier"]


def test_methods_that_failed_are_named(payoff):
    failed = dataclasses.replace(payoff, failed={"RF": "MemoryError: too large"})
    page = pay_page(failed, source="rows.csv", command="", settings={})
    assert page.headline.reasons[1:] == ["RF could not be fitted: MemoryError: too large"]


# Every table is sorted by every column, in both themes.
USE_ALL = """
for (const button of document.querySelectorAll("button")) { button.click(); button.click(); button.click(); }
seen.sorted = document.querySelectorAll("th[aria-sort]").length;
seen.tables = document.querySelectorAll("table").length;
seen.drawn = [...document.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().height > 100);
"""


@needs_browser
def test_in_a_browser(payoff, tmp_path):
    page = pay_page(payoff, source="rows.csv", command="", settings={})
    seen = browse(page.to_html(), tmp_path, USE_ALL)
    assert seen["errors"] == []
    assert seen["sorted"] == seen["tables"] > 0
    assert seen["drawn"] == [True] * 3
