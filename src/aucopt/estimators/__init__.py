"""The exact optimum and the AUC optimisers of the paper as scikit-learn classifiers."""

from aucopt.estimators.blender import AUCBlender
from aucopt.estimators.exact import AUCOptClassifier
from aucopt.estimators.model import LinearModel, load_model
from aucopt.estimators.panel import PanelClassifier
from aucopt.estimators.rankboost import RankBoostClassifier
from aucopt.estimators.spam import SPAMClassifier
from aucopt.estimators.spauc import SPAUCClassifier
from aucopt.estimators.svmperf import SVMPerfClassifier

__all__ = [
    "AUCBlender",
    "AUCOptClassifier",
    "LinearModel",
    "PanelClassifier",
    "RankBoostClassifier",
    "SPAMClassifier",
    "SPAUCClassifier",
    "SVMPerfClassifier",
    "load_model",
]
