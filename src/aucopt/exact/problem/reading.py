"""A table with an outcome of which only some pairs count, read and checked."""

from typing import Any

import numpy as np

from aucopt.exact.problem.columns import MAX_TOTAL, exact_weights
from aucopt.exact.problem.compared import ComparedProblem, ComparedRows, RoundedCases
from aucopt.exact.problem.rows import read_sparse
from aucopt.inputs import check_weights, is_sparse, read_columns
from aucopt.outcomes import STRATA_WEIGHTS, Outcome, check_comparable, compared_strata


def read_compared(
    X: Any, outcome: Outcome, sample_weight: Any, strata_weight: str, memory: int
) -> tuple[ComparedProblem, list[str]]:
    """The problem of the pairs that count, and what a careful user should know.

    Rows of weight zero and strata without a pair are left out.
    """
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
    rows = ComparedRows(columns, names, outcome, weight)
    return compare_rows(rows, used, strata_weight, memory)


def compare_rows(
    rows: ComparedRows, used: np.ndarray, strata_weight: str, memory: int
) -> tuple[ComparedProblem, list[str]]:
    """The problem of some rows, by their whole weights; strata without a pair are left out.

    Raises
    ------
    ValueError
        If no pair counts, or weights of pairs have too many digits.
    """
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
    cases, weight = None, weight.astype(np.int64)
    if strata_weight == "cases":
        weight, cases = _weigh_cases(outcome, weight)
    kept = ComparedRows([column[used] for column in columns], names, outcome, weight, cases)
    return ComparedProblem(kept, memory), notes


def _weigh_cases(outcome: Outcome, weight: np.ndarray) -> tuple[np.ndarray, RoundedCases | None]:
    """Weights by which the pairs of a positive count one over the weight of its stratum's negatives.

    Where strata have so many sizes that these have no small common multiple, the weights are rounded.
    """
    n_strata = int(outcome.stratum.max()) + 1
    positives, negatives = np.zeros((2, n_strata), dtype=np.int64)
    np.add.at(positives, outcome.stratum[outcome.wins], weight[outcome.wins])
    np.add.at(negatives, outcome.stratum[~outcome.wins], weight[~outcome.wins])
    sizes = negatives.astype(object)
    common = int(np.lcm.reduce(sizes[sizes > 0]))
    cases, all_positives = None, int(positives.sum())
    if common * all_positives >= MAX_TOTAL // 2:
        common = MAX_TOTAL // 4 // all_positives
        # Each pair counts at most one half too much or too little, in a value of 2R + T.
        cases = RoundedCases(weight, negatives, common * all_positives, int(positives @ negatives) + 1)
    factor = [(2 * common + size) // (2 * size) if size else 0 for size in sizes]
    return np.where(outcome.wins, weight * np.array(factor, dtype=np.int64)[outcome.stratum], weight), cases


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
