"""The page of a report: nothing from elsewhere, nothing unescaped, and what a browser makes of it."""

import re
from html.parser import HTMLParser

import pytest
from browser import browse, needs_browser

from aucopt.report.page.canvas import as_label, new_figure
from aucopt.report.page.page import Fact, Headline, Illustration, Page, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.report.page.theme import PALETTE

NASTY = "<b>&\"'{{ x }}</b></script><script>alert(1)</script>"
VOID = {"meta", "link", "br", "hr", "img"}


def plot(label):
    figure = new_figure((4, 3))
    ax = figure.add_subplot()
    ax.plot([0, 1, 2], [1, 0, 1], marker="o", color="#D55E00", label=as_label(label))
    ax.legend()
    return figure


@pytest.fixture(scope="module")
def page():
    values = [("b10", 0.5, 3), ("b9", None, 20), (NASTY, -2.0, 100), ("a", float("inf"), 1)]
    rows = tuple(
        (TableCell(name), TableCell(number, ".3f"), TableCell(count, ",")) for name, number, count in values
    )
    return Page(
        title=f"Title {NASTY}",
        subtitle=f"Subtitle {NASTY}",
        headline=Headline(f"Sentence {NASTY}", [f"Reason {NASTY}"], settled=True),
        facts=[Fact(f"Label {NASTY}", f"Value {NASTY}", f"Note {NASTY}")],
        sections=[
            Section(
                f"Section {NASTY}",
                [
                    f"Text {NASTY}",
                    Illustration("first", plot("a"), f"Caption {NASTY}", f"Description {NASTY}"),
                    Illustration("second", plot(f"$b$ {NASTY}"), "Caption", "Description"),
                    ReportTable(
                        "numbers", f"Table {NASTY}", ("name", "number", f"count {NASTY}"), rows, (NASTY,)
                    ),
                ],
            )
        ],
        methods=[f"Method {NASTY}"],
        command=f"aucopt fit {NASTY}",
        settings={f"Setting {NASTY}": NASTY},
    )


@pytest.fixture(scope="module")
def html(page):
    return page.to_html()


