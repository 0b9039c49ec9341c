"""Certificates of version 1, which verify for ever. Nothing here may change what is accepted or refused.

A JSON object of version 1 has:

- ``format``, ``version``: "aucopt certificate", 1;
- ``data``: number of ``rows`` with weight and of ``columns``, and a ``sha256`` of their numbers (`digest`);
- ``signs``: -1, 0 or +1 for each column;
- ``claim``: the ``status``; a ``direction`` of integer weights on all columns with the weight of its
  ``right`` and ``tied`` pairs and the ``total`` of all; and a ``bound`` on 2 right + tied of every allowed
  direction. Sample weights count as integers without a common factor;
- ``columns``: those ``kept``; the others are constant, or combinations (``relations``) of kept ones and a
  constant;
- ``faces``: a part for each set of two or more columns that signs allow: its ``columns`` and their ``scale``,
  and either ``ends`` and ``swept``, or ``basis``, ``merged`` and ``tree``, or nothing, with the meaning that
  they have in version 2;
- ``sha256``: the checksum, as in version 2.

Integers beyond 53 bits are hexadecimal text, fractions text like "3/4". A part is read when it is needed, so
one that is not needed may be anything.

The tree is base64 of zlib of bytes, each cone before its parts:

- 0: the bound holds in the cone, no parts follow;
- 1: divide its vertices by the greatest common divisors of their entries, and read on;
- 2 + 2e: split edge e, the next number being the shift;
- 3 + 2e: cut edge e at a pair of points, the next two numbers.

Numbers have four bytes, signed, the lowest first.
"""

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from sys import byteorder
from typing import Any

from aucopt.verifier.objectives import Asked
from aucopt.verifier.reading import EXACT, Numbers
from aucopt.verifier.statement import Claim, Columns, FailedError, Vector
from aucopt.verifier.steps import CUT, NORMALISE, SPLIT, StepReader, TreeStep, unpack


class StatementV1:
    """What a certificate of version 1 says."""

    version = 1
    asked = Asked()
    outcome = "classes"

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows of positive weight and of columns."""
        return _integer(self._content["data"]["rows"]), _integer(self._content["data"]["columns"])

    def is_about(self, numbers: Numbers) -> bool:
        """Whether the data have the hash that the certificate names."""
        return bool(self._content["data"]["sha256"] == digest(numbers))

    @property
    def signs(self) -> Vector:
        """-1, 0 or +1 for each column."""
        return _integers(self._content["signs"])

    @property
    def searched(self) -> Vector:
        """The same: proofs of version 1 leave no sign out."""
        return self.signs

    @cached_property
    def claim(self) -> Claim:
        """What is claimed."""
        claim = self._content["claim"]
        right, tied, total, bound = (_integer(claim[name]) for name in ("right", "tied", "total", "bound"))
        return Claim(claim["status"], _integers(claim["direction"]), right, tied, total, bound)

    @property
    def kept(self) -> Columns:
        """The columns that may have weight."""
        return _integers(self._content["columns"]["kept"])

    @property
    def relations(self) -> Mapping[int, Sequence[Fraction]]:
        """Columns set aside, each a combination of the kept ones and a constant."""
        relations = self._content["columns"]["relations"]
        return {int(j): [Fraction(c) for c in relation] for j, relation in relations.items()}

    @property
    def faces(self) -> Mapping[Columns, "FaceProofV1"]:
        """The proof, face by face."""
        return {_integers(part["columns"]): FaceProofV1(part) for part in self._content["faces"]}


class FaceProofV1:
    """How the directions of one face are bounded; which method it is shows in what there is."""

    within = ()

    def __init__(self, part: dict[str, Any]) -> None:
        self._part = part

    @property
    def scale(self) -> Sequence[Fraction]:
        """What the values of each column are divided by."""
        if "scale" in self._part:
            return [Fraction(s) for s in self._part["scale"]]
        return [Fraction(1)] * len(self._part["columns"])

    @property
    def method(self) -> str:
        """One of "arcs" and "cones"; where neither is needed, nobody asks."""
        return "arcs" if "ends" in self._part else "cones"

    @property
    def ends(self) -> Sequence[Vector]:
        """The ends of the arcs."""
        return [_integers(end) for end in self._part["ends"]]

    @property
    def swept(self) -> frozenset[int]:
        """The numbers of the arcs that are bounded swap by swap."""
        return frozenset(map(_integer, self._part["swept"]))

    @property
    def basis(self) -> Sequence[Vector]:
        """The vectors whose orthants start the tree of cones."""
        return [_integers(vertex) for vertex in self._part["basis"]]

    @property
    def merged(self) -> bool:
        """Whether pairs with parallel differences count together."""
        if type(self._part["merged"]) is not bool:
            raise FailedError("it does not state whether parallel pairs are merged.")
        return bool(self._part["merged"])

    @property
    def steps(self) -> StepReader:
        """The tree of cones."""
        try:
            return _StepReaderV1(unpack(self._part["tree"]))
        except ValueError as failure:
            raise FailedError(f"its tree cannot be unpacked: {failure}.") from None

    @property
    def conflicts(self) -> StepReader:
        """None: this version has no conflicts."""
        return _StepReaderV1(b"")


class _StepReaderV1(StepReader):
    """Kind and edge share a byte."""

    def step(self) -> TreeStep:
        """The next step; `EOFError` where the tree breaks off."""
        code = self.number(1)
        if code <= NORMALISE:
            return (code,)
        edge, cuts = divmod(code - SPLIT, 2)
        if cuts:
            return CUT, edge, self.number(4, signed=True), self.number(4, signed=True)
        return SPLIT, edge, self.number(4, signed=True)


def digest(numbers: Numbers) -> str:
    """SHA-256 of columns and weights as doubles, lowest byte first, or as text where they are too long.

    Then a byte for each row, 1 if it is positive. The order of the rows matters; 2 and 2.0 are the same.
    """
    state = sha256()
    for column in (*numbers.columns, numbers.weights):
        if isinstance(column[0], int) and max(map(abs, column)) > EXACT:
            state.update(repr(column).encode())
            continue
        doubles = array("d", column)
        if byteorder == "big":
            doubles.byteswap()
        state.update(doubles.tobytes())
    state.update(bytes(numbers.positive))
    return state.hexdigest()


def _integer(value: Any) -> int:
    """An integer of a certificate; those beyond 53 bits are written as hexadecimal text."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise FailedError(f"{value!r} is not an integer.")
    return int(value, 16) if isinstance(value, str) else value


def _integers(values: Any) -> Vector:
    return tuple(map(_integer, values))
