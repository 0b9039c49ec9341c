"""All that docs/answer.md and docs/answer_tables.md show, from what is in this folder, with one command.

    python results/rebuild.py            write tables, figures and the page again
    python results/rebuild.py --check    write nothing; say whether the page is what the records give

Studies with a file `records.csv.gz` have their tables made from it; those without keep the tables of their
run. `answer.md.j2` is the text of the page, `answer_tables.md.j2` that of its appendix: every number in them
is asked of `facts.py`, every table of `blocks.py`.
"""

import argparse
import sys
from pathlib import Path

import blocks
import facts
import figures
import sources
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from aucopt.cli import main as aucopt
from aucopt.lab.toy import fit_toy
from aucopt.report import plot_toy, write_tables
from aucopt.report.page.canvas import save_figure

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("answer.md", "answer_tables.md")


def render(page):
    """One of the pages."""
    environment = Environment(
        loader=FileSystemLoader(sources.RESULTS), undefined=StrictUndefined, keep_trailing_newline=True
    )
    names = {k: v for of in (sources, facts) for k, v in vars(of).items() if not k.startswith("_")}
    names |= {"table": lambda name: blocks.BLOCKS[name](), "has": blocks.BLOCKS}
    return environment.get_template(f"{page}.j2").render(names)


def main():
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare the pages")
    arguments = parser.parse_args()
    if arguments.check:
        wrong = [page for page in PAGES if render(page) != (DOCS / page).read_text(encoding="utf-8")]
        print("".join(f"{page} differs from what the records give.\n" for page in wrong), end="")
        if not wrong:
            print("The pages are what the records give.")
        sys.exit(bool(wrong))
    aucopt(["paper", "rebuild", str(sources.RESULTS)])
    toy = fit_toy()
    write_tables([], sources.RESULTS / "toy", toy=toy, formats=("csv",))
    save_figure(plot_toy(toy), sources.RESULTS / "toy", "fig1-toy", ["png"])
    figures.draw()
    for page in PAGES:
        (DOCS / page).write_text(render(page), encoding="utf-8")


if __name__ == "__main__":
    main()
