"""Differences of points: merged where they are equal, in lexicographic order, with the origin among them."""

import numpy as np

from aucopt.exact.problem.columns import merge_rows
from aucopt.kernels.integers.differences import float_points, subtract_points
from aucopt.kernels.integers.points import BASE_BITS


def merge_differences(
    points: np.ndarray, high: np.ndarray, low: np.ndarray, weight: np.ndarray
) -> tuple[list[int], np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """The differences of pairs of points, given by their digits, and the origin.

    Returns the columns that are not all zero, the weights of differences and of the origin, and the images
    and digits of these columns.
    """
    limbs = np.empty((len(high) + 1, *points.shape[1:]), dtype=np.int32)
    subtract_points(points, high, low, limbs)
    limbs[-1] = 0
    kept = [k for k in range(limbs.shape[1]) if limbs[:, k].any()] or [0]
    limbs = limbs[:, kept]
    order, heads = merge_rows(_keys(limbs))
    both = np.zeros((len(limbs), 2), dtype=np.int64)
    both[:-1, 0] = weight
    both[-1, 1] = 1
    merged = np.add.reduceat(both[order], heads)
    limbs = np.ascontiguousarray(limbs[order[heads]])
    return kept, merged, (_images(limbs), limbs)


def _keys(limbs: np.ndarray) -> list[np.ndarray]:
    """Columns of int64 in whose order digits of one sign are in the order of their numbers."""
    keys = []
    for column in limbs.transpose(1, 2, 0):
        digits = [digit.astype(np.int64) for digit in column]
        if len(digits) % 2:
            digits.append(np.zeros_like(digits[0]))
        for k in range(len(digits) - 2, -1, -2):
            key = digits[k] + (digits[k + 1] << BASE_BITS)
            # What all share tells nothing apart.
            if key.any():
                keys.append(key)
    return keys or [np.zeros(len(limbs), dtype=np.int64)]


def _images(limbs: np.ndarray) -> np.ndarray:
    """Float images of digits, all columns on one scale, within [-1, 1]."""
    top = next((a for a in range(limbs.shape[2] - 1, 0, -1) if limbs[:, :, a].any()), 0)
    bits = BASE_BITS * top + int(np.abs(limbs[:, :, top]).max()).bit_length()
    scale = np.array([2.0 ** (BASE_BITS * a - bits) for a in range(limbs.shape[2])])
    x = np.empty(limbs.shape[:2])
    float_points(limbs, scale, x)
    return x
