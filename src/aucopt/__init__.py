"""aucopt: the linear score with the highest AUC, and the proof that none is higher."""

from importlib.metadata import PackageNotFoundError, version

from aucopt.analysis.pay import does_it_pay
from aucopt.delong import auc_interval, compare_aucs
from aucopt.estimators import (
    AUCOptClassifier,
    LinearModel,
    RankBoostClassifier,
    SPAMClassifier,
    SPAUCClassifier,
    SVMPerfClassifier,
    load_model,
)
from aucopt.exact.maximize import auc_gap, maximize_auc
from aucopt.exact.proof.certificate import Certificate
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.bootstrap import bootstrap_weights
from aucopt.exact.solution.weights.ranges import weight_ranges
from aucopt.exact.solution.weights.simple import simple_weights
from aucopt.metrics import pair_counts, roc_auc_score, roc_curve
from aucopt.verifier import Verdict, verify

try:
    __version__ = version("aucopt")
except PackageNotFoundError:  # imported from a source tree that was never installed
    __version__ = "0+unknown"

__all__ = [
    "AUCOptClassifier",
    "Certificate",
    "LinearModel",
    "RankBoostClassifier",
    "SPAMClassifier",
    "SPAUCClassifier",
    "SVMPerfClassifier",
    "Solution",
    "Verdict",
    "auc_gap",
    "auc_interval",
    "bootstrap_weights",
    "compare_aucs",
    "does_it_pay",
    "load_model",
    "maximize_auc",
    "pair_counts",
    "roc_auc_score",
    "roc_curve",
    "simple_weights",
    "verify",
    "weight_ranges",
]
