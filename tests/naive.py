"""Slow, obvious twins in exact fractions: what the package must agree with. Imports nothing from it.

A direction of the plane has a turn in [0, 4), its way around the square |w1| + |w2| = 1 from (1, 0): rational
for rational directions, in the order of the angle, and the mean of two turns lies between them.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, groupby, pairwise, product
from math import gcd, lcm
from numbers import Integral, Rational
from operator import mul
from typing import Any

import numpy as np
from sklearn.svm import LinearSVC

Point = tuple[Fraction, ...]
Cone = tuple[tuple[int, ...], ...]
DECIMAL_DIGITS = 15


def exact_number(value: Any) -> Fraction:
    """Return the value exactly; a float is the binary fraction it is."""
    if isinstance(value, Fraction):
        return value
    return Fraction(int(value) if isinstance(value, Integral) else float(value))


def written_number(value: Any) -> Fraction:
    """Return the shortest decimal that reads as the value; an integer is itself."""
    return exact_number(value) if isinstance(value, Rational) else Fraction(repr(float(value)))


def has_few_digits(value: Any) -> bool:
    """Say whether the value is an integer or fraction, or written with at most 15 significant digits."""
    if isinstance(value, Rational):
        return True
    return len(Decimal(repr(float(value))).normalize().as_tuple().digits) <= DECIMAL_DIGITS


def exact_column(values: Iterable[Any]) -> list[Fraction]:
    """Return the column as the decimals it was written as, or, if a float has too many digits, as it is."""
    column = list(values)
    read = written_number if all(map(has_few_digits, column)) else exact_number
    return [read(value) for value in column]


def exact_points(X: Iterable[Iterable[Any]]) -> list[Point]:
    """Return the rows of X with each column as written."""
    columns = [exact_column(column) for column in zip(*X, strict=True)]
    return list(zip(*columns, strict=True))


def counts(
    X: Iterable[Iterable[Any]], y: Iterable[Any], w: Iterable[Any], sample_weight: Iterable[Any] | None = None
) -> tuple[Fraction, Fraction, Fraction]:
    """Return (R, T, N) of w: the weight of the right, of the tied and of all pairs."""
    return count_pairs(weighted_pairs(exact_points(X), y, sample_weight), tuple(exact_number(a) for a in w))


def best(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> tuple[Fraction, Fraction]:
    """Return the maximum of 2R + T over all allowed directions, and N; one or two columns."""
    points = exact_points(X)
    pairs = weighted_pairs(points, y, sample_weight)
    scores = [count_pairs(pairs, w) for w in inner_directions(points, signs) + edge_rays(points, signs)]
    return max(2 * right + tied for right, tied, _ in scores), scores[0][2]


def optimal_cells(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> int:
    """Count the optimal open cells (ways to order all pairs) and the optimal edge rays of the allowed cone.

    In one column each allowed ray is a cell.
    """
    points = exact_points(X)
    pairs = weighted_pairs(points, y, sample_weight)
    inner, edges = inner_directions(points, signs), edge_rays(points, signs)
    value = {w: 2 * count_pairs(pairs, w)[0] + count_pairs(pairs, w)[1] for w in inner + edges}
    optimal = {w for w in value if value[w] == max(value.values())}
    if len(points[0]) == 1:
        return len(optimal)
    orders = {tuple(dot(w, x) > dot(w, z) for x, z, _ in pairs) for w in optimal & set(inner)}
    return len(orders) + len(optimal & set(edges))


def weighted_pairs(
    points: list[Point], y: Iterable[Any], sample_weight: Iterable[Any] | None
) -> list[tuple[Point, Point, Fraction]]:
    """List (x+, x-, weight) for every pair that weighs anything."""
    weights = (
        [Fraction(1)] * len(points) if sample_weight is None else [exact_number(s) for s in sample_weight]
    )
    rows = list(zip(points, weights, map(int, y), strict=True))
    positives = [(x, s) for x, s, label in rows if label == 1]
    negatives = [(x, s) for x, s, label in rows if label == 0]
    return [(x, z, s * t) for (x, s), (z, t) in product(positives, negatives) if s * t]


def count_pairs(pairs: list[tuple[Point, Point, Fraction]], w: Point) -> tuple[Fraction, Fraction, Fraction]:
    """Return (R, T, N) by looking at one pair after the other."""
    right = tied = total = Fraction(0)
    for x, z, weight in pairs:
        total += weight
        if dot(w, x) > dot(w, z):
            right += weight
        elif dot(w, x) == dot(w, z):
            tied += weight
    return right, tied, total


def best_anywhere(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> Fraction:
    """Return the maximum of 2R + T over all allowed directions, any number of columns."""
    weight: Counter[tuple[int, ...]] = Counter()
    for x, z, pair_weight in weighted_pairs(exact_points(X), y, sample_weight):
        weight[integers(minus(x, z))] += pair_weight
    return max(
        (
            sum((s * (1 + sign_of(inner(u, w))) for u, s in weight.items()), Fraction(0))
            for w in all_directions(weight, signs)
        ),
        default=Fraction(0),
    )


def all_directions(
    vectors: Iterable[tuple[int, ...]], signs: Sequence[int] | None = None
) -> set[tuple[int, ...]]:
    """Return allowed directions w with every sign vector of the u.w that there is, ties and all.

    Orthants are cut into simplicial cones until no u.w changes sign in any. Then all signs are constant
    inside each cone and inside each of its faces, and each of them gets one direction.
    """
    cuts = set(vectors)
    columns = len(next(iter(cuts), ()))
    orthants = product(*[[s] if s else [1, -1] for s in signs or [0] * columns])
    cones = {tuple(tuple(s * (i == j) for i in range(columns)) for j, s in enumerate(o)) for o in orthants}
    for u in cuts:
        cones = {part for cone in cones for part in cut_cone(cone, u)}
    faces = {frozenset(face) for cone in cones for k in range(columns) for face in combinations(cone, k + 1)}
    return {tuple(map(sum, zip(*face, strict=True))) for face in faces}


def cut_cone(cone: Cone, u: tuple[int, ...]) -> list[Cone]:
    """Cut a simplicial cone, edge by edge, into ones that u.w = 0 does not cut."""
    above, below = ([v for v in cone if sign_of(inner(u, v)) == side] for side in (1, -1))
    if not (above and below):
        return [cone]
    a, b = above[0], below[0]
    crossing = tuple(inner(u, a) * y - inner(u, b) * x for x, y in zip(a, b, strict=True))
    halves = [tuple(shortest(crossing) if v == end else v for v in cone) for end in (a, b)]
    return [part for half in halves for part in cut_cone(half, u)]


def inner(u: Sequence[int], v: Sequence[int]) -> int:
    """Return u.v; without fractions, which cost most of the time."""
    return sum(map(mul, u, v))


def integers(x: Point) -> tuple[int, ...]:
    """Return the shortest integer vector in the direction of x; zero stays zero."""
    return shortest([int(a * lcm(*(b.denominator for b in x))) for a in x])


def shortest(v: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(a) // (gcd(*map(int, v)) or 1) for a in v)


def inner_directions(points: list[Point], signs: Sequence[int] | None) -> list[Point]:
    """Return a direction inside every allowed arc that neither an axis nor the tie of any two points cuts."""
    if len(points[0]) == 1:
        return [w for w in ((Fraction(1),), (Fraction(-1),)) if is_allowed(w, signs)]
    cuts = {Fraction(t) for t in range(4)}
    for (x1, x2), (z1, z2) in combinations(sorted(set(points)), 2):
        cuts |= {turn(x2 - z2, z1 - x1), turn(z2 - x2, x1 - z1)}
    ends = sorted(cuts)
    middles = [(lo + hi) / 2 for lo, hi in zip(ends, [*ends[1:], Fraction(4)], strict=True)]
    return [direction_at(t) for t in middles if is_allowed(direction_at(t), signs)]


def edge_rays(points: list[Point], signs: Sequence[int] | None) -> list[Point]:
    """Return the allowed axes of the plane on which a constrained weight is zero."""
    if len(points[0]) == 1 or signs is None:
        return []
    axes = [direction_at(Fraction(t)) for t in range(4)]
    return [
        w for w in axes if is_allowed(w, signs) and any(s and not a for s, a in zip(signs, w, strict=True))
    ]


def is_allowed(w: Point, signs: Sequence[int] | None) -> bool:
    return signs is None or all(s * a >= 0 for s, a in zip(signs, w, strict=True))


def dot(w: Point, x: Point) -> Fraction:
    return sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))


def turn(w1: int | Fraction, w2: int | Fraction) -> Fraction:
    """Return how far around the square the direction lies."""
    across = Fraction(w1) / (abs(Fraction(w1)) + abs(Fraction(w2)))
    return 1 - across if w2 >= 0 else 3 + across


def direction_at(t: Fraction) -> Point:
    """Return the point of the square at the turn t."""
    across = 1 - t if t <= 2 else t - 3
    up = 1 - abs(across)
    return (across, up if t <= 2 else -up)


def digits(value: int, size: int, bits: int = 26) -> list[int]:
    """Return the signed digits of an integer in base 2**bits, lowest first."""
    sign = -1 if value < 0 else 1
    return [sign * (abs(value) >> (bits * k) & ((1 << bits) - 1)) for k in range(size)]


def sign_of(value: int | Fraction) -> int:
    return (value > 0) - (value < 0)


def cross(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return a[0] * b[1] - a[1] * b[0]


def minus(a: Sequence[Any], b: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(x - z for x, z in zip(a, b, strict=True))


def quarter_turn(w: Sequence[Any]) -> tuple[Any, Any]:
    return (-w[1], w[0])


def order_along(points: Sequence[Sequence[int]], w: Sequence[int], side: int = 1) -> list[int]:
    """Sort the points along w, ties by a quarter turn to the side: the order just beside w."""
    first, then = tuple(w), tuple(side * v for v in quarter_turn(w))
    return sorted(range(len(points)), key=lambda i: (dot(first, points[i]), dot(then, points[i])))


def right_pairs(order: Sequence[int], p: Sequence[int], q: Sequence[int]) -> int:
    """Sum the weight of the pairs of distinct points whose positive comes after its negative."""
    return sum(p[i] * q[j] for k, i in enumerate(order) for j in order[:k])


def swapped_pairs(
    before: Sequence[int], after: Sequence[int], p: Sequence[int], q: Sequence[int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """List the (positive, negative) pairs that two orders disagree on: those put right, those put wrong."""
    was, now = ({i: k for k, i in enumerate(order)} for order in (before, after))
    pairs = [(i, j) for i in before for j in before if i != j and p[i] * q[j]]
    rises = [(i, j) for i, j in pairs if was[i] < was[j] and now[i] > now[j]]
    falls = [(i, j) for i, j in pairs if was[i] > was[j] and now[i] < now[j]]
    return rises, falls


def running_counts(
    points: Sequence[Sequence[int]],
    start: Sequence[int],
    swaps: tuple[list[tuple[int, int]], list[tuple[int, int]]],
    p: Sequence[int],
    q: Sequence[int],
    right: int,
) -> list[tuple[Fraction | None, int]]:
    """Return (turn from the start, right pairs from there on) for each direction where something swaps."""
    change: dict[Fraction, int] = {}
    for sign, pairs in zip((1, -1), swaps, strict=True):
        for i, j in pairs:
            up, low = (j, i) if sign > 0 else (i, j)
            t = swap_turn(points[up], points[low], start)
            change[t] = change.get(t, 0) + sign * p[i] * q[j]
    counts: list[tuple[Fraction | None, int]] = [(None, right)]
    for t in sorted(change):
        right += change[t]
        counts.append((t, right))
    return counts


def stretches(counts: list[tuple[Any, int]], threshold: int, *, cells: bool) -> list[tuple[Any, Any]]:
    """Cells that reach the threshold, joined where they meet unless asked not to."""
    ends = [*(t for t, _ in counts), None]
    found: list[tuple[Any, Any]] = []
    for k, (low, count) in enumerate(counts):
        if count < threshold:
            continue
        if not cells and found and low is not None and found[-1][1] == low:
            found[-1] = (found[-1][0], ends[k + 1])
        else:
            found.append((low, ends[k + 1]))
    return found


def swap_turn(up: Sequence[int], low: Sequence[int], start: Sequence[int]) -> Fraction:
    """Return how far around the square from the start the upper of two points comes down to the lower."""
    return (turn(*quarter_turn(minus(up, low))) - turn(*start)) % 4


def part_of_the_way(a: Point, b: Point, d: Sequence[int]) -> Fraction:
    """Return the t at which (1 - t) a + t b is perpendicular to d."""
    return dot(a, d) / (dot(a, d) - dot(b, d))


def bucket_runs(
    gains: Sequence[int], losses: Sequence[int], glued: Sequence[bool], right: int, threshold: int
) -> tuple[list[list[int]], int, int]:
    """Group glued buckets, then groups that all can or all cannot reach the threshold; best inner end."""
    starts = [k for k in range(len(gains)) if k == 0 or not glued[k]]
    groups, ends = [], [(right, 0)]
    for a, b in zip(starts, [*starts[1:], len(gains)], strict=True):
        upper = right + sum(gains[a:b])
        groups.append((b, right, upper, int(upper >= threshold)))
        right = upper - sum(losses[a:b])
        ends += [(right, b)] if b < len(gains) else []
    runs = []
    for is_open, members in groupby(groups, key=lambda group: group[3]):
        run = list(members)
        runs.append([run[-1][0], run[0][1], max(upper for _, _, upper, _ in run), is_open])
    highest = max(count for count, _ in ends)
    return runs, highest, next(end for count, end in ends if count == highest)


def enumerate_integers(points: np.ndarray, p: np.ndarray, q: np.ndarray) -> int:
    """Return the maximum of 2R + T over all directions, from all pairs of integer points below 2**24.

    Directions of that size differ by more than arctan2 errs.
    """
    up, down = np.flatnonzero(p), np.flatnonzero(q)
    d = (points[up][:, None, :] - points[down][None, :, :]).reshape(-1, 2)
    weight = np.outer(p[up], q[down]).ravel()
    apart = d.any(axis=1)
    coincident, d, weight = int(weight[~apart].sum()), d[apart], weight[apart]
    d //= np.gcd(d[:, 0], d[:, 1])[:, None]
    rays, index = np.unique(d, axis=0, return_inverse=True)
    weight = np.bincount(index.ravel(), weight).astype(np.int64)
    # The pair is right from a quarter turn before its difference to a quarter turn after it.
    edges = np.concatenate([rays @ [[0, -1], [1, 0]], rays @ [[0, 1], [-1, 0]]])
    edges, index = np.unique(edges, axis=0, return_inverse=True)
    change = np.bincount(index.ravel(), np.concatenate([weight, -weight])).astype(np.int64)
    order = np.argsort(np.arctan2(edges[:, 1], edges[:, 0]))
    # The count just beyond the last edge, then the changes all the way round.
    last = edges[order[-1]]
    ahead, beside = rays @ last, rays @ quarter_turn(last)
    right = int(weight[(ahead > 0) | ((ahead == 0) & (beside > 0))].sum())
    return 2 * (right + int(np.cumsum(change[order]).max())) + coincident


def swaps_on_ray(
    ups: Sequence[Sequence[Any]], downs: Sequence[Sequence[Any]], reach: Any
) -> list[tuple[Fraction, Fraction]]:
    """List (phi, change of 2R + T) for all pairs of rows (along, across, weight) that swap before `reach`."""
    swaps = []
    for (s, t, p), (z, v, q) in product(ups, downs):
        a, b = exact_number(s) - exact_number(z), exact_number(t) - exact_number(v)
        if a * b < 0 and a / (a - b) < exact_number(reach):
            swaps.append((a / (a - b), 2 * exact_number(p) * exact_number(q) * (1 if a < 0 else -1)))
    return sorted(swaps)


def value_beside(ups: Sequence[Sequence[Any]], downs: Sequence[Sequence[Any]]) -> Fraction:
    """Return 2R + T just after phi = 0: by the scores along, ties by those across."""
    value = Fraction(0)
    for (s, t, p), (z, v, q) in product(ups, downs):
        above = ((s, t) > (z, v)) - ((s, t) < (z, v))
        value += (1 + above) * exact_number(p) * exact_number(q)
    return value


def cells_on_ray(
    swaps: Iterable[tuple[Fraction, Fraction]], start: Fraction, reach: Any
) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return (value, low, high) of every cell of a ray."""
    cells, low, value = [], Fraction(0), start
    for phi, group in groupby(sorted(swaps), key=lambda swap: swap[0]):
        cells.append((value, low, phi))
        low, value = phi, value + sum(change for _, change in group)
    return [cell for cell in [*cells, (value, low, exact_number(reach))] if cell[1] < cell[2]]


