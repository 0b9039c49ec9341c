"""Names in single backticks: links where they are public names of aucopt, plain code elsewhere."""

from docutils import nodes
from sphinx.roles import XRefRole

import aucopt

_link = XRefRole()


def name_role(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Read `maximize_auc` or `aucopt.maximize_auc`."""
    bare = text.removeprefix("aucopt.")
    if bare not in aucopt.__all__:
        return [nodes.literal(rawtext, text)], []
    return _link("py:obj", rawtext, f"{bare} <aucopt.{bare}>", lineno, inliner, {}, [])


def setup(app):
    """Declare the role."""
    app.add_role("name", name_role)
    return {"parallel_read_safe": True}
