"""The search for the rim of a region: what it promises of time and threads."""

from strategies import two_clouds

import aucopt


def test_ranges_do_not_depend_on_threads_and_grow_when_time_is_up():
    X, y = two_clouds(40, 3)
    found = [aucopt.weight_ranges(X, y, 0.01, tolerance=0.02, n_jobs=k) for k in (1, 2)]
    assert found[0].low.tolist() == found[1].low.tolist()
    assert found[0].high.tolist() == found[1].high.tolist()
    hurried = aucopt.weight_ranges(X, y, 0.01, time_limit=0)
    assert hurried.status == "time_limit"
    assert (hurried.low <= found[0].certain_low + 1e-9).all()
    assert (hurried.high >= found[0].certain_high - 1e-9).all()
