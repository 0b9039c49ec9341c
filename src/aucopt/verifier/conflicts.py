"""What no direction of a face exceeds: pairs that cannot all be right, and a tree that divides on pairs.

Pairs with parallel differences are right or wrong together; such a group has a larger side, and what is left
of it is lost if the group is wrong. Vectors that cancel each other with positive multipliers cannot all
have a positive product with a direction. So of the groups of a conflict, one at least is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from aucopt.verifier.clock import Clock
from aucopt.verifier.points import ExactPoints, shortest
from aucopt.verifier.statement import FailedError, Vector
from aucopt.verifier.steps import BRANCH, StepReader

# What is known of a group inside a node.
_OPEN, _RIGHT, _WRONG = range(3)


@dataclass(frozen=True)
class GroupedPairs:
    """Groups of parallel pairs in lexicographic order of their vectors, which point to the larger side.

    `weight` is what the larger side exceeds the other by, `most` the weight of all larger sides.
    """

    vectors: list[Vector]
    weight: list[int]
    most: int


def group_pairs(points: ExactPoints, clock: Clock) -> GroupedPairs:
    """All pairs of distinct points; groups with equal sides lose the same either way and are left out."""
    of_line: dict[Vector, int] = {}
    lows = [(x, q) for x, q in zip(points.at, points.negative, strict=True) if q]
    for high, p in zip(points.at, points.positive, strict=True):
        clock.check()
        for low, q in lows if p else ():
            if high != low:
                line = shortest([a - b for a, b in zip(high, low, strict=True)])
                of_line[line] = of_line.get(line, 0) + p * q
    excess = {line: w - of_line.get(tuple(-v for v in line), 0) for line, w in of_line.items()}
    vectors = sorted(line for line, w in excess.items() if w > 0)
    weight = [excess[line] for line in vectors]
    # All pairs are both sides of every group: twice the larger one, less what it exceeds the other by.
    return GroupedPairs(vectors, weight, (sum(of_line.values()) + sum(weight)) // 2)


@dataclass(frozen=True)
class ProvedConflict:
    """Groups that cannot all be as they are said to be: some of them right, others wrong."""

    right: list[int]
    wrong: list[int]


class ConflictTree:
    """Reads the conflicts of a face, then walks the tree that divides on which groups are right."""

    def __init__(
        self, points: ExactPoints, signs: Sequence[int], table: StepReader, clock: Clock | None = None
    ) -> None:
        self.clock = clock or Clock()
        self.groups = group_pairs(points, self.clock)
        self.unit = gcd(*self.groups.weight)
        self.signs = signs
        self.conflicts: list[ProvedConflict] = []
        while not table.is_done:
            # Conflicts take about half of the time.
            self.clock.reach(table.share / 2)
            try:
                self.conflicts.append(self._read_conflict(table))
            except EOFError:
                raise FailedError(
                    f"the list of conflicts ends in the middle of conflict {len(self.conflicts)}."
                ) from None
        self.n_nodes = 0

    def _read_conflict(self, table: StepReader) -> ProvedConflict:
        """Read a conflict and check that its vectors cancel."""
        name = f"conflict {len(self.conflicts)}"
        vectors = self.groups.vectors
        conflict = ProvedConflict([], [])
        total = [0] * len(self.signs)
        for _ in range(size := table.natural()):
            group, is_wrong = divmod(table.natural(), 2)
            multiplier = table.long()
            if group >= len(vectors):
                raise FailedError(f"{name} names group {group}, but there are only {len(vectors)} groups.")
            if not multiplier:
                raise FailedError(f"{name} has a multiplier of zero.")
            (conflict.wrong if is_wrong else conflict.right).append(group)
            times = -multiplier if is_wrong else multiplier
            total = [t + times * v for t, v in zip(total, vectors[group], strict=True)]
        if not size:
            raise FailedError(f"{name} is empty.")
        # What is left may have the sign that no direction has: it only adds to what is not positive.
        if any(t * s > 0 if s else t for t, s in zip(total, self.signs, strict=True)):
            raise FailedError(f"{name}: its multipliers do not cancel its vectors.")
        return conflict

    def bound(self, steps: StepReader, limit: int) -> None:
        """Check that no end of the tree holds more right pairs than the limit."""
        groups = self.groups
        state = [_OPEN] * len(groups.vectors)
        # Groups to be set before the next node, and how many of those set are to be forgotten first.
        path: list[int] = []
        waiting: list[tuple[int, int, int]] = [(0, -1, _OPEN)]
        while waiting:
            depth, group, value = waiting.pop()
            while len(path) > depth:
                state[path.pop()] = _OPEN
            if group >= 0:
                state[group] = value
                path.append(group)
            self.n_nodes += 1
            self.clock.reach((1 + steps.share) / 2)
            kind, *numbers = self._step(steps)
            if kind == BRANCH:
                (group,) = numbers
                if not group < len(state) or state[group] != _OPEN:
                    raise FailedError(f"node {self.n_nodes} divides on group {group}, which is not open.")
                waiting += ((len(path), group, _WRONG), (len(path), group, _RIGHT))
                continue
            lost = sum(groups.weight[g] for g in path if state[g] == _WRONG)
            packed = self._packed(numbers, state)
            if packed is not None and groups.most - lost - packed > limit:
                raise FailedError(
                    f"node {self.n_nodes}: {groups.most - lost - packed:,} pairs may be right, but the claim "
                    f"allows only {limit:,}."
                )
        if not steps.is_done:
            raise FailedError(f"the tree has further bytes after its last node, from byte {steps.at:,}.")

    def _step(self, steps: StepReader) -> tuple[int, ...]:
        try:
            return steps.step()
        except EOFError:
            raise FailedError(f"the tree ends in the middle of node {self.n_nodes}.") from None

    def _packed(self, numbers: Sequence[int], state: Sequence[int]) -> int | None:
        """The weight that the conflicts of an end take; None if one of them leaves no direction at all."""
        left: dict[int, int] = {}
        total, is_empty = 0, False
        for c, amount in zip(numbers[::2], numbers[1::2], strict=True):
            if c >= len(self.conflicts):
                raise FailedError(f"node {self.n_nodes} names conflict {c} of {len(self.conflicts)}.")
            conflict = self.conflicts[c]
            if any(state[g] != _WRONG for g in conflict.wrong) or any(
                state[g] == _WRONG for g in conflict.right
            ):
                raise FailedError(f"node {self.n_nodes}: conflict {c} cannot be used there.")
            open_groups = [g for g in conflict.right if state[g] == _OPEN]
            is_empty = is_empty or not open_groups
            weight = amount * self.unit
            total += weight
            for g in open_groups:
                left[g] = left.get(g, self.groups.weight[g]) - weight
                if left[g] < 0:
                    raise FailedError(
                        f"node {self.n_nodes}: its conflicts take more than the weight of group {g}."
                    )
        return None if is_empty else total
