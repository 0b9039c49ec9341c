"""The check of a certificate, from the raw data and nothing else.

A certificate claims that a direction attains 2R + T (right pairs twice, tied pairs once) and that no allowed
direction exceeds a bound. The data are read and the direction is counted here; `faces` checks the bound.
"""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any

from aucopt.verifier.arcs import FailedError, Vector, count_pairs, merge_points
from aucopt.verifier.faces import check_faces, integer, integers
from aucopt.verifier.reading import Data, over_one, read_data

FORMAT, VERSION = "aucopt certificate", 1
# What reading raises where values are of no use, or missing.
_UNFIT = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
STATUSES = ("optimal", "max_gap", "time_limit", "interrupted")


@dataclass(frozen=True)
class Verdict:
    """Whether a certificate holds, and why; true or false in a condition.

    Attributes
    ----------
    holds : bool
        Whether every step of the proof was checked and is right.
    reason : str
        What was proved, or what failed and where.
    checked : dict of str to int
        What was looked at: faces, arcs, swaps, cones.
    """

    holds: bool
    reason: str
    checked: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        counts = {what: count for what, count in self.checked.items() if count}
        work = ", ".join(f"{count:,} {what[: -1 if count == 1 else None]}" for what, count in counts.items())
        return f"{'holds' if self.holds else 'FAILS'}: {self.reason}" + (f" [{work}]" if work else "")


def verify(certificate: Any, X: Any, y: Any, sample_weight: Any = None) -> Verdict:
    """Check a certificate against the raw data, in Python integers, without the solver.

    Parameters
    ----------
    certificate : Certificate, str, path or dict
        What `maximize_auc(..., certify=True).certificate` holds, the file it was saved to, or its content.
    X, y, sample_weight
        The data, as they were passed to `maximize_auc`.

    Returns
    -------
    Verdict
        True or false in a condition; `reason` says what was proved, or what failed and where. A certificate
        that is damaged, or belongs to other data, gives a verdict, not an error.

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[1, 0], [1, 1], [0, 0.5]], [1, 0, 0]
    >>> solution = aucopt.maximize_auc(X, y, certify=True)
    >>> print(aucopt.verify(solution.certificate, X, y))
    holds: AUC 1 is attained and no allowed direction exceeds it: optimal.
    >>> bool(aucopt.verify(solution.certificate, X, [0, 1, 0]))
    False
    """
    checked = dict.fromkeys(("faces", "arcs", "swaps", "cones"), 0)
    try:
        content = _open(certificate)
        try:
            data = read_data(X, y, sample_weight)
        except _UNFIT as failure:
            raise FailedError(f"The data cannot be read: {failure}") from None
        return Verdict(True, _check(content, data, checked), checked)
    except FailedError as failure:
        return Verdict(False, _sentence(str(failure)), checked)
    except _UNFIT as failure:
        return Verdict(False, f"The certificate is malformed: {type(failure).__name__}: {failure}.", checked)


def seal(content: dict[str, Any]) -> str:
    """SHA-256 of all of a certificate but its seal: tells a damaged file from a false claim."""
    body = {key: value for key, value in content.items() if key != "sha256"}
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _open(certificate: Any) -> dict[str, Any]:
    content = getattr(certificate, "content", certificate)
    if isinstance(content, str | PathLike):
        try:
            content = json.loads(Path(content).read_text(encoding="utf-8"))
        except OSError as failure:
            raise FailedError(f"The certificate cannot be read: {failure}.") from None
        except ValueError:
            raise FailedError("The file is damaged, cut off, or no certificate: it is not JSON.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FailedError("This is no certificate of aucopt.")
    if content.get("version") != VERSION or isinstance(content["version"], bool):
        raise FailedError(f"Version {content.get('version')!r} of the format is unknown; this is {VERSION}.")
    if content.get("sha256") != seal(content):
        raise FailedError("The certificate was damaged or changed: its seal does not fit its content.")
    return content


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _check(content: dict[str, Any], data: Data, checked: dict[str, int]) -> str:
    """Check everything; return what is proved, or raise `FailedError`."""
    n_columns = len(data.columns)
    shape = (integer(content["data"]["rows"]), integer(content["data"]["columns"]))
    if shape != (len(data.positive), n_columns):
        raise FailedError(
            f"The certificate is for {shape[0]:,} rows with weight and {shape[1]} columns, the data have "
            f"{len(data.positive):,} and {n_columns}."
        )
    if content["data"]["sha256"] != data.digest:
        raise FailedError(
            "The data are not those of the certificate: values, labels, weights or their order differ."
        )
    signs = integers(content["signs"], n_columns)
    if any(s not in (-1, 0, 1) for s in signs):
        raise FailedError(f"The signs {signs} are not all -1, 0 or +1.")
    value, total, bound = _check_claim(content["claim"], data, signs)
    everything = merge_points([over_one(column) for column in data.columns], data.positive, data.negative)
    if bound < 2 * total - everything.coincident:
        check_faces(content, data, signs, bound, checked)
    auc, top = Fraction(value, 2 * total), Fraction(bound, 2 * total)
    if value == bound:
        return f"AUC {_show_auc(auc)} is attained and no allowed direction exceeds it: optimal."
    gap = f"gap {float(top - auc):.2g}"
    return f"AUC {_show_auc(auc)} is attained and no allowed direction exceeds {_show_auc(top)}: {gap}."


def _show_auc(auc: Fraction) -> str:
    return f"{float(auc):.9g}" if auc.denominator < 10**7 else f"{float(auc):.12g}"


def _check_claim(claim: dict[str, Any], data: Data, signs: Vector) -> tuple[int, int, int]:
    """Count the direction; return 2R + T, the weight of all pairs, and the bound."""
    direction = integers(claim["direction"], len(data.columns))
    right, tied, total, bound = (integer(claim[name]) for name in ("right", "tied", "total", "bound"))
    for j, (w, s) in enumerate(zip(direction, signs, strict=True)):
        if w * s < 0:
            raise FailedError(f"The direction has weight {w} on column {j}, whose sign must be {s:+d}.")
    if not any(direction):
        raise FailedError("The direction is zero.")
    scores = [Fraction(0)] * len(data.positive)
    for w, column in zip(direction, data.columns, strict=True):
        scores = [score + w * x for score, x in zip(scores, column, strict=True)] if w else scores
    line = merge_points([over_one(scores)], data.positive, data.negative)
    counted = (*count_pairs(line, (1,)), line.total)
    if counted != (right, tied, total):
        raise FailedError(
            f"The direction ranks {counted[0]:,} pairs right and ties {counted[1]:,} of {counted[2]:,}; "
            f"the claim is {right:,} and {tied:,} of {total:,}."
        )
    value, status = 2 * right + tied, claim["status"]
    if status not in STATUSES:
        raise FailedError(f"The status {status!r} is not one of {', '.join(STATUSES)}.")
    if value > bound:
        raise FailedError(f"The direction attains {value:,}, more than the bound {bound:,} on 2R + T.")
    if (status == "optimal") != (value == bound):
        raise FailedError(
            f"The status is {status!r}, but the direction attains {value:,} and the bound is {bound:,}."
        )
    return value, total, bound
