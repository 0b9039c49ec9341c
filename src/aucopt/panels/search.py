"""The search: good panels first, then all panels block by block against the best of them, then exactly.

The best value B so far makes the limit: B less delta. It changes between waves of blocks only, and waves are
the same for any number of threads, so that the answer is.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil

import numpy as np

from aucopt.exact.solvers.base import Options
from aucopt.panels.answer import MOST_LISTED, PanelProgress
from aucopt.panels.blocks import SEARCH, BlockResult, BlockTask, run_block, starts
from aucopt.panels.exactly import PanelReach, climb_panel, search_panel
from aucopt.panels.incumbent import good_panels
from aucopt.panels.pool import BlockPool
from aucopt.panels.question import Question
from aucopt.panels.record import SearchFile
from aucopt.panels.table import PanelTable

# Blocks and panels between two looks at the best value.
_WAVE = 8
# Coarse searches hold panels against limits that are these parts of the way from the best value to 1.
_COARSE = (2, 4, 8, 16)

Columns = tuple[int, ...]


@dataclass
class PanelSearch:
    """What is known of all panels so far.

    Attributes
    ----------
    best : int
        The best value.
    panel : tuple of int
        A panel that reaches it.
    panels, lower, upper : arrays
        Panels that no bound has refused, values that they reach, and bounds.
    refused : dict of str to int
        How many panels each bound refused.
    n_done : int
        Panels that were looked at.
    ceiling : int
        No panel that was not looked at has a higher value.
    status : str
        "optimal" if all is settled.
    """

    question: Question
    table: PanelTable
    pool: BlockPool
    record: SearchFile
    best: int = -1
    panel: Columns = ()
    panels: np.ndarray = field(init=False)
    lower: np.ndarray = field(init=False)
    upper: np.ndarray = field(init=False)
    ceiling: int = field(init=False)
    refused: dict[str, int] = field(default_factory=dict)
    n_done: int = 0
    status: str = "optimal"

    def __post_init__(self) -> None:
        self.panels = np.empty((0, self.table.k), dtype=np.int32)
        self.lower = self.upper = np.empty(0, dtype=np.int64)
        self.ceiling = self.table.most
        # What travels to other machines: their clocks are others, and callbacks stay here.
        deadline = self.question.deadline if self.pool.is_here else None
        self._asked = replace(self.question, callback=None, deadline=deadline, given=(None, None, {}))
        self._whole = self.question.objective.whole(self.question.problem)

    @property
    def limit(self) -> int:
        """The lowest value within delta of the best."""
        return ceil(self.best - self.question.delta * self._whole)

    @property
    def bound(self) -> int:
        """No panel has a higher value."""
        known = int(max(self.upper.max(initial=0), self.best))
        return max(known, self.ceiling) if self.n_done < self.table.n_total else known

    def run(self) -> None:
        """Search until all is settled, time is up or the user stops."""
        try:
            self._begin()
            self._refuse()
            self._settle()
        except KeyboardInterrupt:
            self.status = "interrupted"

    def _options(self, columns: Sequence[int]) -> Options:
        return Options(tuple(self.question.signs[j] for j in columns), deadline=self.question.deadline)

    def _offer(self, value: int, columns: Sequence[int]) -> None:
        if value > self.best:
            self.best, self.panel = int(value), tuple(int(j) for j in columns)

    def _begin(self) -> None:
        """Find good panels."""
        question = self.question
        for columns in good_panels(self.table):
            value = climb_panel(question.of_panel(columns), question.objective, self._options(columns))
            self._offer(value, columns)
        self._report()

    def _refuse(self) -> None:
        """Hold all panels against the limit, block by block."""
        waiting = []
        for first, size in starts(self.table):
            if first in self.record.blocks:
                self._add(self.record.blocks[first])
            else:
                waiting.append((first, size))
        begun = time.monotonic()
        for at in range(0, len(waiting), _WAVE):
            if self.question.is_late():
                self.status = "time_limit"
                return
            if at == _WAVE and self._will_be_late((time.monotonic() - begun) * len(waiting) / _WAVE):
                self._lower_ceiling(waiting[at:])
            for left in self._hold(waiting[at : at + _WAVE], self.limit, self._asked.deadline):
                if left is None:
                    self.status = "time_limit"
                    continue
                self.record.keep_block(left)
                self._add(left)
            self._drop()
            self._report()

    def _hold(
        self, blocks: Sequence[tuple[int, int]], limit: int, deadline: float | None
    ) -> list[BlockResult | None]:
        """Hold the panels of some blocks against a limit; None for blocks that are late."""
        tasks = [BlockTask(first, size, limit, deadline) for first, size in blocks]
        return self.pool.run(run_block, self.table, tasks)

    def _will_be_late(self, seconds: float) -> bool:
        deadline = self.question.deadline
        return deadline is not None and time.monotonic() + seconds > deadline

    def _lower_ceiling(self, waiting: Sequence[tuple[int, int]]) -> None:
        """Hold panels against higher limits, which is faster, so that there is a bound when time is up.

        This takes at most half of the time, from limit to lower limit, and helps where boxes refuse panels.
        """
        deadline = self.question.deadline
        if self.table.in_planes or deadline is None:
            return
        half = (time.monotonic() + deadline) / 2
        for part in _COARSE:
            limit = self.best + (self._whole - self.best) // part
            highest = max(limit - 1, self.best)
            for at in range(0, len(waiting), _WAVE):
                if time.monotonic() > half:
                    return
                until = half if self.pool.is_here else None
                for left in self._hold(waiting[at : at + _WAVE], limit, until):
                    if left is None:
                        return
                    highest = max(highest, int(left.upper.max(initial=0)))
                self._report()
            self.ceiling = min(self.ceiling, highest)

    def _add(self, left: BlockResult) -> None:
        self.n_done += left.size
        for name, n in left.refused.items():
            self.refused[name] = self.refused.get(name, 0) + n
        if len(left.panels):
            self.panels = np.vstack([self.panels, left.panels])
            self.lower = np.append(self.lower, left.lower)
            self.upper = np.append(self.upper, left.upper)
            at = int(np.argmax(left.lower))
            self._offer(left.lower[at], left.panels[at])

    def _drop(self) -> None:
        """Let go of panels that are too far from a better best value."""
        keep = self.upper >= self.limit
        dropped = int(len(keep) - keep.sum())
        if dropped:
            self.refused[SEARCH] = self.refused.get(SEARCH, 0) + dropped
            self.panels, self.lower, self.upper = self.panels[keep], self.lower[keep], self.upper[keep]

    def _settle(self) -> None:
        """Search panels exactly until it is known which are within delta, and the best of them in order."""
        while self.status == "optimal":
            self._drop()
            open_ = self._unsettled()
            if not len(open_):
                return
            order = np.lexsort((*self.panels[open_].T[::-1], -self.upper[open_]))
            for at in range(0, len(order), _WAVE):
                wave = open_[order[at : at + _WAVE]]
                if self.question.is_late():
                    self.status = "time_limit"
                    return
                if self._settle_wave(wave):
                    # A better value, and others need not be searched any more.
                    break

    def _unsettled(self) -> np.ndarray:
        """Panels whose place is not known: within delta or not, among the best hundred or not."""
        most = MOST_LISTED if len(self.lower) > MOST_LISTED else 0
        last = np.partition(self.lower, -most)[-most] if most else 0
        doubtful = (self.lower < self.limit) | (self.upper >= max(last, self.limit))
        return np.flatnonzero(doubtful & (self.lower < self.upper))

    def _settle_wave(self, wave: np.ndarray) -> bool:
        """Search some panels exactly; whether the best value rose."""
        before = self.best
        tasks = [(tuple(self.panels[at].tolist()), int(self.lower[at])) for at in wave]
        known = [max(self.limit, lower) - 1 for _, lower in tasks]
        ask = [
            (columns, told)
            for (columns, _), told in zip(tasks, known, strict=True)
            if columns not in self.record.searched
        ]
        found = dict(
            zip((columns for columns, _ in ask), self.pool.run(search_one, self._asked, ask), strict=True)
        )
        for at, (columns, lower), told in zip(wave, tasks, known, strict=True):
            if columns in found:
                reach = found[columns]
                value, bound = max(reach.value, lower), max(reach.bound if reach.value else told, lower)
                if reach.value == 0 and reach.bound > told:
                    bound = reach.bound
                if bound == value or bound <= told:
                    self.record.keep_panel(columns, value, bound)
            else:
                value, bound = self.record.searched[columns]
            self.lower[at], self.upper[at] = value, min(bound, self.upper[at])
            self._offer(value, columns)
        self._report()
        return self.best > before

    def _report(self) -> None:
        question = self.question
        if question.callback is None:
            return
        value, bound = (
            float(question.objective.share(question.problem, v)) for v in (max(self.best, 0), self.bound)
        )
        question.callback(
            PanelProgress(
                value,
                bound,
                bound - value,
                time.monotonic() - question.started,
                question.of_table(self.panel),
                self.n_done,
                sum(self.refused.values()),
                self.table.n_total,
            )
        )


def search_one(question: Question, task: tuple[Columns, int]) -> PanelReach:
    """Search one panel exactly, against a value that is known."""
    columns, known = task
    options = Options(tuple(question.signs[j] for j in columns), deadline=question.deadline)
    return search_panel(question.of_panel(columns), question.objective, options, known)
