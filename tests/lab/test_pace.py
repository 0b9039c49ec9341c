"""How long the rest of a study will take."""

from aucopt.lab import Record, Unit
from aucopt.lab.pace import Pace, count_kinds

DONE = Record(Unit("pima", "tsne2", 0, "LR"), "done", elapsed=9.5)
FAILED = Record(Unit("german", "tsne2", 1, "LR"), "failed", "no", elapsed=0.5)


def test_pace_takes_the_nearest_that_is_known():
    pace = Pace()
    assert pace.seconds(count_kinds([DONE.unit])) is None
    for record in (DONE, FAILED):
        pace.add(record)
    assert pace.seconds(count_kinds([DONE.unit, DONE.unit])) == 19.0
    assert pace.seconds({("oil", "LR"): 1, ("oil", "SVM"): 1}) == 10.0
    assert pace.seconds({}) == 0.0
