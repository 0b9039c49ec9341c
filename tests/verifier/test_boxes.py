"""Trees of boxes: hand-made ones bound what they should, changed multipliers and halves are refused."""

import base64
import copy
import zlib

import numpy as np
import pytest
from certified import check_refused, gaussians, sealed, solve_and_check

import aucopt
from aucopt.verifier import boxes
from aucopt.verifier.boxes import BoxTree
from aucopt.verifier.points import merge_points
from aucopt.verifier.statement import FailedError
from aucopt.verifier.steps import COUNTS, CUT_UP, HALVE, NORMALISE, SPLIT, TILTED, StepReader

# A positive between two negatives, and another one far out: no direction ranks all four pairs right.
POINTS = merge_points([[0, -1, 1, 5], [0, -1, 1, 0]], [1, 0, 0, 1], [0, 1, 1, 0])
AXES = [(1, 0), (0, 1)]
BOTH = [(1, -1), (1, -1)]


class Listed(StepReader):
    """Steps from a list."""

    def __init__(self, steps):
        super().__init__(bytes(len(steps)))
        self.steps = steps

    def step(self):
        self.number(1)
        return self.steps[self.at - 1]


def bound(steps, limit, merged=False, sides=BOTH):
    tree = BoxTree(POINTS, merged, AXES, Listed(steps))
    tree.bound(sides, limit)
    return tree.n_cones


def test_trees_are_held_to_the_limit() -> None:
    assert bound([(COUNTS,)] * 4, 3) == bound([(COUNTS,)] * 4, 3, merged=True) == 4
    with pytest.raises(FailedError, match="a box: 3 pairs may be right, but the claim allows only 2"):
        bound([(COUNTS,)] * 4, 2)
    # Weights that are not negative: two boxes.
    assert bound([(COUNTS,)] * 2, 3, sides=[(1,), (1,)]) == 2
    assert bound([(HALVE, 0), (COUNTS,), (CUT_UP,), (COUNTS,), *[(COUNTS,)] * 3], 4) == 7


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([(COUNTS,)] * 3, "ends in the middle of cone 4"),
        ([(COUNTS,)] * 5, "has further bytes after its last cone"),
        ([(HALVE, 1), *[(COUNTS,)] * 5], "an axis that does not exist"),
        ([(HALVE, 0)] * 61 + [(COUNTS,)] * 65, "too often"),
        ([(SPLIT, 0, 0), *[(COUNTS,)] * 5], "no edges to split"),
        ([(NORMALISE,), *[(COUNTS,)] * 4], "has no common divisors"),
        ([(CUT_UP,), (HALVE, 0), *[(COUNTS,)] * 5], "parts that are not boxes"),
        ([(TILTED, 8), *[(COUNTS,)] * 3], "outside its box"),
        ([(6,)], "is not allowed for this cone"),
    ],
)
def test_steps_that_cannot_be_are_refused(steps, words) -> None:
    with pytest.raises(FailedError, match=words):
        bound(steps, 2 if steps[0][0] == TILTED else 4)


def test_what_int64_leaves_in_doubt_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few bits nothing is decided fast, and all of it is decided exactly."""
    X, y = gaussians(16, 4, seed=5)
    certificate = solve_and_check(X, y, solver="cone")
    monkeypatch.setattr(boxes, "_SCORE_BITS", 9)
    assert aucopt.verify(certificate, X, y)


def test_heavy_weights_are_verified_in_integers_of_any_size() -> None:
    X, y = gaussians(12, 4, seed=2)
    weight = np.random.default_rng(0).integers(1, 1 << 20, 12)
    solve_and_check(X, y, weight, solver="cone")


@pytest.fixture(scope="module")
def of_boxes():
    X, y = gaussians(24, 4, seed=5)
    return solve_and_check(X, y, solver="cone").content, X, y


def unpack(content):
    return zlib.decompress(base64.b64decode(content["faces"][0]["tree"]))


def pack(content, tree):
    content["faces"][0]["tree"] = base64.b64encode(zlib.compress(bytes(tree))).decode()


def steps_of(tree):
    """Where steps begin in a tree of four columns, by kind."""
    found, at = {COUNTS: [], HALVE: [], TILTED: []}, 0
    while at < len(tree):
        found[tree[at]].append(at)
        at += {COUNTS: 1, HALVE: 2, TILTED: 4}[tree[at]]
    return found


def test_changed_multipliers_are_refused_or_prove_the_same(of_boxes) -> None:
    """Another point of reference is another proof; hardly any proves as much."""
    content, X, y = of_boxes
    content, tree = copy.deepcopy(content), unpack(content)
    tilted = steps_of(tree)[TILTED]
    assert len(tilted) > 20
    refused = 0
    for at in tilted[:20]:
        for place in range(1, 4):
            changed = bytearray(tree)
            changed[at + place] = 14 if changed[at + place] != 14 else 13
            pack(content, changed)
            verdict = aucopt.verify(sealed(content), X, y)
            assert verdict or "may be right, but the claim allows only" in verdict.reason
            refused += not verdict
    assert refused > 3


def test_changed_trees_are_refused(of_boxes) -> None:
    content, X, y = of_boxes
    tree = unpack(content)
    places = steps_of(tree)
    first = places[TILTED][0]
    for changed in (
        tree[:first] + b"\x00" + tree[first + 4 :],
        tree[:first] + b"\x10\x10" + tree[first + 2 :],
        tree[:-1],
        tree + b"\x00",
        b"\x00" * 8,
        b"\x07\x03" + tree[2:],
    ):
        check_refused(content, lambda c, new=changed: pack(c, new), X, y)


def test_another_method_or_basis_is_refused(of_boxes) -> None:
    content, X, y = of_boxes
    check_refused(content, lambda c: c["faces"][0].update(method="cones"), X, y)
    check_refused(content, lambda c: c["faces"][0]["basis"].reverse(), X, y)
    check_refused(content, lambda c: c["faces"][0]["basis"].pop(), X, y)
    signed = solve_and_check(X, y, solver="cone", signs=[1, 1, 0, -1]).content
    last = signed["faces"][-1]["basis"]
    assert last[-1] == [0, 0, 0, -1]
    check_refused(signed, lambda c: c["faces"][-1].update(basis=np.eye(4, dtype=int).tolist()), X, y)
