"""The records of one projection as tables and figures ask for them: by data set, trial and method."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from aucopt.lab.methods import BEYOND_THE_PAPER, METHODS, Method
from aucopt.lab.records import Projection, Record

Part = Literal["train", "test"]
ScoreName = Literal["auc", "balanced_accuracy", "f1"]
Floats = npt.NDArray[np.float64]

PROJECTIONS: tuple[Projection, ...] = ("tsne2", "tsne3", "raw")  # as the paper goes


@dataclass(frozen=True)
class Outcomes:
    """The records of one projection.

    Attributes
    ----------
    projection : {"raw", "tsne2", "tsne3"}
        Of all records.
    datasets : tuple of str
        Those with a result, by name.
    methods : tuple of str
        Those with a result, in the order of `METHODS`; others after them, by name.
    done : mapping of str to (mapping of (int, str) to Record)
        For each data set the finished records by trial and method.
    undone : tuple of Record
        Those that failed or ran out of time.
    settings : str
        How they were made, in words.
    """

    projection: Projection
    datasets: tuple[str, ...]
    methods: tuple[str, ...]
    done: Mapping[str, Mapping[tuple[int, str], Record]]
    undone: tuple[Record, ...]
    settings: str = ""

    @property
    def finished(self) -> list[Record]:
        """All finished records."""
        return [record for records in self.done.values() for record in records.values()]

    def table(self, dataset: str, part: Part, score: ScoreName = "auc") -> Floats:
        """Scores on one data set, a row a trial and a column a method; NaN where there is none."""
        records = self.done[dataset]
        row = {trial: i for i, trial in enumerate(sorted({trial for trial, _ in records}))}
        column = {method: j for j, method in enumerate(self.methods)}
        table = np.full((len(row), len(column)), np.nan)
        for (trial, method), record in records.items():
            scores = record.train if part == "train" else record.test
            if scores is not None:
                table[row[trial], column[method]] = getattr(scores, score)
        return table

    @property
    def most_trials(self) -> int:
        """One more than the highest number of a trial."""
        return 1 + max(record.unit.trial for record in self.finished)

    def first(self, trials: int) -> "Outcomes":
        """The same without trials of this number and higher."""
        done = {
            name: {key: record for key, record in of.items() if key[0] < trials}
            for name, of in self.done.items()
        }
        return replace(self, done=done, undone=tuple(r for r in self.undone if r.unit.trial < trials))

    def ratio(self, dataset: str) -> float:
        """Test rows a training row on one data set.

        Halves are drawn; where training rows were then cut away, it stays the ratio of the halves, which is
        on the safe side: shorter training sets overlap less.
        """
        ratios = [record.n_test / record.n_train for record in self.done[dataset].values() if record.n_train]
        return min(float(np.mean(ratios)), 1.0) if ratios else 1.0


def by_projection(
    records: Iterable[Record], settings: Mapping[Projection, str] | None = None
) -> dict[Projection, Outcomes]:
    """Group records by projection.

    Parameters
    ----------
    records : iterable of Record
        In any order; a unit occurs once.
    settings : mapping of str to str, optional
        How those of a projection were made, in words.

    Returns
    -------
    dict of str to Outcomes
        In the order of the paper: R^2, R^3, the original columns. Projections without a finished record are
        left out.

    Examples
    --------
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, trial, auc):
    ...     scores = Scores(auc, auc, auc)
    ...     return Record(Unit("pima", "tsne2", trial, method), "done", train=scores, test=scores)
    >>> aucs = {"LR": [0.7, 0.71, 0.7], "AUC-opt": [0.8, 0.8, 0.82]}
    >>> records = [record(method, t, auc) for method in aucs for t, auc in enumerate(aucs[method])]
    >>> from aucopt.lab.outcomes import by_projection
    >>> by_projection(records)["tsne2"].methods
    ('LR', 'AUC-opt')
    """
    done: dict[str, dict[str, dict[tuple[int, str], Record]]] = defaultdict(lambda: defaultdict(dict))
    undone = defaultdict(list)
    seen = set()
    for record in records:
        unit = record.unit
        if unit in seen:
            raise ValueError(f"Two records of one unit: {', '.join(map(str, unit))}.")
        seen.add(unit)
        if record.status == "done":
            done[unit.projection][unit.dataset][unit.trial, unit.method] = record
        else:
            undone[unit.projection].append(record)
    return {
        projection: Outcomes(
            projection,
            tuple(sorted(done[projection])),
            tuple(sorted({m for of in done[projection].values() for _, m in of}, key=_order)),
            {name: dict(sorted(of.items())) for name, of in sorted(done[projection].items())},
            tuple(sorted(undone[projection], key=lambda record: record.unit)),
            (settings or {}).get(projection, ""),
        )
        for projection in PROJECTIONS
        if done[projection]
    }


def known_method(name: str) -> Method | None:
    """Return what is known of a method; None if records name one that this session has not registered."""
    return {**METHODS, **BEYOND_THE_PAPER}.get(name)


def _order(name: str) -> tuple[int, str]:
    known = [*METHODS, *BEYOND_THE_PAPER]
    return (known.index(name) if name in known else len(known), name)
