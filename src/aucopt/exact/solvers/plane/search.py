"""Marching through the plane: bound the circle arc by arc, and sweep only where no bound suffices.

Rounds with ever closer targets march through the arcs whose bound is still above the incumbent: an honest
bound from the first second. The last round sweeps what is left, so that every optimal cell is found.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.plane.arcs import (
    Arc,
    Finding,
    Piece,
    bound_chain,
    cover,
    cut,
    follow_uphill,
    refine,
)
from aucopt.exact.solvers.plane.cells import cell_around, cells_of_pieces
from aucopt.exact.solvers.plane.curve import CurveMarch
from aucopt.exact.solvers.plane.curve_search import cover_curve, join_pieces, plan_curve, refine_curve
from aucopt.exact.solvers.plane.direction import Cell, Direction, edge_rays
from aucopt.exact.solvers.plane.march import March

# Each round divides the distance between bound and incumbent by this.
_LADDER = 16
# The last rounds begin when the bound is within this many pairs a point of the incumbent.
_NEAR = 1024
# Below this many points threads cost more than they bring.
_SMALL = 2000


@dataclass
class PlaneSearch:
    """What is found and proved so far. Counts are of right pairs, values those of the objective."""

    problem: Problem
    objective: Objective
    signs: tuple[int, ...]
    limit: int
    best: int = -1
    where: Direction = field(default_factory=lambda: Direction(1, 0))
    pieces: list[Piece] = field(default_factory=list)
    rays: list[tuple[int, Direction]] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    chosen: Cell | None = None
    status: str = "time_limit"
    climbed: bool = False
    n_arcs: int = 0
    n_swaps: int = 0

    @property
    def threshold(self) -> int:
        """The count that a cell must reach to matter."""
        on_rays = max((value for value, _ in self.rays), default=0)
        return max(self.best, self.objective.right_for(self.problem, on_rays - 1) + 1)

    @property
    def value(self) -> int:
        """The largest value found."""
        found = self.objective.value_of_cell(self.problem, self.best)
        return max(found, *(value for value, _ in self.rays)) if self.rays else found

    @property
    def bound(self) -> int:
        """No allowed direction has a larger value."""
        upper = max((arc.upper for arc in self.arcs), default=self.best)
        return max(self.value, self.objective.value_of_cell(self.problem, upper))

    def found(self) -> Found:
        """What the search brought, as every solver tells it."""
        cells = [(cell.low.vector, cell.high.vector) for cell in self.cells]
        work = {"arcs": self.n_arcs, "swaps": self.n_swaps}
        found = Found(self.problem, self.signs, cells, self.value, self.bound, self.status, work)
        if self.chosen is None:
            return found
        return found._replace(chosen=(self.chosen.low.vector, self.chosen.high.vector))

    def is_open(self, arc: Arc) -> bool:
        """Whether the arc may hold something that matters."""
        if self.limit:
            return arc.upper > self.threshold + self.limit
        return arc.upper >= self.threshold and not arc.swept

    def offer(self, count: int, where: Direction) -> None:
        """Take a direction as the incumbent if it is better."""
        if count > self.best:
            self.best, self.where, self.pieces = count, where, []

    def take(self, finding: Finding) -> None:
        """Add what refining an arc brought."""
        self.n_arcs += len(finding.arcs)
        self.n_swaps += finding.n_swaps
        self.offer(finding.best, finding.where)
        if finding.best == self.best:
            self.pieces += finding.pieces


def march_plane(
    problem: Problem,
    objective: Objective,
    options: Options,
    report: Callable[[PlaneSearch], None] = lambda search: None,
) -> PlaneSearch:
    """Find all optimal cells of a problem with two columns, or stop early with a bound."""
    signs = problem.pick(options.signs)
    whole = problem.total if objective.by_pairs else objective.whole(problem)
    search = PlaneSearch(problem, objective, signs, int(options.max_gap * whole))
    if objective.needs_faces:
        for ray in edge_rays(signs):
            search.rays.append((objective.count(problem, ray.vector).value, ray))
    march = _new_march(search)
    search.arcs = cover(march, signs) if isinstance(march, March) else cover_curve(march, signs)
    for arc in search.arcs:
        search.offer(arc.upper - arc.gain, arc.low)
    # Where signs end the allowed directions no other arc begins.
    search.offer(march.right, march.at)
    _settle(search, march, options, report)
    if isinstance(march, March):
        search.cells = _optimal_cells(search, march)
    else:
        del march
        _choose_by_auc(search, options)
    return search


def _new_march(search: PlaneSearch) -> March | CurveMarch:
    if search.objective.by_pairs:
        return March(search.problem)
    problem, objective = search.problem, search.objective
    return CurveMarch(problem, objective.worth(problem), objective.handicaps(problem))


def _settle(
    search: PlaneSearch,
    march: March | CurveMarch,
    options: Options,
    report: Callable[[PlaneSearch], None],
) -> None:
    """Refine open arcs until none is left, or the search is stopped."""
    marches = [march]
    stop = threading.Event()

    def stopped() -> bool:
        return stop.is_set() or options.is_late()

    try:
        report(search)
        while todo := [arc for arc in search.arcs if search.is_open(arc)]:
            if stopped():
                break
            settled = [arc for arc in search.arcs if not search.is_open(arc)]
            if search.problem.n_points > _SMALL and len(todo) > 1:
                n_marches = min(options.n_threads, len(todo))
                marches += [_new_march(search) for _ in range(len(marches), n_marches)]
            _run_round(search, todo, settled, marches, stopped, stop, report)
        else:
            search.status = "optimal" if search.value == search.bound else "max_gap"
    except KeyboardInterrupt:
        search.status = "interrupted"


def _optimal_cells(search: PlaneSearch, march: March) -> list[Cell]:
    """All optimal cells and rays of a finished search; the incumbent's cell of one that stopped."""
    cells = []
    if search.objective.value_of_cell(search.problem, search.best) == search.value:
        if search.status == "optimal" and not search.limit:
            cells = cells_of_pieces(march, search.pieces, search.signs)
        else:
            cells = [cell_around(march, search.where, search.signs)]
    return cells + [Cell(ray, ray) for value, ray in search.rays if value == search.value]


