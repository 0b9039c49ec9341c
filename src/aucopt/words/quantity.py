"""What is maximised, in words: the AUC, a partial AUC, a sensitivity at a specificity."""

from typing import NamedTuple

_PER = 1000


class Quantity(NamedTuple):
    """What a value is called, and where on the curve it is taken.

    Attributes
    ----------
    name : str
        Such as "sensitivity".
    condition : str
        Such as "at specificity 0.95"; empty if there is none.
    shortfall : str
        What the rest to 1 is, such as "misses per 1,000 positives"; empty if people have no word for it.

    Examples
    --------
    >>> from aucopt.words.quantity import Quantity
    >>> point = Quantity("sensitivity", "at specificity 0.95", "misses per 1,000 positives")
    >>> point.whole, point.of("0.4387"), point.count_shortfall(0.4387)
    ('sensitivity at specificity 0.95', 'a sensitivity of 0.4387 at specificity 0.95', '561')
    >>> Quantity("partial AUC", "false positive rate up to 0.1").whole
    'partial AUC (false positive rate up to 0.1)'
    """

    name: str
    condition: str = ""
    shortfall: str = ""

    @property
    def whole(self) -> str:
        """The name with its condition."""
        return f"{self.name}{self._where}"

    @property
    def title(self) -> str:
        """The same at the beginning of a line."""
        return self.whole[:1].upper() + self.whole[1:]

    def of(self, value: str) -> str:
        """A value with its article, name and condition."""
        return f"{'an' if self.name[0] in 'AEIOaeio' else 'a'} {self.name} of {value}{self._where}"

    def count_shortfall(self, value: float) -> str:
        """What a value leaves to 1, of a thousand."""
        return f"{_PER * (1 - value):,.0f}"

    @property
    def _where(self) -> str:
        if not self.condition:
            return ""
        # A condition that is no part of a sentence stands in brackets.
        return f" {self.condition}" if self.condition.startswith("at ") else f" ({self.condition})"


AUC = Quantity("AUC")
