"""The tree of a search, step by step: what becomes of each cone or node, each before its parts.

Both versions of the format have the same steps; each writes them in bytes of its own.
"""

import base64
import zlib
from abc import ABC, abstractmethod
from typing import Any

# The kinds of steps, as version 2 numbers them; docs/certificate.md lists those that are reserved.
COUNTS, NORMALISE, SPLIT, CUT = range(4)
BRANCH, CONFLICTS = 6, 17
HALVE, CUT_UP, TILTED = 7, 8, 16
# Into how many parts a step divides its cone; none, if it is an end.
PARTS = {COUNTS: 0, SPLIT: 2, CUT: 2}

# A kind, and the numbers that belong to it: the edge and the shift of a split, the edge and both points of a
# cut; the axis along which a box is halved, a point of reference for tilted counts; the group of
# a branch, conflicts and their weights in turn; none of the others.
TreeStep = tuple[int, ...]

# Trees beyond this many bytes are not unpacked.
_LONGEST_TREE = 1 << 30
# The numbers of steps have at most so many bits, nine bytes.
_MOST_BITS = 63
# Multipliers of conflicts may have this many bytes.
_LONGEST_NUMBER = 1 << 16


class StepReader(ABC):
    """Reads the steps of a tree one after the other."""

    def __init__(self, tokens: bytes) -> None:
        self._tokens = tokens
        self.at = 0

    @abstractmethod
    def step(self) -> TreeStep:
        """The next step; `EOFError` where the tree breaks off."""

    @property
    def is_done(self) -> bool:
        """Whether all bytes have been read."""
        return self.at == len(self._tokens)

    @property
    def share(self) -> float:
        """How many of its bytes have been read, from 0 to 1."""
        return self.at / max(len(self._tokens), 1)

    def number(self, size: int, signed: bool = False) -> int:
        """The next number of so many bytes, the lowest first."""
        piece = self._tokens[self.at : self.at + size]
        if len(piece) < size:
            raise EOFError
        self.at += size
        return int.from_bytes(piece, "little", signed=signed)

    def natural(self) -> int:
        """The next number of seven bits a byte, the lowest first; only the last byte is below 128."""
        value = bits = 0
        while (byte := self.number(1)) > 127:
            value |= (byte - 128) << bits
            bits += 7
            if bits == _MOST_BITS:
                raise ValueError("A number of a tree is too long.")
        if bits and not byte:
            raise ValueError("A number of a tree is not in its shortest form.")
        return value | byte << bits

    def long(self) -> int:
        """The next number of any length: how many bytes it has, then these, the lowest first."""
        size = self.natural()
        if size > _LONGEST_NUMBER:
            raise ValueError("A number of a tree is too long.")
        value = self.number(size)
        if value.bit_length() <= 8 * (size - 1):
            raise ValueError("A number of a tree is not in its shortest form.")
        return value


def unpack(text: Any) -> bytes:
    """The bytes of a tree, which are packed as base64 of zlib; `ValueError` says why where that fails."""
    stream = zlib.decompressobj()
    try:
        tokens = stream.decompress(base64.b64decode(text, validate=True), _LONGEST_TREE)
    except zlib.error as failure:
        raise ValueError(str(failure)) from None
    if not stream.eof:
        raise ValueError("it ends too early")
    return tokens
