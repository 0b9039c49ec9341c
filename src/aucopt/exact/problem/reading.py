"""A table with an outcome of which only some pairs count, read and checked."""

from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.columns import MAX_TOTAL, exact_weights
from aucopt.exact.problem.compared import ComparedProblem, ComparedRows, RoundedCases, strata_of_rows
from aucopt.exact.problem.rows import read_sparse
from aucopt.exact.problem.stratified import StratifiedProblem, StratifiedRows
from aucopt.inputs import check_weights, is_sparse, read_columns
from aucopt.outcomes import STRATA_WEIGHTS, Outcome, check_comparable, compared_strata


class CurvePart(NamedTuple):
    """What reading strata must know of a part of the ROC curve: the class summed over, digits of its limit.

    Whole counts are multiplied by up to `digits`.
    """

    of_negatives: bool = False
    digits: int = 1


def read_compared(
    X: Any, outcome: Outcome, sample_weight: Any, strata_weight: str, memory: int
) -> tuple[ComparedProblem, list[str]]:
    """The problem of the pairs that count, and what a careful user should know.

    Rows of weight zero and strata without a pair are left out.
    """
    rows, used = _read_rows(X, outcome, sample_weight, strata_weight)
    return compare_rows(rows, used, strata_weight, memory)


def read_stratified(
    X: Any, outcome: Outcome, sample_weight: Any, strata_weight: str, part: CurvePart
) -> tuple[StratifiedProblem, list[str]]:
    """The problem of two classes within strata, for a part of the ROC curve; see `read_compared`."""
    rows, used = _read_rows(X, outcome, sample_weight, strata_weight)
    return stratify_rows(rows, used, strata_weight, part)


def _read_rows(
    X: Any, outcome: Outcome, sample_weight: Any, strata_weight: str
) -> tuple[ComparedRows, np.ndarray]:
    """All rows with whole weights, and those whose weight is not zero."""
    if strata_weight not in STRATA_WEIGHTS:
        raise ValueError(f'strata_weight must be "pairs" or "cases", not {strata_weight!r}.')
    if strata_weight == "cases" and outcome.kind != "classes":
        raise ValueError('strata_weight="cases" is for two classes: other outcomes have no cases to count.')
    if is_sparse(X):
        _, sparse, names = read_sparse(X)
        columns = list(sparse)
    else:
        columns, names = read_columns(X)
    n_rows = len(columns[0])
    if n_rows != len(outcome.level):
        raise ValueError(f"X has {n_rows} rows, y has {len(outcome.level)}.")
    given = check_weights(sample_weight, n_rows)
    weight = exact_weights(np.ones(n_rows, dtype=bool), given)[:, 0]
    used = np.flatnonzero(weight)
    if len(used) == 0:
        raise ValueError("All sample weights are zero.")
    # Of all rows, also of those left out below: a certificate counts in this unit.
    weight = weight // int(np.gcd.reduce(weight[used]))
    return ComparedRows(columns, names, outcome, weight), used


def compare_rows(
    rows: ComparedRows, used: np.ndarray, strata_weight: str, memory: int
) -> tuple[ComparedProblem, list[str]]:
    """The problem of some rows, by their whole weights; strata without a pair are left out.

    Raises
    ------
    ValueError
        If no pair counts, or weights of pairs have too many digits.
    """
    kept, notes = _keep_strata(rows, used)
    if strata_weight == "cases":
        weight, cases = _weigh_cases(kept.outcome, kept.weight)
        kept = kept._replace(weight=weight, cases=cases)
    return ComparedProblem(kept, memory), notes


def _keep_strata(rows: ComparedRows, used: np.ndarray) -> tuple[ComparedRows, list[str]]:
    """Some of the rows without strata that have no pair, and what was left out."""
    columns, names, outcome, weight, _ = rows
    outcome = outcome.pick(used)
    check_comparable(outcome)
    counts = compared_strata(outcome)
    notes = []
    present = np.unique(outcome.stratum)
    if without := int(np.count_nonzero(~counts[present])):
        inside = counts[outcome.stratum]
        notes.append(
            f"{without} of {len(present)} strata, with {np.count_nonzero(~inside)} rows, have no pair that "
            "counts and are left out."
        )
        used, outcome = used[inside], outcome.pick(inside)
    weight = weight[used]
    if _too_heavy(outcome, weight):
        raise ValueError(
            "The weights of pairs have too many digits for exact counts. Round sample weights to integers or "
            "to a few decimals."
        )
    return ComparedRows([column[used] for column in columns], names, outcome, weight.astype(np.int64)), notes


