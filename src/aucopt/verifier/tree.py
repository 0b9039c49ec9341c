"""The shape of a tree of cones: its steps in the order of the file, and where the parts of each cone are.

Steps are written depth first, each cone before its parts. So the first part of cone k is cone k + 1, and
every other part follows where the part before it, with all of its own, ends.
"""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass

from aucopt.verifier.clock import Clock
from aucopt.verifier.statement import FailedError, UncheckedError
from aucopt.verifier.steps import NORMALISE, PARTS, StepReader, TreeStep

# Trees of more cones are not read: they take more memory than a check is worth.
_MOST_CONES = 1 << 27
# Cones between two looks at the clock.
_LOOK = 1 << 14


@dataclass(frozen=True)
class ConeSteps:
    """What becomes of each cone.

    Attributes
    ----------
    steps : list of TreeStep
        How it ends, or is divided.
    is_normalised : bytearray
        Whether its vertices are divided by common divisors before.
    after : array of int
        The number of the first cone that is not a part of it, or of its parts.
    """

    steps: list[TreeStep]
    is_normalised: bytearray
    after: "array[int]"

    def starts(self) -> list[int]:
        """The numbers of the cones that the tree starts with."""
        found, at = [], 0
        while at < len(self.steps):
            found.append(at)
            at = self.after[at]
        return found


def read_tree(reader: StepReader, n_starts: int, clock: Clock, parts: Mapping[int, int] = PARTS) -> ConeSteps:
    """Read all steps of a tree that starts with so many cones; `parts` has the kinds of steps it may have."""
    tree = ConeSteps([], bytearray(), array("q"))
    # Most steps are alike: one tuple stands for all of them.
    known: dict[TreeStep, TreeStep] = {}
    # Cones some of whose parts are not read yet, and the number of these; the last one is read first.
    waiting = [[-1, n_starts]]
    while waiting:
        number = len(tree.steps)
        if number % _LOOK == 0:
            clock.check()
            if number > _MOST_CONES:
                raise UncheckedError(f"trees of more than {_MOST_CONES:,} cones")
        step = _next_step(reader, number)
        tree.is_normalised.append(step[0] == NORMALISE)
        if step[0] == NORMALISE:
            step = _next_step(reader, number)
            if step[0] == NORMALISE:
                raise FailedError(f"cone {number + 1} is divided by common divisors twice.")
        if step[0] not in parts:
            raise FailedError(
                f"cone {number + 1} has a step of kind {step[0]}, which is not allowed for this cone."
            )
        tree.steps.append(known.setdefault(step, step))
        tree.after.append(0)
        waiting.append([number, parts[step[0]]])
        while waiting and not waiting[-1][1]:
            done, _ = waiting.pop()
            if waiting:
                tree.after[done] = len(tree.steps)
                waiting[-1][1] -= 1
    if not reader.is_done:
        raise FailedError(f"the tree has further bytes after its last cone, from byte {reader.at:,}.")
    return tree


def _next_step(reader: StepReader, number: int) -> TreeStep:
    try:
        return reader.step()
    except EOFError:
        raise FailedError(f"the tree ends in the middle of cone {number + 1}.") from None
