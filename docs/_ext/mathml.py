"""Formulas as MathML, which browsers show by themselves: no script, no network."""

from docutils.nodes import SkipNode
from docutils.utils.math import pick_math_environment
from docutils.utils.math.latex2mathml import tex2mathml


def visit_math(translator, node):
    """Write a formula within a line."""
    translator.body.append(tex2mathml(node.astext()))
    raise SkipNode


def visit_displaymath(translator, node):
    """Write a formula on lines of its own."""
    code = node.astext()
    if pick_math_environment(code).startswith("align"):
        code = rf"\begin{{aligned}}{code}\end{{aligned}}"
    translator.body.append(f'<div class="math">{tex2mathml(code, as_block=True)}</div>')
    raise SkipNode


def setup(app):
    """Make this the renderer of formulas."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_displaymath, None))
    app.config.html_math_renderer = "mathml"
    return {"parallel_read_safe": True}
