"""What an analysis is about: the values of some columns, two classes or another outcome, weights, strata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from aucopt.estimators.preparation import Preparation
from aucopt.outcomes import Outcome, read_classes, read_outcome, read_strata
from aucopt.words.outcome import OutcomeWords

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


@dataclass(frozen=True)
class Rows:
    """Checked rows with column names and labels, accepted by `maximize_auc(rows, rows.positive)`.

    Attributes
    ----------
    X : (n, d) array of float64
        The values.
    columns : tuple of str
        The names of the columns.
    positive : (n,) array of bool
        Whether each row is positive; empty if the outcome is not two classes.
    weights : (n,) array or None
        The weights of the rows.
    target : str
        The name of the target column.
    classes : tuple
        The negative and the positive label; for censored times, the labels of the event column.
    integers : mapping of str to (n,) array
        Columns of large integers that float64 would round, by name; the solver and the verifier use these.
    outcome : (n,) or (n, 2) array, or None
        An ordered outcome, or event (0 or 1) and time; None for two classes.
    time : str
        The column of censored times; `target` is then that of the event.
    strata : (n,) array or None
        The stratum of each row: only rows of the same stratum are compared.
    stratum : str
        The column of the strata.
    raw : (n, r) array or None
        The columns before missing values were filled and categories encoded; None if they are the columns of
        `X`.
    preparation : Preparation or None
        The transformer from `raw` to `X`; cross-validation fits it again in every fold.

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.analysis import Rows
    >>> X, ill = np.array([[50.0, 2.0], [40.0, 3.0], [70.0, 1.0]]), np.array([True, False, True])
    >>> rows = Rows(X, ("age", "dose"), ill, None, "state", ("well", "ill"))
    >>> aucopt.maximize_auc(rows, rows.positive).feature_names
    ('age', 'dose')
    """

    X: np.ndarray
    columns: tuple[str, ...]
    positive: np.ndarray
    weights: np.ndarray | None
    target: str
    classes: tuple[Any, Any]
    integers: Mapping[str, np.ndarray] = field(default_factory=dict)
    outcome: np.ndarray | None = None
    time: str = ""
    strata: np.ndarray | None = None
    stratum: str = ""
    raw: np.ndarray | None = None
    preparation: Preparation | None = None

    def in_folds(
        self, methods: "Mapping[str, BaseEstimator]"
    ) -> "tuple[dict[str, BaseEstimator], np.ndarray]":
        """Methods and the rows to fit them to in folds: preparations are fitted there, to no other rows."""
        if self.preparation is None or self.raw is None:
            return dict(methods), self.X
        # Slow to import, and a table that is refused needs no classifier.
        from aucopt.estimators.prepared import PreparedClassifier

        prepared = {name: PreparedClassifier(self.preparation, method) for name, method in methods.items()}
        return prepared, self.raw

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of rows and columns."""
        return self.X.shape

    def only(self, columns: Sequence[int]) -> "Rows":
        """The same rows with some of the columns.

        Examples
        --------
        >>> import numpy as np
        >>> from aucopt.analysis import Rows
        >>> rows = Rows(np.eye(3), ("a", "b", "c"), np.array([True, False, True]), None, "y", (0, 1))
        >>> rows.only([2, 0]).columns
        ('c', 'a')
        """
        names = tuple(self.columns[j] for j in columns)
        integers = {name: self.integers[name] for name in names if name in self.integers}
        return replace(self, X=self.X[:, list(columns)], columns=names, integers=integers)

    def __getitem__(self, place: tuple[Any, Any]) -> Any:
        rows, column = place
        if isinstance(column, list):
            # As frames answer `frame[:, columns]`: a search over panels asks so.
            return self.only(column)
        return self.integers.get(self.columns[column], self.X[:, column])[rows]

    @property
    def y(self) -> np.ndarray:
        """What searches and fits are told: which rows are positive, or the outcome."""
        return self.positive if self.outcome is None else self.outcome

    @property
    def kind(self) -> str:
        """The kind of the outcome: "classes", "ordered" or "censored"."""
        if self.outcome is None:
            return "classes"
        return "ordered" if self.outcome.ndim == 1 else "censored"

    @property
    def pairs(self) -> Outcome:
        """Which pairs of rows count."""
        if self.outcome is None:
            return read_classes(self.positive, self.strata)
        return read_outcome(self.outcome, self.strata)

    @property
    def n_pairs(self) -> int:
        """Number of pairs that count, whatever their weights."""
        if self.outcome is None and self.strata is None:
            return self.n_positive * self.n_negative
        # Slow to import, and a table that is refused needs no kernel.
        from aucopt.metrics.concordance import weigh_pairs

        pairs = self.pairs
        ones = np.ones(len(pairs.level), dtype=np.int64)
        return int(weigh_pairs(pairs, np.zeros_like(pairs.level), ones)[1])

    @property
    def story(self) -> OutcomeWords:
        """The outcome in words."""
        n_strata = 0 if self.strata is None else len(np.unique(read_strata(self.strata, len(self.X))))
        if self.outcome is None:
            counts = {"positive": self.n_positive, "negative": self.n_negative}
        elif self.outcome.ndim == 2:
            events = int(self.outcome[:, 0].sum())
            counts = {"events": events, "censored": len(self.outcome) - events}
        else:
            counts = {"values": len(np.unique(self.outcome))}
        return OutcomeWords(
            self.kind, len(self.X), counts, self.target, self.classes, self.time, self.stratum, n_strata
        )

    @property
    def n_positive(self) -> int:
        """Number of positive rows."""
        return int(self.positive.sum())

    @property
    def n_negative(self) -> int:
        """Number of negative rows."""
        return len(self.positive) - self.n_positive

    @property
    def deviations(self) -> np.ndarray:
        """Standard deviation of each column."""
        # Divided by powers of two, no square overflows, and no digit changes.
        _, exponents = np.frexp(np.abs(self.X).max(axis=0))
        X = np.ldexp(self.X, -exponents)
        mean = np.average(X, axis=0, weights=self.weights)
        return np.ldexp(np.sqrt(np.average((X - mean) ** 2, axis=0, weights=self.weights)), exponents)
