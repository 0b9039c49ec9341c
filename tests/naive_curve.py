"""Slow, obvious twins of metrics of parts of the ROC curve, in fractions, without the package."""

from collections.abc import Sequence
from fractions import Fraction


def above(
    i: int, mine: bool, y: Sequence[int], s: Sequence[float], w: Sequence[int], tie: Fraction
) -> Fraction:
    """Return the weight of the other class that is above row i, or below it if i is a negative."""
    total = Fraction(0)
    for label, score, weight in zip(y, s, w, strict=True):
        if bool(label) != mine:
            beyond = score > s[i] if mine else score < s[i]
            total += weight * (1 if beyond else tie if score == s[i] else 0)
    return total


def partial_auc(
    y: Sequence[int], s: Sequence[float], w: Sequence[int], width: Fraction, mine: bool = True
) -> Fraction:
    """Return the area up to a false positive rate, or beside the curve from a true positive rate up."""
    rows = [i for i in range(len(y)) if bool(y[i]) == mine]
    limit = width * sum(w[i] for i in range(len(y)) if bool(y[i]) != mine)
    area = sum(w[i] * max(Fraction(0), limit - above(i, mine, y, s, w, Fraction(1, 2))) for i in rows)
    return area / (limit * sum(w[i] for i in rows))


def share_at(
    y: Sequence[int], s: Sequence[float], w: Sequence[int], room: Fraction, mine: bool = True
) -> Fraction:
    """Return the best share of a class over all cut-offs that leave room for the other on the wrong side."""
    best = Fraction(0)
    total = {label: sum(w[i] for i in range(len(y)) if bool(y[i]) == label) for label in (True, False)}
    for cut in (float("-inf"), *s):
        called = [score > cut for score in s]
        right = sum(w[i] for i in range(len(y)) if bool(y[i]) == mine and called[i] == mine)
        wrong = sum(w[i] for i in range(len(y)) if bool(y[i]) != mine and called[i] == mine)
        if wrong <= room * total[not mine]:
            best = max(best, Fraction(right, total[mine]))
    return best
