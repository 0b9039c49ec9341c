"""Names in single backticks: links where they are public names of aucopt, plain code elsewhere."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.roles import XRefRole

REFERENCE = Path(__file__).parents[1] / "reference" / "index.md"

_link = XRefRole()


def read_public_names():
    """Return the full name of every entry of the reference by its last part."""
    names = {}
    for line in REFERENCE.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\.\. currentmodule:: (\S+)", line):
            module = found[1]
        elif found := re.fullmatch(r"   ([\w.]+)", line):
            names[found[1].split(".")[-1]] = f"{module}.{found[1]}"
    return names


PUBLIC_NAMES = read_public_names()


def name_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Read `maximize_auc` or `aucopt.maximize_auc`."""
    full = PUBLIC_NAMES.get(text.split(".")[-1])
    if full is None or not full.endswith(text):
        return [nodes.literal(rawtext, text)], []
    return _link("py:obj", rawtext, f"{text} <{full}>", lineno, inliner, {}, [])


def setup(app):
    """Declare the role."""
    app.add_role("name", name_role)
    return {"parallel_read_safe": True}
