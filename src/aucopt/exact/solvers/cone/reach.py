"""Where a search of cones should end, even on one core and without a limit: few columns, few pairs."""

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options

# Pairs by columns for which cones end within about a minute: overlapping Gaussians.
_PAIRS = {3: 20_000_000, 4: 400_000, 5: 40_000, 6: 8_000, 7: 2_000, 8: 400}
# The same for sums over the positives, where most of these soon do not count any more.
_PAIRS_BY_POSITIVES = {1: 1 << 62, 2: 1 << 62, 3: 20_000_000, 4: 1_000_000, 5: 100_000, 6: 10_000}
# With more columns a search that does not end has no useful bound, so that a limit changes nothing.
_MOST_TRIED = 7


def cones_in_reach(problem: Problem, objective: Objective, options: Options) -> bool:
    """Whether cones should end soon, or may try until a limit that was given."""
    n_columns = len(problem.columns)
    most = (_PAIRS if objective.by_pairs else _PAIRS_BY_POSITIVES).get(n_columns)
    may_try = options.deadline is not None and n_columns <= _MOST_TRIED
    return most is not None and (may_try or problem.n_point_pairs <= most)
