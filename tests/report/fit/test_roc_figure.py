"""ROC curves and their legend."""

import pytest

from aucopt.metrics.part import read_part
from aucopt.report.fit.roc_figure import Cut, RocCurve, plot_roc


def labels(figure):
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_roc_curves_and_their_legend():
    curves = [
        RocCurve("ours", [0, 0, 1], [0, 0.5, 1], 0.75, 0.6, 0.9),
        RocCurve("theirs", [0, 1], [0, 1], 0.5),
    ]
    figure = plot_roc(curves, cut=Cut("cut-off 3", 0.0, 0.5))
    assert labels(figure) == ["ours 0.7500 [0.6000, 0.9000]", "theirs 0.5000", "cut-off 3"]
    drawn = {line.get_label(): line for line in figure.axes[0].lines}
    assert drawn["cut-off 3"].get_xydata().tolist() == [[0.0, 0.5]]
    # The first lies on top.
    assert drawn["ours 0.7500 [0.6000, 0.9000]"].get_zorder() > drawn["theirs 0.5000"].get_zorder()


CURVES = [RocCurve("ours", [0, 0, 1], [0, 0.5, 1], 0.75), RocCurve("theirs", [0, 1], [0, 1], 0.5)]


@pytest.mark.parametrize(
    ("limits", "box"),
    [
        ({"max_fpr": 0.1}, (0.0, 0.1)),
        ({"min_tpr": 0.9}, (0.9, 1.0)),
    ],
)
def test_an_area_is_shaded_and_enlarged(limits, box):
    part = read_part(**limits)
    whole, close = plot_roc(CURVES, part=part).axes
    for ax in (whole, close):
        (band,) = ax.patches
        corners = ax.transData.inverted().transform(band.get_window_extent())
        assert corners[:, 1 if part.exchanged else 0] == pytest.approx(box)
        assert {"ours 0.7500", "theirs 0.5000"} <= {line.get_label() for line in ax.lines}
    low, high = close.get_ylim() if part.exchanged else close.get_xlim()
    assert high - low == pytest.approx(0.25)
    assert whole.get_xlim() == whole.get_ylim() == (0, 1)


@pytest.mark.parametrize(
    ("limits", "at"), [({"specificity": 0.95}, ("x", 0.05)), ({"sensitivity": 0.98}, ("y", 0.98))]
)
def test_a_point_has_a_line(limits, at):
    part = read_part(**limits)
    figure = plot_roc(CURVES, part=part)
    (line,) = [line for line in figure.axes[0].lines if line.get_label() == part.condition]
    drawn = line.get_xdata() if at[0] == "x" else line.get_ydata()
    assert list(drawn) == pytest.approx([at[1]] * 2)
    assert part.condition in [text.get_text() for text in figure.legends[0].get_texts()]


def test_a_wide_part_needs_no_second_picture():
    assert len(plot_roc(CURVES, part=read_part(max_fpr=0.9)).axes) == 1
    assert len(plot_roc(CURVES, part=read_part(specificity=1.0)).axes) == 2
