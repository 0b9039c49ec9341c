"""Branch and bound on which pairs are wrong.

A conflict is a set of pairs that no direction has right together: their differences, times positive integers,
sum to zero. Of each conflict one pair is wrong. So conflicts that share no pair, or share the weight of a
pair between them, bound what every direction loses. A node of the search holds some pairs right and others
wrong; both narrow the directions that are left, so that conflicts need fewer of the pairs that are open.
A node that its conflicts do not close is divided at one pair: there it is right, here it is wrong.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.conflict_tree import Conflict, ConflictLog
from aucopt.exact.solvers.base import Options, Vector
from aucopt.exact.solvers.conflict.combination import cancelling, separate
from aucopt.exact.solvers.conflict.pairs import PairGroups
from aucopt.kernels.conflict.hull import CANCELLED, SEPARATED, nearest_point
from aucopt.kernels.integers.points import BASE_BITS

# Conflicts should consist of what is held, rather than of open pairs: these bound more.
_LIFT = 8.0
# Rounds in which floats should tell.
_MOST_ROUNDS = 500
# Pairs of recent conflicts are divided at first: what older ones count for fades.
_FADING = 1.002
_MOST_ACTIVE = 1e100
# Nodes between two reports, and bytes of one that waits.
_REPORT = 32
_NODE_BYTES = 2048


class Node(NamedTuple):
    """What is held, what is lost at least, and the conflicts that show it, each with the weight it takes."""

    lost: int
    held: tuple[int, ...]
    cost: int
    packed: tuple[tuple[int, int], ...]
    number: int


@dataclass
class ConflictSearch:
    """What is found and proved so far."""

    problem: Problem
    objective: Objective
    groups: PairGroups
    signs: Sequence[int]
    best: int
    where: Vector | None
    conflicts: list[Conflict] = field(default_factory=list)
    log: ConflictLog | None = None
    heap: list[tuple[int, int, int, Node]] = field(default_factory=list)
    status: str = "time_limit"
    n_nodes: int = 0
    n_programs: int = 0

    def __post_init__(self) -> None:
        m = len(self.groups.vectors)
        axes = [tuple(s * int(k == j) for k in range(len(self.signs))) for j, s in enumerate(self.signs) if s]
        opposite = [tuple(-v for v in vector) for vector in self.groups.vectors]
        self._vectors = [*self.groups.vectors, *opposite, *axes]
        self._axes = list(range(2 * m, 2 * m + len(axes)))
        self._rows = _images(self.problem, self._vectors)
        self._active = np.zeros(m)
        self._step = 1.0
        self._known: dict[tuple[int, ...], int | None] = {}
        self._point, self._support = np.empty(len(self.signs)), np.empty(len(self.signs) + 2, dtype=np.int64)

    @property
    def allowed(self) -> int:
        """A node is done with once it loses this much: then it holds nothing better than the best."""
        return self.groups.most - self.objective.right_for(self.problem, self.best)

    @property
    def bound(self) -> int:
        """No direction ranks more pairs right, unless its value is at most the best one."""
        waiting = self.heap[0][0] if self.heap else self.allowed
        return self.groups.most - min(waiting, self.allowed)

    def run(self, options: Options, report: Callable[["ConflictSearch"], None]) -> None:
        """Search until the gap is small enough, the time is up, or somebody interrupts."""
        limit = int(options.max_gap * self.problem.total)
        most_waiting = max(options.memory // _NODE_BYTES, 1)
        self._push(Node(0, (), 0, (), 0))
        current = None
        try:
            root = self._evaluate(Node(0, (), 0, (), 0), options.is_late)
            self.heap.clear()
            self._push(root)
            while self.heap and self.heap[0][0] < self.allowed - limit:
                if self.n_nodes % _REPORT == 0:
                    report(self)
                if options.is_late():
                    return
                # Best first; where too many wait one of the deep ones, which are soonest done with.
                take = list.pop if len(self.heap) > most_waiting else heapq.heappop
                current = take(self.heap)[-1]
                self._divide(current, options.is_late)
                current = None
            report(self)
        except KeyboardInterrupt:
            if current is not None:
                self._push(current)
            self.status = "interrupted"
            return
        self.status = "max_gap" if self.heap and self.heap[0][0] < self.allowed else "optimal"

    def _push(self, node: Node) -> None:
        if self.log is not None:
            self.log.end(node.number, node.packed)
        if node.lost < self.allowed:
            heapq.heappush(self.heap, (node.lost, -len(node.held), node.number, node))

    def _divide(self, node: Node, is_late: Callable[[], bool]) -> None:
        """Go on with the two parts of a node: a pair is right, or it is wrong."""
        m = len(self.groups.vectors)
        held = set(node.held)
        open_pairs = min(
            ([g for g in self.conflicts[c].literals if g not in held] for c, _ in node.packed), key=len
        )
        g = max(open_pairs, key=lambda g: self._active[g])
        first = 2 * self.n_nodes + 1
        right = node._replace(held=(*node.held, g), number=first)
        wrong = node._replace(
            held=(*node.held, m + g), cost=node.cost + int(self.groups.weight[g]), number=first + 1
        )
        parts = [self._evaluate(part, is_late) for part in (right, wrong)]
        for part in parts:
            self._push(part)
        if self.log is not None:
            self.log.divide(node.number, g, first)
        self.n_nodes += 1

    def _evaluate(self, node: Node, is_late: Callable[[], bool]) -> Node:
        """Pack conflicts, first those of the node that this is a part of, then new ones, until it is done."""
        m = len(self.groups.vectors)
        held, decided = set(node.held), {g % m for g in node.held}
        left = self.groups.weight.copy()
        packed: list[tuple[int, int]] = []
        lost = node.cost
        inherited = []
        for c, amount in node.packed:
            open_pairs = [g for g in self.conflicts[c].literals if g not in held]
            if decided.isdisjoint(open_pairs):
                left[open_pairs] -= amount
                inherited.append((c, amount, open_pairs))
        for c, amount, open_pairs in inherited:
            if not open_pairs:
                return node._replace(lost=self.groups.most + 1, packed=((c, 0),))
            more = int(left[open_pairs].min())
            left[open_pairs] -= more
            packed.append((c, amount + more))
            lost += amount + more
        is_open = np.ones(m, dtype=bool)
        is_open[list(decided)] = False
        while lost < self.allowed and not is_late():
            first = [*self._axes, *node.held]
            literals = [*first, *np.flatnonzero(is_open & (left > 0)).tolist()]
            found = self._find(literals, len(first)) if literals else None
            if found is None and not packed and lost < self.allowed:
                found = self._decide(literals)
            if found is None:
                break
            open_pairs = [g for g in self.conflicts[found].literals if g not in held]
            if not open_pairs:
                return node._replace(lost=self.groups.most + 1, packed=((found, 0),))
            amount = int(left[open_pairs].min())
            left[open_pairs] -= amount
            packed.append((found, amount))
            lost += amount
        return node._replace(lost=lost, packed=tuple(packed))

    def _find(self, literals: list[int], n_first: int) -> int | None:
        """Find a conflict among literals; None if a direction fulfils them all, or if floats do not tell."""
        self.n_programs += 1
        active = np.array(literals, dtype=np.int64)
        answer, k = nearest_point(
            self._rows, active, n_first, _LIFT, _MOST_ROUNDS, self._point, self._support
        )
        if answer == SEPARATED:
            wrong = self._rows[: len(self.groups.weight)] @ self._point <= 0
            if self.groups.weight[wrong].sum() < self.allowed:
                w = np.linalg.solve(self.problem.within_factor.T, self._point)
                self.consider(self.problem.towards(w))
        if answer != CANCELLED:
            return None
        chosen = tuple(sorted(self._support[:k].tolist()))
        if chosen not in self._known:
            multipliers = cancelling([self._vectors[i] for i in chosen])
            self._known[chosen] = None if multipliers is None else self._keep(chosen, multipliers)
        found = self._known[chosen]
        if found is not None:
            self._bump(self.conflicts[found])
        return found

    def _decide(self, literals: list[int]) -> int | None:
        """Find a conflict, or else a direction that fulfils all literals, in exact arithmetic."""
        direction: Vector | None = (0,) * len(self.signs)
        used: dict[int, int] = {}
        if literals:
            direction, used = separate([self._vectors[i] for i in literals])
        if direction is not None:
            self.consider(self._beside(direction))
            return None
        return self._keep([literals[i] for i in used], list(used.values()))

    def _beside(self, direction: Vector) -> Vector:
        """The direction, or one just beside it that ties no pair: where ties count against, they cost.

        Pairs of which as much lies on either side are in no group, so no literal says where they are.
        """
        beside, t = direction, 0
        while self.objective.count(self.problem, beside).pairs.tied > self.problem.coincident:
            # A hyperplane meets the curve of these steps a few times at most.
            t += 1
            step = [t**k for k in range(len(direction))]
            shift = BASE_BITS * self.problem.limbs.shape[2] + 1 + sum(step).bit_length()
            beside = tuple((v << shift) + s for v, s in zip(direction, step, strict=True))
        return beside

    def consider(self, direction: Vector) -> None:
        """Take a direction if it is allowed and better than the best."""
        if all(s * v >= 0 for s, v in zip(self.signs, direction, strict=True)):
            value = self.objective.count(self.problem, direction).value
            if value > self.best:
                self.best, self.where = value, direction

    def _keep(self, chosen: Sequence[int], multipliers: Sequence[int]) -> int:
        """Add a conflict; what columns with a sign contribute follows from the rest."""
        pairs = [(i, y) for i, y in zip(chosen, multipliers, strict=True) if i < 2 * len(self.groups.vectors)]
        self.conflicts.append(Conflict(tuple(i for i, _ in pairs), tuple(y for _, y in pairs)))
        return len(self.conflicts) - 1

    def _bump(self, conflict: Conflict) -> None:
        m = len(self.groups.vectors)
        for i in conflict.literals:
            self._active[i % m] += self._step
        self._step *= _FADING
        if self._step > _MOST_ACTIVE:
            self._active /= self._step
            self._step = 1.0


def _images(problem: Problem, vectors: Sequence[Vector]) -> np.ndarray:
    """The vectors as floats of unit length, where the points are whitened."""
    shortened = [[v / max(map(abs, vector)) for v in vector] for vector in vectors]
    rows = np.array(shortened).reshape(-1, len(problem.columns))
    rows = np.linalg.solve(problem.within_factor, rows.T).T
    return np.ascontiguousarray(rows / np.linalg.norm(rows, axis=1)[:, None])
