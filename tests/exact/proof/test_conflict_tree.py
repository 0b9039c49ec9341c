"""What a search on which pairs are wrong writes down: the verifier reads it back."""

import base64
import zlib

import numpy as np
import pytest

from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.conflict_tree import Conflict, ConflictLog, conflicts_part
from aucopt.verifier.steps import BRANCH, CONFLICTS
from aucopt.verifier.version_2 import FaceProofV2


def test_nodes_are_written_depth_first_and_conflicts_as_they_are_named():
    log = ConflictLog()
    log.end(0, ((0, 4),))
    log.divide(0, 1, 1)
    log.end(1, ((2, 2), (0, 6)))
    log.end(2, ())
    log.divide(2, 0, 3)
    log.end(3, ((0, 0),))
    log.end(4, ((2, 2),))
    assert log.depth_first() == [1, ((2, 2), (0, 6)), 0, ((0, 0),), ((2, 2),)]
    conflicts = [Conflict((0, 1, 3), (1, 300, 1 << 70)), Conflict((2,), (5,)), Conflict((2, 4), (7, 1))]
    problem = Problem.read([[0, 1], [1, 0], [2, 2]], [0, 1, 0])
    part = conflicts_part(problem, log, conflicts, [2, 4, 6])
    assert (part["method"], part["columns"]) == ("conflicts", [0, 1])
    tree, table = (zlib.decompress(base64.b64decode(part[name])) for name in ("tree", "conflicts"))
    proof = FaceProofV2((0, 1), (), "conflicts", tree=tree, table=table)
    steps = proof.steps
    assert [steps.step() for _ in range(5)] == [
        (BRANCH, 1),
        (CONFLICTS, 0, 1, 1, 3),
        (BRANCH, 0),
        (CONFLICTS, 1, 0),
        (CONFLICTS, 0, 1),
    ]
    assert steps.is_done
    # The conflict that nobody names is left out; group and side share a number.
    assert table == bytes([2, 4, 1, 7, 3, 1, 1, 3, 0, 1, 1, 2, 2, 44, 1, 1, 9, *bytes(8), 64])
    reader = proof.conflicts
    assert [reader.natural(), reader.natural(), reader.long()] == [2, 4, 7]


@pytest.mark.parametrize("n_nodes", [1, 2000])
def test_deep_trees_are_no_problem(n_nodes):
    log = ConflictLog()
    log.end(0, ())
    for node in range(n_nodes):
        log.divide(2 * node, node, 2 * node + 1)
        log.end(2 * node + 1, ())
        log.end(2 * node + 2, ())
    found = log.depth_first()
    assert [entry for entry in found if isinstance(entry, int)] == list(range(n_nodes))
    assert len(found) == 2 * n_nodes + 1
    problem = Problem.read(np.eye(3), [0, 1, 0])
    assert conflicts_part(problem, log, [], [1] * n_nodes)["tree"]
