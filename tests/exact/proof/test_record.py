"""What searches write down: the verifier reads it back step by step."""

import base64
import sys
import zlib

import numpy as np
import pytest
from certified import gaussians, solve_and_check
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.exact.proof.record import (
    ConeLog,
    box_tokens_to_bytes,
    halving,
    number,
    split_token,
    tokens_to_bytes,
    vector,
)
from aucopt.kernels.cone.explore import CLOSED, CODE_BITS, LEFT, ROW_BITS, SPLIT
from aucopt.verifier.steps import COUNTS, CUT, NORMALISE
from aucopt.verifier.version_2 import FaceProofV2


def read_steps(tree):
    """All steps of some bytes, as the verifier reads them."""
    reader, steps = FaceProofV2((0, 1), (), "cones", tree=tree).steps, []
    while not reader.is_done:
        steps.append(reader.step())
    return steps


def test_steps_are_read_back_as_they_were_noted():
    log = np.array(
        [
            (SPLIT + 2 * 119) | -5 << CODE_BITS,
            (SPLIT + 1 + 2 * 7) | (123_456 << ROW_BITS | 16_000_000) << CODE_BITS,
            CLOSED,
            LEFT,
            SPLIT | 70_000 << CODE_BITS,
            CLOSED,
        ],
        dtype=np.int64,
    )
    pieces = tokens_to_bytes(log)
    assert [read_steps(piece) for piece in pieces] == [
        [(2, 119, -5), (CUT, 7, 123_456, 16_000_000), (COUNTS,), (NORMALISE,)],
        [(2, 0, 70_000), (COUNTS,)],
    ]
    # The bytes as they are described: a kind, then numbers of seven bits a byte.
    assert pieces[0] == bytes([2, 119, 9, 3, 7, 0xC0, 0xC4, 7, 0x80, 0xC8, 0xD0, 7, 0, 1])
    assert pieces[1] == bytes([2, 0, 0xE0, 0xC5, 8, 0])


def test_points_are_named_as_certificates_number_them():
    cut = np.array([(SPLIT + 1) | (2 << ROW_BITS | 0) << CODE_BITS, SPLIT | 2 << CODE_BITS, CLOSED])
    stated = np.array([1, 2, 0])
    assert read_steps(b"".join(tokens_to_bytes(cut, stated))) == [(CUT, 0, 0, 1), (2, 0, 2), (COUNTS,)]


@pytest.mark.parametrize("n", [2, 3, 5, 16])
def test_edges_are_counted_in_lexicographic_order(n):
    edges = [(a, b) for a in range(n) for b in range(a + 1, n)]
    for edge, (a, b) in enumerate(edges):
        assert read_steps(b"".join(tokens_to_bytes(split_token(n, a, b, 3)))) == [(2, edge, 3)]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 119), st.integers(-(2**31), 2**31), st.integers(0, 2**24 - 1))))
def test_numbers_of_all_sizes_are_read_back(splits):
    log, expected = [], []
    for edge, shift, j in splits:
        i = abs(shift) % 2**24
        log += [(SPLIT + 2 * edge) | shift << CODE_BITS]
        log += [(SPLIT + 1 + 2 * edge) | (i << ROW_BITS | j) << CODE_BITS]
        expected += [(2, edge, shift), (CUT, edge, i, j)]
    assert read_steps(b"".join(tokens_to_bytes(np.array(log, dtype=np.int64)))) == expected


def test_a_tree_has_each_cone_before_its_parts_and_ends_where_nothing_is_known():
    log = ConeLog([(1, 0), (0, 1)], 2)
    first, second = log.new_node(), log.new_node()
    log.add(0, [b"a", b"b", b"c"], [first, second])
    log.add(second, [b"d"], [])
    assert (first, second) == (2, 3)
    assert log.tree() == b"a" + b"\x00" + b"bd" + b"c" + b"\x00"


def test_long_integers_are_hexadecimal():
    assert vector([0, -7, (1 << 53) - 1]) == [0, -7, (1 << 53) - 1]
    assert (number(1 << 53), number(-(1 << 60))) == ("0x20000000000000", "-0x1000000000000000")


def test_cones_that_are_handed_back_go_on_elsewhere(monkeypatch):
    X, y = gaussians(40, 3)
    explorer = sys.modules["aucopt.exact.solvers.cone.explorer"]
    monkeypatch.setattr(explorer, "BUDGET", 500)
    by_budget = solve_and_check(X, y)
    monkeypatch.setattr(explorer, "_LOG", 50)
    by_log = solve_and_check(X, y)
    # Lists of open pairs that do not fit are split by their cones.
    memory = solve_and_check(gaussians(150, 3)[0], np.arange(150) % 2, memory=1)
    assert by_budget.bound_exact == by_log.bound_exact
    for certificate in (by_budget, by_log, memory):
        assert certificate.status == "optimal"
        steps = read_steps(zlib.decompress(base64.b64decode(certificate.content["faces"][0]["tree"])))
        assert (NORMALISE,) in steps


def test_steps_of_boxes_are_written_with_their_points_of_reference() -> None:
    # Closed, halved along axis 1, tilted at parts 0, -1 and 7, handed back, closed.
    tilted = 2 | (8 | 7 << 4 | 15 << 8) << 8
    pieces = box_tokens_to_bytes(np.array([0, 3 + 1, tilted, 1, 0]), 3)
    assert pieces == [bytes([0, 7, 1, 16, 0, 1, 14]), bytes([0])]
    assert halving(2) == bytes([7, 2])
    assert box_tokens_to_bytes(np.array([], dtype=np.int64), 3) == [b""]
