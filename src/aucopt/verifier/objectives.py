"""What a certificate of version 2 is about: the objective, by its name and parameters."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from aucopt.verifier.rules import Rule
from aucopt.verifier.statement import FailedError, UncheckedError

# Objectives of a part of the curve: the parameter, whether it sums over the negatives, whether ties count
# half, and whether the parameter is what must be on the right side, not what may be on the wrong one.
_RULES = {
    ("PartialAUC", "max_fpr"): (False, True, False),
    ("PartialAUC", "min_tpr"): (True, True, True),
    ("Sensitivity", "specificity"): (False, False, True),
    ("Specificity", "sensitivity"): (True, False, True),
}

_DECIMAL = re.compile(r"0|1|0\.[0-9]*[1-9]")
_COST = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")


@dataclass(frozen=True)
class Asked:
    """What is maximised.

    Attributes
    ----------
    text : str
        The objective as people read it.
    rule : Rule or None
        What the rows of one class are worth, for a part of the ROC curve.
    of_pairs : bool
        Whether the outcome and the strata say which pairs count (Concordance).
    by_cases : bool
        Whether all positives count alike, whatever the size of their strata.
    of_rows : bool
        Whether rows are classified (Accuracy), so that there is an intercept.
    costs : tuple of two fractions, or None
        Of a negative and a positive row that is classified; None: as much as the other class weighs.
    """

    text: str = "AUC"
    rule: Rule | None = None
    of_pairs: bool = False
    by_cases: bool = False
    of_rows: bool = False
    costs: tuple[Fraction, Fraction] | None = (Fraction(1), Fraction(1))

    @property
    def has_strata(self) -> bool:
        """Whether rows may be in strata: pairs within them, or a part of the curve of each."""
        return self.of_pairs or (self.rule is not None and self.rule.is_half)

    @property
    def is_half(self) -> bool:
        """Whether what is tied counts half."""
        return self.rule.is_half if self.rule is not None else not self.of_rows


def read_objective(objective: Any) -> Asked:
    """Read the field of a certificate, which may be absent: then it is about the AUC."""
    if not isinstance(objective, dict) or not isinstance(objective.get("name"), str):
        raise FailedError("the objective should be an object with a name.")
    name = objective["name"]
    others = {key: value for key, value in objective.items() if key != "name"}
    shown = ", ".join(f"{key}={value}" for key, value in others.items())
    text = f"{name}({shown})" if shown else name
    if objective == {"name": "AUC"}:
        return Asked()
    by_cases = name in ("Concordance", "PartialAUC") and others.get("strata_weight") == "cases"
    if by_cases:
        del others["strata_weight"]
    if name == "Concordance" and not others:
        return Asked(text, of_pairs=True, by_cases=by_cases)
    if name == "Accuracy" and set(others) <= {"class_weight"}:
        return Asked(text, of_rows=True, costs=_read_costs(others.get("class_weight", ["1", "1"])))
    return Asked(text, _read_rule(name, others, text), by_cases=by_cases)


def _read_rule(name: str, others: dict[str, Any], text: str) -> Rule:
    known = [key for key in others if (name, key) in _RULES]
    if len(others) != 1 or not known:
        raise UncheckedError(f"the objective {text}")
    of_negatives, is_half, is_kept = _RULES[name, known[0]]
    limit = others[known[0]]
    if not isinstance(limit, str) or not _DECIMAL.fullmatch(limit):
        raise FailedError(f"{limit!r} is not a decimal from 0 to 1 in its shortest form.")
    room = 1 - Fraction(limit) if is_kept else Fraction(limit)
    if is_half and not 0 < room < 1:
        raise FailedError(f"the limit of {text} selects either nothing or the whole ROC curve.")
    return Rule(text, of_negatives, is_half, room)


def _read_costs(given: Any) -> tuple[Fraction, Fraction] | None:
    if given == "balanced":
        return None
    if (
        not isinstance(given, list)
        or len(given) != 2
        or not all(isinstance(c, str) and _COST.fullmatch(c) for c in given)
    ):
        raise FailedError(f"{given!r} is not a pair of decimals, the costs of both classes.")
    costs = Fraction(given[0]), Fraction(given[1])
    if not any(costs):
        raise FailedError("the costs of both classes are zero.")
    return costs
