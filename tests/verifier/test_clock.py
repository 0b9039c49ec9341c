"""Limits of time and size against files that take for ever, and how far a check is."""

import copy
import json
from itertools import pairwise

import pytest
from certified import integer, sealed, set_to

import aucopt
from aucopt.exact.proof.record import vector
from aucopt.verifier import clock, opening, statement, tree
from aucopt.verifier.clock import Clock, UnfinishedError, VerifyProgress


def test_a_limit_gives_a_verdict_that_is_neither_true_nor_a_failure(proved_by):
    content, X, y = proved_by[2]
    verdict = aucopt.verify(content, X, y, time_limit=0)
    assert not verdict
    assert (verdict.is_finished, verdict.is_understood) == (False, True)
    assert str(verdict).startswith(
        "NOT FINISHED: The time limit of 0 s ended the check when 0% of it was done."
    )
    assert "nothing is proved" in verdict.reason
    in_time = aucopt.verify(content, X, y, time_limit=1000)
    assert in_time
    assert in_time.is_finished


def test_limits_are_numbers_of_seconds(of_arcs):
    for limit in (-1, "soon", float("nan")):
        with pytest.raises(ValueError, match="time_limit must be a number of seconds"):
            aucopt.verify(*of_arcs[2], time_limit=limit)


def test_a_callback_is_told_a_share_that_grows(proved_by, monkeypatch):
    monkeypatch.setattr(clock, "_PAUSE", 0.0)
    seen: list[VerifyProgress] = []
    content, X, y = proved_by[2]
    assert aucopt.verify(content, X, y, callback=seen.append)
    assert len(seen) > 5
    assert all(a.share <= b.share and a.seconds <= b.seconds for a, b in pairwise(seen))
    assert 0.5 < seen[-1].share <= 1


def test_estimates_are_proportional():
    assert VerifyProgress(0.25, 10.0).seconds_left == 30.0
    assert VerifyProgress(0.0, 10.0).seconds_left == float("inf")


def test_parts_share_the_whole():
    watch = Clock()
    watch.enter(0.5, 0.7)
    watch.reach(0.5)
    assert watch.share == pytest.approx(0.6)
    watch.time_limit = 0
    with pytest.raises(UnfinishedError, match="60% of it"):
        watch.check()


def test_a_chain_of_swept_arcs_is_cut_off(of_arcs):
    """A stranger may list as many arcs as a file has room for; the limit holds all the same."""
    content, X, y = copy.deepcopy(of_arcs[2].content), of_arcs[2].X, of_arcs[2].y
    ends = content["faces"][0]["ends"]
    (a, b), (c, d) = ([integer(v) for v in end] for end in ends[:2])
    n = 40_000
    fan = [vector([(n - k) * a + k * c, (n - k) * b + k * d]) for k in range(1, n)]
    content["faces"][0].update(ends=[ends[0], *fan, *ends[1:]], swept=list(range(n)))
    verdict = aucopt.verify(sealed(content), X, y, time_limit=0.3)
    assert not verdict
    assert not verdict.is_finished


def test_files_and_numbers_that_are_too_long_are_not_checked(of_cones, tmp_path, monkeypatch):
    content, X, y = of_cones[2]
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(content))
    monkeypatch.setattr(opening, "LONGEST_FILE", 100)
    assert str(aucopt.verify(path, X, y)) == (
        "NOT CHECKED: This version of aucopt does not check files of more than 100 bytes."
    )
    long = copy.deepcopy(content)
    set_to("faces", 0, "basis", 0, 0, to=hex(1 << (1 << 18)))(long)
    verdict = aucopt.verify(sealed(long), X, y)
    assert "numbers of more than 262,144 bits" in verdict.reason
    assert not verdict.is_understood
    monkeypatch.setattr(statement, "_MOST_BITS", 80)
    assert "numbers of more than 80 bits" in aucopt.verify(content, X, y).reason


def test_trees_of_too_many_cones_are_not_checked(of_cones, monkeypatch):
    monkeypatch.setattr(tree, "_MOST_CONES", 40)
    monkeypatch.setattr(tree, "_LOOK", 16)
    assert "trees of more than 40 cones" in aucopt.verify(*of_cones[2]).reason
