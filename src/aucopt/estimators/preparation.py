"""From a table with gaps and categories to numbers: filled gaps with indicators, and dummy columns.

Which columns come out is decided once, for all rows. What depends on values, such as the medians, is fitted:
inside every fold of a cross-validation to the rows of the fit alone (`prepared.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class RawColumn:
    """A column before it is prepared.

    Attributes
    ----------
    name : str
        What it is called in the table.
    levels : tuple of str
        The categories; the first is the one that the others are compared with. Empty for numbers.
    has_gaps : bool
        Whether values are missing: numbers are filled with the median, and an indicator says where.

    Examples
    --------
    >>> from aucopt.estimators.preparation import RawColumn
    >>> RawColumn("stage", ("I", "II", "III"), has_gaps=True).outputs
    ['stage = II', 'stage = III', 'stage is missing']
    """

    name: str
    levels: tuple[str, ...] = ()
    has_gaps: bool = False

    @property
    def outputs(self) -> list[str]:
        """The columns that are made of it."""
        values = [f"{self.name} = {level}" for level in self.levels[1:]] if self.levels else [self.name]
        return [*values, f"{self.name} is missing"] if self.has_gaps else values


class Preparation:
    """Fill gaps and encode categories.

    It has the methods of a transformer, and no base class of scikit-learn: tables are read without it.

    Parameters
    ----------
    columns : sequence of RawColumn
        What comes in.
    imputer : transformer, optional
        What fills the gaps of numbers, such as an imputer of scikit-learn: it is given all columns of
        numbers, standardised, with NaN in the gaps. By default gaps are filled with the median.

    Attributes
    ----------
    medians_ : list of float
        Of each column of numbers that has gaps; zero for the others.
    imputer_ : transformer
        The fitted imputer, if there is one.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.estimators.preparation import Preparation, RawColumn
    >>> columns = (RawColumn("age", has_gaps=True), RawColumn("sex", ("f", "m")))
    >>> Preparation(columns).fit_transform([[50, 0], [np.nan, 1], [70, 1]])
    array([[50.,  0.,  0.],
           [60.,  1.,  1.],
           [70.,  0.,  1.]])
    """

    def __init__(self, columns: Sequence[RawColumn], imputer: Any = None) -> None:
        self.columns = columns
        self.imputer = imputer

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that come out."""
        return tuple(name for column in self.columns for name in column.outputs)

    def fit(self, X: npt.ArrayLike, y: Any = None) -> Self:
        """Find the medians, or fit the imputer.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Numbers, and categories as places in their levels; NaN where a value is missing.
        y : ignored
            For pipelines.

        Returns
        -------
        self : Preparation
            The fitted transformer.
        """
        rows = np.asarray(X, dtype=np.float64)
        self.medians_ = [
            _median(values) if column.has_gaps and not column.levels else 0.0
            for column, values in zip(self.columns, rows.T, strict=True)
        ]
        if self.imputer is not None:
            self._fit_imputer(rows)
        return self

    def transform(self, X: npt.ArrayLike) -> Floats:
        """Fill and encode rows.

        Parameters
        ----------
        X : array-like of shape (n, d)
            As in `fit`.

        Returns
        -------
        ndarray of shape (n, number of names)
            Finite, unless a column without gaps in the fit has gaps here: these stay NaN.
        """
        rows = np.asarray(X, dtype=np.float64)
        if self.imputer is not None:
            rows = self._impute(rows)
        absent = np.isnan(np.asarray(X, dtype=np.float64))
        made: list[Floats] = []
        for column, values, missing, median in zip(
            self.columns, rows.T, absent.T, self.medians_, strict=True
        ):
            if column.levels:
                made += [(values == k).astype(np.float64) for k in range(1, len(column.levels))]
                if missing.any() and not column.has_gaps:
                    made[-1] = np.where(missing, np.nan, made[-1])
            else:
                made.append(np.where(np.isnan(values), median, values) if column.has_gaps else values)
            if column.has_gaps:
                made.append(missing.astype(np.float64))
        return np.column_stack(made)

    def fit_transform(self, X: npt.ArrayLike, y: Any = None) -> Floats:
        """Fit, then fill and encode the same rows."""
        return self.fit(X).transform(X)

    def only(self, names: Sequence[str]) -> "Preparation":
        """The same for those columns that make one of some names.

        Examples
        --------
        >>> from aucopt.estimators.preparation import Preparation, RawColumn
        >>> fitted = Preparation((RawColumn("age", has_gaps=True), RawColumn("dose"))).fit([[1.0, 2.0]])
        >>> fitted.only(["age is missing"]).names
        ('age', 'age is missing')
        """
        if self.imputer is not None:
            return self
        kept = [j for j, column in enumerate(self.columns) if set(column.outputs) & set(names)]
        made = Preparation(tuple(self.columns[j] for j in kept))
        made.medians_ = [self.medians_[j] for j in kept]
        return made

    def _fit_imputer(self, rows: Floats) -> None:
        from sklearn.base import clone

        known = ~np.isnan(rows)
        # A column without any value in these rows has nothing to learn from; its median stands in.
        self._numbers = [
            j for j, column in enumerate(self.columns) if not column.levels and known[:, j].any()
        ]
        block = rows[:, self._numbers]
        self._centre = np.nanmean(block, axis=0)
        spread = np.nanstd(block, axis=0)
        self._spread = np.where(spread > 0, spread, 1.0)
        self.imputer_ = clone(self.imputer).fit((block - self._centre) / self._spread)

    def _impute(self, rows: Floats) -> Floats:
        """The rows with the gaps of numbers filled; what is known stays as it is."""
        block = rows[:, self._numbers]
        guessed = np.asarray(self.imputer_.transform((block - self._centre) / self._spread))
        if guessed.shape != block.shape or not np.isfinite(guessed).all():
            raise ValueError(
                f"{type(self.imputer).__name__} must return {block.shape[1]} columns of finite numbers."
            )
        filled = rows.copy()
        gaps = np.array([self.columns[j].has_gaps for j in self._numbers])
        filled[:, self._numbers] = np.where(
            np.isnan(block) & gaps, guessed * self._spread + self._centre, block
        )
        return filled

    def to_dict(self) -> dict[str, Any]:
        """What a saved model needs to prepare new rows.

        Raises
        ------
        ValueError
            If an imputer fills the gaps: it cannot be written as JSON.
        """
        if self.imputer is not None:
            raise ValueError(f"A model with {type(self.imputer).__name__} cannot be saved; the median can.")
        return {
            "columns": [
                {"name": column.name, "levels": list(column.levels), "has_gaps": column.has_gaps}
                for column in self.columns
            ],
            "medians": list(self.medians_),
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Preparation":
        """The fitted transformer that `to_dict` describes.

        Examples
        --------
        >>> from aucopt.estimators.preparation import Preparation, RawColumn
        >>> fitted = Preparation((RawColumn("age", has_gaps=True),)).fit([[1.0], [3.0]])
        >>> Preparation.from_dict(fitted.to_dict()).medians_
        [2.0]
        """
        made = cls(
            tuple(
                RawColumn(str(part["name"]), tuple(map(str, part["levels"])), bool(part["has_gaps"]))
                for part in content["columns"]
            )
        )
        made.medians_ = [float(median) for median in content["medians"]]
        return made


def raw_columns(names: Sequence[str], preparation: Preparation | None) -> Sequence[RawColumn]:
    """The columns of a table behind those of a score."""
    return [RawColumn(name) for name in names] if preparation is None else preparation.columns


def encode_column(
    column: RawColumn, values: Any, *, name_row: Callable[[int], str] = "row {}".format
) -> Floats:
    """Numbers, or categories as places in their levels; NaN where a value is missing.

    `name_row` says how an error names a row, given its number from 0.

    Examples
    --------
    >>> from aucopt.estimators.preparation import RawColumn, encode_column
    >>> encode_column(RawColumn("sex", ("f", "m")), ["m", None, "f"])
    array([ 1., nan,  0.])
    """
    if not column.levels:
        return np.asarray(values, dtype=np.float64)
    places: dict[Any, float] = {level: float(k) for k, level in enumerate(column.levels)}
    found = []
    for i, value in enumerate(values):
        is_missing = value is None or value != value
        level = value if is_missing or isinstance(value, str) else f"{value:.15g}"
        if not is_missing and level not in places:
            raise ValueError(
                f"{name_row(i)} holds {level!r} in column {column.name!r}; "
                f"the categories are {', '.join(column.levels)}."
            )
        found.append(np.nan if is_missing else places[level])
    return np.array(found)


def _median(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if known.size else 0.0
