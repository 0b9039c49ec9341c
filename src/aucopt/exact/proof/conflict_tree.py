"""What a search on which pairs are wrong writes down: its conflicts, and the tree of its nodes.

The format is that of docs/certificate.md.
"""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import FaceRecord, face_record, packed_text
from aucopt.verifier import steps

Packed = Sequence[tuple[int, int]]


class Conflict(NamedTuple):
    """Literals that no direction fulfils together, and the integers times which their vectors cancel.

    Literal g says that group g is right; m + g, with m the number of groups, that it is wrong. Columns with a
    sign may take part in the sum; they are not listed.
    """

    literals: tuple[int, ...]
    multipliers: tuple[int, ...]


class ConflictLog:
    """What became of each node: divided at a group into two with consecutive numbers, or an end.

    An end names conflicts, each with the weight it takes. A node may be an end first and divided later.
    """

    def __init__(self) -> None:
        self._divided: dict[int, tuple[int, int]] = {}
        self._ends: dict[int, Packed] = {}

    def end(self, node: int, packed: Packed) -> None:
        """Note the conflicts of a node."""
        self._ends[node] = packed

    def divide(self, node: int, group: int, first: int) -> None:
        """Note the group at which a node is divided: right in the first part, wrong in the next one."""
        self._divided[node] = (group, first)
        del self._ends[node]

    def depth_first(self) -> list[int | Packed]:
        """All nodes, each before its parts: the group at which it is divided, or what it ends with."""
        found: list[int | Packed] = []
        waiting = [0]
        while waiting:
            node = waiting.pop()
            if node in self._divided:
                group, first = self._divided[node]
                found.append(group)
                waiting += (first + 1, first)
            else:
                found.append(self._ends[node])
        return found


def conflicts_part(
    problem: Problem, log: ConflictLog, conflicts: Sequence[Conflict], weight: Sequence[int]
) -> FaceRecord:
    """The conflicts that the ends of a search name, and its tree; `weight` is that of the groups."""
    unit = gcd(*weight)
    # Conflicts are numbered as the tree first names them.
    place: dict[int, int] = {}
    tree = bytearray()
    for node in log.depth_first():
        if isinstance(node, int):
            tree += bytes([steps.BRANCH]) + _natural(node)
            continue
        tree += bytes([steps.CONFLICTS]) + _natural(len(node))
        for c, amount in node:
            tree += _natural(place.setdefault(c, len(place))) + _natural(amount // unit)
    table = bytearray()
    for c in place:
        literals, multipliers = conflicts[c]
        table += _natural(len(literals))
        for literal, y in zip(literals, multipliers, strict=True):
            is_wrong, group = divmod(literal, len(weight))
            table += _natural(2 * group + is_wrong) + _long(y)
    return {
        **face_record(problem, "conflicts"),
        "conflicts": packed_text(bytes(table)),
        "tree": packed_text(bytes(tree)),
    }


def _natural(value: int) -> bytes:
    """Seven bits a byte, the lowest first; all bytes but the last have their highest bit set."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _long(value: int) -> bytes:
    """The number of bytes, then these, the lowest first."""
    size = (value.bit_length() + 7) // 8
    return _natural(size) + value.to_bytes(size, "little")
