"""What a solution in the plane can tell of all directions: near-optimal arcs, the profile, angles."""

from dataclasses import dataclass
from fractions import Fraction
from math import pi

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import DirectionArc, Profile
from aucopt.exact.solvers.plane.direction import Direction, Whitening, arcs_between, edge_rays, same_vector
from aucopt.exact.solvers.plane.levels import level_set, profile


@dataclass(frozen=True)
class PlaneGeometry:
    """A solved problem in two columns, with the best value and the signs it was solved under."""

    problem: Problem
    objective: Objective
    value: int
    signs: tuple[int, ...]

    def near(self, delta: Fraction) -> tuple[DirectionArc, ...]:
        """All allowed directions within `delta` of the best, as maximal arcs; lone rays last."""
        level = self.value - delta * self.objective.whole(self.problem)
        # Values are whole: a cell reaches the level if it beats the last whole number below.
        least = -(-level.numerator // level.denominator)
        threshold = self.objective.right_for(self.problem, least - 1) + 1
        cells = level_set(self.problem, threshold, self.signs)
        if len(cells) == 1 and same_vector(*cells[0]):
            (arc,) = arcs_between(self.problem, cells)
            return (arc._replace(stop=arc.start + 2 * pi),)
        ends = [end for cell in cells for end in cell]
        rays = []
        for ray in edge_rays(self.signs):
            # A ray that ends an arc of the level belongs to it; one that stands alone is listed alone.
            if self.objective.count(self.problem, ray.vector).value >= level and not any(
                same_vector(ray, end) for end in ends
            ):
                rays.append((ray, ray))
        return tuple(arcs_between(self.problem, [*cells, *rays]))

    def profile(self, n_angles: int) -> Profile:
        """Values around the full circle."""
        angles, values = profile(self.problem, self.objective, n_angles)
        return Profile(angles, values / self.objective.whole(self.problem))

    def angle(self, coef: np.ndarray) -> float:
        """Whitened angle of raw weights."""
        return Whitening(self.problem).angle(Direction(*self.problem.direction_of(coef)))
