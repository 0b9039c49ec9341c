"""Numba kernels: plain arrays in, plain values out, no checks. Tests hold a naive twin of each."""
