"""The paper's algorithms, corrected: slow, obvious, the yardstick of every faster solver.

Paper -> here: samples D+ and D- -> distinct integer points, each with the weights p of its positives and q of
its negatives; slope m, w = [m, 1] -> an integer direction w on the full circle; n+ n- AUC(w) -> R(w), the
weight of the pairs with w.x+ > w.x-. T(w) is the tied weight, 2R + T the objective, all in integers.
"""

from aucopt.exact.solvers.reference.plane import (
    FULL_CIRCLE,
    Cell,
    Enumeration,
    Vector,
    algorithm_1,
    attains,
    critical_directions,
    direction_between,
    evaluate,
    trivial,
)
from aucopt.exact.solvers.reference.space import Optimum, algorithm_2, densest

__all__ = [
    "FULL_CIRCLE",
    "Cell",
    "Enumeration",
    "Optimum",
    "Vector",
    "algorithm_1",
    "algorithm_2",
    "attains",
    "critical_directions",
    "densest",
    "direction_between",
    "evaluate",
    "trivial",
]
