"""The faces of the allowed directions, each bounded by itself: by counts, along arcs, or by a tree.

Under signs a weight of exactly zero can be better than both of its sides. So every set of columns that may
have weight is a face, inside which only directions count that no pair of its distinct points ties.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from aucopt.verifier.arcs import bound_arcs, turns_left
from aucopt.verifier.boxes import BoxTree
from aucopt.verifier.clock import Clock, UnfinishedError
from aucopt.verifier.cones import ConeTree
from aucopt.verifier.conflicts import ConflictTree
from aucopt.verifier.objectives import Asked
from aucopt.verifier.points import ExactPoints, count_pairs, merge_points
from aucopt.verifier.reading import ExactData
from aucopt.verifier.rows import RowTree
from aucopt.verifier.rules import Rule
from aucopt.verifier.statement import (
    Columns,
    FaceProof,
    FailedError,
    Statement,
    UncheckedError,
    Vector,
    show,
    sized,
)


def check_faces(
    statement: Statement,
    signs: Vector,
    data: ExactData,
    bound: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """Check that the columns set aside add nothing, and bound each face of what the signs allow."""
    kept, made_of, has_constant = _check_columns(statement, data)
    rule, is_half = statement.asked.rule, statement.asked.is_half
    if has_constant:
        tied = merge_points([[0] * len(data.positive)], data.positive, data.negative, data.strata)
        if bound < (is_half * tied.total if rule is None else rule.along(tied)):
            raise FailedError(
                "A weight on a constant column alone ties all pairs, and half of them is more than the bound."
            )
    proofs = statement.faces
    faces = _faces(kept, made_of, signs, clock)
    if not is_half:
        # Ties count against a direction, and moving off a smaller face can only break them.
        faces = [face for face in faces if len(face) == len(kept)]
    if missing := [face for face in faces if face not in proofs and len(face) > 1]:
        raise FailedError(f"The face of columns {missing[0]} has no proof.")
    done, whole = 0, sum(map(_effort, faces))
    for face in faces:
        clock.enter(done / whole, (done := done + _effort(face)) / whole)
        checked["faces"] += 1
        try:
            proof = proofs.get(face)
            if rule is not None and proof is not None and proof.method == "interior":
                check_interior(statement, face, faces, data)
                continue
            of_face = tuple(signs[j] for j in face)
            _check_face(statement.asked, proof, face, data, of_face, bound, checked, clock)
        except UnfinishedError:
            raise
        except FailedError as failure:
            failure.args = (f"Face of columns {face}: {failure}",)
            raise


def _effort(face: Columns) -> int:
    """How long a face takes, roughly, compared with others of the same table."""
    return 10 ** (len(face) - 1)


def _check_columns(
    statement: Statement, data: ExactData
) -> tuple[Columns, dict[int, Sequence[Fraction]], bool]:
    """The kept columns, what each column that varies is made of, and whether there are constant ones.

    A column set aside must be constant, or a combination of kept ones and a constant on every row.
    """
    kept = statement.kept
    constant = {j for j, column in enumerate(data.columns) if len(set(column)) == 1}
    aside = set(range(len(data.columns))) - constant - set(kept)
    relations = statement.relations
    if len(set(kept)) < len(kept) or relations.keys() != aside:
        raise FailedError(
            f"Columns {sorted(aside)} are left out, but it is not stated how they depend on the others."
        )
    made_of: dict[int, Sequence[Fraction]] = {
        j: [Fraction(int(i == k)) for i in range(len(kept))] for k, j in enumerate(kept)
    }
    for j, relation in relations.items():
        # What is left of the column, without its combination of kept ones, must be constant.
        left = {j: Fraction(1), **{k: -c for c, k in zip(relation, kept, strict=True)}}
        if len(set(map(sum, zip(*data.combine(left), strict=True)))) != 1:
            raise FailedError(f"Column {j} is not the stated combination of columns {kept}.")
        made_of[j] = relation
    return kept, made_of, bool(constant - set(kept))


def _faces(
    kept: Columns, made_of: Mapping[int, Sequence[Fraction]], signs: Vector, clock: Clock
) -> list[Columns]:
    """Sets of columns: every allowed score is one of theirs with no weight zero on a column that has a sign.

    A score with weights of allowed signs is also one on independent columns with such weights: so each
    largest independent set, and each of these without some of the columns that have a sign.
    """
    if not any(signs[j] for j in made_of):
        return [kept]
    found = set()
    for basis in combinations(sorted(made_of), len(kept)):
        clock.check()
        if not is_independent([made_of[j] for j in basis]):
            continue
        free = [j for j in basis if not signs[j]]
        signed = [j for j in basis if signs[j]]
        for size in range(len(signed) + 1):
            found |= {tuple(sorted((*free, *some))) for some in combinations(signed, size)}
    return sorted((face for face in found if face), key=lambda face: (len(face), face))


def is_independent(vectors: Sequence[Sequence[Fraction | int]]) -> bool:
    """Whether as many vectors as they have entries are linearly independent."""
    rows = [[Fraction(v) for v in vector] for vector in vectors]
    while rows:
        pivot = next((row for row in rows if row[0]), None)
        if pivot is None:
            return False
        rest = [row for row in rows if row is not pivot]
        rows = [[a - row[0] / pivot[0] * b for a, b in zip(row[1:], pivot[1:], strict=True)] for row in rest]
    return True


def check_interior(statement: Statement, face: Columns, faces: Sequence[Columns], data: ExactData) -> None:
    """Check that a face ties no more pairs than a larger one, inside which its directions are matched."""
    within = statement.faces[face].within
    larger = statement.faces.get(within)
    if not set(face) < set(within) or within not in faces or larger is None or larger.method == "interior":
        raise FailedError(f"columns {within} are not a larger face with a proof.")
    small, large = (
        merge_points([data.columns[j] for j in columns], data.positive, data.negative, data.strata).coincident
        for columns in (face, within)
    )
    if small != large:
        raise FailedError(f"more of its pairs coincide than in the face of columns {within}.")


def _check_face(
    asked: Asked,
    proof: FaceProof | None,
    face: Columns,
    data: ExactData,
    signs: Vector,
    bound: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """Check that no direction on these columns, with no weight zero where a sign is, exceeds the bound."""
    scale = [Fraction(1)] * len(face) if proof is None else proof.scale
    if len(scale) != len(face) or min(scale) <= 0:
        raise FailedError("each of its columns needs a positive scale.")
    # Columns may be scaled at will, if all numbers become integers on one scale.
    columns = data.combine({j: 1 / s for j, s in zip(face, scale, strict=True)})
    points = merge_points(columns, data.positive, data.negative, data.strata)
    if asked.rule is not None:
        _check_curve_face(asked.rule, proof, points, signs, bound, checked, clock)
        return
    # How many pairs may be right, where the coincident ones are tied.
    limit = (bound - points.coincident) // 2 if asked.is_half else bound
    if points.total - points.coincident <= limit:
        return
    if len(face) == 1:
        for s in (1, -1):
            if signs[0] in (0, s) and (right := count_pairs(points, (s,))[0]) > limit:
                raise FailedError(
                    f"weight {s:+d} ranks {right:,} pairs right, but the claim allows only {limit:,}."
                )
    elif proof is None or proof.method == "count":
        raise FailedError(f"all its pairs may be right, but the claim allows only {limit:,}.")
    elif proof.method == "arcs":
        _check_circle(proof, points, signs, limit, checked, clock)
    elif proof.method == "interior":
        raise UncheckedError("faces of the AUC that are matched by their surroundings")
    elif proof.method == "conflicts":
        _check_conflicts(proof, points, signs, limit, checked, clock)
    else:
        _check_tree(proof, points, None, signs, limit, checked, clock)


def _check_curve_face(
    rule: Rule,
    proof: FaceProof | None,
    points: ExactPoints,
    signs: Vector,
    bound: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """The same for an objective of a part of the curve."""
    if rule.most(points) <= bound:
        return
    if len(signs) == 1:
        for s in (1, -1):
            line = replace(points, at=[(s * x,) for (x,) in points.at])
            if signs[0] in (0, s) and (value := rule.along(line)) > bound:
                raise FailedError(
                    f"weight {s:+d} has {value:,} by {rule.text}, but the claim allows only {bound:,}."
                )
    elif proof is None or proof.method == "count":
        raise FailedError(f"it has no bound for {rule.text}.")
    elif proof.method != "cones":
        raise UncheckedError(f"{proof.method} for {rule.text}")
    else:
        _check_tree(proof, points, rule, signs, bound, checked, clock)


def _check_circle(
    proof: FaceProof,
    points: ExactPoints,
    signs: Vector,
    limit: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """Check arcs that lead, counter-clockwise, around the circle or between the edges of the signs."""
    ends = [sized(end, 2) for end in proof.ends]
    if len(ends) < 2:
        raise FailedError("it has no arcs.")
    swept = proof.swept
    first, last = {
        (0, 0): (ends[0], ends[0]),
        (1, 0): ((0, -1), (0, 1)),
        (-1, 0): ((0, 1), (0, -1)),
        (0, 1): ((1, 0), (-1, 0)),
        (0, -1): ((-1, 0), (1, 0)),
        (1, 1): ((1, 0), (0, 1)),
        (-1, 1): ((0, 1), (-1, 0)),
        (-1, -1): ((-1, 0), (0, -1)),
        (1, -1): ((0, -1), (1, 0)),
    }[signs[0], signs[1]]
    if ends[0] != first or ends[-1] != last:
        raise FailedError(f"its arcs must lead from {show(first)} to {show(last)}.")
    for k, (a, b) in enumerate(pairwise(ends)):
        if not turns_left(a, b):
            raise FailedError(
                f"arc {k}, from {show(a)} to {show(b)}, does not turn left by less than half a turn."
            )
    for n_swaps in bound_arcs(points, ends, swept, limit, clock):
        checked["arcs"] += 1
        checked["swaps"] += n_swaps


def _check_tree(
    proof: FaceProof,
    points: ExactPoints,
    rule: Rule | None,
    signs: Vector,
    limit: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """Check a tree of cones or boxes that starts with all directions, or with those the signs allow."""
    n = len(signs)
    basis = [sized(vertex, n) for vertex in proof.basis]
    boxes = proof.method == "boxes"
    # Boxes start from axes that have the sign, cones give it to the axis.
    turned = [s or 1 if boxes else 1 for s in signs]
    sides = [(s * turn,) if s else (1, -1) for s, turn in zip(signs, turned, strict=True)]
    if any(signs) and basis != [tuple(s * (k == j) for k in range(n)) for j, s in enumerate(turned)]:
        raise FailedError("with constrained signs its cones must start from the axes.")
    if len(basis) != n or not is_independent(basis):
        raise FailedError(f"its {len(basis)} start vectors do not span the directions.")
    tree: ConeTree | BoxTree
    if rule is not None:
        tree = RowTree(points, proof.merged, basis, proof.steps, rule, clock)
    else:
        tree = (BoxTree if boxes else ConeTree)(points, proof.merged, basis, proof.steps, clock)
    try:
        tree.bound(sides, limit)
    finally:
        checked["cones"] += tree.n_cones


def _check_conflicts(
    proof: FaceProof,
    points: ExactPoints,
    signs: Vector,
    limit: int,
    checked: dict[str, int],
    clock: Clock,
) -> None:
    """Check conflicts, and a tree that divides all directions of the face by which pairs are right."""
    tree = ConflictTree(points, signs, proof.conflicts, clock)
    checked["conflicts"] += len(tree.conflicts)
    try:
        tree.bound(proof.steps, limit)
    finally:
        checked["nodes"] += tree.n_nodes
