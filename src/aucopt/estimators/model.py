"""A linear score without the data it was fitted to: columns, weights, a cut-off, two labels; kept as JSON."""

import json
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt
from sklearn.metrics import accuracy_score
from sklearn.svm import LinearSVC

from aucopt.estimators.preparation import Preparation, encode_column, raw_columns
from aucopt.estimators.risk import RiskCurve
from aucopt.estimators.saved import FORMAT, VERSION, read_saved
from aucopt.kernels.scores.rows import dense_scores

__all__ = ["LinearModel", "load_model"]

_NEEDED = ("columns", "weights", "cutoff", "classes")


@dataclass(frozen=True, eq=False)
class LinearModel:
    """A linear score and its cut-off.

    Attributes
    ----------
    columns : tuple of str
        The names of the columns, in the order of the weights.
    weights : (d,) array
        The weights. The score of a row is the sum of weight times value over the columns.
    cutoff : float or None
        Rows with a higher score are predicted positive. None for a score that only ranks rows.
    classes : tuple of two labels, or None
        The negative and the positive label: two numbers or two strings. None if there is no cut-off.
    target : str
        The column that was predicted.
    facts : dict
        Facts about the model, such as its AUC; any content that JSON can hold.
    preparation : Preparation, optional
        How missing values are filled and categories encoded; `columns` are the columns after this step. Data
        frames to be scored must have the columns before this step.
    risk : RiskCurve, optional
        The calibration curve from scores to risks, for `predict_proba`.

    Notes
    -----
    The file is one JSON object::

        {"format": "aucopt-model", "version": 1, "aucopt": "0.2.0", "target": "ill",
         "columns": ["age", "dose"], "weights": [0.6, -0.8], "cutoff": 12.5, "classes": [0, 1],
         "facts": {"rows": 569, "auc": {"apparent": 0.81, ...}, ...}}

    Files with a higher `version` than this release supports are refused.

    Examples
    --------
    >>> from aucopt import LinearModel
    >>> model = LinearModel(("age", "dose"), weights=[1, 10], cutoff=60, classes=("well", "ill"))
    >>> model.decision_function([[50, 2], [30, 1]])
    array([ 10., -20.])
    >>> model.linear_score([[50, 2], [30, 1]])
    array([70., 40.])
    >>> model.predict([[50, 2], [30, 1]]).tolist()
    ['ill', 'well']
    >>> model.score([[50, 2], [30, 1]], ["ill", "ill"])
    0.5
    """

    columns: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    cutoff: float | None
    classes: tuple[Any, Any] | None
    target: str = "y"
    facts: dict[str, Any] = field(default_factory=dict)
    preparation: Preparation | None = None
    risk: RiskCurve | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(map(str, self.columns)))
        object.__setattr__(self, "weights", np.array(self.weights, dtype=np.float64))
        if self.weights.shape != (len(self.columns),) or not np.isfinite(self.weights).all():
            raise ValueError(f"A model of {len(self.columns)} columns needs as many finite weights.")
        if self.cutoff is None and self.classes is None:
            return
        if self.cutoff is None or self.classes is None:
            raise ValueError("A model needs both a cutoff and two classes, or neither.")
        object.__setattr__(self, "cutoff", float(self.cutoff))
        object.__setattr__(self, "classes", tuple(self.classes))
        if len(self.classes) != 2 or not np.isfinite(self.cutoff):
            raise ValueError("A model needs a finite cutoff and two classes.")

    @property
    def _rule(self) -> tuple[float, tuple[Any, Any]]:
        """Cut-off and classes."""
        if self.cutoff is None or self.classes is None:
            raise ValueError("This model ranks rows and has no cut-off: linear_score gives their scores.")
        return self.cutoff, self.classes

    def linear_score(self, X: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the linear score of each row: the sum of weight times value.

        Parameters
        ----------
        X : array-like or frame of shape (n, d)
            The rows. A data frame may have its columns in any order, and additional columns.

        Returns
        -------
        scores : ndarray of shape (n,)
            Higher for rows more likely to be of class ``classes[1]``.
        """
        if hasattr(X, "columns"):
            frame: Any = X
            inputs = raw_columns(self.columns, self.preparation)
            missing = [column.name for column in inputs if column.name not in frame.columns]
            if missing:
                raise ValueError(f"X lacks columns of the model: {', '.join(map(repr, missing))}.")
            X = np.column_stack([encode_column(column, frame[column.name]) for column in inputs])
            if self.preparation is not None:
                X = self.preparation.transform(X)
        rows = np.ascontiguousarray(X, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != len(self.columns):
            raise ValueError(f"X must have {len(self.columns)} columns, not the shape {rows.shape}.")
        return dense_scores(rows, self.weights)

    def decision_function(self, X: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the scores minus the cut-off: rows above zero are predicted positive."""
        return self.linear_score(X) - self._rule[0]

    def predict_proba(self, X: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the probability of each class, for models that were saved with ``--risk``.

        Parameters
        ----------
        X : array-like or frame of shape (n, d)
            As in `linear_score`.

        Returns
        -------
        ndarray of shape (n, 2)
            Each row sums to one.
        """
        if self.risk is None:
            raise ValueError("This model has no calibrated risk; fit it with --risk logistic.")
        risks = self.risk.predict(self.linear_score(X))
        return np.column_stack([1 - risks, risks])

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        """Predict the class of each row."""
        return np.array(self._rule[1])[(self.decision_function(X) > 0).astype(np.intp)]

    @overload
    def score(
        self, X: npt.ArrayLike, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None
    ) -> float: ...

    @overload
    def score(self, X: npt.ArrayLike) -> npt.NDArray[np.float64]: ...

    def score(
        self, X: npt.ArrayLike, y: npt.ArrayLike | None = None, sample_weight: npt.ArrayLike | None = None
    ) -> float | npt.NDArray[np.float64]:
        """Return the accuracy of `predict`, like scikit-learn's classifiers.

        Parameters
        ----------
        X : array-like or frame of shape (n, d)
            The rows. A data frame may have its columns in any order, and additional columns.
        y : array-like of shape (n,)
            The true labels.
        sample_weight : array-like of shape (n,), optional
            Weights of the rows.

        Returns
        -------
        accuracy : float
            The share of rows whose class is predicted correctly.

        Notes
        -----
        Calling it without `y` is deprecated: it returns the scores of the rows with a warning. Use
        `linear_score` instead.
        """
        if y is None:
            warnings.warn(
                "LinearModel.score(X) will need y and return the accuracy; for the scores of rows call "
                "linear_score(X).",
                FutureWarning,
                stacklevel=2,
            )
            return self.linear_score(X)
        return float(accuracy_score(y, self.predict(X), sample_weight=sample_weight))

    def to_sklearn(self) -> LinearSVC:
        """Return the same rule as a plain scikit-learn classifier."""
        cutoff, classes = self._rule
        return plain_classifier(self.weights, -cutoff, np.array(classes))

    def save(self, path: str | Path) -> None:
        """Write the model to a JSON file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    def to_json(self) -> str:
        """Return the text of the file."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """Return the content of the file as a dict."""
        from aucopt import __version__

        more: dict[str, Any] = {"preparation": self.preparation, "risk": self.risk}
        more = {name: part.to_dict() for name, part in more.items() if part is not None}
        return {
            "format": FORMAT,
            "version": VERSION,
            "aucopt": __version__,
            "target": self.target,
            "columns": list(self.columns),
            "weights": self.weights.tolist(),
            "cutoff": self.cutoff,
            "classes": None if self.classes is None else list(self.classes),
            "facts": self.facts,
            **more,
        }


def load_model(path: str | Path) -> LinearModel:
    """Read a model from a JSON file.

    Parameters
    ----------
    path : str or Path
        A file written by `LinearModel.save` or ``aucopt fit --save``.

    Returns
    -------
    LinearModel

    Raises
    ------
    ValueError
        If the file is not a model of aucopt, or was written by a later version.

    Examples
    --------
    >>> import aucopt
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> model = aucopt.LinearModel(["a", "b"], [0.6, 0.8], 1.0, [0, 1], "ill")
    >>> with TemporaryDirectory() as folder:
    ...     model.save(Path(folder) / "model.json")
    ...     again = aucopt.load_model(Path(folder) / "model.json")
    >>> again.columns, again.decision_function([[1.0, 2.0]])
    (('a', 'b'), array([1.2]))
    """
    content = read_saved(path)
    missing = [name for name in _NEEDED if name not in content]
    if missing:
        raise ValueError(f"{path} lacks {', '.join(missing)}.")
    try:
        optional = {name: content[name] for name in ("target", "facts") if name in content}
        if "preparation" in content:
            optional["preparation"] = Preparation.from_dict(content["preparation"])
        if "risk" in content:
            optional["risk"] = RiskCurve.from_dict(content["risk"])
        return LinearModel(**{name: content[name] for name in _NEEDED}, **optional)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def plain_classifier(coef: Any, intercept: float, classes: Any, names: Any = None) -> LinearSVC:
    """Return a linear rule as a fitted scikit-learn classifier that any exporter knows.

    A :class:`~sklearn.svm.LinearSVC`: like ours it has a score and a cut and no probabilities, which a
    LogisticRegression with these weights would make up. Its scores are ours up to rounding.
    """
    plain = LinearSVC()
    plain.coef_ = np.array(coef, dtype=np.float64).reshape(1, -1)
    plain.intercept_ = np.array([intercept], dtype=np.float64)
    plain.classes_ = np.array(classes)
    plain.n_features_in_ = plain.coef_.shape[1]
    plain.n_iter_ = 0
    if names is not None:
        plain.feature_names_in_ = np.array(names, dtype=object)
    return plain
