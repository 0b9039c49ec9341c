"""How the documentation is built: sphinx-build -W docs docs/_build."""

import inspect
import sys
from pathlib import Path

from numpydoc.xref import DEFAULT_LINKS

import aucopt

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
from public_names import PUBLIC_NAMES

MADE_BY_USERS = (
    *("Classifier", "LinearModel", "Rows", "Method", "Study", "Store", "Unit", "TTest"),
    *("Page", "Headline", "Fact", "Section", "Illustration", "Table", "Cell"),
    *("RocCurve", "Cut", "Line", "Spread"),
)

project = "aucopt"
author = "aucopt developers"
version = release = aucopt.__version__
project_copyright = "aucopt developers"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "mathml",
    "command_help",
    "public_names",
    "gallery",
]
exclude_patterns = ["_build", "_ext"]
templates_path = ["_templates"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3

autosummary_generate = True
autosummary_ignore_module_all = False  # a module lists its public names in __all__
autodoc_typehints = "none"  # docstrings name the types
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # the templates list them
numpydoc_class_members_toctree = False
# Types link to this reference, and to nothing else.
numpydoc_xref_param_type = True
numpydoc_xref_aliases = PUBLIC_NAMES
numpydoc_xref_ignore = "all"
DEFAULT_LINKS.clear()  # they would lead to Python's and numpy's manuals, which takes a network
default_role = "name"

html_theme = "furo"
html_title = f"aucopt {release}"
html_static_path = ["_static"]
html_css_files = ["aucopt.css"]
html_copy_source = False
html_show_sourcelink = False


def skip_member(app, what, name, obj, skip, options):
    """Leave out what scikit-learn adds, and fields of named tuples: the list of attributes explains them."""
    is_foreign = not (getattr(obj, "__module__", None) or "aucopt").startswith("aucopt")
    is_field = inspect.isdatadescriptor(obj) and "Alias for field" in (obj.__doc__ or "")
    return True if is_foreign or is_field else None


def hide_constructor(app, what, name, obj, options, signature, return_annotation):
    """Show how to make what users make; results come ready."""
    is_result = what == "class" and not name.endswith(MADE_BY_USERS)
    return ("", None) if is_result else None


def setup(app):
    """Connect what this file defines."""
    app.connect("autodoc-process-signature", hide_constructor)
    app.connect("autodoc-skip-member", skip_member)
