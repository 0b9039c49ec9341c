"""How much is done to check a panel, as numbers of whole selections that the size of the search decides.

Counted work, not seconds: the same command prints the same numbers on a busy and on a quiet machine.
"""

from dataclasses import dataclass

# Few rows are split into ten parts, more into five; so many selections in all where they are quick.
_FEW_ROWS, _MORE_FOLDS, _FOLDS, _MOST_FITS = 2_000, 10, 5, 50
_MOST_RESAMPLES, _FEWEST_RESAMPLES = 100, 20
# Roughly the seconds of one core that the folds and the resamples may take each.
_SECONDS = 60.0
# Seconds of one core that a search takes for each pair of rows, or row, and each panel that bits do not
# refuse, by the columns that are searched; measured on resamples of weak signals (benchmarks/panels.py
# --rates). Pairs all count alike in an AUC, and rows in an accuracy; in a part of the ROC curve they do not.
_RATES = {
    "pairs": (3e-8, 5e-9, 3e-7, 2e-6),
    "curve": (4e-8, 1e-7, 6e-7, 7e-6),
    "rows": (1.4e-6, 2e-6, 1.3e-5, 4e-4),
}
# The same of a panel that bits refuse.
_BY_BITS = 1e-9


@dataclass(frozen=True)
class PanelEffort:
    """What is done to check a panel.

    Attributes
    ----------
    n_folds, n_repeats : int
        Of the nested cross-validation.
    n_resamples : int
        Of the bootstrap; 0 if the fewest that tell something would take too long.
    """

    n_folds: int
    n_repeats: int
    n_resamples: int


def plan_panel_effort(
    n_rows: int,
    n_panels: int,
    k: int,
    n_pairs: int,
    kind: str = "pairs",
    *,
    n_easy: int = 0,
    n_repeats: int | None = None,
    n_resamples: int | None = None,
) -> PanelEffort:
    """Decide how much to do for a search of this size; numbers that are given stay as they are.

    `k` counts the columns that are searched, the intercept of an accuracy included, and `n_pairs` what they
    rank: pairs of rows, or for an accuracy rows. `kind` is "pairs" for an AUC, "curve" for a part of the ROC
    curve, "rows" for an accuracy. `n_easy` of the panels were refused by bits, and folds will be alike.

    Examples
    --------
    >>> from aucopt.analysis.panel.effort import plan_panel_effort
    >>> plan_panel_effort(200, 435, 2, 100 * 100)
    PanelEffort(n_folds=10, n_repeats=5, n_resamples=100)
    >>> plan_panel_effort(300, 161_700, 3, 150 * 150)
    PanelEffort(n_folds=5, n_repeats=1, n_resamples=0)
    """
    rates = _RATES[kind]
    seconds = n_pairs * ((n_panels - n_easy) * rates[min(k, len(rates)) - 1] + n_easy * _BY_BITS)
    fits = min(_SECONDS / seconds, _MOST_FITS)
    n_folds = _MORE_FOLDS if n_rows <= _FEW_ROWS and fits >= _MORE_FOLDS else _FOLDS
    resamples = int(min(_SECONDS / seconds, _MOST_RESAMPLES))
    return PanelEffort(
        n_folds=n_folds,
        n_repeats=max(int(fits / n_folds), 1) if n_repeats is None else n_repeats,
        n_resamples=(resamples if resamples >= _FEWEST_RESAMPLES else 0)
        if n_resamples is None
        else n_resamples,
    )
