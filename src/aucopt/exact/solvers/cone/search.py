"""The optimum in R^d: branch and bound over simplicial cones of directions.

A pair that every vertex of a cone ranks right is right in all of it, one that none does is wrong; the rest
are open. Right plus open bounds the cone. Large cones wait in a heap and are split best first; once few
pairs are open they are listed and the cone is split depth first inside a kernel.
"""

import heapq
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import ConeLog
from aucopt.exact.solvers.base import Options, Vector
from aucopt.exact.solvers.cone.boxes import Alone, BoxExplorer, suits_boxes
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.pieces import StoppedError
from aucopt.exact.solvers.cone.positives import explorer_for
from aucopt.exact.solvers.cone.shapes import (
    Box,
    Cone,
    Explored,
    box_basis,
    start_basis,
    start_boxes,
    start_cones,
)

# Cones taken from the heap at a time: a constant, so that the search does not depend on the threads.
_BATCH = 16
# Boxes that halving does not close, before the search is begun again without boxes: so many, and one in so
# many of all. Of millions some are stuck by chance, where many hyperplanes nearly meet. To cut one up takes
# more than to search the rows that meet in it.
_MOST_STUCK, _RARELY_MET, _RARELY_CUT = 64, 128, 4096
# From so many columns on cones close grids more slowly than boxes, however many of these are stuck.
_FEWEST_MET = 5


