"""The toy example of the paper: linear methods beside the optimum."""

import pytest

from aucopt.lab.toy import fit_toy


def test_the_optimum_comes_last_and_once():
    example = fit_toy(["AUC-opt", "LR"])
    assert [(fit.method, fit.is_optimum) for fit in example.fits] == [("LR", False), ("AUC-opt", True)]
    assert example.fits[-1].auc == pytest.approx(example.solution.auc)
    assert example.fits[0].auc < example.fits[-1].auc


@pytest.mark.parametrize("name", ["RF", "no such method"])
def test_methods_that_are_not_linear_have_no_place(name):
    with pytest.raises(ValueError, match="shows linear methods"):
        fit_toy([name])
