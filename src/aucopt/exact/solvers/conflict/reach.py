"""Where a search on which pairs are wrong should end: few pairs, and few of them wrong."""

from dataclasses import replace

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Climbed, Options
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.conflict.pairs import group_pairs
from aucopt.exact.solvers.starts import Start, any_start

# With fewer columns cones are faster, with more pairs listing them takes too long.
_FEWEST_COLUMNS, _MOST_PAIRS = 5, 10_000
# Each sign doubles the faces that are searched one by one.
_MOST_SIGNS = 6
# Wrong groups of pairs, beyond what every direction loses, with which a search ends within about a minute.
_FEW_WRONG = 16


def may_reach_conflicts(problem: Problem, options: Options) -> bool:
    """Whether there are few enough pairs to look how many of them are wrong."""
    n_signs = len(problem.columns) - problem.pick(options.signs).count(0)
    return (
        len(problem.columns) >= _FEWEST_COLUMNS
        and problem.n_point_pairs <= _MOST_PAIRS
        and n_signs <= _MOST_SIGNS
    )


def climb_first(problem: Problem, objective: Objective, options: Options) -> Options:
    """The options with the best direction of a short ascent, which no solver then has to search again."""
    lookout = Lookout(problem, objective, options)
    start = first_direction(problem, objective, options, lookout)
    signs = problem.pick(options.signs)
    return replace(options, climbed=Climbed(problem.columns, signs, start.direction, lookout.interrupted))


def conflicts_in_reach(problem: Problem, objective: Objective, options: Options) -> bool:
    """Whether the best direction of a short ascent leaves few enough pairs wrong."""
    if not objective.by_pairs:
        return False
    start = first_direction(problem, objective, options, Lookout(problem, objective, options))
    groups = group_pairs(problem)
    lost = groups.most - objective.right_for(problem, start.value)
    return lost * len(groups.weight) <= _FEW_WRONG * int(groups.weight.sum())


def first_direction(problem: Problem, objective: Objective, options: Options, lookout: Lookout) -> Start:
    """The best direction that is known beforehand, or that an ascent finds at once."""
    return lookout.first(any_start(problem, objective, options))
