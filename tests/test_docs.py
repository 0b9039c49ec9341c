"""What the guide shows is what happens, and the reference leaves nothing public out."""

import doctest
import re
from pathlib import Path

import pytest

import aucopt
import aucopt.datasets
import aucopt.lab
import aucopt.report
import aucopt.stats

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "```pycon" in path.read_text(encoding="utf-8"))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_guide_prints_what_it_shows(page):
    blocks = re.findall(r"^```pycon\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    complaints = []
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=complaints.append)
    assert example.examples
    assert not complaints, "".join(complaints)


@pytest.mark.parametrize("module", [aucopt, aucopt.datasets, aucopt.lab, aucopt.report, aucopt.stats])
def test_reference_lists_every_public_name(module):
    text = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^   (?:\w+\.)*(\w+)$", text, re.MULTILINE))
    missing = sorted(set(module.__all__) - listed)
    assert not missing, f"add to docs/reference/index.md, under {module.__name__}: {', '.join(missing)}"


def test_links_between_pages_lead_somewhere():
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([\w./]+\.md)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).is_file(), f"{page}: {target}"
