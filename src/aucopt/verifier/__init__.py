"""Checking a certificate from the raw data: integers only, and nothing shared with the solver."""

from aucopt.verifier.verify import Verdict, verify

__all__ = ["Verdict", "verify"]
