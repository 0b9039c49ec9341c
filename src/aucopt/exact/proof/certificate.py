"""Certificates: what proves a bound, in a form that anyone can check without the solver.

They are written in version 2 of the format, which docs/certificate.md describes for people who write a
verifier of their own. Files of version 1 can be loaded and checked as well.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective, Tally
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.exact.proof.record import number, vector
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import Found
from aucopt.verifier.clock import Clock
from aucopt.verifier.objectives import read_objective as read_stated
from aucopt.verifier.opening import FORMAT, load_certificate, seal
from aucopt.verifier.posing import pose_data
from aucopt.verifier.reading import Numbers, exact_data, read_numbers
from aucopt.verifier.statement import FailedError
from aucopt.verifier.version_2 import digest

VERSION = 2


@dataclass(frozen=True, eq=False)
class Certificate:
    """A proof of the bound on all allowed weights, and of the value that was found.

    `aucopt.verify` checks it against the raw data.

    Attributes
    ----------
    content : dict
        The JSON object, in the documented format.

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
        """Return the certificate as JSON text."""
        return json.dumps(self.content, separators=(",", ":")) + "\n"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Certificate":
        """Read a certificate from a file, without checking it."""
        try:
            return cls(load_certificate(path))
        except FailedError as failure:
            text = str(failure)
            raise ValueError(f"{path}: {text[:1].upper()}{text[1:]}") from None

    @property
    def version(self) -> int:
        """Version of the format: 2, or 1 for older files."""
        return int(self.content["version"])

    @property
    def status(self) -> str:
        """Status of the search: "optimal" if the bound is attained."""
        return str(self.content["claim"]["status"])

    @property
    def direction(self) -> tuple[int, ...]:
        """Integer weights that attain `auc`."""
        return tuple(map(_read_number, self.content["claim"]["direction"]))

    @property
    def objective(self) -> str:
        """The objective: "AUC", or another objective with its limit."""
        stated = dict(self.content.get("objective", {"name": "AUC"}))
        name = stated.pop("name")
        limits = ", ".join(f"{key}={value}" for key, value in stated.items())
        return f"{name}({limits})" if limits else name

    @property
    def value_exact(self) -> Fraction:
        """The value of the objective for `direction`."""
        claim = self.content["claim"]
        if self.version > 1:
            return Fraction(_read_number(claim["value"]), _read_number(claim["total"]))
        right, tied, total = (_read_number(claim[name]) for name in ("right", "tied", "total"))
        return Fraction(2 * right + tied, 2 * total)

    @property
    def bound_exact(self) -> Fraction:
        """The upper bound on all allowed weights."""
        claim = self.content["claim"]
        # Bounds count half pairs; so does the total, from version 2 on.
        halves = 1 if self.version > 1 else 2
        return Fraction(_read_number(claim["bound"]), halves * _read_number(claim["total"]))

    def __repr__(self) -> str:
        data = self.content["data"]
        return (
            f"Certificate({self.objective.lower() if self.objective == 'AUC' else self.objective}="
            f"{float(self.value_exact)!r}, bound={float(self.bound_exact)!r}, "
            f"status={self.status!r}, rows={data['rows']}, columns={data['columns']})"
        )


class RawTable(NamedTuple):
    """The data as they came, which a verifier reads for itself."""

    X: Any
    y: Any
    sample_weight: Any
    strata: Any = None


def certificate_refusal(problem: Problem, objective: Objective) -> str | None:
    """Say why no certificate can be written of an objective of a problem; None if one can."""
    if "/" in str(_stated(problem, objective)):
        return f"certify=True needs limits and costs that are decimals, not those of {objective!r}."
    if (too_large := problem.refusal()) is not None:
        return too_large
    if problem.exact_weight is not None:
        return (
            "These sample weights have too many digits for exact counts, which a certificate needs; round "
            "them to integers or to a few decimals."
        )
    return None


def _stated(problem: Problem, objective: Objective) -> dict[str, Any] | None:
    """What a certificate says of an objective; costs go by the labels."""
    if isinstance(objective, Accuracy):
        return objective.stated_for(problem.classes.tolist())
    return objective.stated


