"""Imputers by name: the usual ones of scikit-learn, or any class that a user names."""

from importlib import import_module
from typing import Any

MEDIAN = "median"
USUAL = ("knn", "iterative")


def find_imputer(name: str) -> Any:
    """An unfitted imputer; None for the median, which needs none.

    Parameters
    ----------
    name : str
        "median", "knn" (the mean of the five nearest rows), "iterative" (each column is regressed on the
        others), or a class such as "sklearn.impute.KNNImputer", which is made without arguments.

    Raises
    ------
    ValueError
        If there is no such class, or it is no imputer.

    Examples
    --------
    >>> from aucopt.estimators.imputers import find_imputer
    >>> find_imputer("knn")
    KNNImputer()
    >>> find_imputer("sklearn.impute.KNNImputer")
    KNNImputer()
    """
    if name == MEDIAN:
        return None
    if name == "knn":
        from sklearn.impute import KNNImputer

        return KNNImputer()
    if name == "iterative":
        from sklearn.experimental import enable_iterative_imputer  # noqa: F401 (IterativeImputer needs it)
        from sklearn.impute import IterativeImputer

        return IterativeImputer(random_state=0)
    module, _, kind = name.rpartition(".")
    if not module:
        usual = ", ".join((MEDIAN, *USUAL))
        raise ValueError(f"{name} is not an imputer: take {usual}, or a class such as package.Imputer.")
    try:
        made = getattr(import_module(module), kind)()
    except (ImportError, AttributeError, TypeError) as error:
        raise ValueError(f"{name} cannot be made: {error}.") from None
    if not (hasattr(made, "fit") and hasattr(made, "transform")):
        raise ValueError(f"{name} is not an imputer: it needs the methods fit and transform.")
    return made
