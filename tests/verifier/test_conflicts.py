"""Trees of conflicts: hand-made ones bound what they should, and changed ones are refused."""

import base64
import copy
import zlib

import numpy as np
import pytest
from certified import check_refused, gaussians, sealed, set_to, solve_and_check

import aucopt
from aucopt.verifier.clock import Clock
from aucopt.verifier.conflicts import ConflictTree, group_pairs
from aucopt.verifier.points import merge_points
from aucopt.verifier.statement import FailedError
from aucopt.verifier.version_2 import FaceProofV2

# A positive at the origin and negatives around it: two of the three pairs can be right.
TRIANGLE = merge_points([[0, 2, -1, -2], [0, -1, 2, -2]], [1, 0, 0, 0], [0, 1, 1, 1])
# Of the vectors (-2, 1), (1, -2), (1, 1), in this order, all three cancel.
ALL = bytes([3, 0, 1, 1, 2, 1, 1, 4, 1, 1])


def bound(table, tree, limit, signs=(0, 0), points=TRIANGLE):
    proof = FaceProofV2((0, 1), (), "conflicts", tree=bytes(tree), table=bytes(table))
    checked = ConflictTree(points, signs, proof.conflicts)
    checked.bound(proof.steps, limit)
    return checked.n_nodes


def test_groups_point_to_their_larger_side():
    groups = group_pairs(TRIANGLE, Clock())
    assert groups.vectors == [(-2, 1), (1, -2), (1, 1)]
    assert (groups.weight, groups.most) == ([1, 1, 1], 3)
    # Negatives on both sides of a positive, one of them heavier, and one on the positive itself.
    line = merge_points([[0, 3, -3, 0, 0, 0], [0, 0, 0, 0, 4, -4]], [1, 0, 0, 0, 0, 0], [0, 5, 2, 1, 3, 3])
    groups = group_pairs(line, Clock())
    assert (groups.vectors, groups.weight, groups.most) == ([(-1, 0)], [3], 8)


def test_one_pair_of_a_conflict_is_lost():
    assert bound(ALL, [17, 1, 0, 1], 2) == 1
    with pytest.raises(FailedError, match="node 1: 2 pairs may be right, but the claim allows only 1"):
        bound(ALL, [17, 1, 0, 1], 1)
    with pytest.raises(FailedError, match="node 1: 3 pairs may be right, but the claim allows only 2"):
        bound(ALL, [17, 0], 2)


def test_what_is_held_makes_conflicts_bind_more():
    # Where the first group is right, one of the others is wrong; where it is wrong, it is lost itself.
    assert bound(ALL, [6, 0, 17, 1, 0, 1, 17, 0], 2) == 3
    # Held wrong, (2, -1) and (-1, 2) and (-1, -1) cancel too: not all groups can be wrong.
    none = bytes([3, 1, 1, 1, 3, 1, 1, 5, 1, 1])
    all_wrong = [6, 0, 17, 1, 0, 1, 6, 1, 17, 0, 6, 2, 17, 0, 17, 1, 1, 0]
    assert bound(ALL + none, all_wrong, 2) == 7
    # With all of a conflict held, no direction is left, whatever the limit.
    assert bound(ALL, [6, 0, 6, 1, 6, 2, 17, 1, 0, 0, 17, 0, 17, 0, 17, 0], 2) == 7


def test_signs_may_take_what_is_left_of_a_sum():
    # With a negative first and a positive second weight, (1, -2) is wrong by itself.
    alone = bytes([1, 2, 1, 1])
    assert bound(alone, [17, 1, 0, 1], 2, signs=(-1, 1)) == 1
    for signs in ((0, 0), (1, 1), (-1, 0), (0, 1), (-1, -1)):
        with pytest.raises(FailedError, match="conflict 0: its multipliers do not cancel its vectors"):
            bound(alone, [17, 1, 0, 1], 2, signs=signs)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([0], "conflict 0 is empty"),
        ([3, 0, 1, 1, 2, 1, 1, 4, 0], "conflict 0 has a multiplier of zero"),
        ([3, 0, 0, 2, 0, 4, 0], "conflict 0 has a multiplier of zero"),
        ([3, 0, 1, 1, 2, 1, 1, 4, 1, 2], "do not cancel"),
        ([3, 1, 1, 1, 2, 1, 1, 4, 1, 1], "do not cancel"),
        ([2, 0, 1, 1, 2, 1, 1], "do not cancel"),
        ([3, 0, 1, 1, 2, 1, 1, 6, 1, 1], "names group 3, but there are only 3 groups"),
        ([*ALL, 3, 0, 1], "ends in the middle of conflict 1"),
    ],
)
def test_conflicts_that_are_none_are_refused(table, words):
    with pytest.raises(FailedError, match=words):
        bound(table, [17, 1, 0, 1], 2)


