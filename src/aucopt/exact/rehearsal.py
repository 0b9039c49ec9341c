"""Compiling before the clock starts: a tiny search of the same kind, once in a process.

Kernels are compiled, or loaded from their cache, when they are first called. That takes longer than many a
search, and is no part of any: limits and times of a search begin after it.
"""

import time
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import numpy as np
from numba.core import config
from scipy import sparse

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.answer import build_solution
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.base import Kernels, Options, Solver
from aucopt.exact.solvers.cone.boxes import BoxExplorer, suits_boxes
from aucopt.exact.solvers.cone.positives import explorer_for
from aucopt.exact.solvers.cone.shapes import box_basis, start_basis, start_boxes, start_cones
from aucopt.exact.solvers.plane.search import march_plane

# Rows of each class, and columns of the table that is read.
_ROWS, _COLUMNS = 12, 4
# There is nothing to compile without the compiler.
_JIT_IS_OFF = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]


class Kind(NamedTuple):
    """What decides which kernels are called, and with which types."""

    kernels: Kernels | None
    by_pairs: bool = True
    weight: str = ""
    is_sparse: bool = False


# What this process has compiled.
REHEARSED: set[Kind] = set()


def rehearse(kind: Kind, objective: Objective, options: Options, solver: Solver) -> Options:
    """Compile what a kind of search needs; its options, with the clock put forward by what that took."""
    REHEARSED.add(kind)
    if kind.kernels is None or _JIT_IS_OFF:
        return options
    started = time.monotonic()
    _search_tiny(kind, kind.kernels, objective, options, solver)
    took = time.monotonic() - started
    deadline = None if options.deadline is None else options.deadline + took
    return replace(options, started=options.started + took, deadline=deadline)


def rehearse_reading() -> None:
    """Compile what reading a table needs."""
    REHEARSED.add(Kind(None))
    if not _JIT_IS_OFF:
        tiny = _tiny_problem(_COLUMNS, "", is_sparse=False).independent()
        AUC().count(tiny, (1,) * _COLUMNS)


def _search_tiny(
    kind: Kind, kernels: Kernels, objective: Objective, options: Options, solver: Solver
) -> None:
    tiny = _tiny_problem(kernels.n_columns, kind.weight, kind.is_sparse)
    if isinstance(objective, StratifiedPartialAUC):
        # Rows without strata are one stratum to the kernels.
        objective = objective.without_strata
    free = replace(
        options,
        signs=(0,) * tiny.n_features,
        starts=(),
        deadline=None,
        n_restarts=2,
        certify=False,
        callback=None,
    )
    if kernels.loops == "cone":
        _explore(tiny, objective, free)
    elif kernels.loops == "conflict":
        # The conflicts of the first node, and nothing divided.
        solver.solve(tiny, objective, replace(free, max_gap=Fraction(1)))
    elif kernels.loops == "enumeration":
        _climb(tiny, objective, free)
    elif kernels.loops == "march":
        march_plane(tiny, objective, free)
    else:
        build_solution(tiny, objective, free, solver.solve(tiny, objective, free))


def _tiny_problem(n_columns: int, weight: str, is_sparse: bool) -> Problem:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((2 * _ROWS, n_columns))
    weights = {"": None, "i": np.arange(1, 2 * _ROWS + 1), "u": np.arange(1, 2 * _ROWS + 1, dtype=np.uint64)}
    table = sparse.csr_matrix(X) if is_sparse else X
    return Problem.read(table, np.arange(2 * _ROWS) % 2, weights.get(weight, rng.random(2 * _ROWS) + 0.5))


def _explore(tiny: Problem, objective: Objective, options: Options) -> None:
    """Work on one cone that hardly any split leaves open, and climb."""
    towards = (1,) * len(tiny.columns)
    if objective.by_pairs and suits_boxes(tiny, options.memory):
        box_axes = box_basis(tiny, towards, options.signs)
        boxes = BoxExplorer(tiny, objective, options.memory, box_axes)
        box = boxes.bound(next(start_boxes(options.signs)))
        boxes.work(box, box.upper - 1, 0, bool)
    explorer = explorer_for(tiny, objective, options.memory)
    basis = start_basis(tiny, towards, options.signs)
    for corners in islice(start_cones(basis, options.signs), 1):
        cone = explorer.bound(corners)
        # A cone of one column is a single direction, which leaves nothing to explore.
        if len(tiny.columns) > 1:
            explorer.work(cone, cone.upper - 1, 0, bool)
    _climb(tiny, objective, options)


def _climb(tiny: Problem, objective: Objective, options: Options) -> None:
    """The ascents that exact searches begin and end with."""
    x, positive, weight = tiny.rows()
    worth = None if objective.by_pairs else objective.worth(tiny)
    ascend(x, positive, weight, signs=options.signs, worth=worth, n_restarts=2)
