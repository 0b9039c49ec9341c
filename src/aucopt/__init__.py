"""aucopt: the linear score with the highest AUC, and the proof that none is higher.

A name is imported when it is first used, so that `import aucopt` and the command line start at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aucopt import analysis as analysis
    from aucopt import datasets as datasets
    from aucopt import delong as delong
    from aucopt import estimators as estimators
    from aucopt import exact as exact
    from aucopt import lab as lab
    from aucopt import metrics as metrics
    from aucopt import panels as panels
    from aucopt import report as report
    from aucopt import stats as stats
    from aucopt import verifier as verifier
    from aucopt.analysis.contrast import Contrast
    from aucopt.analysis.honest import HonestValues, honest_aucs, honest_values
    from aucopt.analysis.pay import does_it_pay
    from aucopt.analysis.payoff import MethodResult, PayOff
    from aucopt.delong.comparison import AUCComparison, AUCDifference, compare_aucs
    from aucopt.delong.interval import AUCInterval, auc_interval
    from aucopt.delong.roc_comparison import ROCComparison, compare_rocs
    from aucopt.delong.roc_interval import ROCInterval, roc_interval
    from aucopt.estimators.blender import AUCBlender
    from aucopt.estimators.exact import AUCOptClassifier
    from aucopt.estimators.model import LinearModel, load_model
    from aucopt.estimators.panel import PanelClassifier
    from aucopt.estimators.rankboost import RankBoostClassifier
    from aucopt.estimators.ranker import ConcordanceRanker
    from aucopt.estimators.spam import SPAMClassifier
    from aucopt.estimators.spauc import SPAUCClassifier
    from aucopt.estimators.svmperf import SVMPerfClassifier
    from aucopt.exact.gap import auc_gap
    from aucopt.exact.maximize import maximize_auc
    from aucopt.exact.maximize_objective import maximize
    from aucopt.exact.objective.accuracy import Accuracy
    from aucopt.exact.objective.base import CutOff
    from aucopt.exact.objective.concordance import Concordance
    from aucopt.exact.objective.operating_points import Sensitivity, Specificity
    from aucopt.exact.objective.partial_auc import PartialAUC
    from aucopt.exact.proof.certificate import Certificate
    from aucopt.exact.solution.parts import BestColumn, DirectionArc, Profile, Progress
    from aucopt.exact.solution.solution import Solution
    from aucopt.exact.solution.weights.bootstrap import WeightIntervals, bootstrap_weights
    from aucopt.exact.solution.weights.planes import Plane, PlaneProfile
    from aucopt.exact.solution.weights.ranges import WeightRanges, weight_ranges
    from aucopt.exact.solution.weights.simple import SimpleWeights, simple_weights
    from aucopt.exact.solvers.reference.hemisphere import (
        Hemisphere,
        as_auc_problem,
        densest_hemisphere,
        pair_differences,
    )
    from aucopt.metrics.auc import PairCounts, pair_counts, roc_auc_score, roc_curve
    from aucopt.metrics.concordance import concordance
    from aucopt.metrics.curve import partial_auc, sensitivity_at, specificity_at
    from aucopt.panels.answer import Panel, PanelProgress, PanelSolution
    from aucopt.panels.best import best_panel
    from aucopt.verifier.clock import VerifyProgress
    from aucopt.verifier.verify import Verdict, verify

    __version__: str

# Where each public name is defined.
_HOMES = {
    "aucopt.analysis.contrast": ("Contrast",),
    "aucopt.analysis.honest": ("HonestValues", "honest_aucs", "honest_values"),
    "aucopt.analysis.pay": ("does_it_pay",),
    "aucopt.analysis.payoff": ("MethodResult", "PayOff"),
    "aucopt.delong.comparison": ("AUCComparison", "AUCDifference", "compare_aucs"),
    "aucopt.delong.interval": ("AUCInterval", "auc_interval"),
    "aucopt.delong.roc_comparison": ("ROCComparison", "compare_rocs"),
    "aucopt.delong.roc_interval": ("ROCInterval", "roc_interval"),
    "aucopt.estimators.blender": ("AUCBlender",),
    "aucopt.estimators.exact": ("AUCOptClassifier",),
    "aucopt.estimators.model": ("LinearModel", "load_model"),
    "aucopt.estimators.ranker": ("ConcordanceRanker",),
    "aucopt.estimators.panel": ("PanelClassifier",),
    "aucopt.estimators.rankboost": ("RankBoostClassifier",),
    "aucopt.estimators.spam": ("SPAMClassifier",),
    "aucopt.estimators.spauc": ("SPAUCClassifier",),
    "aucopt.estimators.svmperf": ("SVMPerfClassifier",),
    "aucopt.exact.gap": ("auc_gap",),
    "aucopt.exact.maximize": ("maximize_auc",),
    "aucopt.exact.maximize_objective": ("maximize",),
    "aucopt.exact.objective.accuracy": ("Accuracy",),
    "aucopt.exact.objective.base": ("CutOff",),
    "aucopt.exact.objective.concordance": ("Concordance",),
    "aucopt.exact.objective.operating_points": ("Sensitivity", "Specificity"),
    "aucopt.exact.objective.partial_auc": ("PartialAUC",),
    "aucopt.exact.proof.certificate": ("Certificate",),
    "aucopt.exact.solution.parts": ("BestColumn", "DirectionArc", "Profile", "Progress"),
    "aucopt.exact.solution.solution": ("Solution",),
    "aucopt.exact.solution.weights.bootstrap": ("WeightIntervals", "bootstrap_weights"),
    "aucopt.exact.solution.weights.planes": ("Plane", "PlaneProfile"),
    "aucopt.exact.solution.weights.ranges": ("WeightRanges", "weight_ranges"),
    "aucopt.exact.solution.weights.simple": ("SimpleWeights", "simple_weights"),
    "aucopt.exact.solvers.reference.hemisphere": (
        "Hemisphere",
        "as_auc_problem",
        "densest_hemisphere",
        "pair_differences",
    ),
    "aucopt.metrics.auc": ("PairCounts", "pair_counts", "roc_auc_score", "roc_curve"),
    "aucopt.metrics.concordance": ("concordance",),
    "aucopt.metrics.curve": ("partial_auc", "sensitivity_at", "specificity_at"),
    "aucopt.panels.answer": ("Panel", "PanelProgress", "PanelSolution"),
    "aucopt.panels.best": ("best_panel",),
    "aucopt.verifier.clock": ("VerifyProgress",),
    "aucopt.verifier.verify": ("Verdict", "verify"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
# Parts of the package that can be used after a plain `import aucopt`.
_PACKAGES = (
    "analysis",
    "datasets",
    "delong",
    "estimators",
    "exact",
    "lab",
    "metrics",
    "panels",
    "report",
    "stats",
    "verifier",
)

__all__ = [
    "AUCBlender",
    "AUCComparison",
    "AUCDifference",
    "AUCInterval",
    "AUCOptClassifier",
    "Accuracy",
    "BestColumn",
    "Certificate",
    "Concordance",
    "ConcordanceRanker",
    "Contrast",
    "CutOff",
    "DirectionArc",
    "Hemisphere",
    "HonestValues",
    "LinearModel",
    "MethodResult",
    "PairCounts",
    "Panel",
    "PanelClassifier",
    "PanelProgress",
    "PanelSolution",
    "PartialAUC",
    "PayOff",
    "Plane",
    "PlaneProfile",
    "Profile",
    "Progress",
    "ROCComparison",
    "ROCInterval",
    "RankBoostClassifier",
    "SPAMClassifier",
    "SPAUCClassifier",
    "SVMPerfClassifier",
    "Sensitivity",
    "SimpleWeights",
    "Solution",
    "Specificity",
    "Verdict",
    "VerifyProgress",
    "WeightIntervals",
    "WeightRanges",
    "as_auc_problem",
    "auc_gap",
    "auc_interval",
    "best_panel",
    "bootstrap_weights",
    "compare_aucs",
    "compare_rocs",
    "concordance",
    "densest_hemisphere",
    "does_it_pay",
    "honest_aucs",
    "honest_values",
    "load_model",
    "maximize",
    "maximize_auc",
    "pair_counts",
    "pair_differences",
    "partial_auc",
    "roc_auc_score",
    "roc_curve",
    "roc_interval",
    "sensitivity_at",
    "simple_weights",
    "specificity_at",
    "verify",
    "weight_ranges",
]


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        value = getattr(import_module(_HOME_OF[name]), name)
    elif name in _PACKAGES:
        value = import_module(f"aucopt.{name}")
    elif name == "__version__":
        value = _read_version()
    else:
        raise AttributeError(f"module 'aucopt' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES, "__version__"})


def _read_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("aucopt")
    except PackageNotFoundError:  # imported from a source tree that was never installed
        return "0+unknown"
