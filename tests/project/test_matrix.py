"""The table of the guide that says what works for which objective: every cell is tried."""

import re
from pathlib import Path

import numpy as np
import pytest

import aucopt

PAGE = Path(__file__).parents[2] / "docs/guide/objective.md"
_RNG = np.random.default_rng(0)
X = _RNG.normal(size=(30, 2)).round(1)
SCORE = X[:, 0] + 0.5 * X[:, 1] + _RNG.normal(size=30)
Y, WEIGHT, STRATA = SCORE > 0.2, _RNG.integers(1, 4, 30), np.arange(30) % 3
CENSORED = np.column_stack([np.arange(30) % 4 > 0, np.exp(-SCORE).round(2)])
# What the columns of the table are about: outcomes and objectives.
ASKED = {
    "AUC": [(Y, "auc")],
    "`PartialAUC`": [(Y, aucopt.PartialAUC(max_fpr=0.2)), (Y, aucopt.PartialAUC(min_tpr=0.8))],
    "`Sensitivity`, `Specificity`": [(Y, aucopt.Sensitivity(0.9)), (Y, aucopt.Specificity(0.9))],
    "`Concordance`": [(np.digitize(SCORE, [-1, 0, 1]), "concordance"), (CENSORED, "concordance")],
    "`Accuracy`": [
        (Y, "accuracy"),
        (Y, aucopt.Accuracy("balanced")),
        (Y, aucopt.Accuracy({False: 1, True: 5})),
    ],
}


def table():
    """Every cell: the row, the column, and what the guide says."""
    lines = PAGE.read_text(encoding="utf-8").split("## What works for which objective")[1].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    (_, *columns), _, *rest = rows
    assert columns == list(ASKED)
    return [(row, column, cell) for row, *cells in rest for column, cell in zip(columns, cells, strict=True)]


def maximize(rows, y, objective, **options):
    """A search, proved unless it is local."""
    solution = aucopt.maximize(rows, y, objective, **options)
    local = options.get("solver") == "ascent"
    assert solution.status == ("local" if local and solution.gap else "optimal")
    return solution


def prove(rows, y, objective):
    """A proof that holds."""
    certificate = maximize(rows, y, objective, certify=True).certificate
    assert aucopt.verify(certificate, rows, y)
    assert not aucopt.verify(certificate, rows[::-1], y)


def stop_early(rows, y, objective):
    """A bound holds whenever the search is stopped."""
    best = maximize(rows, y, objective)
    for limit in ({"time_limit": 0.0}, {"max_gap": 0.05}):
        found = aucopt.maximize(rows, y, objective, **limit)
        assert found.value_exact <= best.value_exact <= found.bound_exact


def ask_in_any_order(rows, y, objective):
    """Neither threads nor the order of rows change the answer."""
    first = maximize(rows, y, objective, n_jobs=1)
    order = np.random.default_rng(1).permutation(len(y))
    for other in (maximize(rows, y, objective, n_jobs=2), maximize(rows[order], y[order], objective)):
        assert (other.value_exact, other.bound_exact) == (first.value_exact, first.bound_exact)
        np.testing.assert_allclose(other.coef, first.coef)


def bootstrap(rows, y, objective):
    """Few resamples."""
    return aucopt.bootstrap_weights(rows, y, objective=objective, n_resamples=5)


TRIED = {
    '`solver="plane"`': lambda *asked: maximize(*asked, solver="plane"),
    '`solver="cone"`': lambda *asked: maximize(*asked, solver="cone"),
    '`solver="conflict"`': lambda *asked: maximize(*asked, solver="conflict"),
    '`solver="ascent"`, `smoothing=`': lambda *asked: maximize(*asked, solver="ascent", smoothing=0.2),
    "`certify=True`, `verify`": prove,
    "`time_limit=`, `max_gap=`": stop_early,
    "the same answer for any order of rows and number of threads": ask_in_any_order,
    "`sample_weight=`": lambda *asked: maximize(*asked, sample_weight=WEIGHT),
    "`signs=`": lambda *asked: maximize(*asked, signs=[-1, 0]),
    "`strata=`": lambda *asked: maximize(*asked, strata=STRATA),
    "`Solution.near`": lambda *asked: maximize(*asked).near(0.01),
    "`Solution.profile`": lambda *asked: maximize(*asked).profile(8),
    "`weight_ranges`": lambda rows, y, asked: aucopt.weight_ranges(rows, y, 0.05, objective=asked),
    "`simple_weights`": lambda rows, y, asked: aucopt.simple_weights(rows, y, 0.05, objective=asked),
    "`bootstrap_weights`": bootstrap,
}


def test_the_table_has_every_row_that_is_tried():
    assert list(dict.fromkeys(row for row, _, _ in table())) == list(TRIED)


@pytest.mark.parametrize(("row", "column", "cell"), table())
def test_a_cell_is_true(row, column, cell):
    """Yes works; no is a ValueError that explains itself."""
    for y, objective in ASKED[column]:
        if cell == "no":
            with pytest.raises(ValueError, match=re.compile(r"\w+ \w+ .{30,}", flags=re.DOTALL)):
                TRIED[row](X, y, objective)
            continue
        assert cell in ("yes", "one column")
        TRIED[row](X if cell == "yes" else X[:, :1], y, objective)
