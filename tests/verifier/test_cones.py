"""Trees of cones: hand-made ones bound what they should, and changed ones are refused."""

import base64
import copy
import zlib

import pytest
from certified import check_refused, sealed, set_to

import aucopt
from aucopt.verifier.cones import ConeTree
from aucopt.verifier.points import merge_points
from aucopt.verifier.statement import FailedError
from aucopt.verifier.steps import COUNTS, CUT, NORMALISE, SPLIT, StepReader


class Listed(StepReader):
    """Steps from a list."""

    def __init__(self, steps):
        super().__init__(bytes(len(steps)))
        self.steps = steps

    def step(self):
        self.number(1)
        return self.steps[self.at - 1]


# A positive between two negatives, and another one far out: no direction ranks all four pairs right.
POINTS = merge_points([[0, -1, 1, 5], [0, -1, 1, 0]], [1, 0, 0, 1], [0, 1, 1, 0])
AXES = [(1, 0), (0, 1)]


def bound(steps, limit, merged=False):
    tree = ConeTree(POINTS, merged, AXES, Listed(steps))
    tree.bound([(1, -1), (1, -1)], limit)
    return tree.n_cones


def test_trees_are_held_to_the_limit():
    assert bound([(COUNTS,)] * 4, 4) == 4
    with pytest.raises(FailedError, match="pairs may be right, but the claim allows only 3"):
        bound([(COUNTS,)] * 4, 3)
    assert bound([(COUNTS,)] * 4, 3, merged=True) == 4
    split = [(NORMALISE,), (SPLIT, 0, 1), (COUNTS,), (COUNTS,)]
    assert bound([*split, *[(COUNTS,)] * 3], 3, merged=True) == 6


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([(COUNTS,)] * 3, "ends in the middle of cone 4"),
        ([(COUNTS,)] * 5, "has further bytes after its last cone"),
        ([(NORMALISE,), (NORMALISE,)], "twice"),
        ([(SPLIT, 1, 0)], "an edge that does not exist"),
        ([(SPLIT, 0, 1 << 17)], "a number that is too long"),
        ([(CUT, 0, 0, 4)], "points that do not exist"),
        ([(CUT, 0, -1, 1)], "points that do not exist"),
        ([(CUT, 0, 2, 0)], "the same way at both ends of its edge"),
    ],
)
def test_steps_that_cannot_be_are_refused(steps, words):
    with pytest.raises(FailedError, match=words):
        bound(steps if len(steps) > 1 else [*steps, *[(COUNTS,)] * 5], 4)


def test_a_cut_makes_the_vertex_where_its_pair_ties():
    assert POINTS.at == [(-1, -1), (0, 0), (1, 1), (5, 0)]
    tree = ConeTree(POINTS, False, AXES, Listed([]))
    # The points (5, 0) and (1, 1) have equal scores along (1, 4).
    assert tree.new_vertex(0, AXES, (CUT, 0, 3, 2)) == ((0, 1), (1, 4))
    # Everything is decided on both sides: 2 and 3 of 4 pairs are right, and never more elsewhere.
    cut = [(CUT, 0, 3, 2), (COUNTS,), (COUNTS,)]
    assert bound([*cut, *[(COUNTS,)] * 3], 3, merged=True) == 6


def unpack(content):
    return zlib.decompress(base64.b64decode(content["faces"][0]["tree"]))


def pack(content, tree):
    content["faces"][0]["tree"] = base64.b64encode(zlib.compress(tree)).decode()


def size_at(version, tree, at):
    """The bytes of a step: in version 1 a number has four, in version 2 it ends with a byte below 128."""
    n_numbers = 0 if tree[at] < 2 else 1 + tree[at] % 2
    if version == 1:
        return 1 + 4 * n_numbers
    last = at
    for _ in range(n_numbers + (n_numbers > 0)):
        last = next(i for i in range(last + 1, len(tree)) if tree[i] < 128)
    return last + 1 - at