def build_certificate(
    problem: Problem, found: Found, solution: Solution, signs: tuple[int, ...], table: RawTable
) -> Certificate:
    """Write down what a finished search proves."""
    assert found.bound is not None
    objective = solution.objective
    outcome = problem.given.outcome.kind if isinstance(problem, ComparedProblem) else "classes"
    numbers = read_numbers(*table, outcome)
    stated = _stated(problem, objective)
    n_features = len(numbers.columns)
    own: dict[str, Any] = {}
    if isinstance(objective, Accuracy):
        direction, counts = _best_rule(problem, found, solution)
        own, direction = {"intercept": number(direction[-1])}, direction[:-1]
    else:
        direction, counts = _best_direction(problem, found, solution)
    unit = _unit(problem, objective, numbers, table)
    if stated is None or isinstance(objective, Concordance):
        own = {"pairs": {name: number(weight // unit) for name, weight in counts.pairs._asdict().items()}}
    if objective.has_cut_off and not isinstance(objective, Accuracy):
        # Rows are counted there, not pairs.
        unit = isqrt(unit)
    content = {
        "format": FORMAT,
        "version": VERSION,
        **({} if stated is None else {"objective": stated}),
        "data": {
            "rows": len(numbers.positive),
            "columns": n_features,
            "outcome": outcome,
            "strata": numbers.n_strata,
            "sha256": digest(numbers),
        },
        "signs": list(signs)[:n_features],
        "ties": "half" if objective.needs_faces else "against",
        "claim": {
            "status": "optimal" if counts.value == found.bound else solution.status,
            "direction": vector(direction),
            "value": number(counts.value // unit),
            "bound": number(found.bound // unit),
            "total": number(objective.whole(problem) // unit),
            **own,
        },
        "columns": {
            "kept": list(problem.columns),
            "relations": {str(j): [str(c) for c in relation] for j, relation in problem.relations.items()},
        },
        "faces": list(found.proof),
    }
    if found.searched is not None:
        content["searched"] = list(found.searched)[:n_features]
    return Certificate({**content, "sha256": seal(content)})


def _read_number(value: int | str) -> int:
    return int(value, 16) if isinstance(value, str) else value


def _best_direction(problem: Problem, found: Found, solution: Solution) -> tuple[tuple[int, ...], Tally]:
    """Exact weights to be certified: those of the solution, unless its floats or its cell do better."""
    reached = solution.value_exact * solution.objective.whole(problem)
    wanted = max(found.value, int(reached))
    for direction in (
        solution.direction,
        primitive_vector([Fraction(float(w)) for w in solution.coef]),
        primitive_vector(found.problem.coef_of(found.cells[0][0])),
    ):
        counts = solution.objective.count(problem, problem.direction_of(direction))
        if counts.value >= wanted:
            break
    return direction, counts


def _best_rule(problem: Problem, found: Found, solution: Solution) -> tuple[tuple[int, ...], Tally]:
    """Exact weights and an intercept to be certified, which may be those of a constant rule."""
    constants = [(*(0,) * (problem.n_features - 1), side) for side in (1, -1)]
    tried = [solution.direction, *constants]
    if found.cells:
        tried.append(primitive_vector(found.problem.coef_of(found.cells[0][0])))
    counted = [
        (direction, solution.objective.count(problem, problem.direction_of(direction)))
        for direction in tried
        if len(direction) == problem.n_features
    ]
    return max(counted, key=lambda item: item[1].value)


def _unit(problem: Problem, objective: Objective, numbers: Numbers, table: RawTable) -> int:
    """What a pair of the smallest whole weights counts in the problem, or a row that is classified."""
    of_classes = not isinstance(objective, Accuracy | Concordance)
    # Whole weights of rows in strata have no common factor.
    if of_classes and (table.sample_weight is None or isinstance(problem, StratifiedProblem)):
        return 1
    data = exact_data(numbers)
    if of_classes:
        return problem.total // (sum(data.positive) * sum(data.negative))
    asked = read_stated(_stated(problem, objective))
    return problem.total // sum(pose_data(asked, numbers, data, Clock(None, None)).positive)
