"""Parts of sentences, and the same lines for a terminal and for a notebook."""

import re
from html import unescape

import pytest

import aucopt
from aucopt.words.sentences import as_clause, as_html, as_sentence, as_text, count, times


def test_how_many_and_how_often():
    assert [count(n, "row") for n in (0, 1, 2, 12_000)] == ["0 rows", "1 row", "2 rows", "12,000 rows"]
    assert [times(n) for n in (1, 2, 3, 2_000)] == ["once", "twice", "3 times", "2,000 times"]


def test_a_sentence_as_a_clause_and_back():
    assert as_clause("Not requested.") == "not requested"
    assert as_sentence("not requested") == "Not requested."


@pytest.mark.parametrize("name", ["plain", "<b>&'age'"])
def test_a_notebook_shows_the_lines_of_the_terminal(name):
    solution = aucopt.maximize_auc([[1, 9], [2, 7], [1, 5], [3, 6]], [0, 0, 1, 1]).renamed([name, "other"])
    html = solution._repr_html_()
    assert "<b>" not in html
    rows = re.findall(r"<tr><th[^>]*>(.*?)</th><td[^>]*>(.*?)</td></tr>", html)
    lines = [(unescape(label), unescape(text)) for label, text in rows]
    assert as_text(lines) == str(solution)
    assert as_html(lines) == html
