"""The short names of what an answer is made of."""

from fractions import Fraction
from math import pi

import numpy as np

from aucopt.exact.solution.parts import BestColumn, DirectionArc, Profile, Progress


def test_an_arc_is_as_wide_as_its_edges_are_apart():
    assert DirectionArc((1, 0), (0, 1), start=0.25, stop=0.25 + pi / 2).width == pi / 2
    assert DirectionArc((1, 0), (1, 0), start=0.25, stop=0.25).width == 0


def test_the_value_goes_by_the_name_of_auc_too():
    column = BestColumn("age", -1, Fraction(3, 4))
    assert column.value == column.auc == 0.75
    profile = Profile(np.array([0.0, 1.0]), np.array([0.5, 0.75]))
    assert profile.auc is profile.value
    assert Progress(0.75, 0.875, 0.125, 2.0).auc == 0.75