def _choose_by_auc(search: PlaneSearch, options: Options) -> None:
    """Find all optimal arcs, and in them the widest of the cells with the highest AUC."""
    problem, march = search.problem, March(search.problem)
    rays = [Cell(ray, ray) for value, ray in search.rays if value == search.value]
    whitening = march.whitening
    if search.best == search.value:
        inside: list[Cell] = []
        if search.status == "optimal" and not search.limit:
            search.cells = join_pieces(search.pieces, whitening.angle) + rays
            by_auc = PlaneSearch(problem, AUC(), search.signs, 0, climbed=True)
            for piece in search.pieces:
                # An arc ends just before the swap that ends it.
                ends = [piece.low._replace(side=1), piece.high._replace(side=-1)]
                by_auc.arcs += [arc for arc, _ in bound_chain(march, ends)]
                by_auc.offer(march.right, march.at)
            for arc in by_auc.arcs:
                by_auc.offer(arc.upper - arc.gain, arc.low)
            _settle(by_auc, march, options, lambda search: None)
            if by_auc.status == "optimal":
                inside = cells_of_pieces(march, by_auc.pieces, search.signs)
        if not inside:
            inside = [cell_around(march, search.where, search.signs)]
        search.cells = search.cells or inside + rays
        search.chosen = max(inside, key=lambda cell: (whitening.width(*cell), -whitening.angle(cell.low)))
    else:
        search.cells = rays
        search.chosen = max(rays, key=lambda ray: AUC().count(problem, ray.low.vector).value)


def _run_round(
    search: PlaneSearch,
    todo: list[Arc],
    settled: list[Arc],
    marches: list[March | CurveMarch],
    stopped: Callable[[], bool],
    stop: threading.Event,
    report: Callable[[PlaneSearch], None],
) -> None:
    """Refine all open arcs towards one target. The outcome does not depend on who refines which."""
    todo, refine_one = _plan_round(search, todo, marches[0], stopped)
    todo = sorted(todo, key=lambda arc: marches[0].whitening.angle(arc.low))
    waiting = list(range(len(todo)))
    findings: dict[int, Finding] = {}
    failures: list[BaseException] = []
    lock = threading.Lock()

    def work(march: March | CurveMarch) -> None:
        index = -1
        while True:
            with lock:
                # Going to where an arc begins is a sort: many arcs left would take seconds.
                if not waiting or failures or stopped():
                    return
                index = _take_next(waiting, index)
            try:
                finding = refine_one(march, todo[index])
            except BaseException as failure:
                failures.append(failure)
                return
            with lock:
                findings[index] = finding

    def collect() -> None:
        with lock:
            open_arcs = [arc for i, arc in enumerate(todo) if i not in findings]
            search.arcs = settled + open_arcs + [arc for f in findings.values() for arc in f.arcs]

    if len(marches) == 1:
        work(marches[0])
    else:
        threads = [threading.Thread(target=work, args=(march,)) for march in marches]
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                threads[0].join(0.05)
                collect()
                report(search)
        finally:
            stop_if_alive(threads, stop)
    collect()
    for index in sorted(findings):
        search.take(findings[index])
    if failures:
        raise failures[0]
    report(search)


def _plan_round(
    search: PlaneSearch, todo: list[Arc], march: March | CurveMarch, stopped: Callable[[], bool]
) -> tuple[list[Arc], Callable[[Any, Arc], Finding]]:
    """The arcs of a round, and how to refine one of them."""
    problem = search.problem
    distance = max(arc.upper for arc in todo) - search.threshold
    near = _NEAR * problem.n_points * problem.pair_unit
    last = isinstance(march, CurveMarch) or distance <= max(near, search.limit)
    if last and not search.climbed and problem.n_points > _SMALL:
        search.climbed = True
        width = march.whitening.width(todo[0].low, todo[0].high)
        search.offer(*follow_uphill(march, search.where, width, search.signs))
    threshold, limit = search.threshold, search.limit
    if isinstance(march, CurveMarch):
        if problem.n_points > _SMALL:
            return plan_curve(march, todo, threshold, limit, stopped)
        return todo, lambda march, arc: refine_curve(march, arc, threshold, limit, stopped)
    target = threshold + max(distance // _LADDER, limit)
    if last:
        target = threshold + limit if limit else threshold - 1
        todo = [piece for arc in todo for piece in cut(march, arc, threshold)]
    return todo, lambda march, arc: refine(march, arc, threshold, target, last, stopped)


def _take_next(waiting: list[int], last: int) -> int:
    """Take the arc that begins where the last one ended, or else start in the middle of what is left."""
    if last + 1 in waiting:
        waiting.remove(last + 1)
        return last + 1
    return waiting.pop(len(waiting) // 2)


def stop_if_alive(threads: list[threading.Thread], stop: threading.Event) -> None:
    """Let workers end after their present step, so that what they proved is kept."""
    if any(thread.is_alive() for thread in threads):
        stop.set()
        for thread in threads:
            thread.join()
