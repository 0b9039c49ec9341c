"""Is one method better than another: on one data set over many random splits, and over many data sets."""

from aucopt.stats.posterior import (
    Posterior,
    correlated_t_posterior,
    signed_rank_posterior,
    t_posterior,
)
from aucopt.stats.sets import (
    FriedmanTest,
    SignedRankTest,
    friedman_test,
    holm_adjusted,
    nemenyi_critical_difference,
    nemenyi_groups,
    wilcoxon_test,
)
from aucopt.stats.splits import (
    Judgement,
    TTest,
    corrected_interval,
    corrected_t_test,
    paper_t_test,
    practical_judgement,
)

__all__ = [
    "TTest",
    "Judgement",
    "paper_t_test",
    "corrected_t_test",
    "corrected_interval",
    "practical_judgement",
    "Posterior",
    "t_posterior",
    "correlated_t_posterior",
    "signed_rank_posterior",
    "FriedmanTest",
    "SignedRankTest",
    "friedman_test",
    "nemenyi_critical_difference",
    "nemenyi_groups",
    "wilcoxon_test",
    "holm_adjusted",
]
