"""The ascent as a solver: the best that plane searches reach, counted exactly, with no claim of more."""

import time

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import exact_weights, fit_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.ascent.ascend import Ascent, ascend
from aucopt.exact.solvers.ascent.positives import strata_of
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Kernels, Known, Options
from aucopt.exact.solvers.starts import clip

# In a table with more numbers coincident rows are not looked for.
_MOST_NUMBERS = 4_000_000
# Any number of columns calls the same kernels.
_COLUMNS = 4
NOT_CERTIFIED = (
    "certify=True needs an exact search; the ascent proves nothing. With many columns or pairs use "
    'solver="cone" and a time_limit: the bound reached by then is certified.'
)


class AscentSolver:
    """Any number of columns, dense or sparse: a local search."""

    name = "ascent"

    def kernels(self, problem: Problem, options: Options) -> Kernels:
        """A smoothed objective has loops of its own."""
        return Kernels("smooth ascent" if options.smoothing else "ascent", _COLUMNS)

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why an ascent will not do."""
        if options.certify:
            return NOT_CERTIFIED
        if objective.by_pairs or objective.by_positives:
            return None
        return "The ascent needs an objective that counts right pairs, or what is above each positive."

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Search plane after plane from good starts; the status is "local" unless nothing can be better."""
        rows, positive, weight = problem.ascent_rows()
        worth, strata = None, strata_of(problem, objective, problem.ascent_stratum())
        if strata is not None:
            worth = objective.worth(problem)
        elif not objective.by_pairs:
            whole, _ = fit_weights(exact_weights(positive, weight), 1)
            weight = whole.sum(axis=1)
            worth = objective.worth_among(int(whole[:, 1].sum()))
        is_large = problem.raw is not None and problem.raw.size > _MOST_NUMBERS

        def report(ascent: Ascent) -> None:
            if options.callback is not None:
                seconds = time.monotonic() - options.started
                options.callback(Progress(ascent.share, 1.0, 1.0 - ascent.share, seconds))

        if options.deadline is not None:
            began = time.monotonic()
            objective.count_rows(problem, np.ones(problem.n_features))
            # The answer takes about three counts, and one for each start.
            options = options.leaving((3 + len(options.starts)) * (time.monotonic() - began))
        clipped = [clip(w, options.signs) for w in options.starts]
        starts = [w for w in clipped if w.any()]
        bound = None if is_large else objective.most(problem)
        ascent = ascend(
            rows,
            positive,
            weight,
            signs=options.signs,
            worth=worth,
            strata=strata,
            known=starts,
            smoothing=options.smoothing,
            deadline=options.deadline,
            n_restarts=options.n_restarts,
            # Without weights a count of the ascent is a value of the problem.
            most=None if bound is None or weight is not None else float(bound),
            n_jobs=options.n_threads,
            random_state=options.random_state,
            report=report,
        )
        coef, notes = ascent.coef, []
        if starts and not options.smoothing:
            # Float scores lead the ascent; exact ones decide between its end and where it began.
            coef = max([coef, *starts], key=lambda w: objective.count_rows(problem, w).value)
        if options.smoothing:
            notes.append(
                f"Smoothed by {options.smoothing:g}: to generalise, not to attain the highest training "
                f"{objective.name}."
            )
        if is_large:
            notes.append("A large table: coincident rows are not looked for, and the bound is 1.")
        return Found(
            problem,
            options.signs,
            cells=(),
            value=0,
            bound=bound,
            status=ascent.status,
            work={"planes": ascent.n_planes, "rounds": ascent.n_rounds},
            coef=coef,
            notes=tuple(notes),
        )
