"""What is said about a table: warnings, which come first, and remarks, which come last."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Notes:
    """What a reader must know about the rows and columns of an analysis.

    Attributes
    ----------
    warnings : list of str
        What may spoil the result: a strong column that one cell makes text, a column that gives the outcome
        away. Commands print them above everything else.
    remarks : list of str
        What was left out or changed as usual.

    Examples
    --------
    >>> from aucopt.tables.notes import Notes
    >>> notes = Notes(["Column 'crp' is left out."], ["2 rows lack a value."])
    >>> notes.all
    ["Column 'crp' is left out.", '2 rows lack a value.']
    """

    warnings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def all(self) -> list[str]:
        """Warnings, then remarks."""
        return [*self.warnings, *self.remarks]
