"""What the guide shows is what happens, and the reference leaves nothing public out."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from printed import ABSOLUTE, RELATIVE, read

import aucopt
import aucopt.analysis
import aucopt.datasets
import aucopt.lab
import aucopt.report
import aucopt.stats
from aucopt.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "```pycon" in path.read_text(encoding="utf-8"))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_guide_prints_what_it_shows(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)  # some examples write files
    blocks = find_blocks(page, "pycon")
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    complaints = []
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=complaints.append)
    assert example.examples
    assert not complaints, "".join(complaints)
    for block in find_blocks(page, "console"):
        command, shown = block.split("\n", 1)
        check_command(shlex.split(command.removeprefix("$ aucopt ")), shown, capsys)


def find_blocks(page, language):
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def check_command(words, shown, capsys):
    assert main(words) == 0
    said, numbers = read(capsys.readouterr().out)
    shown_words, shown_numbers = read(shown)
    assert said == shown_words
    assert numbers == pytest.approx(shown_numbers, rel=RELATIVE, abs=ABSOLUTE)


@pytest.mark.parametrize(
    "module", [aucopt, aucopt.analysis, aucopt.datasets, aucopt.lab, aucopt.report, aucopt.stats]
)
def test_reference_lists_every_public_name(module):
    text = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^   (?:\w+\.)*(\w+)$", text, re.MULTILINE))
    missing = sorted(set(module.__all__) - listed)
    assert not missing, f"add to docs/reference/index.md, under {module.__name__}: {', '.join(missing)}"


def test_links_between_pages_lead_somewhere():
    for page in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([\w./]+\.md)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).is_file(), f"{page}: {target}"
