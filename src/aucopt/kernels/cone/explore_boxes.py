"""Halving a box of directions, depth first, until no part of it can hold a better direction.

The open rows are looked at once for both halves. Where the bound is near, rows are tilted; where few rows are
left, a direction that ranks all of them right is looked for.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.cone.box import enter_half, gather_rows, look_inside, weigh_halves
from aucopt.kernels.cone.explore import note_down
from aucopt.kernels.cone.tilted import MOST_PARTS, PARTS, shave

# Halving is given up on when a box shrinks to this part and keeps nearly all of its open rows.
_SHRUNK = 1.0 / 64.0
_KEPT = 0.75
# Rows are moved together when those that are open weigh less than this part of them.
_WORTH_MOVING = 0.75
# So few rows are worth a walk inside, of so many steps.
_FEW, _STEPS_INSIDE = 12, 24
# Tilting is tried where it has to take away no more than this part of what is open, so often, and goes on
# while this part is missing at most; each time the point of reference moves by part of the way to the corner.
_NEAR, _TRIES, _HOPE, _STRIDE = 0.1, 4, 0.08, 0.4
# What became of a box, as noted in a log: closed, handed back, tilted, or halved along an axis. Higher bits
# hold the point of reference, so many bits for each axis.
CLOSED, LEFT, TILTED, HALVED = 0, 1, 2, 3
CODE_BITS, PART_BITS = 8, 4
# What a box costs besides, in looks at a row.
_A_BOX = 64


class BoxStack(NamedTuple):
    """Boxes still to be looked at.

    ``centre`` and ``level``, the negative logarithm of the half width, are their place; ``reference`` is a
    point in units of the half widths, ``spread`` the mean size of the scores along each axis. ``first`` and
    ``n_rows`` tell where their rows are, decided ones among them, ``at`` where the ranges of these, ``free``
    from where on rows are free; ``total`` is the weight of all rows, ``heavy`` that of the open ones.
    ``base`` is the bound if all rows were open, ``upper`` the true one; ``size`` and ``crowd`` are the mean
    range of the rows and the weight of the open ones when that last fell.
    """

    centre: np.ndarray
    level: np.ndarray
    reference: np.ndarray
    spread: np.ndarray
    first: np.ndarray
    n_rows: np.ndarray
    at: np.ndarray
    free: np.ndarray
    total: np.ndarray
    heavy: np.ndarray
    base: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray


class BoxesLeft(NamedTuple):
    """Boxes handed back: place, bound, size and crowd as in `BoxStack`, and whether halving is no use."""

    centre: np.ndarray
    level: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray
    is_stuck: np.ndarray


@njit(cache=True, nogil=True)
def _try_tilting(rows, first, at, n_rows, reference, half, tolerance, needed, heavy, parts, pull):
    """What tilting takes off a bound, in whole rows, 0 where it does not suffice; and how often it ran."""
    n = half.shape[0]
    for k in range(_TRIES):
        for i in range(n):
            parts[i] = min(max(np.rint(PARTS * reference[i]), -MOST_PARTS), MOST_PARTS)
        shaved = shave(rows, first, at, n_rows, parts, half, tolerance, pull)
        if shaved > needed - 1:
            return np.int64(np.ceil(shaved)), k + 1
        if shaved < needed - 1 - _HOPE * heavy:
            return np.int64(0), k + 1
        for i in range(n):
            corner = 1.0 if pull[i] > 0 else -1.0
            reference[i] += _STRIDE / (1.0 + 0.5 * k) * (corner - reference[i])
    return np.int64(0), _TRIES


@njit(cache=True, nogil=True)
def explore_boxes(
    rows,
    stack,
    left,
    champion,
    n_rows,
    heavy,
    upper,
    size,
    crowd,
    tolerance,
    rounding,
    doubt,
    deepest,
    best,
    slack,
    budget,
    tilting,
    log,
):
    """Halve a listed box, depth first, until no part can hold more than ``best`` right rows plus slack.

    The place of the box is the first of the stack, its rows are the first of all. Scores are known within
    ``tolerance``, and each level adds ``rounding``; at a direction that is no middle of a box, within
    ``doubt``. Boxes are not halved beyond the level ``deepest``. Parts that are stuck, or for which the
    budget does not suffice, in looks at a row, are handed back in ``left``. Returns their number, the best
    weight seen, the largest bound of what was closed, the looks, the boxes, those closed by tilting, and the
    tokens written to ``log``, one for each box before those of its parts, none if it is empty; ``champion``
    is where the best was seen.
    """
    n = champion.shape[0]
    half, parts, pull = np.empty(n), np.empty(n), np.empty(n)
    walk, inside = np.empty(n), np.empty(n)
    stack.first[0], stack.n_rows[0], stack.at[0], stack.free[0] = 0, n_rows, 0, n_rows
    stack.total[0], stack.heavy[0], stack.base[0], stack.upper[0] = heavy, heavy, upper, upper
    stack.size[0], stack.crowd[0] = size, crowd
    for i in range(n):
        stack.reference[0, i] = 0.0
    height, effort = 1, np.int64(0)
    n_left, closed, looked, boxes, n_tilted = 0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    n_log = np.int64(0)
    while height > 0:
        height -= 1
        top = height
        upper = stack.upper[top]
        if upper <= best + slack:
            closed = max(closed, upper)
            n_log = note_down(log, n_log, CLOSED)
            continue
        first, n_rows, at, free = stack.first[top], stack.n_rows[top], stack.at[top], stack.free[top]
        total, heavy, base = stack.total[top], stack.heavy[top], stack.base[top]
        depth = 0
        for i in range(n):
            half[i] = 2.0 ** -stack.level[top, i]
            depth += stack.level[top, i]
        within = tolerance + depth * rounding

        needed = upper - best - slack
        if tilting and needed <= _NEAR * heavy:
            shaved, tries = _try_tilting(
                rows, first, at, n_rows, stack.reference[top], half, within, needed, heavy, parts, pull
            )
            looked += tries * n_rows
            effort += tries * n_rows
            if shaved > 0:
                closed = max(closed, upper - shaved)
                n_tilted += 1
                token = np.int64(TILTED)
                for i in range(n):
                    token |= (np.int64(parts[i]) + PARTS) << (CODE_BITS + PART_BITS * i)
                n_log = note_down(log, n_log, token)
                continue
        if n_rows <= _FEW:
            doubt_inside = doubt + depth * rounding
            missed = look_inside(rows, first, at, n_rows, half, doubt_inside, _STEPS_INSIDE, walk, inside)
            effort += _STEPS_INSIDE * n_rows
            if base - missed > best:
                best = base - missed
                for i in range(n):
                    champion[i] = stack.centre[top, i] + inside[i]
                if upper <= best + slack:
                    closed = max(closed, upper)
                    n_log = note_down(log, n_log, CLOSED)
                    continue

        if heavy < _WORTH_MOVING * total and free + n_rows <= rows.weight.shape[0]:
            n_rows = gather_rows(rows, first, at, n_rows, free, within, stack.spread[top])
            first, free, base, total = free, free + n_rows, upper, heavy
        axis, width = 0, 0.0
        for i in range(n):
            width += stack.spread[top, i] * half[i]
            if stack.spread[top, i] * half[i] > stack.spread[top, axis] * half[axis]:
                axis = i
        size, crowd = stack.size[top], stack.crowd[top]
        if heavy <= _KEPT * crowd:
            size, crowd = width, heavy
        is_stuck = width < _SHRUNK * size or stack.level[top, axis] >= deepest
        spent = is_stuck or effort >= budget or n_left >= stack.first.shape[0]
        spent |= height + 2 > stack.first.shape[0] or at + 2 * n_rows > rows.mid.shape[0]
        # Every box that waits needs a token.
        spent |= n_log + height + 3 > log.shape[0] > 0
        if spent:
            for i in range(n):
                left.centre[n_left, i], left.level[n_left, i] = stack.centre[top, i], stack.level[top, i]
            left.upper[n_left], left.is_stuck[n_left] = upper, is_stuck
            left.size[n_left], left.crowd[n_left] = size, crowd
            n_left += 1
            n_log = note_down(log, n_log, LEFT)
            continue

        n_log = note_down(log, n_log, HALVED + axis)
        looked += n_rows
        boxes += 1
        effort += n_rows + _A_BOX
        step = half[axis] / 2.0
        within += rounding
        lost_a, lost_b, won_a, won_b, missed_a, missed_b = weigh_halves(
            rows, first, at, n_rows, axis, step, within
        )
        least = min(missed_a, missed_b)
        if base - least > best:
            best = base - least
            for i in range(n):
                champion[i] = stack.centre[top, i]
            champion[axis] += step if missed_b < missed_a else -step
        # The lower half, on top, is the next to be looked at; the ranges of the upper one stay in place.
        for part, sign, lost, won in ((top + 1, -1.0, lost_a, won_a), (top, 1.0, lost_b, won_b)):
            for i in range(n):
                stack.centre[part, i], stack.level[part, i] = stack.centre[top, i], stack.level[top, i]
                stack.reference[part, i], stack.spread[part, i] = (
                    stack.reference[top, i],
                    stack.spread[top, i],
                )
            stack.centre[part, axis] += sign * step
            stack.level[part, axis] += 1
            moved = 2.0 * stack.reference[part, axis] - sign
            stack.reference[part, axis] = moved if abs(moved) <= 1.0 else np.sign(moved) * 0.5
            stack.first[part], stack.n_rows[part], stack.free[part] = first, n_rows, free
            stack.base[part], stack.upper[part] = base, base - lost
            stack.total[part], stack.heavy[part] = total, total - lost - won
            stack.size[part], stack.crowd[part] = size, crowd
            stack.at[part] = at if part == top else at + n_rows
            # What is closed needs no ranges.
            if base - lost > best + slack:
                enter_half(rows, first, at, n_rows, axis, sign * step, stack.at[part])
        height += 2
    return n_left, best, closed, looked, boxes, n_tilted, n_log