def smooth_count(
    scores: Sequence[float],
    ups: Sequence[int],
    downs: Sequence[int],
    rate: Sequence[float],
    weight: Sequence[float],
) -> float:
    """Sum over pairs the chance that their score difference stays positive under noise of Student's t."""
    total = 0.0
    for i, j, r, w in zip(ups, downs, rate, weight, strict=True):
        z = r * (scores[i] - scores[j])
        total += w * (1 + z / (1 + z * z) ** 0.5) / 2
    return total


def score_rows(X: Sequence[Sequence[float]], w: Sequence[float]) -> list[float]:
    """Sum each row from the first column to the last, in floats."""
    scores = []
    for row in X:
        score = 0.0
        for a, x in zip(w, row, strict=True):
            score += a * x
        scores.append(score)
    return scores


def pair_slopes(
    scores: Sequence[float], positive: Sequence[bool], weights: Sequence[float], width: float
) -> tuple[float, list[float]]:
    """Return the hinge loss of all pairs and, for each row, the summed slopes of its smoothed pairs."""
    loss, slopes = 0.0, [0.0] * len(scores)
    for i, j in product(range(len(scores)), repeat=2):
        if positive[i] and not positive[j]:
            violation = 1 - scores[i] + scores[j]
            loss += weights[i] * weights[j] * max(0.0, violation)
            slope = weights[i] * weights[j] * min(1.0, max(0.0, violation / width))
            slopes[i] += slope
            slopes[j] += slope
    return loss, slopes


