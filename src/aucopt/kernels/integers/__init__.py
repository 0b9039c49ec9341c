"""Integers of any size, as digits."""
