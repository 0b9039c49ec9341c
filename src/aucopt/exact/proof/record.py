"""What a search writes down so that its bound can be checked: the arcs it ends with, the tree of its cones.

The format is that of docs/certificate.md.
"""

import base64
import zlib
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem
from aucopt.kernels.cone import explore_boxes as boxes
from aucopt.kernels.cone.explore import CODE_BITS, LEFT, ROW_BITS, SPLIT
from aucopt.kernels.cone.tilted import PARTS
from aucopt.verifier import steps

# Beyond this, packing takes longer than it is worth.
_PACKING = 4

Vector = tuple[int, ...]
FaceRecord = dict[str, Any]


def number(value: int) -> int | str:
    """An integer as JSON readers everywhere hold it: beyond 53 bits as hexadecimal text."""
    return value if abs(value) < 1 << 53 else hex(value)


def vector(values: Sequence[int]) -> list[int | str]:
    """A vector of such integers."""
    return [number(int(v)) for v in values]


def packed_text(content: bytes) -> str:
    """Bytes as text: base64 of zlib."""
    return base64.b64encode(zlib.compress(content, _PACKING)).decode()


def face_part(problem: Problem) -> FaceRecord:
    """A face of which no more is said: all of its pairs may be right."""
    return face_record(problem, "count")


def interior_part(problem: Problem, columns: Sequence[int], scale: Sequence[Fraction]) -> FaceRecord:
    """A face on which no more pairs coincide than in the whole: directions beside it are as good."""
    return {
        "columns": list(columns),
        "scale": [str(s) for s in scale],
        "method": "interior",
        "within": list(problem.columns),
    }


def face_record(problem: Problem, method: str) -> FaceRecord:
    """What every face says of itself: its columns, the unit of each, and how it is proved."""
    return {"columns": list(problem.columns), "scale": [str(s) for s in problem.scale], "method": method}


def arcs_part(problem: Problem, arcs: Sequence[tuple[Vector, Vector, bool]]) -> FaceRecord:
    """The ends of arcs in order, and which counting may not bound; given with these ends."""
    following = {primitive_vector(low): (primitive_vector(high), swept) for low, high, swept in arcs}
    # Under signs the first arc follows none; around the circle any will do.
    heads = following.keys() - {high for high, _ in following.values()}
    at = next(iter(heads or following))
    ends, swept = [at], []
    while following:
        at, is_swept = following.pop(at)
        swept += [len(ends) - 1] if is_swept else []
        ends.append(at)
    return {**face_record(problem, "arcs"), "ends": [vector(end) for end in ends], "swept": swept}


class ConeLog:
    """The tree of a search, as bytes: what became of each cone, and of its parts after it.

    Cones that were handed back go on elsewhere; they and those that start the search have numbers. A cone of
    which nothing else is known is an end of the tree.
    """

    def __init__(self, basis: Sequence[Vector], n_starts: int, method: str = "cones") -> None:
        self.basis = basis
        self.method = method
        self.n_starts = n_starts
        self._next = n_starts
        self._pieces: dict[int, tuple[list[bytes], list[int]]] = {}

    def new_node(self) -> int:
        """A number for another cone."""
        self._next += 1
        return self._next - 1

    def add(self, node: int, pieces: list[bytes], parts: list[int]) -> None:
        """Note what became of a cone: pieces of the tree, between them the cones that were handed back."""
        self._pieces[node] = (pieces, parts)

    def tree(self) -> bytes:
        """All of it, a cone before its parts."""
        out = []
        stack: list[int | bytes] = [*range(self.n_starts)][::-1]
        while stack:
            item = stack.pop()
            if isinstance(item, bytes):
                out.append(item)
            elif item in self._pieces:
                pieces, parts = self._pieces[item]
                stack.append(pieces[-1])
                for piece, part in zip(pieces[-2::-1], parts[::-1], strict=True):
                    stack += (part, piece)
            else:
                out.append(bytes([steps.COUNTS]))
        return b"".join(out)


def tree_part(problem: Problem, log: ConeLog, merged: bool) -> FaceRecord:
    """The tree of a search of cones or boxes."""
    tree = packed_text(log.tree())
    basis = [vector(vertex) for vertex in log.basis]
    return {**face_record(problem, log.method), "basis": basis, "merged": merged, "tree": tree}


