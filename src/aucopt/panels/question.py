"""The question that a search for the best panel answers: checked input, and nothing computed yet."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from numbers import Integral, Real
from typing import Any

import numpy as np

from aucopt.exact.maximize import count_threads, read_signs
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.posed import pose
from aucopt.exact.problem.columns import Points
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.inputs import read_share
from aucopt.panels.answer import PanelProgress

# Bytes for bits and pairs.
MEMORY = 1 << 30
# Seconds of a time limit, at most, in which the best panel is solved for its weights.
_ANSWER = 1.0
# Bytes that an image and a rank take for each pair that is compared and each column.
_PAIR_BYTES = 12


@dataclass(frozen=True)
class Question:
    """A table, the size of a panel, and how to search.

    A rule with a cut-off has one more column, the last, that every panel holds: the intercept.

    Attributes
    ----------
    given : tuple
        The table and the outcome as they came, and what belongs to the rows: sample weights, strata.
    problem : Problem
        All columns, as they are searched: rows of two classes, pairs that are compared, or sides.
    objective : Objective
        What is maximised.
    has_intercept : bool
        Whether the last column is an intercept.
    notes : tuple of str
        What a careful user should know of the rows.
    signs : tuple of int
        One for each column.
    k : int
        Columns of a panel, the intercept included.
    delta : Fraction
        Panels within this of the best are found too.
    forced, open : tuple of int
        Columns that every panel holds, and those that it may hold beside.
    named : bool
        Whether the table has names of its own.
    deadline, end : float or None
        The moments of `time.monotonic` at which the search stops, and at which its answer is due.
    n_threads, memory : int
        Threads, and bytes for bits and pairs.
    callback : callable or None
        Told of the progress.
    started : float
        When the search began.
    """

    given: tuple[Any, Any, dict[str, Any]]
    problem: Problem
    objective: Objective
    has_intercept: bool
    notes: tuple[str, ...]
    signs: tuple[int, ...]
    k: int
    delta: Fraction
    forced: tuple[int, ...]
    open: tuple[int, ...]
    named: bool
    deadline: float | None
    end: float | None
    n_threads: int
    memory: int
    callback: Callable[[PanelProgress], object] | None
    started: float

    @property
    def n_total(self) -> int:
        """The number of panels."""
        return comb(len(self.open), self.k - len(self.forced))

    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def of_panel(self, columns: Sequence[int]) -> Problem:
        """The problem of some columns alone, in the same units of weight."""
        return sub_problem(self.problem, columns)

    def of_table(self, columns: Iterable[int]) -> tuple[int, ...]:
        """Those of the columns that the user's table has."""
        last = self.problem.n_features - 1 if self.has_intercept else None
        return tuple(int(j) for j in columns if j != last)


def sub_problem(problem: Problem, columns: Sequence[int]) -> Problem:
    """The problem of some columns as if there were no others; points that are equal in them become one."""
    if isinstance(problem, ComparedProblem):
        return problem.of_columns(columns)
    values = [problem.values[j] for j in columns]
    alone = Problem(
        None,
        tuple(problem.feature_names[j] for j in columns),
        problem.classes,
        points=Points(values, problem.weight, problem.exact_weight, tuple(range(len(columns)))),
    )
    return alone.restrict(range(len(columns)))


