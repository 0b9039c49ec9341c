"""Names of a package that are imported when they are first used (PEP 562)."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def import_on_use(
    package: str, names_of: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package.

    Parameters
    ----------
    package : str
        Its `__name__`.
    names_of : mapping of str to sequence of str
        The names that each of its modules has.

    Examples
    --------
    >>> from aucopt.lazy import import_on_use
    >>> look_up, names = import_on_use("aucopt.words", {"numbers": ("show_auc",)})
    >>> look_up("show_auc")(0.75)
    '0.7500'
    """
    module_of = {name: f"{package}.{module}" for module, names in names_of.items() for name in names}

    def look_up(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name]), name)
        # The next look finds it without coming here.
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return look_up, names
