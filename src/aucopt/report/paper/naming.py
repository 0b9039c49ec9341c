"""What tables and figures call things, and what they say about the records they rest on."""

from collections import Counter
from collections.abc import Iterable

from aucopt.lab.outcomes import Outcomes, Part, known_method
from aucopt.report.page.table import Shade
from aucopt.words.sentences import count

SPACE = {"tsne2": "t-SNE in R^2", "tsne3": "t-SNE in R^3", "raw": "original columns"}
SHORT = {"tsne2": "r2", "tsne3": "r3", "raw": "real"}  # in names of files
SCORE = {"auc": "AUC", "balanced_accuracy": "balanced accuracy", "f1": "F1"}
PART: dict[Part, str] = {"train": "training", "test": "test"}
LISTED = 6  # troubles named one by one


def shade(row: str, column: str) -> Shade:
    """Return a cell's region: red for AUC optimisers over standard classifiers, blue for the reverse."""
    families = [known.family if (known := known_method(name)) else None for name in (row, column)]
    if families == ["AUC optimiser", "standard"]:
        return "red"
    return "blue" if families == ["standard", "AUC optimiser"] else ""


def coverage(outcomes: Outcomes) -> list[str]:
    """Say on how many units the records rest and what is missing."""
    trials = Counter((record.unit.dataset, record.unit.method) for record in outcomes.finished)
    fewest, most = min(trials.values()), max(trials.values())
    each = count(most, "trial") if fewest == most else f"{fewest:,} to {most:,} trials"
    sentences = [
        f"Rests on {count(len(outcomes.datasets), 'data set')}, {each} for a set and method, "
        f"{count(len(outcomes.finished), 'finished unit')}."
    ]
    sets = Counter(method for _, method in trials)
    fewer = [f"{m} ({sets[m]})" for m in outcomes.methods if sets[m] < len(outcomes.datasets)]
    if fewer:
        sentences.append(f"Methods with fewer data sets: {_listed(fewer)}.")
    for status, what in (("failed", "failed"), ("time_limit", "stopped at the time limit")):
        missing = Counter(
            f"{record.unit.method} on {record.unit.dataset}"
            for record in outcomes.undone
            if record.status == status
        )
        if missing:
            places = [f"{place} ({n})" for place, n in missing.most_common()]
            sentences.append(f"{count(missing.total(), 'unit')} {what}: {_listed(places)}.")
    if outcomes.settings:
        sentences.append(outcomes.settings)
    return sentences


def _listed(items: Iterable[str]) -> str:
    items = list(items)
    more = [f"and {len(items) - LISTED} more"] if len(items) > LISTED else []
    return ", ".join(items[:LISTED] + more)