def stratify_rows(
    rows: ComparedRows, used: np.ndarray, strata_weight: str, part: CurvePart
) -> tuple[StratifiedProblem, list[str]]:
    """The problem of some rows of two classes within strata; see `compare_rows`."""
    kept, notes = _keep_strata(rows, used)
    given = strata_of_rows(kept)
    if strata_weight == "cases":
        sizes = np.zeros((len(given.factor), 2), dtype=np.int64)
        np.add.at(sizes, given.stratum, given.weight)
        factors = _case_factors(sizes[:, 0], sizes[:, 1], part.digits)
        given.weight[:, 1 if part.of_negatives else 0] *= factors.factor[given.stratum]
        given = given._replace(**factors._asdict())
    return StratifiedProblem(given), notes


def rows_of_strata(given: StratifiedRows, part: CurvePart) -> ComparedRows:
    """Rows in strata, as they were before `stratify_rows` weighed them."""
    wins = given.weight[:, 0] > 0
    factor = np.where(wins != part.of_negatives, given.factor[given.stratum], 1)
    outcome = Outcome("classes", (~wins).astype(np.int64), wins, given.stratum, given.classes)
    return ComparedRows(given.columns, given.feature_names, outcome, given.weight.sum(axis=1) // factor)


def plain_weights(rows: ComparedRows, strata_weight: str) -> np.ndarray:
    """Weights of rows as they were before `compare_rows` weighed them."""
    outcome, weight = rows.outcome, rows.weight
    if strata_weight != "cases":
        return weight
    if rows.cases is not None:
        return rows.cases.weight
    positives, negatives = np.zeros((2, int(outcome.stratum.max()) + 1), dtype=np.int64)
    np.add.at(negatives, outcome.stratum[~outcome.wins], weight[~outcome.wins])
    factor = _case_factors(positives, negatives).factor
    return np.where(outcome.wins, weight // factor[outcome.stratum], weight)


def _weigh_cases(outcome: Outcome, weight: np.ndarray) -> tuple[np.ndarray, RoundedCases | None]:
    """Weights by which the pairs of a positive count one over the weight of its stratum's negatives."""
    n_strata = int(outcome.stratum.max()) + 1
    positives, negatives = np.zeros((2, n_strata), dtype=np.int64)
    np.add.at(positives, outcome.stratum[outcome.wins], weight[outcome.wins])
    np.add.at(negatives, outcome.stratum[~outcome.wins], weight[~outcome.wins])
    found, cases = _case_factors(positives, negatives), None
    if found.exact_factor is not None:
        cases = RoundedCases(weight, negatives, found.nominal, found.rounding)
    return np.where(outcome.wins, weight * found.factor[outcome.stratum], weight), cases


class CaseFactors(NamedTuple):
    """What a pair of each stratum counts where all positives count alike; see `StratifiedRows`."""

    factor: np.ndarray
    exact_factor: np.ndarray | None
    rounding: int
    nominal: int


def _case_factors(positives: np.ndarray, negatives: np.ndarray, digits: int = 1) -> CaseFactors:
    """One over the weight of the negatives of each stratum, as whole numbers.

    Where strata have so many sizes that these have no small common multiple, they are rounded. `digits` is
    what sums are multiplied by besides.
    """
    sizes = negatives.astype(object)
    common = int(np.lcm.reduce(sizes[sizes > 0]))
    exact, rounding, all_positives = None, 0, int(positives.sum())
    most = MAX_TOTAL // digits
    if common * all_positives >= most // 2:
        exact = np.array([common // size if size else 0 for size in sizes], dtype=object)
        common = most // 4 // all_positives
        # Each pair counts at most one half too much or too little, in a value of 2R + T.
        rounding = int(positives @ negatives) + 1
    factor = [(2 * common + size) // (2 * size) if size else 0 for size in sizes]
    return CaseFactors(np.array(factor, dtype=np.int64), exact, rounding, common * all_positives)


def _too_heavy(outcome: Outcome, weight: np.ndarray) -> bool:
    """Whether sums over all pairs might leave int64."""
    whole = weight.astype(object)
    winners: dict[int, int] = {}
    others: dict[int, int] = {}
    for g, won, w in zip(outcome.stratum.tolist(), outcome.wins.tolist(), whole, strict=True):
        if won:
            winners[g] = winners.get(g, 0) + w
        if not won or outcome.kind != "classes":
            others[g] = others.get(g, 0) + w
    return sum(w * others.get(g, 0) for g, w in winners.items()) >= MAX_TOTAL // 2
