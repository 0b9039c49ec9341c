"""Certificates of version 1, written once: they verify for ever, and only for their own data and claim.

The files were written by the first solver and are never written again. A verifier that refuses one of them is
wrong, whatever the solver has learned to write since.
"""

import copy
import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aucopt
from aucopt.verifier.opening import seal

FOLDER = Path(__file__).parent / "certificates_v1"
FROZEN = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}

Frozen = dict[str, Any]


@pytest.fixture(params=FROZEN)
def frozen(request: pytest.FixtureRequest) -> Frozen:
    """One of the files; a copy, so that tests may change it."""
    return copy.deepcopy(FROZEN[request.param])


def verdict_of(frozen: Frozen) -> aucopt.Verdict:
    return aucopt.verify(
        frozen["certificate"], frozen["X"], frozen["y"], sample_weight=frozen["sample_weight"]
    )


def integer(value: int | str) -> int:
    """An integer of a certificate: hexadecimal text beyond 53 bits."""
    return int(value, 16) if isinstance(value, str) else value


def number(value: int) -> int | str:
    return value if abs(value) < 1 << 53 else hex(value)


def claim_of(frozen: Frozen) -> dict[str, int]:
    return {
        name: integer(frozen["certificate"]["claim"][name]) for name in ("right", "tied", "total", "bound")
    }


def claim_anew(frozen: Frozen, **claim: Any) -> None:
    """Put something else into the claim, and seal the certificate as if it had been written so."""
    frozen["certificate"]["claim"].update(claim)
    frozen["certificate"]["sha256"] = seal(frozen["certificate"])


def weights_of(frozen: Frozen) -> list[Fraction]:
    return [Fraction(str(w)) for w in frozen["sample_weight"] or [1] * len(frozen["y"])]


def a_row_that_counts(frozen: Frozen) -> int:
    """A row with weight, of a class that has others."""
    rows = [i for i, w in enumerate(weights_of(frozen)) if w]
    common = Counter(frozen["y"][i] for i in rows).most_common(1)[0][0]
    return next(i for i in rows if frozen["y"][i] == common)


def count_along(frozen: Frozen, column: int, side: int) -> dict[str, int]:
    """The right and the tied pairs of one column alone, upwards or downwards, in the units of the claim."""
    levels: dict[float, list[Fraction]] = {}
    for row, label, weight in zip(frozen["X"], frozen["y"], weights_of(frozen), strict=True):
        both = levels.setdefault(side * row[column], [Fraction(0), Fraction(0)])
        both[label == max(frozen["y"])] += weight
    right = tied = below = Fraction(0)
    for level in sorted(levels):
        negative, positive = levels[level]
        right, tied, below = right + positive * below, tied + positive * negative, below + negative
    unit = claim_of(frozen)["total"] / (below * sum(positive for _, positive in levels.values()))
    return {"right": int(right * unit), "tied": int(tied * unit)}


def worst_column(frozen: Frozen) -> tuple[list[int], dict[str, int]]:
    """The worst of the allowed directions along one column, and its counts."""
    signs = frozen["certificate"]["signs"]
    directions = [(j, side) for j, s in enumerate(signs) for side in (1, -1) if s in (0, side)]
    found = {along: count_along(frozen, *along) for along in directions}
    column, side = min(found, key=lambda along: 2 * found[along]["right"] + found[along]["tied"])
    return [side * (j == column) for j in range(len(signs))], found[column, side]


def test_the_folder_holds_certificates_of_version_1_only() -> None:
    assert len(FROZEN) >= 20
    assert len(FROZEN) == len(list(FOLDER.iterdir()))
    for frozen in FROZEN.values():
        assert frozen.keys() == {"case", "X", "y", "sample_weight", "certificate"}
        assert frozen["certificate"]["format"] == "aucopt certificate"
        assert frozen["certificate"]["version"] == 1
        assert type(frozen["certificate"]["version"]) is int


def test_they_cover_what_version_1_can_say() -> None:
    contents = [frozen["certificate"] for frozen in FROZEN.values()]
    assert {content["claim"]["status"] for content in contents} == {
        "optimal",
        "max_gap",
        "time_limit",
        "interrupted",
    }
    parts = [(content, part) for content in contents for part in content["faces"]]
    # Arcs under all signs that two columns can have, and all kinds of parts.
    assert {
        tuple(content["signs"][j] for j in part["columns"]) for content, part in parts if "ends" in part
    } == {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
    assert {(len(part["columns"]), part["merged"]) for _, part in parts if "tree" in part} >= {
        (d, merged) for d in (3, 4, 5) for merged in (False, True)
    }
    assert any(part.keys() == {"columns", "scale"} for _, part in parts)
    assert any(content["columns"]["relations"] for content in contents)
    # Counts and weights beyond 53 bits.
    assert any(isinstance(content["claim"]["total"], str) for content in contents)
    assert any(isinstance(w, str) for content in contents for w in content["claim"]["direction"])


def test_each_verifies(frozen: Frozen) -> None:
    verdict = verdict_of(frozen)
    assert verdict, str(verdict)
    # As lists and as arrays the data are the same numbers.
    arrays = {name: np.array(frozen[name]) for name in ("X", "y")}
    assert arrays["X"].dtype.kind in "if"
    assert verdict_of({**frozen, **arrays})


def test_none_verifies_with_a_label_flipped(frozen: Frozen) -> None:
    row = a_row_that_counts(frozen)
    frozen["y"][row] = next(label for label in frozen["y"] if label != frozen["y"][row])
    assert not verdict_of(frozen)


def test_none_verifies_with_a_value_changed(frozen: Frozen) -> None:
    row = frozen["X"][a_row_that_counts(frozen)]
    for j, value in enumerate(row):
        row[j] = value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)
        assert not verdict_of(frozen)
        row[j] = value


def test_none_verifies_with_a_bound_below_what_is_attained(frozen: Frozen) -> None:
    claim = claim_of(frozen)
    attained = 2 * claim["right"] + claim["tied"]
    assert (claim["bound"] == attained) == (frozen["certificate"]["claim"]["status"] == "optimal")
    claim_anew(frozen, bound=number(attained - 1))
    assert not verdict_of(frozen)


def test_no_proof_bears_a_bound_below_the_optimum(frozen: Frozen) -> None:
    # A worse direction, counted right, leaves it to the proof to refuse the bound.
    direction, counts = worst_column(frozen)
    claim = claim_of(frozen)
    attained, worse = (2 * c["right"] + c["tied"] for c in (claim, counts))
    bound = attained - 1
    if worse == attained:
        # Nothing is worse where all pairs are tied, whatever the direction.
        assert counts["tied"] == claim["total"]
        return
    status = "optimal" if worse == bound else "time_limit"
    worse_claim = {"direction": direction, "status": status, **{k: number(v) for k, v in counts.items()}}
    claim_anew(frozen, **worse_claim, bound=number(bound))
    assert not verdict_of(frozen)
    # It was the bound: the same direction passes with the bound that was proved.
    claim_anew(frozen, status="time_limit", bound=number(claim["bound"]))
    verdict = verdict_of(frozen)
    assert verdict, str(verdict)
