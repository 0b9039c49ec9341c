"""How long the rest of a study will take, from the units that are done."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from aucopt.lab.records import Record, Unit


class Pace:
    """Mean times of units by data set and method.

    Examples
    --------
    >>> from aucopt.lab.pace import Pace
    >>> from aucopt.lab import Record, Unit
    >>> pace = Pace([Record(Unit("pima", "raw", 0, "LR"), "done", elapsed=2.0)])
    >>> pace.seconds([Unit("pima", "raw", 1, "LR"), Unit("german", "raw", 0, "LR")])
    4.0
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._times: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0])
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Learn from a unit."""
        unit = record.unit
        # A pair tells most; where it has not been run, its method, and then all.
        for key in ((unit.dataset, unit.method), ("", unit.method), ("", "")):
            self._times[key][0] += 1
            self._times[key][1] += record.elapsed

    def seconds(self, left: Iterable[Unit]) -> float | None:
        """Time that units would take one after the other; None if nothing is known."""
        if not self._times:
            return None
        total = 0.0
        for (dataset, method), n in Counter((unit.dataset, unit.method) for unit in left).items():
            known = next(key for key in ((dataset, method), ("", method), ("", "")) if key in self._times)
            count, seconds = self._times[known]
            total += n * seconds / count
        return total