def turn_record(record: FaceRecord, signs: Sequence[int]) -> FaceRecord:
    """A record of exchanged classes and negated directions as it was asked."""
    if record["method"] != "cones" or any(signs[j] for j in record["columns"]):
        # Under signs cones start at the axes, in the order of the signs as they were asked.
        return record
    return {**record, "basis": [[negated(v) for v in vertex] for vertex in record["basis"]]}


def negated(value: int | str) -> int | str:
    """Minus an integer that may be text."""
    return number(-(int(value, 16) if isinstance(value, str) else value))


def split_token(n: int, a: int, b: int, shift: int) -> np.ndarray:
    """The log of a cone that was split in the middle of one edge."""
    edge = a * (2 * n - a - 1) // 2 + b - a - 1
    return np.array([(SPLIT + 2 * edge) | shift << CODE_BITS], dtype=np.int64)


def halving(axis: int) -> bytes:
    """The step of a box that was halved."""
    return bytes([steps.HALVE, axis])


def box_tokens_to_bytes(log: np.ndarray, n: int) -> list[bytes]:
    """The steps of a log of boxes with n axes, as `tokens_to_bytes`; a piece ends with a box handed back."""
    code = log & ((1 << boxes.CODE_BITS) - 1)
    is_tilted, is_halved = code == boxes.TILTED, code >= boxes.HALVED
    kind = np.select([is_tilted, is_halved], [steps.TILTED, steps.HALVE], steps.COUNTS)
    shifts = boxes.CODE_BITS + boxes.PART_BITS * np.arange(n)
    parts = (log[:, None] >> shifts & ((1 << boxes.PART_BITS) - 1)) - PARTS
    # Signs alternate: 0, -1, 1, -2...
    numbers = np.where(parts < 0, -2 * parts - 1, 2 * parts)
    numbers[is_halved, 0] = code[is_halved] - boxes.HALVED
    used = np.zeros((len(log), n + 1), dtype=bool)
    used[:, 0], used[:, 1], used[:, 2:] = code != boxes.LEFT, is_tilted | is_halved, is_tilted[:, None]
    out = np.column_stack([kind, numbers])[used].astype(np.uint8).tobytes()
    ends = np.cumsum(used.sum(axis=1))[code == boxes.LEFT]
    return [out[i:j] for i, j in pairwise((0, *ends.tolist(), len(out)))]


def tokens_to_bytes(log: np.ndarray, stated: np.ndarray | None = None) -> list[bytes]:
    """The steps of a log, a byte for the kind and then its numbers; a piece ends with a cone handed back.

    `stated` are the numbers of the points in a certificate, if others.
    """
    code = log & ((1 << CODE_BITS) - 1)
    rest = log >> CODE_BITS
    is_split = code >= SPLIT
    is_cut = is_split & (code & 1 == 1)
    # A cone that is handed back has its vertices divided by their common divisors.
    kind = np.where(is_cut, steps.CUT, np.where(is_split, steps.SPLIT, (code == LEFT) * steps.NORMALISE))
    shift = rest << 1 ^ rest >> 63
    first, second = np.where(is_cut, rest >> ROW_BITS, shift), rest & ((1 << ROW_BITS) - 1)
    if stated is not None:
        first[is_cut], second[is_cut] = stated[first[is_cut]], stated[second[is_cut]]
    numbers = np.column_stack([kind, (code - SPLIT) // 2, first, second])
    used = np.column_stack([np.ones(len(log), dtype=bool), is_split, is_split, is_cut])
    values = numbers[used]
    # Seven bits a byte, the lowest first; all bytes of a number but its last have the highest bit set.
    n_bytes, rest = np.ones(len(values), dtype=np.int64), values >> 7
    while rest.any():
        n_bytes += rest > 0
        rest >>= 7
    begin = np.concatenate([[0], np.cumsum(n_bytes)])
    out = np.empty(begin[-1], dtype=np.uint8)
    place = begin[:-1]
    while len(values):
        is_longer = n_bytes > 1
        out[place] = values & 127 | is_longer.astype(np.int64) << 7
        place, values, n_bytes = place[is_longer] + 1, values[is_longer] >> 7, n_bytes[is_longer] - 1
    ends = begin[np.cumsum(used.sum(axis=1))[code == LEFT]]
    whole = out.tobytes()
    return [whole[i:j] for i, j in pairwise((0, *ends.tolist(), len(whole)))]
