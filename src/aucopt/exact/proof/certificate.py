"""Certificates: what proves a bound, in a form that anyone can check without the solver.

A certificate is a JSON object of version 1:

- ``format``, ``version``: "aucopt certificate", 1;
- ``data``: number of ``rows`` with weight and of ``columns``, and a ``sha256`` of their numbers
  (`aucopt.verifier.reading.digest_of`);
- ``signs``: -1, 0 or +1 for each column;
- ``claim``: the ``status``; a ``direction`` of integer weights on all columns with the weight of its
  ``right`` and ``tied`` pairs and the ``total`` of all; and a ``bound`` on 2 right + tied of every allowed
  direction. Sample weights count as integers without a common factor;
- ``columns``: those ``kept``; the others are constant, or combinations (``relations``) of kept ones and a
  constant;
- ``faces``: a part for each set of two or more columns that signs allow: its ``columns`` and their ``scale``
  (values are divided by it; weights below belong to the scaled columns), and one of

  - ``ends`` of arcs, counter-clockwise around the circle or between the edges of the signs, and the numbers
    of those that were ``swept``: counting need not bound them, walking through their swaps does;
  - a ``basis`` whose orthants (under signs: allowed ones) start a ``tree`` of cones, in the order of
    ``itertools.product`` of the signs +1, -1 of its vectors; ``merged`` says whether pairs with parallel
    differences count together;
  - nothing, where all pairs of distinct points may be right;
- ``sha256``: of all the above as JSON with sorted keys and no spaces.

Integers beyond 53 bits are hexadecimal text, fractions text like "3/4".

The tree is base64 of zlib of bytes, each cone before its parts:

- 0: the bound holds in the cone, no parts follow;
- 1: divide its vertices by the greatest common divisors of their entries, and read on;
- 2 + 2e: split edge e, (a, b) in lexicographic order, at v_a 2^max(-s, 0) + v_b 2^max(s, 0), the next number
  being s;
- 3 + 2e: split edge e where it ties the points i and j, the next two numbers: they count the distinct rows in
  lexicographic order, from 0. The new vertex is the shortest integer vector there.

Numbers have four bytes, signed, the lowest first. Of two parts the one that keeps v_a comes first.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from aucopt.exact.objective.base import Counts
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem, primitive_vector
from aucopt.exact.proof.record import number, vector
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import Found
from aucopt.verifier.faces import integer
from aucopt.verifier.reading import digest_of, read_numbers, whole_weights
from aucopt.verifier.verify import FORMAT, VERSION, seal


@dataclass(frozen=True, eq=False)
class Certificate:
    """A proof that no allowed direction exceeds a bound, and that one attains the AUC found.

    `aucopt.verify` checks it from the raw data.

    Attributes
    ----------
    content : dict
        The JSON object, as this module describes it.

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1], [1, 2]], [0, 0, 1, 1, 0]
    >>> certificate = aucopt.maximize_auc(X, y, certify=True).certificate
    >>> certificate
    Certificate(auc=1.0, bound=1.0, status='optimal', rows=5, columns=2)
    >>> bool(aucopt.verify(certificate, X, y))
    True
    """

    content: dict[str, Any]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the certificate to a JSON file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        """Return the text of that file."""
        return json.dumps(self.content, separators=(",", ":")) + "\n"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Certificate":
        """Read a certificate from a file; whether it holds is for `aucopt.verify` to say."""
        try:
            content = json.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError:
            raise ValueError(f"{path} is damaged, cut off, or no certificate: it is not JSON.") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError(f"{path} is no certificate of aucopt.")
        return cls(content)

    @property
    def status(self) -> str:
        """Status of the search: "optimal" where the bound is attained."""
        return str(self.content["claim"]["status"])

    @property
    def direction(self) -> tuple[int, ...]:
        """Integer weights that attain `auc`."""
        return tuple(map(integer, self.content["claim"]["direction"]))

    @property
    def auc_exact(self) -> Fraction:
        """AUC of `direction`, ties counted half."""
        right, tied, total = (integer(self.content["claim"][name]) for name in ("right", "tied", "total"))
        return Fraction(2 * right + tied, 2 * total)

    @property
    def bound_exact(self) -> Fraction:
        """What no allowed direction exceeds."""
        claim = self.content["claim"]
        return Fraction(integer(claim["bound"]), 2 * integer(claim["total"]))

    def __repr__(self) -> str:
        data = self.content["data"]
        return (
            f"Certificate(auc={float(self.auc_exact)!r}, bound={float(self.bound_exact)!r}, "
            f"status={self.status!r}, rows={data['rows']}, columns={data['columns']})"
        )


def build_certificate(
    problem: Problem,
    found: Found,
    solution: Solution,
    signs: tuple[int, ...],
    X: Any,
    y: Any,
    sample_weight: Any,
) -> Certificate:
    """Write down what a finished search proves."""
    assert found.bound is not None
    direction, counts = _best_direction(problem, found, solution)
    columns, positive, weights = read_numbers(X, y, sample_weight)
    unit = 1 if sample_weight is None else _weight_unit(problem, positive, weights)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "data": {
            "rows": len(positive),
            "columns": len(columns),
            "sha256": digest_of(columns, positive, weights),
        },
        "signs": list(signs),
        "claim": {
            "status": "optimal" if counts.value == found.bound else solution.status,
            "direction": vector(direction),
            "right": number(counts.right // unit),
            "tied": number(counts.tied // unit),
            "total": number(counts.total // unit),
            "bound": number(found.bound // unit),
        },
        "columns": {
            "kept": list(problem.columns),
            "relations": {str(j): [str(c) for c in relation] for j, relation in problem.relations.items()},
        },
        "faces": list(found.proof),
    }
    return Certificate({**content, "sha256": seal(content)})


def _best_direction(problem: Problem, found: Found, solution: Solution) -> tuple[tuple[int, ...], Counts]:
    """Exact weights to be certified: those of the solution, unless its floats or its cell do better."""
    wanted = max(found.value, 2 * solution.right + solution.tied)
    for direction in (
        solution.direction,
        primitive_vector([Fraction(float(w)) for w in solution.coef]),
        primitive_vector(found.problem.coef_of(found.cells[0][0])),
    ):
        counts = AUC().count(problem, problem.direction_of(direction))
        if counts.value >= wanted:
            break
    return direction, counts


def _weight_unit(problem: Problem, positive: list[bool], weights: list[int | float]) -> int:
    """What a pair of the smallest whole weights counts in the problem."""
    whole = whole_weights(weights)
    sums = [
        sum(w for w, side in zip(whole, positive, strict=True) if side == which) for which in (True, False)
    ]
    return problem.total // (sums[0] * sums[1])
