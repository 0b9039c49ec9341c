"""How values on new rows were found, for the methods of every report."""

from aucopt.exact.objective.base import Objective


def explain_estimates(objective: Objective, how: str, *, within: str = "") -> list[str]:
    """How values on new rows were found; `within` says what else a row shares with those it is compared with.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.report.page.estimates import explain_estimates
    >>> print(explain_estimates(aucopt.Accuracy(), "10-fold cross-validation")[0].split(":")[0])
    Values on new rows come from stratified 10-fold cross-validation
    """
    if not objective.classifies and objective.part is not None:
        return [
            f"Values on new rows come from {how}: each row is scored by a fit to other rows, and each "
            f"stratum has its own curve. If the rows of a stratum are spread over the folds, scores are put "
            f"on a common scale with the training rows of that stratum. Intervals and the paired comparison "
            f"are based on the influence of each row, or of each stratum that is kept whole, on the mean "
            f"area."
        ]
    if not objective.classifies:
        return [
            f"Values on new rows come from {how}; a row is compared with rows of its own fold{within} only. "
            "Intervals and the paired comparison are based on the influence of each row, or of each stratum "
            "that is kept whole, on the share of correctly ranked pairs; for two classes this is DeLong's "
            "method."
        ]
    if objective.has_cut_off and objective.part is None:
        return [
            f"Values on new rows come from stratified {how}: each row is classified by weights and a cut-off "
            f"that were fitted to other rows. Intervals and the paired comparison are based on the rows that "
            f"only one of the two rules classifies correctly."
        ]
    if objective.part is None:
        return [
            f"{objective.name}s on new rows come from stratified {how}; a row is compared with rows "
            "of its own fold only. Intervals and the paired comparison are DeLong's."
        ]
    return [
        f"Values on new rows come from stratified {how}: each row is scored by a fit to other rows, scores "
        f"are put on a common scale with the training rows of each fit, and all rows together make one "
        f"curve. The gain is computed from this curve, with the cut-off that meets the limit on the new "
        f"rows. Intervals include the uncertainty of that cut-off.",
        "Sensitivity and specificity at a cut-off are computed on the same rows, with the cut-off chosen on "
        "the training rows of each fit. On new rows it meets the limit only approximately.",
    ]