def read_question(
    X: Any,
    y: Any,
    k: int,
    *,
    objective: str | Objective,
    sample_weight: Any,
    strata: Any,
    strata_weight: str,
    signs: int | Sequence[int] | None,
    delta: float,
    include: Iterable[int | str],
    exclude: Iterable[int | str],
    time_limit: float | None,
    n_jobs: int | None,
    memory_limit: int,
    callback: Callable[[PanelProgress], object] | None,
) -> Question:
    """Check the input of `best_panel`.

    Raises
    ------
    ValueError
        If something is wrong with it.
    """
    started = time.monotonic()
    named = hasattr(X, "columns") and hasattr(X, "shape")
    if named:
        _check_names([str(name) for name in X.columns])
    if not isinstance(memory_limit, Integral) or memory_limit < 0:
        raise ValueError(f"memory_limit must be a number of bytes, not {memory_limit!r}.")
    memory = int(memory_limit)
    posed = pose(X, y, read_objective(objective), sample_weight, strata, strata_weight, memory)
    problem, asked = posed.problem, posed.objective
    has_intercept = posed.rows is not None
    n_columns = posed.n_features
    names = problem.feature_names[:n_columns]
    if not isinstance(k, Integral) or isinstance(k, bool) or not 1 <= k <= n_columns:
        raise ValueError(f"k must be a whole number from 1 to the number of columns, {n_columns}, not {k!r}.")
    if isinstance(delta, Real) and delta < 0:
        raise ValueError(f"delta must be at least 0, not {delta!r}.")
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit >= 0):
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    forced = _read_columns(include, "include", names)
    forbidden = _read_columns(exclude, "exclude", names)
    both = sorted(set(forced) & set(forbidden))
    if both:
        shown = ", ".join(repr(names[j]) for j in both)
        raise ValueError(f"A column cannot be both included and excluded: {shown}.")
    if len(forced) > k:
        raise ValueError(f"include names {len(forced)} columns, but a panel has {k}.")
    rest = tuple(j for j in range(n_columns) if j not in set(forced) | set(forbidden))
    if len(forced) + len(rest) < k:
        raise ValueError(f"Only {len(forced) + len(rest)} columns are left for panels of {k}.")
    if isinstance(problem, StratifiedProblem):
        raise ValueError(f"A panel by {objective!r} takes no strata: use the AUC with strata.")
    refusal = asked.refusal(problem)
    if refusal is not None:
        raise ValueError(refusal)
    if isinstance(problem, ComparedProblem):
        _check_room(problem, memory)
    intercept = (n_columns,) * has_intercept
    return Question(
        (X, y, {"sample_weight": sample_weight, "strata": strata, "strata_weight": strata_weight}),
        problem,
        asked,
        has_intercept,
        posed.notes,
        (*read_signs(signs, n_columns), *(0 for _ in intercept)),
        int(k) + has_intercept,
        read_share(delta, "delta"),
        (*forced, *intercept),
        rest,
        named,
        None if time_limit is None else started + time_limit - min(_ANSWER, time_limit / 20),
        None if time_limit is None else started + time_limit,
        count_threads(n_jobs),
        memory,
        callback,
        started,
    )


def _check_room(problem: ComparedProblem, memory: int) -> None:
    """Refuse pairs that are too many: panels are searched in their differences in all columns."""
    needed = _PAIR_BYTES * problem.n_features * problem.n_point_pairs
    if needed > memory or problem.is_large:
        raise ValueError(
            f"Panels of an outcome that is ranked, or within strata, list the pairs that count: "
            f"{problem.n_point_pairs:,} pairs of {problem.n_features:,} columns take about {needed:,} bytes, "
            f"more than memory_limit, {memory:,}. Use fewer rows or columns, or more memory."
        )


def _check_names(names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if twice:
        raise ValueError(f"Columns must have names of their own; more than one is called {twice[0]!r}.")


def _read_columns(given: Iterable[int | str], what: str, names: Sequence[str]) -> tuple[int, ...]:
    """Positions of columns that are given by position or by name."""
    if isinstance(given, str | Integral):
        given = (given,)
    found = set()
    place = {name: j for j, name in enumerate(names)}
    for column in given:
        if isinstance(column, Integral) and not isinstance(column, bool | np.bool_):
            if not -len(names) <= column < len(names):
                raise ValueError(f"{what} names column {column}, but there are {len(names)} columns.")
            found.add(int(column) % len(names))
        elif isinstance(column, str) and column in place:
            found.add(place[column])
        else:
            raise ValueError(f"{what} names a column that does not exist: {column!r}.")
    return tuple(sorted(found))
