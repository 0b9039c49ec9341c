"""The optimum of the pairwise hinge loss by Newton steps on its smoothing, with a duality gap.

    P(w) = |w|^2 / 2 + K sum over pairs a_ij max(0, u_ij),   u_ij = 1 - w.(x_i - x_j),   sum of a_ij = 1

Smoothed over a width h, a pair's slope s_ij lies in [0, 1], so that the slopes are a point of the dual. With
v = K sum a_ij s_ij (x_i - x_j) the gradient of the smoothed objective is w - v, and the gap splits in two:

    P(w) - D(s) = |w - v|^2 / 2  +  K sum a_ij (max(0, u_ij) - s_ij u_ij).

A Newton step lowers the first part, a smaller h the second, which is of order h^2. Each evaluation costs a
sort, and a product with the Hessian two passes over the data: no pair is ever listed.
"""

import contextlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse.linalg import LinearOperator, cg

from aucopt.estimators.scoring import Floats, Training, combine_rows, score_rows
from aucopt.kernels.optimisers.hinge import sum_curvature, sum_slopes

FIRST_WIDTH = 2.0  # at w = 0 every pair is inside: the first step is least squares
WARM_WIDTH = 0.05  # near the optimum there is no need to come down from a wide one
FINEST_WIDTH = 1e-13  # below, rounding of the scores is all there is in a window
GRADIENT_SHARE = 0.3  # of the smoothing's part of the gap: then a smaller width pays more than a step
LEAST_SHRINK = 0.05  # of the width: from too far away Newton steps are many
STEEP = 0.3  # the slope along a step must fall to this share
CG_ACCURACY = 0.1
FEW_CG_STEPS = 10  # then factors of H are cheaper
MANY_CG_STEPS = 500
FACTORISED = 1000  # columns up to which H is formed
LINE_STEPS = 40


class HingeMinimum(NamedTuple):
    """The best weights found, their objective and a bound on how far above the least it is."""

    coef: Floats
    objective: float
    gap: float
    n_iter: int


class Evaluation(NamedTuple):
    """The smoothed loss at some weights: what is known before a pass over the columns."""

    coef: Floats
    scores: Floats
    width: float
    positives: npt.NDArray[np.intp]  # by ascending key
    negatives: npt.NDArray[np.intp]
    windows: npt.NDArray[np.intp]
    slopes: Floats  # of each row, negative for negatives: v = K X' slopes
    loss: float  # the plain hinge
    mass: float  # the sum of all slopes


