"""The sections of a second file, a risk and a score card, in a report and in a terminal."""

import pytest
from made_analyses import analyse_rows, make_rows
from page_parts import cells

from aucopt.analysis.further import look_further
from aucopt.analysis.landscape import survey
from aucopt.analysis.rows import Rows
from aucopt.cli import further_text
from aucopt.report.fit.further import further_sections
from aucopt.report.fit.page import fit_page


@pytest.fixture(scope="module")
def found():
    X, ill = make_rows(120, 2, [1.0, 0.5])
    analysis = analyse_rows(X, ill, seconds=60.0, n_repeats=1, n_resamples=40)
    X, ill = make_rows(90, 2, [1.0, 0.5], seed=7)
    second = Rows(X, ("c0", "c1"), ill, None, "ill", ("no", "yes"))
    return analysis, look_further(analysis, risk="logistic", other=("b.csv", second))


def test_sections_of_a_report(found):
    analysis, further = found
    sections = further_sections(analysis, further)
    assert [section.title for section in sections] == ["On b.csv", "Calibrated risk", "Score card"]
    text, table = sections[0].blocks
    assert text.startswith("b.csv has 90 rows, 30 of them ill = yes. None of them was used")
    assert [row[0] for row in cells(table)] == [
        *("AUC, AUC-opt", "AUC, logistic regression", "gain", "sensitivity", "specificity"),
        *("calibration slope", "calibration intercept", "Brier score"),
    ]
    _, figure, groups = sections[1].blocks
    assert figure.figure.axes[0].get_lines()[0].get_label() == "ideal"
    assert {row[0] for row in cells(groups)} == {"out-of-fold rows", "b.csv"}
    _, points, totals = sections[2].blocks
    assert {row[0] for row in cells(points)} == {"c0", "c1", ""}
    assert sum(int(row[1]) for row in cells(totals)) == 120
    assert totals.notes[0].startswith("The totals have an AUC of 0.")


def test_the_page_has_them_after_warnings(found):
    analysis, further = found
    words = {"source": "a.csv", "command": "", "settings": {}, "warnings": ["Column 'c0' is odd."]}
    page = fit_page(analysis, survey(analysis), more=further_sections(analysis, further), **words)
    titles = [section.title for section in page.sections]
    assert titles[:5] == ["Warnings", "How good it is", "On b.csv", "Calibrated risk", "Score card"]
    html = page.to_html()
    assert "Column &#39;c0&#39; is odd." in html
    # A row of the card may continue the one above it, so that it cannot be sorted; the totals can.
    card, totals = (
        html.partition(f'id="table-score-card{end}"')[2].partition("</thead>")[0] for end in ("", "-totals")
    )
    assert "points" in card
    assert "<button" not in card
    assert "<button" in totals


def test_sections_of_a_terminal_and_a_document(found):
    analysis, further = found
    risk, second = further_text.further_sections(analysis, further)
    assert risk[0] == "Risk of ill = yes, fitted to out-of-fold scores of 10 folds"
    assert risk[1].startswith("  risk = 1 / (1 + exp(")
    assert second[0] == "On b.csv: 90 rows, 30 positive, none of them used above"
    content = further_text.further_document(further)
    assert content["validation"]["value"]["value"] == further.validation.best.value
    assert content["risk"]["method"] == "logistic"
    assert content["score_card"]["cutoff"] == further.card.cutoff
