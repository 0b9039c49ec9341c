"""What is kept of a panel."""

import numpy as np
from made_panels import analysed

import aucopt
from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.analysis.panel.answer import ALL
from aucopt.analysis.rows import Rows
from aucopt.cli.panel_text import as_text
from aucopt.report.panel.page import panel_page


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


def test_a_panel_of_noise_is_said_to_be_no_better_than_chance():
    rng = np.random.default_rng(0)
    ill = np.arange(40) % 2 == 1
    rows = Rows(rng.normal(size=(40, 5)), tuple("abcde"), ill, None, "ill", (0, 1))
    found = analyse_panel(rows, aucopt.best_panel(rows, ill, 2), n_repeats=1, n_resamples=2)
    assert found.chance.startswith("There is no evidence that a panel of 2, chosen from these columns, ranks")
    assert found.chance in as_text(found, [], "rows.csv")
    assert found.chance in panel_page(found, source="rows.csv", command="", settings={}).headline.reasons
    assert analysed().chance == analysed(seconds=0.0).chance == ""
    # The objective of an accuracy has another value by chance.
    wrong = aucopt.best_panel(rows, ill, 1, objective="accuracy")
    assert analyse_panel(rows, wrong, n_repeats=1, n_resamples=2).chance == ""
