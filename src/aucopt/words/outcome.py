"""Rows and their outcome in words: two classes, an ordered outcome or censored times, and strata."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from aucopt.words.sentences import count


class OutcomeWords(NamedTuple):
    """What is predicted.

    Attributes
    ----------
    kind : {"classes", "ordered", "censored"}
        Its kind.
    n_rows : int
        Number of rows.
    counts : mapping of str to int
        How many rows are positive and negative, how many have the event and are censored, or how many values
        an ordered outcome has.
    target : str
        The column that is predicted, or that says whether the event happened.
    classes : tuple
        The negative and the positive label.
    time : str
        The column of censored times.
    stratum : str
        The column of the strata; empty without any.
    n_strata : int
        How many there are.

    Examples
    --------
    >>> from aucopt.words.outcome import OutcomeWords
    >>> counts = {"events": 114, "censored": 318}
    >>> rossi = OutcomeWords("censored", 432, counts, "arrest", (0, 1), "week", "", 0)
    >>> print(rossi.line)
    432 rows, 114 events (arrest = 1), 318 censored, time in week
    >>> rossi.name
    'arrest by week'
    """

    kind: str
    n_rows: int
    counts: Mapping[str, int]
    target: str
    classes: tuple[Any, Any]
    time: str
    stratum: str
    n_strata: int

    @property
    def name(self) -> str:
        """What is predicted, in a title."""
        return f"{self.target} by {self.time}" if self.kind == "censored" else self.target

    @property
    def line(self) -> str:
        """Rows, outcome and strata."""
        rows, counts = count(self.n_rows, "row"), self.counts
        negative, positive = self.classes
        if self.kind == "classes":
            text = (
                f"{rows}, {counts['positive']:,} positive ({self.target} = {positive}), "
                f"{counts['negative']:,} negative ({negative})"
            )
        elif self.kind == "censored":
            text = (
                f"{rows}, {count(counts['events'], 'event')} ({self.target} = {positive}), "
                f"{counts['censored']:,} censored, time in {self.time}"
            )
        else:
            text = f"{rows}, {self.target} with {count(counts['values'], 'value')}"
        return text + (f", {self.n_strata:,} strata ({self.stratum})" if self.stratum else "")

    @property
    def short(self) -> str:
        """The same below the title of a report."""
        if self.kind != "classes":
            return self.line
        within = f", {self.n_strata:,} strata ({self.stratum})" if self.stratum else ""
        positive = f"{self.counts['positive']:,} of them {self.target} = {self.classes[1]}"
        return f"{self.n_rows:,} rows, {positive}{within}"
