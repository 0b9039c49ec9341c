"""Types of public arguments."""

from typing import Any, Protocol, TypeAlias

import numpy.typing as npt


class FrameLike(Protocol):
    """A table with named columns, such as those of pandas and polars."""

    @property
    def columns(self) -> Any:
        """Names of the columns."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of rows and columns."""


class SparseTable(Protocol):
    """One of scipy's sparse matrices or arrays."""

    def tocsr(self) -> Any:
        """The same by compressed rows."""

    def toarray(self) -> Any:
        """The same spread out."""


TableLike: TypeAlias = npt.ArrayLike | FrameLike | SparseTable
