"""Subsets in lexicographic order."""

from numba import njit


@njit(cache=True, nogil=True)
def fill_subsets(first, n, out):
    """Fill rows with the subsets of range(n) that follow ``first``, itself included."""
    k = first.shape[0]
    now = first.copy()
    for r in range(out.shape[0]):
        out[r] = now
        c = k - 1
        while c >= 0 and now[c] == n - k + c:
            c -= 1
        if c < 0:
            return
        now[c] += 1
        for d in range(c + 1, k):
            now[d] = now[d - 1] + 1
