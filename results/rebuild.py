"""Everything that docs/answer.md shows, from what is in this folder, with one command.

    python results/rebuild.py            write tables, figures and the page again
    python results/rebuild.py --check    write nothing; say whether the page is what the records give

Studies with a file `records.csv.gz` have their tables made from it; those without keep the tables of their
run. `answer.md.j2` is the text of the page: every number in it is asked of `facts.py`, every table of
`blocks.py`.
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
from aucopt.report import write_figures, write_tables

PAGE = Path(__file__).parents[1] / "docs" / "answer.md"


def render():
    """The page."""
    environment = Environment(
        loader=FileSystemLoader(sources.RESULTS), undefined=StrictUndefined, keep_trailing_newline=True
    )
    names = {k: v for of in (sources, facts) for k, v in vars(of).items() if not k.startswith("_")}
    names |= {"table": lambda name: blocks.BLOCKS[name](), "has": blocks.BLOCKS}
    return environment.get_template("answer.md.j2").render(names)


def main():
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare the page")
    arguments = parser.parse_args()
    page = render()
    if arguments.check:
        same = page == PAGE.read_text(encoding="utf-8")
        print(
            "The page is what the records give." if same else "The page differs from what the records give."
        )
        sys.exit(not same)
    aucopt(["paper", "rebuild", str(sources.RESULTS)])
    toy = fit_toy()
    write_tables([], sources.RESULTS / "toy", toy=toy, formats=("csv",))
    write_figures([], sources.RESULTS / "toy", toy=toy, formats=("png",))
    figures.draw()
    PAGE.write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    main()