@dataclass
class ConeSearch:
    """What is found and proved so far; counts are of right pairs, or values of the objective.

    `most` is a bound from elsewhere, `reach` what no direction exceeds if that is not the number of pairs.
    Boxes are given up if more than one in `rarely` is stuck.
    """

    problem: Problem
    limit: int
    best: int
    where: Vector
    log: ConeLog | None = None
    merged: bool = False
    heap: list[tuple[int, int, Cone | Box]] = field(default_factory=list)
    all_bounded: bool = False
    closed: int = 0
    status: str = "time_limit"
    n_cones: int = 0
    n_pairs: int = 0
    n_cuts: int = 0
    n_tilted: int = 0
    n_stuck: int = 0
    most: int | None = None
    reach: int | None = None
    rarely: int = _RARELY_CUT
    _serial: int = 0

    @property
    def bound(self) -> int:
        """No direction counts more."""
        bound = max(self.best, self.closed, self.waiting)
        return bound if self.most is None else max(min(bound, self.most), self.best)

    @property
    def waiting(self) -> int:
        """The bound of what is not done with: the most, as long as some start cones are not bounded."""
        if not self.all_bounded:
            return self.problem.total - self.problem.coincident if self.reach is None else self.reach
        return -self.heap[0][0] if self.heap else 0

    @property
    def is_stuck(self) -> bool:
        """Whether too many boxes are cut up: hyperplanes meet, and cones can be cut there, boxes cannot."""
        return self.n_stuck > max(_MOST_STUCK, self.n_cones // self.rarely)

    def offer(self, count: int, where: Vector) -> None:
        """Take a direction as the incumbent if it is better."""
        if count > self.best:
            self.best, self.where = count, where

    def push(self, cone: Cone | Box) -> None:
        """Put a cone on the heap unless its bound closes it."""
        if cone.upper > self.best + self.limit:
            heapq.heappush(self.heap, (-cone.upper, self._serial, cone))
            self._serial += 1
        else:
            self.closed = max(self.closed, cone.upper)

    def take(self, cone: Cone | Box, explored: Explored) -> None:
        """Add what working on one cone brought."""
        if explored.where is not None:
            self.offer(explored.best, explored.where)
        self.closed = max(self.closed, explored.closed)
        self.n_cones += explored.n_cones
        self.n_pairs += explored.work
        self.n_cuts += explored.n_cuts
        self.n_tilted += explored.n_tilted
        parts = explored.cones
        self.n_stuck += sum(isinstance(part, Box) and part.is_stuck for part in parts)
        if self.log is not None and explored.pieces is not None:
            parts = [part._replace(node=self.log.new_node()) for part in parts]
            self.log.add(cone.node, explored.pieces, [part.node for part in parts])
        for part in parts:
            self.push(part)


def search_cone(
    problem: Problem,
    objective: Objective,
    incumbent: tuple[int, Vector],
    options: Options,
    report: Callable[[ConeSearch], None] = lambda search: None,
) -> ConeSearch:
    """Find the best direction inside the allowed cone, or stop early with a bound.

    Parameters
    ----------
    problem : Problem
        With two columns or more. The weights of constrained columns are not zero inside the cone.
    objective : Objective
        One that counts right pairs, or what is left of the positives.
    incumbent : (count, direction)
        A count to be beaten, of right pairs or the value itself, and the direction to look around.
    options : Options
        When to stop, threads, memory, and whether to keep a log of all splits for a certificate.
    report : callable
        Told of the search now and then.
    """
    best, where = incumbent
    signs = problem.pick(options.signs)
    most = None
    if objective.by_pairs and suits_boxes(problem, options.memory):
        basis = box_basis(problem, where, signs)
        search = ConeSearch(problem, int(options.max_gap * problem.total), best, where)
        boxes = BoxExplorer(problem, objective, options.memory, basis, keep_log=options.certify)
        if not options.certify:
            # A certificate has no words for what this proves.
            boxes.search_alone = partial(search_alone, memory=options.memory, deadline=options.deadline)
            search.rarely = _RARELY_MET if len(problem.columns) < _FEWEST_MET else 1
        _search(search, boxes, start_boxes(signs), basis, options, report)
        if not search.is_stuck or search.status != "time_limit" or options.is_late():
            return search
        best, where = search.best, search.where
        # A certificate proves what is in its own tree only.
        most = None if options.certify else search.bound
    cones = explorer_for(problem, objective, options.memory, keep_log=options.certify, towards=where)
    basis = start_basis(problem, where, signs, cornered=cones.edges is not None)
    limit = int(options.max_gap * cones.total)
    search = ConeSearch(problem, limit, best, where, most=most, reach=cones.most)
    _search(search, cones, start_cones(basis, signs, turned=options.turned), basis, options, report)
    return search


def search_alone(
    problem: Problem,
    target: int,
    stopped: Callable[[], bool],
    memory: int,
    deadline: float | None = None,
) -> Alone | None:
    """The most right pairs of a problem, or a bound if none has more than the target; None if stopped."""
    mean = problem.weight[:, 0] @ problem.x
    ahead = problem.towards(mean if mean.any() else np.ones_like(mean))
    if len(problem.columns) == 1:
        best, where = max((AUC().count(problem, w).right, w) for w in ((1,), (-1,)))
        return Alone(best, best, where)

    def look(_: ConeSearch) -> None:
        if stopped():
            raise KeyboardInterrupt

    options = Options(signs=(0,) * problem.n_features, memory=memory, deadline=deadline)
    search = search_cone(problem, AUC(), (max(target, 0), ahead), options, look)
    if search.status in ("interrupted", "time_limit"):
        return None
    return Alone(search.best, search.bound, search.where, search.n_cones, search.n_pairs)


def _search(
    search: ConeSearch,
    explorer: Explorer | BoxExplorer,
    starts: Iterable[Any],
    basis: Sequence[Vector],
    options: Options,
    report: Callable[[ConeSearch], None],
) -> None:
    """Work on cones or boxes, best first, until none can be better or something ends the search."""
    if options.certify:
        signs = search.problem.pick(options.signs)
        search.log = ConeLog(basis, explorer.n_starts(signs), explorer.method)
        search.merged = explorer.whole is not None
    waiting = enumerate(starts)
    halt = threading.Event()

    def stopped() -> bool:
        return halt.is_set() or options.is_late()

    def bound(start: tuple[int, Any]) -> Cone | Box | None:
        node, shape = start
        try:
            return explorer.bound(shape, stopped)._replace(node=node)
        except StoppedError:
            return None

    def work(cone: Any, best: int) -> Explored:
        try:
            return explorer.work(cone, best=best, slack=search.limit, stopped=stopped)
        except StoppedError:
            return Explored([cone], best, None, 0, 0, 0, 0)

    batch: list[tuple[int, int, Cone | Box]] = []
    with ThreadPoolExecutor(options.n_threads) as pool:
        try:
            while search.waiting > search.best + search.limit:
                # Best first; where too many wait the last, which are the smallest and soonest done with.
                crowded = len(search.heap) > explorer.most_waiting
                if not search.all_bounded and not crowded:
                    fresh = list(pool.map(bound, islice(waiting, _BATCH)))
                    for cone in fresh:
                        if cone is None:
                            return
                        search.push(cone)
                    search.all_bounded = len(fresh) < _BATCH
                    continue
                report(search)
                if stopped() or search.is_stuck:
                    return
                take = list.pop if crowded else heapq.heappop
                batch = [take(search.heap) for _ in range(min(_BATCH, len(search.heap)))]
                # All work on one incumbent, so that the outcome does not depend on who is faster.
                done = list(pool.map(partial(work, best=search.best), [cone for _, _, cone in batch]))
                for (_, _, cone), explored in zip(batch, done, strict=True):
                    search.take(cone, explored)
                batch = []
            report(search)
        except KeyboardInterrupt:
            # What was not taken in full counts as not looked at.
            halt.set()
            search.heap += batch
            heapq.heapify(search.heap)
            search.status = "interrupted"
            return
    search.status = "optimal" if search.bound == search.best else "max_gap"
