"""Splitting a cone, depth first, for objectives that are sums over the positives.

As `explore`, but a bound is what is left of the positives: pairs lie in the order of their positives, and
those of positives that are settled leave.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.cone.explore import (
    A_CONE,
    CLOSED,
    FEW,
    KEPT,
    LEFT,
    SHRUNK,
    WORTH_MOVING,
    edge_across,
    hand_back,
    heaviest_pair,
    keep_champion,
    longest_edge,
    note_down,
    split_edge,
    token_of_split,
)
from aucopt.kernels.cone.gather import gather_alive
from aucopt.kernels.cone.positives import set_sides_alive, value_between, value_parts
from aucopt.kernels.cone.split import copy_sides, look_at

# Cuts after which pairs on one hyperplane are looked for anew.
_OLD = 4


class PositiveStack(NamedTuple):
    """Cones still to be looked at, as in `Stack`, and their positives.

    ``positive`` and ``n_positives`` tell where these are, ``free_positive`` from where on there is room for
    more; ``settled`` is what positives that left are worth, ``age`` how many cuts ago pairs were gathered.
    """

    vertex: np.ndarray
    first: np.ndarray
    n_rows: np.ndarray
    at: np.ndarray
    free: np.ndarray
    n_open: np.ndarray
    n_vertices: np.ndarray
    positive: np.ndarray
    n_positives: np.ndarray
    free_positive: np.ndarray
    settled: np.ndarray
    age: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray


@njit(cache=True, nogil=True)
def explore_positives(
    frame,
    axes,
    worth,
    vertices,
    planes,
    pairs,
    positives,
    lines,
    stack,
    left,
    look,
    work,
    n_open,
    n_listed,
    settled,
    size,
    crowd,
    best,
    slack,
    budget,
    log,
):
    """Split a listed cone, depth first, until no part can be worth more than ``best`` plus slack.

    The cone is spanned by the first vertices and has the first ``n_open`` pairs open, of the first
    ``n_listed`` positives; others are worth ``settled``. For the rest see `explore`, which returns the same.
    """
    u, error = vertices.u, vertices.error
    up, down, plane = pairs.up, pairs.down, pairs.plane
    n = len(axes)
    full = (1 << n) - 1
    even = planes.gain[0] if n_open > 0 else np.int64(1)
    for t in range(n_open):
        even = even if planes.gain[t] == even else np.int64(0)
    merges = lines.met.shape[0] > 0
    if merges:
        even = np.int64(0)
    for k in range(n):
        stack.vertex[0, k] = k
    stack.first[0], stack.n_rows[0], stack.at[0], stack.free[0] = 0, n_open, 0, n_open
    stack.n_open[0], stack.n_vertices[0] = n_open, 2 * n + 1
    stack.positive[0], stack.n_positives[0], stack.free_positive[0] = 0, n_listed, n_listed
    stack.settled[0] = settled
    stack.upper[0] = settled + value_between(worth, positives, (0, n_listed))
    stack.size[0], stack.crowd[0], stack.age[0] = size, crowd, _OLD
    height = 1
    # In looks at a pair, roughly: what is exact takes longer, the more so the more digits there are.
    n_digits = vertices.digits.shape[2]
    exact_look, exact_cut = n * n_digits, n * n_digits * n_digits
    effort = np.int64(0)
    n_left, closed, looked, cones, n_cuts = 0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)
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
        n_open, settled, m = stack.n_open[top], stack.settled[top], stack.n_vertices[top]
        mine = (stack.positive[top], stack.positive[top] + stack.n_positives[top])
        free_positive = stack.free_positive[top]
        fits = free + n_rows <= plane.shape[0]
        fits &= free_positive + mine[1] - mine[0] <= positives.end.shape[0]
        age = stack.age[top] + 1
        if fits and (n_open < WORTH_MOVING * n_rows or (merges and age > _OLD)):
            n_rows, n_mine, gone = gather_alive(
                axes, worth, planes, pairs, positives, lines, mine, first, at, free, free_positive
            )
            first, free, mine = free, free + n_rows, (free_positive, free_positive + n_mine)
            free_positive, settled, age = free_positive + n_mine, settled + gone, 0
            if merges:
                # Parts of a hyperplane that cannot all be right take something off.
                n_open = n_rows
                upper = min(upper, settled + value_between(worth, positives, mine))
                if upper <= best + slack:
                    closed = max(closed, upper)
                    n_log = note_down(log, n_log, CLOSED)
                    continue
        edge, a, b = longest_edge(u, stack.vertex[top])
        size, crowd = stack.size[top], stack.crowd[top]
        if n_open <= KEPT * crowd:
            size, crowd = edge, n_open
        spent = effort >= budget or n_left >= stack.first.shape[0] or height + 2 > stack.first.shape[0]
        spent |= at + 2 * n_rows > up.shape[0] or m >= error.shape[0]
        # Every cone that waits needs a token.
        spent |= n_log + height + 3 > log.shape[0] > 0
        if not spent:
            cuts = n_open > 0 and (n_open <= FEW or edge < SHRUNK * size)
            t, p = 0, np.int64(-1)
            if even == 0 or cuts:
                t, heavy = heaviest_pair(full, pairs, planes, first, at, n_rows)
                cuts |= n_open > 0 and even == 0 and heavy
            if cuts:
                a, b = edge_across(u, stack.vertex[top], np.int64(up[at + t]), np.int64(down[at + t]))
                p = np.int64(plane[first + t])
            spent = not split_edge(frame, vertices, stack.vertex[top], m, planes, p, a, b, work)
        if spent:
            hand_back(vertices, stack.vertex[top], left, n_left, upper, size, crowd)
            n_left += 1
            n_log = note_down(log, n_log, LEFT)
            continue

        if cuts:
            n_cuts += 1
            effort += exact_cut
        n_log = note_down(log, n_log, token_of_split(vertices, stack.vertex[top], planes, p, a, b))
        looked += n_rows
        cones += 1
        unsure = look_at(frame, axes, vertices, m, planes, pairs, first, n_rows, look)
        effort += n_rows + A_CONE + unsure * exact_look
        values = value_parts(axes, worth, planes, pairs, positives, mine, first, at, look, a, b, even)
        here = settled + values[2]
        if here > best:
            best = here
            keep_champion(vertices, stack.vertex[top], m)
        # The part whose bits stay in place goes below the one with bits of its own.
        for k in range(n):
            stack.vertex[top + 1, k] = stack.vertex[top, k]
        stack.vertex[top, a] = m
        stack.vertex[top + 1, b] = m
        stack.upper[top], stack.upper[top + 1] = settled + values[0], settled + values[1]
        stack.at[top + 1] = at + n_rows
        for part in (top, top + 1):
            stack.first[part], stack.n_rows[part], stack.free[part] = first, n_rows, free
            stack.positive[part], stack.n_positives[part] = mine[0], mine[1] - mine[0]
            stack.free_positive[part], stack.settled[part] = free_positive, settled
            stack.n_vertices[part] = m + 1
            stack.size[part], stack.crowd[part], stack.age[part] = size, crowd, age
        # What is closed needs no bits.
        if stack.upper[top + 1] > best + slack:
            copy_sides(pairs, at, n_rows, at + n_rows)
            stack.n_open[top + 1] = set_sides_alive(
                axes, worth, planes, pairs, positives, mine, first, at + n_rows, look, b, even
            )
        if stack.upper[top] > best + slack:
            stack.n_open[top] = set_sides_alive(
                axes, worth, planes, pairs, positives, mine, first, at, look, a, even
            )
        height += 2
    return n_left, best, closed, looked, cones, n_cuts, n_log