class PairHinge:
    """The problem: rows, weights that sum to one in each class, and K."""

    def __init__(self, training: Training, scale: float) -> None:
        self.X, self.positive, self.weights = training.X, training.positive, training.weights
        self.scale = scale
        self.positives = np.flatnonzero(self.positive)
        self.negatives = np.flatnonzero(~self.positive)

    def evaluate(self, coef: Floats, scores: Floats, width: float) -> Evaluation:
        """Sort the keys of both classes and sum slopes and loss."""
        keys = np.where(self.positive, 1.0 - scores, scores)
        positives = self.positives[np.argsort(keys[self.positives])]
        negatives = self.negatives[np.argsort(keys[self.negatives])]
        slopes = np.empty(keys.size)
        windows = np.empty((keys.size, 2), np.intp)
        loss = sum_slopes(keys, self.weights, positives, negatives, width, slopes, windows)
        sum_slopes(keys, self.weights, negatives, positives, width, slopes, windows)
        mass = float(slopes[self.positives].sum())
        slopes[self.negatives] *= -1.0
        return Evaluation(coef, scores, width, positives, negatives, windows, slopes, loss, mass)

    def curvature(self, at: Evaluation, values: Floats) -> Floats:
        """Multiply the Hessian in the scores with a vector."""
        out = np.empty(values.size)
        for own, others in ((at.positives, at.negatives), (at.negatives, at.positives)):
            sum_curvature(values, self.weights, own, others, at.width, at.windows, out)
        return out

    def newton_direction(self, at: Evaluation, gradient: Floats) -> Floats:
        """Solve H d = -gradient: by conjugate gradients, or by factors of H if these take too many steps."""

        def hessian_times(direction: Floats) -> Floats:
            curved = self.curvature(at, score_rows(self.X, direction.ravel()))
            return direction.ravel() + self.scale * combine_rows(self.X, curved)

        d = gradient.size
        factorise = d <= FACTORISED and not sparse.issparse(self.X)
        steps = FEW_CG_STEPS if factorise else MANY_CG_STEPS
        hessian = LinearOperator((d, d), matvec=hessian_times, dtype=np.float64)
        direction, unfinished = cg(hessian, -gradient, rtol=CG_ACCURACY, maxiter=steps)
        if unfinished and factorise:
            curved = np.stack([self.curvature(at, column) for column in np.ascontiguousarray(self.X.T)])
            matrix = self.scale * (curved @ self.X)
            matrix[np.diag_indices(d)] += 1.0
            # Rounding may leave a matrix that is not positive: then the steps so far must do.
            with contextlib.suppress(LinAlgError):
                solved = cho_solve(cho_factor(matrix), -gradient)
                direction = solved if gradient @ solved < 0 else direction
        return direction

    def step(self, at: Evaluation, gradient: Floats) -> Evaluation:
        """Take a Newton step of a length at which the slope along it has fallen."""
        direction = self.newton_direction(at, gradient)
        change = score_rows(self.X, direction)
        start = float(gradient @ direction)
        lower, slope_lower, upper, length = 0.0, start, np.inf, 1.0
        for _ in range(LINE_STEPS):
            coef = at.coef + length * direction
            there = self.evaluate(coef, at.scores + length * change, at.width)
            slope = float(coef @ direction - self.scale * (there.slopes @ change))
            if abs(slope) <= STEEP * abs(start):
                break
            if slope < 0:
                lower, slope_lower = length, slope
                length = 2 * length if upper == np.inf else (lower + upper) / 2
            else:
                upper = length
                share = slope_lower / (slope_lower - slope)
                length = lower + (upper - lower) * min(0.9, max(0.1, share))
        return there

    def minimize(self, start: Floats, tol: float, max_iter: int) -> HingeMinimum:
        """Iterate until the gap is at most tol times the objective."""
        best, bound = start, 0.0
        objective = np.inf
        at = self.evaluate(start, score_rows(self.X, start), WARM_WIDTH if start.any() else FIRST_WIDTH)
        n_iter = 0
        while True:
            n_iter += 1
            dual = self.scale * combine_rows(self.X, at.slopes)
            dual_square = float(dual @ dual)
            value = float(at.coef @ at.coef) / 2 + self.scale * at.loss
            if not np.isfinite(value + dual_square):
                raise ValueError("The values of X are too large for squares of them; rescale the columns.")
            if value < objective:
                best, objective = at.coef, value
            # All slopes times one factor in [0, 1] are a point of the dual too.
            linear = self.scale * at.mass
            factor = min(1.0, linear / dual_square) if dual_square > 0 else 1.0
            bound = max(bound, factor * linear - factor**2 * dual_square / 2)
            gap = max(0.0, objective - bound)
            # With a tiny K zero weights are within tol of the optimum, but they order nothing.
            close = gap <= tol * objective and (best.any() or not dual.any())
            if close or n_iter >= max_iter or at.width < FINEST_WIDTH:
                return HingeMinimum(best, objective, gap, n_iter)
            gradient = at.coef - dual
            smoothing = self.scale * (at.loss - at.mass) + float(at.coef @ dual)
            if gradient @ gradient / 2 > GRADIENT_SHARE * smoothing:
                at = self.step(at, gradient)
            else:
                shrink = np.sqrt(tol * objective / 4 / smoothing)
                at = self.evaluate(at.coef, at.scores, at.width * min(0.5, max(LEAST_SHRINK, shrink)))