class Reader(HTMLParser):
    """All tags, checked to be closed in order, their attributes and the text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture(scope="module")
def reader(html):
    return Reader(html)


def test_every_element_is_closed_and_every_id_is_used_once(reader):
    assert reader.open == []
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert [tag for tag, _ in reader.tags].count("h1") == 1


def test_every_text_is_escaped(html, reader):
    assert "<b>" not in html
    assert html.count("<script") == 1
    text = "\n".join(reader.texts)
    for place in ("Title", "Subtitle", "Sentence", "Reason", "Label", "Value", "Note", "Section", "Text"):
        assert f"{place} {NASTY}" in text
    for place in ("Caption", "Table", "count", "Method", "Setting"):
        assert f"{place} {NASTY}" in text
    # The words of the command are elements, so that no line breaks within one.
    assert f"aucopt fit {NASTY}" in "".join(reader.texts)
    described = [attributes.get("aria-label") for _, attributes in reader.tags]
    assert f"Description {NASTY}" in described


def test_nothing_comes_from_elsewhere(html, reader):
    assert not re.search(r"https?:|//[a-z]|@import|src=", html)
    for _, attributes in reader.tags:
        for name in ("href", "src", "xlink:href", "data", "action"):
            assert attributes.get(name, "#").startswith(("#", "data:"))
    for reference in re.findall(r"url\(([^)]*)\)", html):
        assert reference.startswith("#")
    policy = next(a["content"] for t, a in reader.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")


def test_references_in_figures_have_targets_in_the_same_figure(html):
    first, second = re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL)
    for name, svg in (("first", first), ("second", second)):
        ids = set(re.findall(r' id="([^"]*)"', svg))
        used = set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg))
        assert used
        assert used <= ids
        assert all(identifier.startswith(f"{name}-") for identifier in ids)


def test_figures_take_the_colours_of_the_theme(html):
    svg = re.search(r"<svg.*?</svg>", html, flags=re.DOTALL)[0]
    names = set(re.findall(r"var\(--([a-z0-9-]*)\)", svg))
    assert {"ink", "figure-0"} <= names <= set(PALETTE)
    assert "#000000" not in svg
    assert "#d55e00" not in svg
    # A rule for all elements would reach out of the figure.
    assert "<style" not in svg


def test_labels_in_figures_are_literal(reader):
    assert any(text.startswith("$b$ <b>&") for text in reader.texts)


def test_headings_of_tables_are_buttons_and_numbers_have_keys(html, reader):
    heads = [attributes for tag, attributes in reader.tags if tag == "th" and attributes["scope"] == "col"]
    assert [head.get("class") for head in heads] == [None, "number", "number"]
    assert html.count('<button type="button">') == 3
    keys = [a["data-value"] for tag, a in reader.tags if tag == "td" and "data-value" in a]
    assert keys == ["0.5", "3", "", "20", "-2.0", "100", "Infinity", "1"]


def test_a_table_without_rows():
    table = ReportTable("none", "Nothing", ("name", "number"), ())
    html = Page("T", "S", Headline("V"), sections=[Section("A", [table])]).to_html()
    assert Reader(html).open == []


def test_figures_are_written_as_files(page, tmp_path):
    paths = page.save_figures(tmp_path)
    assert [path.name for path in paths] == ["first.png", "first.svg", "second.png", "second.svg"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in paths[1].read_bytes()


def test_the_name_of_a_figure_is_a_word():
    with pytest.raises(ValueError, match="lower-case letters, digits and hyphens, not 'ROC curve'"):
        Illustration("ROC curve", plot("a"), "", "")


# What a person does.
ACTIONS = """
const column = (k) => [...document.querySelectorAll("tbody tr")].map((row) => row.cells[k].textContent);
const heads = [...document.querySelectorAll("thead th")];
const press = (k) => {
  heads[k].querySelector("button").click();
  return [heads.map((head) => head.getAttribute("aria-sort")), column(k)];
};
const look = () => {
  const style = getComputedStyle(document.body);
  const curve = getComputedStyle(document.querySelector(".drawing svg [style*='--figure-0']"));
  return [style.backgroundColor, style.color, curve.stroke, document.getElementById("theme").textContent];
};
seen.number_down = press(1);
seen.number_up = press(1);
seen.count_down = press(2);
seen.name_up = press(0);
seen.name_down = press(0);
seen.first = look();
document.getElementById("theme").click();
seen.second = look();
document.getElementById("theme").click();
seen.third = look();
seen.width = [document.documentElement.scrollWidth, innerWidth];
"""


def rgb(colour):
    return "rgb({}, {}, {})".format(*bytes.fromhex(colour[1:]))


@needs_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_a_browser(html, tmp_path, theme):
    # Blink counts dark as 0, light as 1; the window is as narrow as a telephone's.
    scheme = f"--blink-settings=preferredColorScheme={('dark', 'light').index(theme)}"
    seen = browse(html, tmp_path, ACTIONS, scheme, "--window-size=500,800")
    assert seen["errors"] == []
    assert seen["number_down"] == [[None, "descending", None], ["inf", "0.500", "-2.000", "-"]]
    assert seen["number_up"] == [[None, "ascending", None], ["-2.000", "0.500", "inf", "-"]]
    assert seen["count_down"] == [[None, None, "descending"], ["100", "20", "3", "1"]]
    assert seen["name_up"] == [["ascending", None, None], [NASTY, "a", "b9", "b10"]]
    assert seen["name_down"] == [["descending", None, None], ["b10", "b9", "a", NASTY]]
    other = "dark" if theme == "light" else "light"
    for look, colours, offered in (
        ("first", theme, other),
        ("second", other, theme),
        ("third", theme, other),
    ):
        expected = [rgb(getattr(PALETTE[name], colours)) for name in ("paper", "ink", "figure-0")]
        assert seen[look] == [*expected, f"{offered} theme"]
    # Wide parts scroll by themselves, the page does not.
    assert seen["width"][0] <= seen["width"][1]
