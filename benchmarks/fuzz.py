"""Solvers against each other and the verifier: benchmarks/fuzz.py [--cases N] [--seconds S] [--seed K].

Small random data of the kinds that break careless code: gridded, duplicated, collinear, an ulp apart, badly
scaled, weighted, with signs; two classes, ordered and censored outcomes, strata, rows to be classified. Two
of the plane (listed or marched), cones, boxes and the enumeration must find one optimum; certificates must
hold, also of searches that had no time, and none for a bound one lower.
Every third case asks for a part of the ROC curve: many of these leave no room for the other class, and many
have rows of both classes at one point. Case k of seed s is made from (s, k) alone. A case that fails is
shrunk, printed, and ends the run.
"""

import argparse
import time
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

import numpy as np

import aucopt
from aucopt.exact.solvers.cone import boxes
from aucopt.exact.solvers.plane import arcs, march
from aucopt.exact.solvers.plane import solver as plane
from aucopt.outcomes import read_classes, read_outcome
from aucopt.verifier.clock import Clock
from aucopt.verifier.faces import check_faces
from aucopt.verifier.opening import read_version
from aucopt.verifier.posing import pose_data
from aucopt.verifier.reading import exact_data, read_numbers
from aucopt.verifier.statement import FailedError

SHAPES = (
    "gaussian", "grid", "tenths", "duplicated", "collinear", "constant", "ulp", "standardised grid",
    "huge and tiny",
)  # fmt: skip


class Case(NamedTuple):
    """Data, weights and signs, which search is to agree with the first (None for all), and what is asked."""

    X: np.ndarray
    y: np.ndarray
    weight: list | None = None
    signs: list | None = None
    only: str | None = None
    objective: object = "auc"
    strata: np.ndarray | None = None

    @property
    def rows(self):
        """The data, for a search or the verifier."""
        return self.X, self.y


# Without room for the other class, with some, and with room for all of it.
NO_ROOM = (aucopt.Sensitivity(1.0), aucopt.Specificity(1.0))
PARTS = (
    *(aucopt.Sensitivity(share) for share in (0.0, 0.5, 0.75, 0.95)),
    *(aucopt.Specificity(share) for share in (0.0, 0.3, 0.75)),
    *(aucopt.PartialAUC(max_fpr=share) for share in (0.01, 0.3333, 0.5, 1.0)),
    *(aucopt.PartialAUC(min_tpr=share) for share in (0.0, 0.5, 0.95)),
)


