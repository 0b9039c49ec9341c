"""Data sets to try things on."""

from aucopt.datasets.toy import load_toy

__all__ = ["load_toy"]