def pair_curvature(
    values: Sequence[float],
    scores: Sequence[float],
    positive: Sequence[bool],
    weights: Sequence[float],
    width: float,
) -> list[float]:
    """Return the product of the Hessian of the smoothed loss, in the scores, with a vector."""
    out = [0.0] * len(scores)
    for i, j in product(range(len(scores)), repeat=2):
        if positive[i] and not positive[j] and 0 < 1 - scores[i] + scores[j] < width:
            change = weights[i] * weights[j] * (values[i] - values[j]) / width
            out[i] += change
            out[j] -= change
    return out


def pair_svm(
    X: np.ndarray, positive: np.ndarray, scale: float, weights: np.ndarray | None = None
) -> tuple[np.ndarray, float]:
    """Return weights and objective of the SVM on all pairs, listed, by liblinear."""
    weights = np.ones(len(X)) if weights is None else weights
    pairs = list(product(np.flatnonzero(positive), np.flatnonzero(~positive)))
    differences = np.array([X[i] - X[j] for i, j in pairs])
    share = np.array([weights[i] * weights[j] for i, j in pairs])
    price = scale * share / share.sum()
    # A difference with label +1 is its negative with label -1, and liblinear wants both labels.
    label = np.where(np.arange(len(pairs)) % 2, -1, 1)
    svm = LinearSVC(loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**7, random_state=0)
    w = svm.fit(label[:, None] * differences, label, sample_weight=price).coef_[0]
    return w, float(w @ w / 2 + price @ np.maximum(0, 1 - differences @ w))


