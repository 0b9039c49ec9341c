"""A second verifier, written from docs/certificate.md alone: slow, obvious, for small integer tables.

It follows the page and nothing else, so that a page that leaves something out fails a test. Columns set aside
are not read.
"""

import json
from base64 import b64decode
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise, permutations, product
from math import gcd
from struct import pack
from zlib import decompress


def holds(content, X, y, weights):
    """Whether a certificate holds for integer data with integer weights that have no common divisor."""
    body = {name: value for name, value in content.items() if name != "sha256"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    if content["version"] != 2 or sha256(text.encode()).hexdigest() != content["sha256"]:
        return False
    if content["data"]["sha256"] != hash_of(X, y, weights):
        return False
    claim, signs = content["claim"], content["signs"]
    bound = integer(claim["bound"])
    direction = [integer(w) for w in claim["direction"]]
    value, total = count(X, y, weights, direction)
    if [value, total] != [integer(claim[name]) for name in ("value", "total")] or value > bound:
        return False
    if (claim["status"] == "optimal") != (value == bound) or not any(direction):
        return False
    if any(w * s < 0 for w, s in zip(direction, signs, strict=True)):
        return False
    entries = {tuple(entry["columns"]): entry for entry in content["faces"]}
    return all(
        bound_face(face, entries.get(face), [[row[j] for j in face] for row in X], y, weights, signs, bound)
        for face in faces_of(content["columns"]["kept"], signs)
    )


def hash_of(X, y, weights):
    n = len(y)
    text = b"aucopt data 2\n"
    for column in zip(*X, strict=True):
        text += f"column f8 {n}\n".encode() + pack(f"<{n}d", *column)
    text += f"outcome u4 {n}\n".encode() + pack(f"<{n}I", *y)
    text += f"weights f8 {n}\n".encode() + pack(f"<{n}d", *weights)
    return sha256(text).hexdigest()


def integer(value):
    return int(value, 16) if isinstance(value, str) else value


def dot(v, x):
    return sum(a * b for a, b in zip(v, x, strict=True))


def pairs_of(X, y, weights):
    """The difference and the weight of each pair."""
    rows = list(zip(X, y, weights, strict=True))
    return [
        ([a - b for a, b in zip(up, low, strict=True)], w * v)
        for up, positive, w in rows
        for low, other, v in rows
        if positive and not other
    ]


def count(X, y, weights, direction):
    pairs = [(dot(direction, d), w) for d, w in pairs_of(X, y, weights)]
    return sum(w * (2 * (s > 0) + (s == 0)) for s, w in pairs), 2 * sum(w for _, w in pairs)


def faces_of(kept, signs):
    """All faces, where no column is set aside."""
    signed = [j for j in kept if signs[j]]
    fewer = [set(some) for size in range(len(signed) + 1) for some in combinations(signed, size)]
    return [face for out in fewer if (face := tuple(j for j in kept if j not in out))]


def bound_face(face, entry, X, y, weights, signs, bound):
    scale = [Fraction(s) for s in entry["scale"]] if entry else [Fraction(1)] * len(face)
    points = [[x / s for x, s in zip(row, scale, strict=True)] for row in X]
    pairs = pairs_of(points, y, weights)
    limit = (bound - sum(w for d, w in pairs if not any(d))) // 2
    pairs = [(d, w) for d, w in pairs if any(d)]
    if sum(w for _, w in pairs) <= limit:
        return True
    own = [signs[j] for j in face]
    if len(face) == 1:
        return all(sum(w for d, w in pairs if s * d[0] > 0) <= limit for s in (1, -1) if own[0] in (0, s))
    if entry["method"] == "arcs":
        return bound_arcs(entry, pairs, own, limit)
    if entry["method"] == "conflicts":
        return bound_conflicts(entry, pairs, own, limit)
    if entry["method"] == "boxes":
        return bound_boxes(entry, points, pairs, own, limit)
    return entry["method"] == "cones" and bound_cones(entry, points, pairs, own, limit)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def just_inside(low, high, d):
    """Whether a pair is right just after the start of an arc."""
    return (dot(low, d), dot(high, d)) > (0, 0)


def bound_arcs(entry, pairs, signs, limit):
    ends = [tuple(map(integer, end)) for end in entry["ends"]]
    if signs == [0, 0] and ends[0] != ends[-1]:
        return False
    if any(signs):
        # Of the allowed units the edge to start from is the one to the right of all others.
        units = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        allowed = [u for u in units if all(w * s >= 0 for w, s in zip(u, signs, strict=True))]
        inner = tuple(map(sum, zip(*allowed, strict=True)))
        edges = [u for u in allowed if cross(u, inner) > 0] + [u for u in allowed if cross(u, inner) < 0]
        if [ends[0], ends[-1]] != edges:
            return False
    for k, (low, high) in enumerate(pairwise(ends)):
        if cross(low, high) <= 0:
            return False
        most = sum(w for d, w in pairs if just_inside(low, high, d) or just_inside(high, low, d))
        if most > limit and (k not in entry["swept"] or best_inside(low, high, pairs) > limit):
            return False
    return True


def best_inside(low, high, pairs):
    """The most right pairs inside an arc: between all neighbouring directions at which a pair ties."""
    shares = {Fraction(0), Fraction(1)}
    for d, _ in pairs:
        a, b = Fraction(dot(low, d)), Fraction(dot(high, d))
        if a * b < 0:
            shares.add(a / (a - b))
    middles = [(a + b) / 2 for a, b in pairwise(sorted(shares))]
    directions = [[(1 - t) * a + t * b for a, b in zip(low, high, strict=True)] for t in middles]
    return max(sum(w for d, w in pairs if dot(v, d) > 0) for v in directions)


def read_number(stream):
    value = bits = 0
    while (byte := next(stream)) > 127:
        value, bits = value | (byte - 128) << bits, bits + 7
    return value | byte << bits


def read_steps(text, n_axes):
    stream = iter(decompress(b64decode(text)))
    for kind in stream:
        yield [
            kind,
            *(read_number(stream) for _ in range({0: 0, 1: 0, 2: 2, 3: 3, 7: 1, 8: 0, 16: n_axes}[kind])),
        ]


def signed(number):
    """The number that may be negative."""
    return number // 2 if number % 2 == 0 else -(number + 1) // 2


def bound_cones(entry, points, pairs, signs, limit):
    basis = [[integer(v) for v in vector] for vector in entry["basis"]]
    steps = list(read_steps(entry["tree"], len(basis) - 1))[::-1]
    for chosen in product(*[(s,) if s else (1, -1) for s in signs]):
        start = [[s * v for v in vector] for s, vector in zip(chosen, basis, strict=True)]
        if not bound_cone(start, steps, entry["merged"], points, pairs, limit):
            return False
    return not steps


def bound_cone(start, steps, merged, points, pairs, limit):
    """Whether a cone is bounded by its steps, which are taken from the end of the list."""
    distinct = sorted(set(map(tuple, points)))
    edges = list(combinations(range(len(start)), 2))
    cones = [start]
    while cones:
        cone = cones.pop()
        kind, *numbers = steps.pop()
        if kind == 1:
            cone = [[v // gcd(*vertex) for v in vertex] for vertex in cone]
            kind, *numbers = steps.pop()
        if kind == 0:
            if most_right(cone, pairs, merged) > limit:
                return False
            continue
        a, b = edges[numbers[0]]
        if kind == 2:
            s = signed(numbers[1])
            new = [2 ** max(-s, 0) * v + 2 ** max(s, 0) * w for v, w in zip(cone[a], cone[b], strict=True)]
        else:
            d = [x - z for x, z in zip(distinct[numbers[1]], distinct[numbers[2]], strict=True)]
            at_a, at_b = dot(cone[a], d), dot(cone[b], d)
            if at_a * at_b >= 0:
                return False
            new = shortest([abs(at_b) * v + abs(at_a) * w for v, w in zip(cone[a], cone[b], strict=True)])
        # The part that keeps the first end of the edge is the next one.
        cones += [[*cone[:k], new, *cone[k + 1 :]] for k in (a, b)]
    return True


def bound_boxes(entry, points, pairs, signs, limit):
    basis = [[integer(v) for v in vector] for vector in entry["basis"]]
    n = len(basis)
    if any(signs) and basis != [[(s or 1) * (k == j) for k in range(n)] for j, s in enumerate(signs)]:
        return False
    steps = list(read_steps(entry["tree"], n - 1))[::-1]
    rows = grouped(pairs) if entry["merged"] else [(d, w, 0) for d, w in pairs]
    for j in range(n):
        rest = [vector for k, vector in enumerate(basis) if k != j]
        half = Fraction(1, 2)
        whole = [(half, half) if s else (Fraction(0), Fraction(1)) for k, s in enumerate(signs) if k != j]
        for sign in (1,) if signs[j] else (1, -1):
            first = [sign * v for v in basis[j]]
            boxes = [whole]
            while boxes:
                box = boxes.pop()
                kind, *numbers = steps.pop()
                if kind == 7:
                    (axis,) = numbers
                    x, h = box[axis]
                    boxes += [[*box[:axis], (x + side * h / 2, h / 2), *box[axis + 1 :]] for side in (1, -1)]
                elif kind == 8:
                    for order in permutations(range(n - 1)):
                        cone = [shortest(inside(first, rest, corner(box, order[:k]))) for k in range(n)]
                        if not bound_cone(cone, steps, entry["merged"], points, pairs, limit):
                            return False
                elif kind not in (0, 16) or most_in_box(first, rest, box, rows, numbers) > limit:
                    return False
    return not steps


def corner(box, upper):
    """The corner of a box at the upper ends of some axes."""
    return [x + (h if i in upper else -h) for i, (x, h) in enumerate(box)]


def inside(first, rest, weights):
    """The direction of a box with these weights."""
    return [a + sum(y * v[c] for y, v in zip(weights, rest, strict=True)) for c, a in enumerate(first)]


def grouped(pairs):
    """Parallel pairs together: a difference that points to the heavier side, that side, and the other."""
    groups = {}
    for d, w in pairs:
        line = tuple(shortest(d))
        back = tuple(-v for v in line)
        groups.setdefault(back if back in groups else line, [0, 0])[back in groups] += w
    return [
        (line, up, down) if up >= down else ([-v for v in line], down, up)
        for line, (up, down) in groups.items()
    ]


def most_in_box(first, rest, box, rows, numbers):
    """The bound of counts, or of tilted counts with the numbers of the point of reference."""
    middle = inside(first, rest, [x for x, _ in box])
    parts = [signed(k) for k in numbers] or [0] * len(box)
    point = inside(first, rest, [x + h * k / 8 for (x, h), k in zip(box, parts, strict=True)])
    total, slopes = Fraction(0), [Fraction(0)] * len(box)
    for d, heavy, light in rows:
        m, r = dot(middle, d), sum(h * abs(dot(v, d)) for v, (_, h) in zip(rest, box, strict=True))
        total += light
        if m > -r:
            total += heavy - light
            if numbers and m < r and dot(point, d) < 0:
                total += (heavy - light) * m / (r - m)
                slopes = [
                    a + (heavy - light) * dot(v, d) / (r - m) for a, v in zip(slopes, rest, strict=True)
                ]
    return int(total + sum(abs(a) * h for a, (_, h) in zip(slopes, box, strict=True)))


def bound_conflicts(entry, pairs, signs, limit):
    sides = {}
    for d, w in pairs:
        line = tuple(shortest(d))
        sides[line] = sides.get(line, 0) + w
    excess = {line: w - sides.get(tuple(-v for v in line), 0) for line, w in sides.items()}
    groups = sorted(line for line in sides if excess[line] > 0)
    most = sum(
        max(w, sides.get(tuple(-v for v in line), 0)) for line, w in sides.items() if excess[line] >= 0
    )
    most -= sum(w for line, w in sides.items() if excess[line] == 0) // 2
    stream, conflicts = iter(decompress(b64decode(entry["conflicts"]))), []
    while True:
        try:
            size = read_number(stream)
        except StopIteration:
            break
        conflicts.append([])
        total = [0] * len(signs)
        for _ in range(size):
            group, is_wrong = divmod(read_number(stream), 2)
            y = sum(next(stream) << 8 * k for k in range(read_number(stream)))
            conflicts[-1].append((group, is_wrong))
            total = [t + (-y if is_wrong else y) * v for t, v in zip(total, groups[group], strict=True)]
            if y <= 0:
                return False
        if size == 0 or any(t * s > 0 if s else t for t, s in zip(total, signs, strict=True)):
            return False
    stream, nodes, unit = iter(decompress(b64decode(entry["tree"]))), [{}], gcd(*(excess[g] for g in groups))
    while nodes:
        is_wrong = nodes.pop()
        kind, number = next(stream), read_number(stream)
        if kind == 6:
            if number in is_wrong:
                return False
            nodes += [{**is_wrong, number: 1}, {**is_wrong, number: 0}]
            continue
        lost, taken, is_empty = sum(excess[groups[g]] for g, w in is_wrong.items() if w), {}, False
        for _ in range(number):
            conflict, amount = conflicts[read_number(stream)], read_number(stream) * unit
            if any(is_wrong.get(g, 0) != w for g, w in conflict):
                return False
            free = [g for g, _ in conflict if g not in is_wrong]
            is_empty = is_empty or not free
            lost += amount
            taken.update({g: taken.get(g, 0) + amount for g in free})
        if any(taken[g] > excess[groups[g]] for g in taken) or (not is_empty and most - lost > limit):
            return False
    return next(stream, None) is None


def shortest(vector):
    """The shortest integer vector along a vector of fractions."""
    common = 1
    for v in vector:
        common *= Fraction(v).denominator
    whole = [int(v * common) for v in vector]
    return [v // gcd(*whole) for v in whole]


def most_right(cone, pairs, merged):
    sure, groups = 0, {}
    for k, (d, w) in enumerate(pairs):
        at = [dot(v, d) for v in cone]
        if min(at) >= 0:
            sure += w
        elif max(at) > 0:
            line = tuple(shortest(d)) if merged else (k,)
            opposite = tuple(-v for v in line)
            side = opposite in groups and merged
            groups.setdefault(opposite if side else line, [0, 0])[side] += w
    return sure + sum(map(max, groups.values()))
