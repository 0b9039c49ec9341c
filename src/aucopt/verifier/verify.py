"""The check of a certificate, from the raw data and nothing else.

A certificate claims that a direction attains 2R + T (right pairs twice, tied pairs once) and that no allowed
direction exceeds a bound. The data are read and the direction is counted here; `faces` checks the bound.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Real
from typing import Any

from aucopt.verifier.clock import Clock, UnfinishedError, VerifyProgress
from aucopt.verifier.faces import check_faces
from aucopt.verifier.objectives import Asked
from aucopt.verifier.opening import open_certificate, read_version
from aucopt.verifier.points import count_pairs, merge_points
from aucopt.verifier.posing import pose_data
from aucopt.verifier.reading import ExactData, Numbers, exact_data, read_numbers
from aucopt.verifier.statement import (
    Claim,
    CurveClaim,
    FailedError,
    Statement,
    UncheckedError,
    Vector,
    sized,
)

# What reading raises where values are of no use, or missing.
_UNFIT = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError, MemoryError)
STATUSES = ("optimal", "max_gap", "time_limit", "interrupted")


@dataclass(frozen=True)
class Verdict:
    """The result of a check, which is true or false in a condition, with its reason.

    Attributes
    ----------
    holds : bool
        Whether every step of the proof was checked and is correct.
    reason : str
        What was proved, or which step failed.
    checked : dict of str to int
        Numbers of faces, arcs, swaps and cones that were checked.
    version : int or None
        Version of the certificate; None if it could not be read.
    is_understood : bool
        False if the certificate needs a newer version of this verifier. It may be correct, but nothing is
        proved.
    is_finished : bool
        False if the time limit ended the check. No step failed until then, but nothing is proved.
    """

    holds: bool
    reason: str
    checked: dict[str, int] = field(default_factory=dict)
    version: int | None = None
    is_understood: bool = True
    is_finished: bool = True

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        counts = {what: count for what, count in self.checked.items() if count}
        work = ", ".join(f"{count:,} {what[: -1 if count == 1 else None]}" for what, count in counts.items())
        failed = "FAILS" if self.is_finished else "NOT FINISHED"
        word = "holds" if self.holds else failed if self.is_understood else "NOT CHECKED"
        return f"{word}: {self.reason}" + (f" [{work}]" if work else "")


def verify(
    certificate: Any,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    strata: Any = None,
    time_limit: float | None = None,
    callback: Callable[[VerifyProgress], object] | None = None,
) -> Verdict:
    """Check a certificate against the raw data, in exact integers and independently of the solver.

    Parameters
    ----------
    certificate : Certificate, str, path or dict
        The `certificate` of a solution of `maximize_auc` or `maximize` with `certify=True`, the file it was
        saved to, or its content.
    X, y, sample_weight, strata
        The same data that were passed to that function.
    time_limit : float, optional
        Time limit in seconds. The verdict is then false, and `is_finished` is False. Use it for files from
        others, since a file can be made slow to check.
    callback : callable, optional
        Called about ten times a second with a `VerifyProgress`: the share that is done and an estimate of the
        seconds left.

    Returns
    -------
    Verdict
        True or false in a condition; `reason` says what was proved, or which step failed. A certificate that
        is damaged, belongs to other data, or takes too long gives a verdict, not an error.

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
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit >= 0):
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    clock = Clock(time_limit, callback)
    checked = dict.fromkeys(("faces", "arcs", "swaps", "cones", "conflicts", "nodes"), 0)
    version = None
    try:
        content = open_certificate(certificate)
        version = content["version"]
        statement = read_version(content)
        try:
            numbers = read_numbers(X, y, sample_weight, strata, statement.outcome)
        except _UNFIT as failure:
            raise FailedError(f"The data cannot be read: {failure}") from None
        return Verdict(True, _check(statement, numbers, checked, clock), checked, version)
    except FailedError as failure:
        understood = not isinstance(failure, UncheckedError)
        finished = not isinstance(failure, UnfinishedError)
        return Verdict(False, _sentence(str(failure)), checked, version, understood, finished)
    except _UNFIT as failure:
        reason = f"The certificate is malformed: {type(failure).__name__}: {failure}."
        return Verdict(False, reason, checked, version)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _check(statement: Statement, numbers: Numbers, checked: dict[str, int], clock: Clock) -> str:
    """Check everything; return what is proved, or raise `FailedError`."""
    n_columns, shape = len(numbers.columns), statement.shape
    if shape != (len(numbers.positive), n_columns):
        raise FailedError(
            f"The certificate is for {shape[0]:,} rows of positive weight and {shape[1]} columns, but the "
            f"data have {len(numbers.positive):,} and {n_columns}."
        )
    if not statement.is_about(numbers):
        raise FailedError(
            "The data are not those of the certificate: values, labels, weights or their order differ."
        )
    clock.check()
    signs, claim, asked = sized(statement.signs, n_columns), statement.claim, statement.asked
    if any(s not in (-1, 0, 1) for s in signs):
        raise FailedError(f"The signs {signs} are not all -1, 0 or +1.")
    data = pose_data(asked, numbers, exact_data(numbers), clock)
    free = (0,) * (len(data.columns) - n_columns)
    _check_claim(claim, asked, data, (*signs, *free))
    everything = merge_points(data.columns, data.positive, data.negative, data.strata)
    rule = asked.rule
    most = claim.whole - everything.coincident if rule is None else rule.most(everything)
    if claim.bound < most:
        # The intercept has no sign.
        searched = (*statement.searched, *free)
        check_faces(statement, searched, data, claim.bound, checked, clock)
    name = asked.text
    reached, top = Fraction(claim.value, claim.whole), Fraction(claim.bound, claim.whole)
    if claim.value == claim.bound:
        return f"{name} {_show_share(reached)} is attained and no allowed direction exceeds it: optimal."
    gap = f"gap {float(top - reached):.2g}"
    shown = f"{name} {_show_share(reached)} is attained and no allowed direction exceeds {_show_share(top)}"
    return f"{shown}: {gap}."