def spam(
    X: list[list[float]],
    positive: list[bool],
    orders: Iterable[Sequence[int]],
    step: float,
    l1: float,
    l2: float,
    means: tuple[list[float], list[float]],
) -> tuple[list[float], list[float]]:
    """Return the last iterate of SPAM and the mean of all, given the means of the classes."""
    share = sum(positive) / len(positive)
    w = [0.0] * len(X[0])
    average = w
    for t, row in enumerate((row for order in orders for row in order), start=1):
        eta = step / math.sqrt(t)
        score, other = 0.0, 0.0
        for wk, xk, mk in zip(w, X[row], means[1] if positive[row] else means[0], strict=True):
            score += wk * xk
            other += wk * mk
        if positive[row]:
            move = eta * (2 * (1 - share) * (score - other - 1))
        else:
            move = eta * (2 * share * (score - other + 1))
        shrink = 1 / (1 + eta * l2)
        w = [(wk - move * xk) * shrink for wk, xk in zip(w, X[row], strict=True)]
        w = [soft(wk, eta * l1 * shrink) for wk in w]
        average = [m + (wk - m) / t for m, wk in zip(average, w, strict=True)]
    return w, average


def spauc(
    X: list[list[float]],
    positive: list[bool],
    orders: Iterable[Sequence[int]],
    mu: float,
    l1: float,
    l2: float,
    scale_penalty: bool,
) -> tuple[list[float], list[float]]:
    """Return the last iterate of SPAUC and the mean of all, in plain floats."""
    w = [0.0] * len(X[0])
    u, v, average = w, w, w
    n_positive = 0
    for t, row in enumerate((row for order in orders for row in order), start=1):
        n_positive += positive[row]
        x = X[row]
        if positive[row]:
            u = [m + (xk - m) / n_positive for m, xk in zip(u, x, strict=True)]
        else:
            v = [m + (xk - m) / (t - n_positive) for m, xk in zip(v, x, strict=True)]
        score, a, b = 0.0, 0.0, 0.0
        for wk, xk, uk, vk in zip(w, x, u, v, strict=True):
            score += wk * xk
            a += wk * uk
            b += wk * vk
        p = n_positive / t
        eta = 2 / (mu * t + 1)
        if positive[row]:
            own, spread = u, eta * (2 * (1 - p) * (score - a))
        else:
            own, spread = v, eta * (2 * p * (score - b))
        apart = eta * (2 * p * (1 - p) * (1 + b - a))
        penalty = eta if scale_penalty else 1.0
        shrink = 1 / (1 + penalty * l2)
        gradient = [
            spread * (xk - ok) + apart * (vk - uk) for xk, ok, uk, vk in zip(x, own, u, v, strict=True)
        ]
        w = [(wk - gk) * shrink for wk, gk in zip(w, gradient, strict=True)]
        w = [soft(wk, penalty * l1 * shrink) for wk in w]
        average = [m + (wk - m) / t for m, wk in zip(average, w, strict=True)]
    return w, average


