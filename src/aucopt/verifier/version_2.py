"""Certificates of version 2: docs/certificate.md describes them, field by field.

All of a certificate is read before anything is checked, and only its canonical form is accepted. What is
reserved, or unknown, is refused with a sentence: it might change the meaning of all the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from struct import pack
from typing import Any

from aucopt.verifier.fields import (
    is_texts,
    read_fields,
    read_fraction,
    read_increasing,
    read_integer,
    read_integers,
    read_list,
)
from aucopt.verifier.objectives import Asked, read_objective
from aucopt.verifier.reading import EXACT, Number, Numbers
from aucopt.verifier.statement import Claim, Columns, CurveClaim, FailedError, UncheckedError, Vector
from aucopt.verifier.steps import (
    BRANCH,
    CONFLICTS,
    COUNTS,
    CUT,
    CUT_UP,
    HALVE,
    NORMALISE,
    SPLIT,
    TILTED,
    StepReader,
    TreeStep,
    unpack,
)

RESERVED_STEPS = {
    5: "a direction inserted into a cone",
    18: "a leaf",
}
RESERVED_FIELDS = {
    "panel": "panels, which choose some of the columns",
}

_OF_TREES = ("basis", "merged", "tree")


@dataclass(frozen=True)
class FaceProofV2:
    """How the directions of one face are bounded."""

    columns: Columns
    scale: Sequence[Fraction]
    method: str
    ends: Sequence[Vector] = ()
    swept: frozenset[int] = frozenset()
    basis: Sequence[Vector] = ()
    merged: bool = False
    tree: bytes = b""
    within: Columns = ()
    table: bytes = b""

    @property
    def steps(self) -> StepReader:
        """The tree of cones, or of conflicts."""
        of_conflicts = self.method == "conflicts"
        return _ConflictReader(self.tree) if of_conflicts else _StepReaderV2(self.tree, len(self.basis))

    @property
    def conflicts(self) -> StepReader:
        """The conflicts that the ends of a tree name."""
        return _ConflictReader(self.table)


@dataclass(frozen=True)
class StatementV2:
    """What a certificate of version 2 says."""

    shape: tuple[int, int]
    sha256: str
    signs: Vector
    searched: Vector
    asked: Asked
    outcome: str
    n_strata: int
    claim: Claim | CurveClaim
    kept: Columns
    relations: Mapping[int, Sequence[Fraction]]
    faces: Mapping[Columns, FaceProofV2]
    version: int = 2

    def is_about(self, numbers: Numbers) -> bool:
        """Whether the data have the hash that the certificate names."""
        return self.n_strata == numbers.n_strata and self.sha256 == digest(numbers)


def read_statement(content: dict[str, Any]) -> StatementV2:
    """Read all of a certificate."""
    names = ("format", "version", "data", "signs", "ties", "claim", "columns", "faces", "sha256")
    for name, what in RESERVED_FIELDS.items():
        if name in content:
            raise UncheckedError(what)
    fields = read_fields(content, "the certificate", names, ("objective", "searched", "notes"))
    asked = read_objective(fields.get("objective", {"name": "AUC"}))
    if not is_texts(fields.get("notes", {})):
        raise FailedError("the notes should be an object of texts.")
    shape, outcome, n_strata, data_hash = _read_data(fields["data"], asked)
    ties = "half" if asked.is_half else "against"
    if fields["ties"] != ties:
        raise FailedError(
            f"tied pairs count {ties} in {asked.text}; the certificate says {fields['ties']!r}."
        )
    columns = read_fields(fields["columns"], "the part on columns", ("kept", "relations"))
    faces = [_read_face(part) for part in read_list(fields["faces"])]
    if len({face.columns for face in faces}) < len(faces):
        raise FailedError("a face is listed twice.")
    signs = read_integers(fields["signs"])
    return StatementV2(
        shape=shape,
        sha256=data_hash,
        signs=signs,
        searched=_read_searched(fields["searched"], signs) if "searched" in fields else signs,
        asked=asked,
        outcome=outcome,
        n_strata=n_strata,
        claim=_read_claim(fields["claim"], asked),
        kept=read_increasing(columns["kept"], "columns"),
        relations=_read_relations(columns["relations"]),
        faces={face.columns: face for face in faces},
    )


def digest(numbers: Numbers) -> str:
    """SHA-256 of the data: columns, ranks of the outcome, weights, each after a line that announces it.

    The order of the rows matters; 2 and 2.0 are the same, 0.0 and -0.0, and weights in the same ratios.
    """
    state = sha256(b"aucopt data 2\n")
    for column in numbers.columns:
        state.update(_number_block("column", column))
    state.update(_small_block("outcome", numbers.outcome))
    if numbers.events is not None:
        state.update(_small_block("events", numbers.events))
    if numbers.strata is not None and numbers.n_strata > 1:
        state.update(_small_block("strata", numbers.strata))
    state.update(_number_block("weights", numbers.whole))
    return state.hexdigest()


def _small_block(name: str, values: Sequence[int]) -> bytes:
    return f"{name} u4 {len(values)}\n".encode() + pack(f"<{len(values)}I", *values)


def _number_block(name: str, values: Sequence[Number]) -> bytes:
    if isinstance(values[0], int) and max(map(abs, values)) > EXACT:
        return f"{name} hex {len(values)}\n".encode() + "".join(f"{v:#x}\n" for v in values).encode()
    # Adding zero leaves every number as it is, but for the sign of -0.0.
    doubles = pack(f"<{len(values)}d", *map((0.0).__add__, values))
    return f"{name} f8 {len(values)}\n".encode() + doubles


def _read_data(value: Any, asked: Asked) -> tuple[tuple[int, int], str, int, str]:
    fields = read_fields(value, "the part on data", ("rows", "columns", "outcome", "strata", "sha256"))
    outcome, n_strata = fields["outcome"], read_integer(fields["strata"])
    known = ("classes", "ordered", "censored") if asked.of_pairs else ("classes",)
    if outcome not in known or (asked.by_cases and outcome != "classes"):
        raise UncheckedError(f"{asked.text} of outcomes of the kind {outcome!r}")
    if n_strata < 1 or (n_strata > 1 and not asked.has_strata):
        raise UncheckedError(f"{asked.text} with {n_strata} strata")
    shape = read_integer(fields["rows"]), read_integer(fields["columns"])
    return shape, outcome, n_strata, fields["sha256"]


def _read_searched(value: Any, signs: Vector) -> Vector:
    """Signs that allow all directions that those of the claim allow, and more."""
    searched = read_integers(value)
    fewer = len(searched) == len(signs) and all(s in (0, t) for s, t in zip(searched, signs, strict=True))
    if not fewer or searched == signs:
        raise FailedError(f"the signs searched, {searched}, do not leave out some of the signs {signs}.")
    return searched


def _read_claim(value: Any, asked: Asked) -> Claim | CurveClaim:
    if asked.rule is not None or asked.of_rows:
        return _read_curve_claim(value, asked)
    fields = read_fields(value, "the claim", ("status", "direction", "value", "bound", "total", "pairs"))
    pairs = read_fields(fields["pairs"], "the count of pairs", ("right", "tied", "total"))
    right, tied, total = (read_integer(pairs[name]) for name in ("right", "tied", "total"))
    stated, bound, whole = (read_integer(fields[name]) for name in ("value", "bound", "total"))
    if (stated, whole) != (2 * right + tied, 2 * total):
        raise FailedError(
            f"the claim says {stated:,} of {whole:,} half pairs, but {right:,} right and {tied:,} tied pairs "
            f"of {total:,} make {2 * right + tied:,} of {2 * total:,}."
        )
    return Claim(fields["status"], read_integers(fields["direction"]), right, tied, total, bound)


def _read_curve_claim(value: Any, asked: Asked) -> CurveClaim:
    if isinstance(value, dict) and "cutoff" in value:
        raise UncheckedError("cut-offs")
    own = ("intercept",) if asked.of_rows else ()
    fields = read_fields(value, "the claim", ("status", "direction", *own, "value", "bound", "total"))
    stated, whole, bound = (read_integer(fields[name]) for name in ("value", "total", "bound"))
    direction = read_integers(fields["direction"])
    if asked.of_rows:
        direction = (*direction, read_integer(fields["intercept"]))
    return CurveClaim(fields["status"], direction, stated, whole, bound)


def _read_relations(value: Any) -> Mapping[int, Sequence[Fraction]]:
    if not isinstance(value, dict) or any(not j.isdecimal() or str(int(j)) != j for j in value):
        raise FailedError("the relations should be an object with the numbers of columns as keys.")
    return {int(j): [read_fraction(c) for c in read_list(relation)] for j, relation in value.items()}


def _read_face(value: Any) -> FaceProofV2:
    methods = {
        "count": (),
        "arcs": ("ends", "swept"),
        "cones": _OF_TREES,
        "boxes": _OF_TREES,
        "conflicts": ("conflicts", "tree"),
        "interior": ("within",),
    }
    method = value.get("method") if isinstance(value, dict) else None
    if not isinstance(method, str | None):
        raise FailedError(f"{method!r} is not a method.")
    if method is not None and method not in methods:
        raise UncheckedError(f"faces proved by {method!r}")
    own = methods[method or "count"]
    fields = read_fields(value, "a face", ("columns", "scale", "method", *own))
    columns = read_increasing(fields["columns"], "columns")
    scale = [read_fraction(s) for s in read_list(fields["scale"])]
    if method == "arcs":
        ends = [read_integers(end) for end in read_list(fields["ends"])]
        return FaceProofV2(columns, scale, method, ends, frozenset(read_increasing(fields["swept"], "arcs")))
    if method == "interior":
        within = read_increasing(fields["within"], "columns")
        return FaceProofV2(columns, scale, method, within=within)
    if own == _OF_TREES:
        basis = [read_integers(vertex) for vertex in read_list(fields["basis"])]
        if type(fields["merged"]) is not bool:
            raise FailedError(
                f"face of columns {columns}: it does not state whether parallel pairs are merged."
            )
        tree = _unpacked(fields, "tree", columns)
        return FaceProofV2(columns, scale, str(method), basis=basis, merged=fields["merged"], tree=tree)
    if method == "conflicts":
        table, tree = (_unpacked(fields, name, columns) for name in ("conflicts", "tree"))
        return FaceProofV2(columns, scale, method, tree=tree, table=table)
    return FaceProofV2(columns, scale, "count")


def _unpacked(fields: Mapping[str, Any], name: str, columns: Columns) -> bytes:
    try:
        return unpack(fields[name])
    except ValueError as failure:
        raise FailedError(f"face of columns {columns}: its {name} cannot be unpacked: {failure}.") from None


class _StepReaderV2(StepReader):
    """A byte for the kind, then its numbers; those that may be negative alternate: 0, -1, 1, -2..."""

    def __init__(self, tokens: bytes, n_columns: int) -> None:
        super().__init__(tokens)
        self._n_columns = n_columns

    def step(self) -> TreeStep:
        """The next step; `EOFError` where the tree breaks off."""
        kind = self.number(1)
        if kind in (COUNTS, NORMALISE, CUT_UP):
            return (kind,)
        if kind == HALVE:
            return kind, self.natural()
        if kind == TILTED:
            return kind, *(self._signed() for _ in range(self._n_columns - 1))
        if kind == SPLIT:
            return kind, self.natural(), self._signed()
        if kind == CUT:
            return kind, self.natural(), self.natural(), self.natural()
        known = f", {RESERVED_STEPS[kind]}" if kind in RESERVED_STEPS else ""
        raise UncheckedError(f"steps of kind {kind}{known}")

    def _signed(self) -> int:
        value = self.natural()
        return -(value + 1) // 2 if value % 2 else value // 2


class _ConflictReader(StepReader):
    """As in a tree of cones; the steps are of two kinds."""

    def step(self) -> TreeStep:
        """The next step; `EOFError` where the tree breaks off."""
        kind = self.number(1)
        if kind == BRANCH:
            return kind, self.natural()
        if kind == CONFLICTS:
            return kind, *(self.natural() for _ in range(2 * self.natural()))
        raise UncheckedError(f"steps of kind {kind} in a tree of conflicts")