@pytest.mark.parametrize("number", [[2, 1, 0], [1, 0]])
def test_multipliers_have_one_form(number):
    with pytest.raises(ValueError, match="not in its shortest form"):
        bound([3, 0, *number, 2, 1, 1, 4, 1, 1], [17, 1, 0, 1], 2)
    with pytest.raises(ValueError, match="too long"):
        bound([3, 0, 0x81, 0x80, 0x04, *bytes(65_537)], [17, 1, 0, 1], 2)


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ([], "ends in the middle of node 1"),
        ([6, 0, 17, 1, 0, 1], "ends in the middle of node 3"),
        ([17, 1, 0], "ends in the middle of node 1"),
        ([17, 1, 0, 1, 17], "has further bytes after its last node"),
        ([6, 3], "node 1 divides on group 3, which is not open"),
        ([6, 0, 6, 0], "node 2 divides on group 0, which is not open"),
        ([17, 1, 1, 1], "names conflict 1 of 1"),
        ([17, 1, 0, 2], "take more than the weight of group 0"),
        ([17, 2, 0, 1, 0, 1], "take more than the weight of group 0"),
        ([6, 0, 17, 1, 0, 1, 17, 1, 0, 1], "node 3: conflict 0 cannot be used there"),
        ([2, 0, 0], "does not check steps of kind 2 in a tree of conflicts"),
    ],
)
def test_trees_that_cannot_be_are_refused(tree, words):
    with pytest.raises(FailedError, match=words):
        bound(ALL, tree, 2)


def test_weights_are_shared_in_units_of_their_common_divisor():
    heavy = merge_points([[0, 2, -1, -2], [0, -1, 2, -2]], [6, 0, 0, 0], [0, 1, 2, 3])
    assert group_pairs(heavy, Clock()).weight == [6, 12, 18]
    assert bound(ALL, [17, 1, 0, 1], 30, points=heavy) == 1
    with pytest.raises(FailedError, match="take more than the weight of group 0"):
        bound(ALL, [17, 1, 0, 2], 30, points=heavy)


@pytest.fixture(scope="module")
def of_conflicts():
    X, y = gaussians(16, 4, seed=3)
    return solve_and_check(X, y, solver="conflict").content, X, y


def unpacked(content, name):
    return zlib.decompress(base64.b64decode(content["faces"][0][name]))


def repacked(name, data):
    return set_to("faces", 0, name, to=base64.b64encode(zlib.compress(data)).decode())


def test_changed_multipliers_are_refused(of_conflicts):
    """Every byte of a conflict counts: which groups, on which side, and how often."""
    content, X, y = of_conflicts
    table = unpacked(content, "conflicts")
    rng = np.random.default_rng(0)
    for at in rng.choice(len(table), 60, replace=False):
        changed = bytearray(table)
        changed[at] ^= 1 << int(rng.integers(8))
        check_refused(content, repacked("conflicts", bytes(changed)), X, y)


def test_changed_trees_prove_nothing_wrong(of_conflicts):
    """A changed tree is refused, or proves the same bound in another way: never a lower one."""
    content, X, y = of_conflicts
    tree = unpacked(content, "tree")
    rng = np.random.default_rng(1)
    for at in rng.choice(len(tree), 60, replace=False):
        changed = copy.deepcopy(content)
        repacked("tree", tree[:at] + bytes([tree[at] ^ 1 << int(rng.integers(7))]) + tree[at + 1 :])(changed)
        changed["claim"]["bound"] -= 1
        changed["claim"]["status"] = "time_limit"
        assert not aucopt.verify(sealed(changed), X, y)


OF_FACES = {
    "no conflicts": repacked("conflicts", b""),
    "no tree": repacked("tree", b""),
    "one end": repacked("tree", b"\x11\x00"),
    "conflicts packed in another way": set_to("faces", 0, "conflicts", to="no base64!"),
    "a tree that is no text": set_to("faces", 0, "tree", to=None),
    "no field of conflicts": lambda c: c["faces"][0].pop("conflicts"),
    "proved by cones": set_to("faces", 0, "method", to="cones"),
    "another scale": set_to("faces", 0, "scale", 0, to="3"),
}


@pytest.mark.parametrize("kind", OF_FACES)
def test_changed_faces_of_conflicts_are_refused(of_conflicts, kind):
    content, X, y = of_conflicts
    check_refused(content, OF_FACES[kind], X, y)


def test_the_verdict_says_what_was_checked(of_conflicts):
    content, X, y = of_conflicts
    verdict = aucopt.verify(content, X, y)
    assert verdict.checked["conflicts"] > 5
    assert verdict.checked["nodes"] > 5
    assert "conflicts" in str(verdict)


def test_a_limit_ends_the_check(of_conflicts):
    content, X, y = of_conflicts
    verdict = aucopt.verify(content, X, y, time_limit=0.0)
    assert not verdict
    assert "time limit" in verdict.reason
