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


def test_the_first_rows_are_shown_and_labels_may_differ_in_capitals(tmp_path):
    lines = [f'"Doe, {k}",{k},{["control", "CASE"][k > 5]}' for k in range(12)]
    (tmp_path / "new.csv").write_text("name,crp,state\n" + "\n".join(lines))
    model = LinearModel(["crp"], [2.0], 11.0, ("control", "case"), target="state")
    scored = score_table(model, read_table(str(tmp_path / "new.csv")), "new.csv")
    assert scored.shown == "The first 10 rows:"
    assert scored.first[1] == ["Doe, 0", "0.0", "control"]
    assert scored.summary[1] == (
        "The file also has state: on these rows the AUC is 1.0000, and the cut-off has sensitivity 1.000, "
        "specificity 1.000."
    )
