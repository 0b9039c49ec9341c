"""ROC curves and their legend."""

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
