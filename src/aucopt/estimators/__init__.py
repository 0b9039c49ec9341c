"""The AUC optimisers of the paper as scikit-learn classifiers."""

from aucopt.estimators.svmperf import SVMPerfClassifier

__all__ = ["SVMPerfClassifier"]
