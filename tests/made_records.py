"""Records for tests of tables and figures: made up, with known winners."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from aucopt.lab.outcomes import by_projection
from aucopt.lab.records import Projection, Record, Scores, Unit

# A unit that is done and one that failed, with everything that a store keeps.
DONE = Record(
    Unit("pima", "tsne2", 0, "LR"),
    "done",
    train=Scores(2 / 3, 0.5, 0.1),
    test=Scores(1 / 3, 0.25, 0.0),
    n_train=10,
    n_test=11,
    bound=0.1 + 0.2,
    parameters={"C": np.float64(0.1), "k": np.int64(3)},
    seconds=1.5,
    elapsed=9.5,
    host="here",
)
FAILED = Record(Unit("german", "tsne2", 1, "LR"), "failed", 'ValueError: "no", it said', elapsed=0.5)
# AUC-opt wins on the first set, LR on the last, and SVM nowhere; on "even" all are the same.
THREE = {
    "clear": {
        "LR": [0.80, 0.81, 0.80, 0.81],
        "SVM": [0.70, 0.71, 0.70, 0.71],
        "AUC-opt": [0.90, 0.91, 0.90, 0.92],
    },
    "even": {name: [0.6, 0.7, 0.8, 0.7] for name in ("LR", "SVM", "AUC-opt")},
    "turned": {
        "LR": [0.90, 0.91, 0.90, 0.92],
        "SVM": [0.6, 0.85, 0.7, 0.8],
        "AUC-opt": [0.80, 0.81, 0.80, 0.81],
    },
}


def record(
    dataset: str,
    method: str,
    trial: int,
    train: float,
    test: float,
    *,
    projection: Projection = "tsne2",
    bound: float | None = None,
    seconds: float = 0.5,
) -> Record:
    """A finished unit whose balanced accuracy is its AUC less 0.1, and its F1 its AUC less 0.2."""
    return Record(
        Unit(dataset, projection, trial, method),
        "done",
        train=Scores(train, train - 0.1, train - 0.2),
        test=Scores(test, test - 0.1, test - 0.2),
        n_train=100,
        n_test=100,
        bound=bound,
        parameters={},
        seconds=seconds,
    )


def from_scores(
    scores: Mapping[str, Mapping[str, Sequence[float]]], *, projection: Projection = "tsne2"
) -> list[Record]:
    """Finished units from test AUCs by data set, method and trial; training AUCs are 0.05 higher."""
    return [
        record(dataset, method, trial, value + 0.05, value, projection=projection)
        for dataset, of in scores.items()
        for method, values in of.items()
        for trial, value in enumerate(values)
    ]


def random_records(
    methods: Iterable[str], *, n_sets: int = 4, n_trials: int = 5, projection: Projection = "tsne2"
) -> list[Record]:
    """Finished units with noise; methods further back are better, AUC-opt proves its training AUC."""
    random = np.random.default_rng(5)
    made = []
    for s in range(n_sets):
        level = random.uniform(0.6, 0.8)
        for trial in range(n_trials):
            luck = random.normal(0, 0.02)
            for rank, method in enumerate(methods):
                train = level + luck + 0.01 * rank + random.normal(0, 0.004)
                made.append(
                    record(
                        f"set{s}",
                        method,
                        trial,
                        train,
                        train - 0.02 + random.normal(0, 0.01),
                        projection=projection,
                        bound=train if method == "AUC-opt" else None,
                        seconds=float(random.uniform(0.1, 2)),
                    )
                )
    return made


def outcomes_of(records):
    """The outcomes of records of one projection."""
    (outcomes,) = by_projection(records).values()
    return outcomes
