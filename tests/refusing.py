"""A classifier that fails, in a module that the processes of a pool can import."""

from sklearn.base import BaseEstimator, ClassifierMixin


class Refuses(ClassifierMixin, BaseEstimator):
    def __init__(self, telling=False):
        self.telling = telling

    def fit(self, X, y):
        raise RuntimeError(f"not with {X[0]}" if self.telling else "no such luck")
