"""What a certificate states, whatever its version: a reader per version makes it, one checker checks it.

The readers are `version_1` and `version_2`; `docs/certificate.md` describes the formats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from aucopt.verifier.reading import Numbers
from aucopt.verifier.steps import StepReader

if TYPE_CHECKING:
    from aucopt.verifier.objectives import Asked

Vector = tuple[int, ...]
Columns = tuple[int, ...]

# Longer numbers are not shown in full.
_SHORT = 10**9
# Bits of an entry of a direction. Searches make hundreds, thousands where columns differ much in scale.
_MOST_BITS = 1 << 18


class FailedError(Exception):
    """A step of the proof does not hold."""


class UncheckedError(FailedError):
    """The certificate uses something that this program does not check, so it says nothing about it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"this version of aucopt does not check {what}.")


@dataclass(frozen=True)
class Claim:
    """What a certificate claims: the counts of a direction, and a bound on 2R + T of every allowed one."""

    status: str
    direction: Vector
    right: int
    tied: int
    total: int
    bound: int

    @property
    def value(self) -> int:
        """2R + T of the direction."""
        return 2 * self.right + self.tied

    @property
    def whole(self) -> int:
        """2R + T of an AUC of 1."""
        return 2 * self.total


@dataclass(frozen=True)
class CurveClaim:
    """The same of another objective: the value of a direction, its unit, and a bound on every allowed one."""

    status: str
    direction: Vector
    value: int
    whole: int
    bound: int


class FaceProof(Protocol):
    """How the directions of one face are bounded; what the method does not use may be missing."""

    @property
    def scale(self) -> Sequence[Fraction]:
        """What the values of each column are divided by."""

    @property
    def method(self) -> str:
        """One of "count", "arcs", "cones", "boxes", "conflicts" and "interior"."""

    @property
    def within(self) -> Columns:
        """The larger face that matches all directions of this one."""

    @property
    def ends(self) -> Sequence[Vector]:
        """The ends of the arcs."""

    @property
    def swept(self) -> frozenset[int]:
        """The numbers of the arcs that are bounded swap by swap."""

    @property
    def basis(self) -> Sequence[Vector]:
        """The vectors whose orthants start the tree of cones."""

    @property
    def merged(self) -> bool:
        """Whether pairs with parallel differences count together."""

    @property
    def steps(self) -> StepReader:
        """The tree of cones, or of conflicts."""

    @property
    def conflicts(self) -> StepReader:
        """The conflicts that the ends of a tree name."""


class Statement(Protocol):
    """All that a certificate says."""

    @property
    def version(self) -> int:
        """Version of its format."""

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows of positive weight and of columns."""

    def is_about(self, numbers: Numbers) -> bool:
        """Whether the data have the hash that the certificate names."""

    @property
    def signs(self) -> Vector:
        """-1, 0 or +1 for each column."""

    @property
    def searched(self) -> Vector:
        """The signs that the proof uses: 0 in some places where the signs of the claim are not."""

    @property
    def asked(self) -> "Asked":
        """What is maximised."""

    @property
    def outcome(self) -> str:
        """The kind of outcome: "classes", "ordered" or "censored"."""

    @property
    def claim(self) -> Claim | CurveClaim:
        """What is claimed."""

    @property
    def kept(self) -> Columns:
        """The columns that may have weight."""

    @property
    def relations(self) -> Mapping[int, Sequence[Fraction]]:
        """Columns set aside, each a combination of the kept ones and a constant."""

    @property
    def faces(self) -> Mapping[Columns, FaceProof]:
        """The proof, face by face."""


def show(vector: Vector) -> str:
    """A direction for people to read: long ones shortened."""
    longest = max(map(abs, vector), default=0)
    short = vector if longest < _SHORT else tuple(v * _SHORT // longest for v in vector)
    return f"{'' if short == vector else 'about '}{short}"


def sized(vector: Vector, size: int) -> Vector:
    """The vector, if it has as many entries as it should, none of them too long to compute with."""
    if max(v.bit_length() for v in (0, *vector)) > _MOST_BITS:
        raise UncheckedError(f"numbers of more than {_MOST_BITS:,} bits")
    if len(vector) != size:
        raise FailedError(f"{show(vector)} should have {size} entries.")
    return vector
