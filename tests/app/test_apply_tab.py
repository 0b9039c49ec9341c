"""A saved model applied to a table, without a browser."""

import pytest

pytest.importorskip("shiny", reason="needs aucopt[app]")

from aucopt import LinearModel
from aucopt.app.apply_tab import score_table
from aucopt.tables.reading import read_table


def test_limits_of_detection_count_as_in_the_fit_of_the_app(tmp_path):
    (tmp_path / "new.csv").write_text("name,crp\na,<0.5\nb,3\nc,\n")
    model = LinearModel(["crp"], [2.0], 1.0, ("control", "case"))
    scored = score_table(model, read_table(str(tmp_path / "new.csv")), "new.csv")
    assert scored.csv.splitlines() == ["name,score,predicted", "a,0.5,control", "b,6.0,case", "c,,"]