def make_points(rng, shape, n, d):
    """Rows of one of the shapes."""
    grid = rng.integers(0, rng.integers(2, 6), (n, d)).astype(float)
    if shape == "gaussian":
        return rng.normal(size=(n, d))
    if shape == "grid":
        return grid
    if shape == "tenths":
        return grid / 10
    if shape == "duplicated":
        return rng.normal(size=(n, d)).round(2)[rng.integers(0, (n + 1) // 2, n)]
    if shape == "collinear":
        grid[:, -1] = grid[:, :-1] @ rng.integers(-2, 3, d - 1) + 1
        return grid
    if shape == "constant":
        grid[:, rng.integers(d)] = 0.3
        return grid
    if shape == "ulp":
        base = np.array([0.1, 1 / 3, 1.0])[rng.integers(0, 3, (n, d))]
        return np.nextafter(base, base + rng.integers(-1, 2, (n, d)))
    if shape == "standardised grid":
        return (grid - grid.mean(axis=0)) / (grid.std(axis=0) + 1.5)
    return (grid + rng.random((n, d))) * 10.0 ** rng.integers(-150, 150, d)


def make_case(seed, k):
    """Case k of a seed."""
    rng = np.random.default_rng([seed, k])
    d = int(rng.choice([1, 2, 3, 4], p=[0.05, 0.5, 0.35, 0.1]))
    n = int(rng.integers(2, {1: 12, 2: 11, 3: 9, 4: 8}[d]))
    y = rng.permutation(np.arange(n) % 2) if rng.random() < 0.5 else (np.arange(n) < rng.integers(1, n)) * 1
    weight = rng.integers(1, 4, n).tolist() if rng.random() < 0.25 else None
    if rng.random() < 0.1:
        weight = rng.choice([0.1, 0.25, 1.7], n).tolist()
    signs = rng.integers(-1, 2, d).tolist() if rng.random() < 0.3 else None
    case = Case(make_points(rng, str(rng.choice(SHAPES)), n, d), y, weight, signs)
    other = case
    if rng.random() < 0.2:
        other = case._replace(objective="accuracy")
    elif rng.random() < 0.3:
        y = rng.integers(0, 4, n)
        if rng.random() < 0.5:
            y = np.column_stack([rng.integers(0, 2, n), y])
        other = case._replace(y=y, objective="concordance")
    if other.objective != "accuracy" and rng.random() < 0.2:
        other = other._replace(strata=rng.integers(0, 2, n))
    case = other if is_possible(other) else case
    if k % 3 == 1 and 0 < y.sum() < n and case.objective == "auc":
        case = ask_for_part(rng, case)
    others = list(searches(case))[1:]
    return case._replace(only=str(rng.choice(others)) if others else None)


def ask_for_part(rng, case):
    """The same rows for a part of the curve, in half of the cases with rows of both classes at one point."""
    parts = NO_ROOM if rng.random() < 0.3 else PARTS
    if case.strata is not None:
        # Strata have no common cut-off.
        parts = [part for part in PARTS if isinstance(part, aucopt.PartialAUC)]
    if rng.random() < 0.5:
        one, other = rng.choice(np.flatnonzero(case.y)), rng.choice(np.flatnonzero(case.y == 0))
        case.X[one] = case.X[other]
    return case._replace(objective=parts[rng.integers(len(parts))])


@contextmanager
def marching():
    """Let the plane be marched around however small, in short steps."""
    kept = plane.LISTED, march._MIN_ROOM, arcs.SWAPS_A_POINT
    plane.LISTED, march._MIN_ROOM, arcs.SWAPS_A_POINT = 0, 4, 1
    try:
        yield
    finally:
        plane.LISTED, march._MIN_ROOM, arcs.SWAPS_A_POINT = kept


@contextmanager
def boxed():
    """Let directions be searched by boxes, however few columns there are."""
    kept = boxes.FEWEST
    boxes.FEWEST = 2
    try:
        yield
    finally:
        boxes.FEWEST = kept


def searches(case):
    """Names and options of the searches of a case."""
    n, d = case.X.shape
    others = {}
    if not isinstance(case.objective, str):
        if d > 1:
            others["cone"] = {"solver": "cone"}
            others["no time"] = {"solver": "cone", "time_limit": 0.0}
        if d == 2:
            others["plane"] = {"solver": "plane", "certify": case.objective.by_pairs}
            others["plane, no time"] = others["plane"] | {"time_limit": 0.0}
        chosen = others if case.only is None else [name for name in others if name == case.only]
        return {"auto": {}} | {name: others[name] for name in chosen}
    if d > 1:
        others["cone"] = {"solver": "cone"}
        others["no time"] = {"solver": "cone", "time_limit": 0.0}
        others["conflict"] = {"solver": "conflict"}
        others["conflict, no time"] = {"solver": "conflict", "time_limit": 0.0}
        others["boxes"] = {"solver": "cone"}
        others["boxes, no time"] = {"solver": "cone", "time_limit": 0.0}
    if case.objective == "accuracy":
        # Ties count against; the intercept is a column more.
        if d == 1:
            others["march"] = {"solver": "plane"}
        return {"auto": {}} | {name: others[name] for name in others if case.only in (None, name)}
    if d == 2:
        others["march"] = {"solver": "plane"}
        others["march, no time"] = {"solver": "plane", "time_limit": 0.0}
        others["enumeration"] = {"solver": "enumeration"}
    elif d == 3 and n < 7:
        others["enumeration"] = {"solver": "enumeration", "certify": False}
    chosen = others if case.only is None else [name for name in others if name == case.only]
    return {"auto": {}} | {name: others[name] for name in chosen}


CONTEXTS = {"march": marching, "boxes": boxed}


def holds_lower(certificate, case):
    """Whether the parts of a certificate seem to prove a bound that the optimum exceeds."""
    statement = read_version(certificate.content)
    numbers = read_numbers(case.X, case.y, case.weight, case.strata, statement.outcome)
    data = pose_data(statement.asked, numbers, exact_data(numbers), Clock())
    signs = (*statement.searched, *(0,) * (len(data.columns) - case.X.shape[1]))
    checked = dict.fromkeys(("faces", "arcs", "swaps", "cones", "conflicts", "nodes"), 0)
    try:
        check_faces(statement, signs, data, statement.claim.bound - 1, checked, Clock())
    except FailedError:
        return False
    return True


def complaint(case):
    """What is wrong with a case, or None."""
    bounds = {}
    for name, options in searches(case).items():
        options = {"certify": True, "sample_weight": case.weight, "signs": case.signs, "n_jobs": 1, **options}
        with CONTEXTS.get(name.split(",")[0], nullcontext)():
            solution = aucopt.maximize(*case.rows, case.objective, strata=case.strata, **options)
        if not name.endswith("no time"):
            bounds[name] = solution.bound_exact
            if solution.status != "optimal":
                return f"{name}: {solution.status}"
        if solution.certificate is None:
            continue
        verdict = aucopt.verify(solution.certificate, *case.rows, case.weight, strata=case.strata)
        if not verdict:
            return f"{name}: {verdict}"
        if solution.certificate.bound_exact != solution.bound_exact:
            return f"{name}: the certificate proves {solution.certificate.bound_exact}"
        if solution.status == "optimal" and holds_lower(solution.certificate, case):
            return f"{name}: a bound one lower passes"
    if len(set(bounds.values())) > 1:
        return f"bounds differ: {bounds}"
    return None


def shrunk(case):
    """The case without rows and columns that the failure does not need."""
    smaller = True
    while smaller:
        smaller = False
        n, d = case.X.shape
        for row in range(n):
            rest = [i for i in range(n) if i != row]
            weight = None if case.weight is None else [case.weight[i] for i in rest]
            fewer = case._replace(X=case.X[rest], y=case.y[rest], weight=weight)
            if case.strata is not None:
                fewer = fewer._replace(strata=case.strata[rest])
            if is_possible(fewer) and fails(fewer):
                case, smaller = fewer, True
                break
        for column in range(d if d > 1 and not smaller else 0):
            rest = [j for j in range(d) if j != column]
            signs = None if case.signs is None else [case.signs[j] for j in rest]
            fewer = case._replace(X=case.X[:, rest], signs=signs)
            if fails(fewer):
                case, smaller = fewer, True
                break
    return case


def is_possible(case):
    """Whether there is a pair to rank, or a row of each class."""
    try:
        if case.objective == "concordance":
            read_outcome(case.y, case.strata)
        else:
            read_classes(case.y, case.strata)
    except ValueError:
        return False
    return True


def fails(case):
    """Whether a case goes wrong, by an answer or by an error."""
    return outcome(case) is not None


def outcome(case):
    """What is wrong with a case, errors included."""
    try:
        return complaint(case)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def fuzz(seed, n_cases, seconds=float("inf"), first=0):
    """Try cases until they or the time run out; return how many held, and the first that did not, shrunk."""
    ends = time.monotonic() + seconds
    for k in range(first, first + n_cases):
        if time.monotonic() > ends:
            return k - first, None
        case = make_case(seed, k)
        if fails(case):
            case = shrunk(case)
            return k - first, (k, case, outcome(case))
    return n_cases, None


def main():
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    options = parser.parse_args()
    ends, held = time.monotonic() + options.seconds, 0
    while held < options.cases and time.monotonic() < ends:
        step = min(1000, options.cases - held)
        n, failure = fuzz(options.seed, step, ends - time.monotonic(), options.first + held)
        held += n
        print(f"seed {options.seed}: {held:,} cases hold, from {options.first:,}", flush=True)
        if failure:
            k, case, wrong = failure
            print(f"case {k} fails: {wrong}\nX = {case.X.tolist()}\ny = {case.y.tolist()}")
            raise SystemExit(f"weight = {case.weight}\nsigns = {case.signs}\nobjective = {case.objective!r}")


if __name__ == "__main__":
    main()
