"""A gallery of the scripts in examples/: the picture, the title and the first sentences of each."""

import ast
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref

EXAMPLES = Path(__file__).parents[2] / "examples"


def read_docstring(script):
    """Return the first line of a script's docstring, and its first paragraph after that."""
    title, _, rest = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))).partition("\n\n")
    return title.rstrip("."), " ".join(rest.partition("\n\n")[0].split())


class Gallery(Directive):
    """Show all examples; each needs a page and a picture of its name in this folder."""

    def run(self):
        """Make the cards."""
        environment = self.state.document.settings.env
        folder = Path(environment.docname).parent
        gallery = nodes.container(classes=["gallery"])
        for script in sorted(EXAMPLES.glob("*.py")):
            environment.note_dependency(str(script))
            title, about = read_docstring(script)
            card = nodes.container(classes=["card"])
            card += nodes.image(uri=f"{script.stem}.png", alt=f"The figure of {script.name}")
            link = pending_xref(
                "",
                nodes.inline("", title),
                refdomain="std",
                reftype="doc",
                reftarget=f"/{folder / script.stem}",
                refdoc=environment.docname,
                refexplicit=True,
                refwarn=True,
            )
            card += nodes.paragraph("", "", link, classes=["title"])
            card += nodes.paragraph("", about)
            gallery += card
        return [gallery]


def setup(app):
    """Declare the directive."""
    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True}
