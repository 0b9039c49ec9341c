"""Classes exchanged and directions negated: how an objective that sums over the negatives is searched."""

from dataclasses import replace

from aucopt.exact.proof.record import turn_record
from aucopt.exact.solvers.base import Found, Options, Vector


def exchange(options: Options) -> Options:
    """The options of the search with the classes exchanged."""
    return replace(
        options,
        signs=_negated(options.signs),
        starts=tuple(-w for w in options.starts),
        turned=True,
    )


def turn(found: Found) -> Found:
    """What was found as it is with the classes exchanged and all directions negated."""
    return found._replace(
        problem=found.problem.exchanged(),
        signs=_negated(found.signs),
        cells=[(_negated(low), _negated(high)) for low, high in found.cells],
        coef=None if found.coef is None else -found.coef,
        chosen=found.chosen and (_negated(found.chosen[0]), _negated(found.chosen[1])),
    )


def turn_back(found: Found, options: Options) -> Found:
    """What a search with exchanged options found, proof included, as it was asked by these options."""
    found = turn(found)
    # Where time ran out, the proof may be that of the problem without signs.
    signs = options.signs if found.searched is None else found.searched
    return found._replace(proof=tuple(turn_record(record, signs) for record in found.proof))


def _negated(vector: Vector) -> Vector:
    return tuple(-v for v in vector)
