"""Checking a certificate from the raw data: Python integers only, nothing shared with the solver."""

from aucopt.verifier.verify import Verdict, verify

__all__ = ["Verdict", "verify"]