def subtree_end(version, tree, at):
    waiting = 1
    while waiting:
        waiting += {0: -1, 1: 0}.get(tree[at], 1)
        at += size_at(version, tree, at)
    return at


def rest(version, tree):
    """All but the first step, which is a split."""
    assert tree[0] > 1
    return tree[size_at(version, tree, 0) :]


def other_edge(version, tree):
    """The first split at another edge."""
    where, step = (0, 2) if version == 1 else (1, 1)
    edge = (tree[0] - 2) // 2 if version == 1 else tree[1]
    return tree[:where] + bytes([tree[where] + (step if edge == 0 else -step)]) + tree[where + 1 :]


def no_edge(version, tree):
    return b"\xfe" + tree[1:] if version == 1 else b"\x02\x7f" + tree[2:]


def cut(points):
    """The first cone cut by a point and itself, of version 1 and 2."""
    return lambda version, tree: (
        (b"\x03" + points * 8, b"\x03\x00" + points * 2)[version - 1] + rest(version, tree)
    )


def long_shift(version, tree):
    code = (tree[:1], tree[:2])[version - 1]
    return code + (b"\xff\xff\xff\x7f", b"\xfe\xff\xff\xff\x0f")[version - 1] + rest(version, tree)


OF_TREES = {
    "a tree cut off": lambda version, tree: tree[:-1],
    "half a tree": lambda version, tree: tree[: len(tree) // 2],
    "a tree that goes on": lambda version, tree: tree + b"\x00",
    "a tree that goes on with half a step": lambda version, tree: tree + b"\x02",
    "a split left out": lambda version, tree: b"\x00" + rest(version, tree),
    "one cone that was not split": lambda version, tree: b"\x00" * 8,
    "an edge that is not there": no_edge,
    "shortened twice": lambda version, tree: b"\x01\x01" + tree,
    "another edge": other_edge,
    "a cut by a pair on one side": cut(b"\x00"),
    "a cut by points that are not there": cut(b"\x7f"),
    "a shift out of reason": long_shift,
}

OF_FACES = {
    "nothing packed": set_to("faces", 0, "tree", to=""),
    "packed in another way": set_to("faces", 0, "tree", to="no base64!"),
    "packed and cut": lambda c: set_to("faces", 0, "tree", to=c["faces"][0]["tree"][:-8])(c),
    "no text": set_to("faces", 0, "tree", to=None),
    "a basis of two": lambda c: c["faces"][0]["basis"].pop(),
    "a basis in a plane": lambda c: set_to("faces", 0, "basis", 2, to=c["faces"][0]["basis"][1])(c),
    "another basis": set_to("faces", 0, "basis", to=[[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "a basis of zeros": set_to("faces", 0, "basis", 0, to=[0, 0, 0]),
    "merged or not": lambda c: c["faces"][0].pop("merged"),
    "perhaps merged": set_to("faces", 0, "merged", to=1),
}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("kind", OF_TREES)
def test_changed_trees_are_refused(of_cones, version, kind):
    content, X, y = of_cones[version]
    check_refused(content, lambda c: pack(c, OF_TREES[kind](version, unpack(c))), X, y)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("kind", OF_FACES)
def test_changed_faces_of_cones_are_refused(of_cones, version, kind):
    content, X, y = of_cones[version]
    check_refused(content, OF_FACES[kind], X, y)


@pytest.mark.parametrize("version", [1, 2])
def test_parts_left_out_are_missed(of_cones, version):
    """A split that is left out is missed, unless the cone was split before the optimum was known."""
    content, X, y = of_cones[version]
    content, tree = copy.deepcopy(content), unpack(content)
    at, tried, refused = 0, 0, 0
    while at < len(tree) and tried < 60:
        size = size_at(version, tree, at)
        if size > 1:
            pack(content, tree[:at] + b"\x00" + tree[subtree_end(version, tree, at) :])
            verdict = aucopt.verify(sealed(content), X, y)
            assert verdict or "pairs may be right, but the claim allows only" in verdict.reason
            tried, refused = tried + 1, refused + (not verdict)
        at += size
    assert refused > 10
