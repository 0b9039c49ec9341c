"""The methods that `does_it_pay` compares: which ones, and what each may cost on a table of some size."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aucopt.analysis.payoff import contending_family
from aucopt.analysis.warm_up import few_of_each_class
from aucopt.estimators import AUCOptClassifier
from aucopt.exact.objective.base import Objective
from aucopt.lab.methods import METHODS, Method, find_method

# Pairs by columns with which a proof takes a second or so.
_QUICK_PROOFS = {3: 300_000, 4: 20_000, 5: 3_000, 6: 600, 7: 100}


def choose_methods(methods: str | Sequence[str | Method], objective: Objective) -> list[Method]:
    """The methods asked for; the optimum of another objective than the AUC is always among them."""
    own = [] if objective.is_auc else [_optimum(objective)]
    if isinstance(methods, str):
        if methods not in ("linear", "all"):
            raise ValueError(f'methods must be "linear", "all" or a list of names, not {methods!r}.')
        known = [method for method in METHODS.values() if method.linear or methods == "all"]
        if own and methods == "linear":
            known = [method for method in known if method.family == "standard" or method.proves_optimum]
        return [*known, *own]
    named = {method.name: method for method in own}
    chosen = [
        method if isinstance(method, Method) else named.get(method) or find_method(method)
        for method in methods
    ]
    names = [method.name for method in chosen]
    if len(set(names)) < len(names):
        raise ValueError(f"methods must be named once each; they are {names}.")
    chosen += [method for method in own if method.name not in names]
    check_families(chosen, {}, objective)
    return chosen


def _optimum(objective: Objective) -> Method:
    """The optimum of an objective other than the AUC, as a method among others."""
    # Counted restarts: a time limit is for proofs, not to be used up.
    estimator = AUCOptClassifier(objective=objective, n_restarts=4)
    return Method(
        objective.optimiser, "optimiser", True, estimator, {}, standardise=False, proves_optimum=True
    )


def check_families(methods: Sequence[Method], failed: dict[str, str], objective: Objective) -> None:
    """Refuse a comparison in which a family is missing, because none was named or all failed."""
    for family in ("standard", contending_family(objective)):
        if not any(method.family == family for method in methods):
            why = "".join(f" {name} failed: {reason}" for name, reason in failed.items())
            raise ValueError(f"There is no {family} method to compare.{why}")


def prepare_method(
    method: Method, n_columns: int, n_pairs: int, thin: int | None, proof_seconds: float | None
) -> Method:
    """Thin the grid; no proof takes long, by its limit or by the size of the table."""
    if method.proves_optimum and n_columns > 2:
        if proof_seconds is not None:
            method = replace(method, estimator=method.make(time_limit=proof_seconds))
        elif isinstance(method.estimator, AUCOptClassifier) and n_pairs > _QUICK_PROOFS.get(n_columns, 0):
            method = replace(method, estimator=method.make(solver="ascent"))
    return method if thin is None else method.thinned(thin)


def quickened(method: Method, n_columns: int) -> Method:
    """The method as inner folds fit it: they need a good score, not a proof."""
    if isinstance(method.estimator, AUCOptClassifier) and n_columns > 2:
        return replace(method, estimator=method.make(solver="ascent", time_limit=None))
    return method


def compile_proofs(methods: Sequence[Method], X: np.ndarray, y: np.ndarray) -> None:
    """Fit methods with a proof to a few rows: no worker shall compile in the seconds meant for the proof."""
    few = few_of_each_class(y == 1)
    for method in methods:
        if method.proves_optimum:
            method.make(time_limit=None).fit(X[few], y[few])
