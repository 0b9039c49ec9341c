"""How figures are saved."""

from aucopt.report import (
    plot_critical_difference,
)
from aucopt.report.page.canvas import save_figure


def test_the_same_figure_is_the_same_file(tmp_path):
    files = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        figure = plot_critical_difference(["SVM", "LR"], [1.2, 1.8], 0.5)
        files.append([path.read_bytes() for path in save_figure(figure, folder, "ranks")])
    assert files[0] == files[1]
