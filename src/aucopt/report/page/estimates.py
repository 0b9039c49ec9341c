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
            f"Values on new rows come from {how}: each row is scored by a fit that has not seen it, and "
            "every stratum has a curve of its own. Where the rows of a stratum are spread over the folds, "
            "scores are on a scale that the rows of the fit in that stratum define. Intervals and the paired "
            "comparison go by how much each row, or each stratum that is kept whole, moves the mean area."
        ]
    if not objective.classifies:
        return [
            f"Values on new rows come from {how}; a row is compared with rows of its own fold{within} only. "
            "Intervals and the paired comparison go by how much each row, or each stratum that is kept "
            "whole, moves the share of right pairs: for two classes this is DeLong's method."
        ]
    if objective.has_cut_off and objective.part is None:
        return [
            f"Values on new rows come from stratified {how}: each row is classified by a rule, weights and "
            "cut-off, of a fit that has not seen it. Intervals and the paired comparison go by the rows that "
            "one rule classifies right and the other does not."
        ]
    if objective.part is None:
        return [
            f"{objective.name}s on new rows come from stratified {how}; a row is compared with rows "
            "of its own fold only. Intervals and the paired comparison are DeLong's."
        ]
    return [
        f"Values on new rows come from stratified {how}: each row is scored by a fit that has not seen it, "
        "on a scale that the rows of the fit define, and all rows together make one curve. A gain is claimed "
        "from this curve only, where the cut-off is the one that keeps the limit on the new rows. Intervals "
        "include the uncertainty of that cut-off.",
        "Sensitivity and specificity of cut-offs are those of the same rows, with the cut-off chosen on the "
        "rows of each fit. They keep the limit on new rows roughly, not exactly.",
    ]
