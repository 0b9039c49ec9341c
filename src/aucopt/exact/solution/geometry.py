"""What a solution in the plane can tell of all directions: near-optimal arcs, the profile, angles."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, pi

import numpy as np

from aucopt.exact.problem.counting import count
from aucopt.exact.problem.problem import Problem, primitive_vector
from aucopt.exact.solution.solution import DirectionArc, Profile
from aucopt.exact.solvers.plane.arcs import edge_rays
from aucopt.exact.solvers.plane.direction import Direction, Whitening, same_vector
from aucopt.exact.solvers.plane.levels import level_set, profile


@dataclass(frozen=True)
class PlaneGeometry:
    """A solved problem in two columns, with the best value of 2R + T and the signs it was solved under."""

    problem: Problem
    value: int
    signs: tuple[int, ...]

    def near(self, delta: Fraction) -> tuple[DirectionArc, ...]:
        """All allowed directions within `delta` of the best AUC, as maximal arcs; lone rays last."""
        level = self.value - 2 * delta * self.problem.total
        cells = level_set(self.problem, ceil((level - self.problem.coincident) / 2), self.signs)
        if len(cells) == 1 and same_vector(*cells[0]):
            return (self.arc(*cells[0])._replace(stop=self.angle_of(cells[0].low) + 2 * pi),)
        ends = [end for cell in cells for end in cell]
        rays = []
        for ray in edge_rays(self.signs):
            # A ray that ends an arc of the level belongs to it; one that stands alone is listed alone.
            if count(self.problem, ray.vector).value >= level and not any(
                same_vector(ray, end) for end in ends
            ):
                rays.append(self.arc(ray, ray))
        return (*(self.arc(*cell) for cell in cells), *rays)

    def profile(self, n_angles: int) -> Profile:
        """AUC around the full circle."""
        angles, values = profile(self.problem, n_angles)
        return Profile(angles, values / (2 * self.problem.total))

    def angle(self, coef: np.ndarray) -> float:
        """Whitened angle of raw weights."""
        return self.angle_of(Direction(*self.problem.direction_of(coef)))

    def angle_of(self, direction: Direction) -> float:
        """Whitened angle of a direction."""
        return Whitening(self.problem).angle(direction)

    def arc(self, low: Direction, high: Direction) -> DirectionArc:
        """An arc as users see it: raw weights and angles."""
        edges = [primitive_vector(self.problem.coef_of(d.vector)) for d in (low, high)]
        start = self.angle_of(low)
        width = 0.0 if same_vector(low, high) else Whitening(self.problem).width(low, high)
        return DirectionArc(edges[0], edges[1], start, start + width)