def soft(value: float, amount: float) -> float:
    """Return the value moved towards zero by an amount, at most to zero."""
    if abs(value) <= amount and amount > 0:
        return 0.0
    return value - math.copysign(amount, value) if amount > 0 else value


def rank_rules(X: np.ndarray, q_def: int) -> list[tuple[int, float, np.ndarray]]:
    """Return all rules that split the rows: feature, threshold, what they say of each row."""
    rules = []
    for f in range(X.shape[1]):
        values = sorted({float(v) for v in X[:, f] if v == v})
        thresholds = [(a + b) / 2 for a, b in pairwise(values)]
        if np.isnan(X[:, f]).any():
            thresholds.append(-math.inf if q_def == 0 else math.inf)
        for theta in sorted(thresholds, reverse=True):
            says = np.array([q_def if v != v else int(v > theta) for v in X[:, f]])
            if 0 < says.sum() < len(says):
                rules.append((f, theta, says))
    return rules


def rank_value(says: np.ndarray, positive: np.ndarray, pair_weight: np.ndarray) -> float:
    """Return r of a rule: over all pairs, one at a time, weight times the difference of what it says."""
    ups, downs = np.flatnonzero(positive), np.flatnonzero(~positive)
    return math.fsum(
        pair_weight[i, j] * int(says[ups[i]] - says[downs[j]]) for i, j in np.ndindex(*pair_weight.shape)
    )


def structural_components(
    positives: Sequence[Any], negatives: Sequence[Any]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return DeLong's V10 of each positive and V01 of each negative, pair by pair."""

    def psi(x: Any, z: Any) -> Fraction:
        return Fraction(int(x > z) + int(x >= z), 2)

    return (
        [sum((psi(x, z) for z in negatives), Fraction(0)) / len(negatives) for x in positives],
        [sum((psi(x, z) for x in positives), Fraction(0)) / len(positives) for z in negatives],
    )


def delong_covariance(
    positives: Sequence[Sequence[Any]], negatives: Sequence[Sequence[Any]]
) -> list[list[Fraction]]:
    """Return DeLong's covariance of the AUCs of several scores, given by class."""
    placed = [structural_components(x, z) for x, z in zip(positives, negatives, strict=True)]

    def covariance(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
        n = len(a)
        mean_a, mean_b = sum(a) / n, sum(b) / n
        return (
            sum(((u - mean_a) * (v - mean_b) for u, v in zip(a, b, strict=True)), Fraction(0)) / (n - 1) / n
        )

    return [[sum(covariance(a[k], b[k]) for k in (0, 1)) for b in placed] for a in placed]
