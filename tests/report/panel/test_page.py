"""The page of a panel: what it says, and that names cannot break it."""

from dataclasses import replace

from made_panels import analysed

from aucopt.report.panel.page import panel_page

WORDS = {"source": "rows.csv", "command": "aucopt panel rows.csv", "settings": {"size": "2"}}


def test_the_page_says_what_was_found():
    found = analysed()
    page = panel_page(found, **WORDS, notes=["Two rows were left out."])
    html = page.to_html()
    assert [section.title for section in page.sections] == [
        "Is the panel better?",
        "Panels that are nearly as good",
        "ROC curves on new rows",
        "How stable the choice is",
        "The score",
    ]
    assert [illustration.name for illustration in page.illustrations] == ["exchange", "roc"]
    assert found.verdict in page.headline.reasons
    assert page.headline.settled
    assert "Two rows were left out." in html
    assert page.facts[0].label == "AUC on new rows"


def test_an_apparent_auc_never_stands_alone():
    page = panel_page(analysed(seconds=0.0), **WORDS)
    assert [section.title for section in page.sections] == ["Panels that are nearly as good", "The score"]
    assert "was not estimated: not requested" in page.headline.reasons[1]
    assert "optimistic" in page.to_html()


def test_a_search_that_was_stopped_says_so():
    found = analysed()
    panel = replace(found.panel, status="time_limit", bound_exact=found.panel.bound_exact + 1)
    page = panel_page(replace(found, panel=panel), **WORDS)
    assert "The best panel of 2 found is" in page.headline.sentence
    assert "none exceeds" in page.headline.sentence
    assert not page.headline.settled
