"""The exact optimum and the AUC optimisers of the paper as scikit-learn classifiers.

A name is imported when it is first used: a command that refuses a table needs none of them.
"""

from typing import TYPE_CHECKING

from aucopt.lazy import import_on_use

if TYPE_CHECKING:
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

_NAMES_OF = {
    "blender": ("AUCBlender",),
    "exact": ("AUCOptClassifier",),
    "model": (
        "LinearModel",
        "load_model",
    ),
    "panel": ("PanelClassifier",),
    "rankboost": ("RankBoostClassifier",),
    "spam": ("SPAMClassifier",),
    "spauc": ("SPAUCClassifier",),
    "svmperf": ("SVMPerfClassifier",),
}

__getattr__, __dir__ = import_on_use(__name__, _NAMES_OF)
