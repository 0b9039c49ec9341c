"""What is kept of a panel."""

import numpy as np
from made_panels import analysed

from aucopt.analysis.panel.answer import ALL


def test_the_model_has_the_columns_of_the_panel_only():
    found = analysed()
    model = found.model
    assert model.columns == found.columns
    assert model.facts["chosen_from"] == 5
    assert model.facts["auc"]["honest"] == found.honest.intervals["panel of 2"].auc
    scores = model.decision_function(found.rows.X[:, list(found.panel.columns)])
    above = scores[found.rows.positive] > 0
    assert np.mean(above) == found.cut.sensitivity


def test_names_and_differences():
    found = analysed()
    assert (found.name, found.smaller_name) == ("panel of 2", "best column")
    assert found.difference(ALL).second == ALL
    assert found.difference("nobody") is None
    assert found.verdict.startswith("On new rows a panel of 2 ")
    assert analysed(seconds=0.0).difference(ALL) is None