def _show_share(share: Fraction) -> str:
    return f"{float(share):.9g}" if share.denominator < 10**7 else f"{float(share):.12g}"


def _check_claim(claim: Claim | CurveClaim, asked: Asked, data: ExactData, signs: Vector) -> None:
    """Count the direction, and compare the status with the bound."""
    direction = sized(claim.direction, len(data.columns))
    for j, (w, s) in enumerate(zip(direction, signs, strict=True)):
        if w * s < 0:
            raise FailedError(f"The direction has weight {w} on column {j}, whose sign must be {s:+d}.")
    if not any(direction):
        raise FailedError("The direction is zero.")
    weighted = data.combine({j: Fraction(w) for j, w in enumerate(direction) if w})
    scores = list(map(sum, zip(*weighted, strict=True)))
    line = merge_points([scores], data.positive, data.negative, data.strata)
    if isinstance(claim, Claim):
        counted = (*count_pairs(line, (1,)), line.total)
        if counted != (claim.right, claim.tied, claim.total):
            raise FailedError(
                f"The direction ranks {counted[0]:,} pairs right and ties {counted[1]:,} of {counted[2]:,}; "
                f"the claim is {claim.right:,} and {claim.tied:,} of {claim.total:,}."
            )
    else:
        rule = asked.rule
        reached = (count_pairs(line, (1,))[0], line.total)
        if rule is not None:
            reached = rule.along(line), rule.whole(line)
        if reached != (claim.value, claim.whole):
            raise FailedError(
                f"The direction has {reached[0]:,} of {reached[1]:,} by {asked.text}; the claim is "
                f"{claim.value:,} of {claim.whole:,}."
            )
    if claim.status not in STATUSES:
        raise FailedError(f"The status {claim.status!r} is not one of {', '.join(STATUSES)}.")
    if claim.value > claim.bound:
        raise FailedError(f"The direction attains {claim.value:,}, more than the bound {claim.bound:,}.")
    if (claim.status == "optimal") != (claim.value == claim.bound):
        raise FailedError(
            f"The status is {claim.status!r}, but the direction attains {claim.value:,} and the bound is "
            f"{claim.bound:,}."
        )
