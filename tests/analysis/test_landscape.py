"""What surrounds a score: planes towards its rival, ranges of its weights, ROC curves."""

import pytest
from made_analysis import analysed, make_rows

from aucopt.analysis.fit import BEST
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import LOGISTIC, SINGLE


@pytest.mark.parametrize(("rival", "shown"), [(LOGISTIC, {LOGISTIC}), (SINGLE, set())])
def test_a_rival_of_one_column_has_no_plane_of_its_own(rival, shown):
    X, y = make_rows(60, 3, [1, 0.9, 0])
    found, _ = analysed(X, y, rival=rival, seconds=0)
    around = survey(found, seconds=0)
    assert around.profile is None
    assert around.ranges is None
    assert {plane.name for plane in around.planes} - {"a alone", "b alone", "c alone"} == shown
    assert set(around.roc) == {BEST, rival}


def test_two_columns_have_a_profile_and_ranges_for_any_number_of_threads():
    X, y = make_rows(60, 2, [1, 0.5])
    found, _ = analysed(X, y, seconds=0)
    one, two = (survey(found, n_jobs=n_jobs) for n_jobs in (None, 2))
    assert one.profile is not None
    assert one.planes == ()
    assert one.ranges.low.tolist() == two.ranges.low.tolist()
