"""How long the rest of a study will take, from the units that are done."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from aucopt.lab.records import Record, Unit

Kind = tuple[str, str]


class Pace:
    """Mean times of units by their kind: data set and method.

    Examples
    --------
    >>> from aucopt.lab import Record, Unit
    >>> from aucopt.lab.pace import Pace, count_kinds
    >>> pace = Pace([Record(Unit("pima", "raw", 0, "LR"), "done", elapsed=2.0)])
    >>> pace.seconds(count_kinds([Unit("pima", "raw", 1, "LR"), Unit("german", "raw", 0, "LR")]))
    4.0
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._times: dict[Kind, list[float]] = defaultdict(lambda: [0, 0.0])
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Learn from a unit."""
        for kind in _nearest(record.unit.dataset, record.unit.method):
            self._times[kind][0] += 1
            self._times[kind][1] += record.elapsed

    def seconds(self, left: Mapping[Kind, int]) -> float | None:
        """Time that so many units of each kind would take one after the other; None if nothing is known."""
        if not self._times:
            return None
        total = 0.0
        for kind, n in left.items():
            count, seconds = next(self._times[near] for near in _nearest(*kind) if near in self._times)
            total += n * seconds / count
        return total


def count_kinds(units: Iterable[Unit]) -> Counter[Kind]:
    """Count units by data set and method."""
    return Counter((unit.dataset, unit.method) for unit in units)


def _nearest(dataset: str, method: str) -> tuple[Kind, Kind, Kind]:
    """What tells most of a kind: itself, then its method, then all."""
    return (dataset, method), ("", method), ("", "")
