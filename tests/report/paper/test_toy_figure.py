"""The toy set of the paper, its cuts and its curves."""

import numpy as np
import pytest
from drawn import assert_inside
from sklearn.metrics import auc

from aucopt.lab.toy import fit_toy
from aucopt.metrics import roc_auc_score
from aucopt.report import (
    plot_toy,
)


@pytest.fixture(scope="module")
def toy():
    return fit_toy(["LR"])


def test_toy_example_is_the_papers(toy):
    lr, optimum = toy.fits
    assert optimum.method == "AUC-opt"
    assert optimum.auc == pytest.approx(0.7038, abs=5e-5)
    assert optimum.auc == toy.solution.auc
    assert 0.56 < lr.auc < 0.59
    assert lr.auc == roc_auc_score(toy.y, toy.X @ lr.coef)
    figure = plot_toy(toy)
    assert_inside(figure)
    curves = {line.get_label(): line for line in figure.axes[1].lines}
    for fit in toy.fits:
        line = curves[f"{fit.method}  {fit.auc:.4f}"]
        assert auc(line.get_xdata(), line.get_ydata()) == pytest.approx(fit.auc)
    # A cut is at a right angle to the weights.
    for line, fit in zip(figure.axes[0].lines, (optimum, lr), strict=True):
        along = np.diff([line.get_xdata(), line.get_ydata()])[:, 0]
        assert along @ fit.coef == pytest.approx(0, abs=1e-9)


def test_toy_example_wants_linear_methods():
    with pytest.raises(ValueError, match="'RF' is none"):
        fit_toy(["RF"])
