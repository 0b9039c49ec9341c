"""The check as a whole: changed claims are refused, nothing raises, nothing is shared with the solver."""

import ast
import copy
import json
import sys
from fractions import Fraction
from pathlib import Path

import naive
import pytest
from certified import (
    check_refused,
    gaussians,
    integer,
    minus,
    sealed,
    set_to,
    solve_and_check,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import aucopt
from aucopt import verifier
from aucopt.verifier import version_1, version_2
from aucopt.verifier.reading import read_numbers


def counts(content):
    """Where a certificate has the counts of its direction."""
    return content["claim"] if content["version"] == 1 else content["claim"]["pairs"]


def claim(content, right, tied, bound):
    """Put counts into a claim, so that they agree with each other."""
    counts(content).update(right=right, tied=tied)
    if content["version"] > 1:
        content["claim"]["value"] = 2 * right + tied
    content["claim"]["bound"] = bound


def first_alone(content):
    return [1] + [0] * (len(content["signs"]) - 1)


def sides(vector):
    return [int(integer(v) > 0) - int(integer(v) < 0) for v in vector]


def raised(name, by):
    return lambda c: c["claim"].update({name: c["claim"][name] + by})


def count_raised(name, by):
    return lambda c: counts(c).update({name: counts(c)[name] + by})


def claim_less(X, y):
    """Claim, with all counts right, that the first column alone is the optimum."""

    def change(content):
        content["claim"]["direction"] = first_alone(content)
        right, tied, _ = naive.counts(X, y, [Fraction(v) for v in first_alone(content)])
        claim(content, int(right), int(tied), int(2 * right + tied))

    return change


OF_ANY = {
    "another format": set_to("format", to="aucopt"),
    "another version": lambda c: set_to("version", to=3 - c["version"])(c),
    "a version to come": set_to("version", to=3),
    "a version that is true": set_to("version", to=True),
    "a version that is text": set_to("version", to="2"),
    "version zero": set_to("version", to=0),
    "no version": lambda c: c.pop("version"),
    "data of another hash": set_to("data", "sha256", to="0" * 64),
    "no data": lambda c: c.pop("data"),
    "more rows": lambda c: c["data"].update(rows=c["data"]["rows"] + 1),
    "more columns": lambda c: c["data"].update(columns=c["data"]["columns"] + 1),
    "no claim": lambda c: c.pop("claim"),
    "a direction that does worse": lambda c: c["claim"].update(direction=first_alone(c)),
    "the opposite direction": lambda c: c["claim"].update(direction=minus(c["claim"]["direction"])),
    "no direction": lambda c: c["claim"].update(direction=[0] * len(c["signs"])),
    "a direction of more columns": lambda c: c["claim"]["direction"].append(0),
    "more right pairs": count_raised("right", 1),
    "tied pairs": count_raised("tied", 1),
    "more pairs": count_raised("total", 1),
    "more right pairs, all counts agreeing": lambda c: claim(
        c, counts(c)["right"] + 1, counts(c)["tied"], c["claim"]["bound"] + 2
    ),
    "a tie for a right pair": lambda c: claim(
        c, counts(c)["right"] - 1, counts(c)["tied"] + 2, c["claim"]["bound"]
    ),
    "a higher bound": raised("bound", 1),
    "a lower bound": raised("bound", -1),
    "a bound of nothing": set_to("claim", "bound", to=0),
    "another status": set_to("claim", "status", to="time_limit"),
    "a status of its own": set_to("claim", "status", to="certain"),
    "no signs": lambda c: c.pop("signs"),
    "signs that are not": lambda c: c.update(signs=[2] * len(c["signs"])),
    "signs of more columns": lambda c: c["signs"].append(0),
    "signs of which faces know nothing": lambda c: c.update(signs=sides(c["claim"]["direction"])),
    "signs that forbid the direction": lambda c: c.update(signs=minus(sides(c["claim"]["direction"]))),
    "numbers that are floats": lambda c: c["claim"].update(bound=float(c["claim"]["bound"])),
    "numbers that are true": lambda c: counts(c).update(tied=False),
}


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("kind", OF_ANY)
def test_changed_certificates_are_refused(proved_by, version, kind):
    content, X, y = proved_by[version]
    check_refused(content, OF_ANY[kind], X, y)


@pytest.mark.parametrize("version", [1, 2])
def test_a_worse_optimum_counted_right_is_refused(proved_by, version):
    content, X, y = proved_by[version]
    assert "pairs may be right" in check_refused(content, claim_less(X, y), X, y)


@pytest.mark.parametrize("version", [1, 2])
def test_the_hash_of_other_data_does_not_help(of_arcs, version):
    content, X, y = of_arcs[version]
    swapped = 1 - y
    digest = {1: version_1.digest, 2: version_2.digest}[version]
    reason = check_refused(content, set_to("data", "sha256", to=digest(read_numbers(X, swapped))), X, swapped)
    assert "direction ranks" in reason


def test_damaged_files_get_a_verdict(tmp_path):
    X, y = gaussians(30, 2)
    whole = json.dumps(solve_and_check(X, y).content)
    path = tmp_path / "proof.json"
    for text in (whole[:-40], whole[: len(whole) // 2], "", "[1, 2]", '{"format": "something else"}', "\x00"):
        path.write_text(text)
        verdict = aucopt.verify(path, X, y)
        assert not verdict
        assert verdict.version is None
        assert "not a certificate" in verdict.reason
        with pytest.raises(ValueError, match="not a certificate"):
            aucopt.Certificate.load(path)
    path.write_bytes(b"\xff\xfe\xff")
    assert "not JSON" in aucopt.verify(path, X, y).reason
    assert "cannot be read" in aucopt.verify(tmp_path / "nowhere.json", X, y).reason
    for nonsense in (None, 3, [], object(), {"format": "aucopt certificate"}):
        assert not aucopt.verify(nonsense, X, y)


def test_verdicts_say_what_was_done(of_cones):
    content, X, y = of_cones[2]
    verdict = aucopt.verify(content, X, y)
    assert (verdict.version, verdict.is_understood) == (2, True)
    assert str(verdict).startswith("holds: AUC 0.")
    assert f"[1 face, {verdict.checked['cones']:,} cones]" in str(verdict)
    assert str(aucopt.verify(content, X, 1 - y)).startswith("FAILS: The data are not those")
    later = aucopt.verify({**content, "version": 3}, X, y)
    assert not later
    assert not later.is_understood
    assert str(later) == (
        "NOT CHECKED: This version of aucopt does not check certificates of version 3, only those of "
        "versions 1 and 2."
    )


ODD = [None, True, -1, 0, 3, 10**30, 1.5, "x", "", "0x10", "1/0", [], [[]], {}, {"a": 1}, float("nan")]


def leaves(content, path=()):
    """Paths to everything in a certificate."""
    inner = (
        content.items()
        if isinstance(content, dict)
        else enumerate(content)
        if isinstance(content, list)
        else ()
    )
    return [path] * bool(path) + [leaf for key, value in inner for leaf in leaves(value, (*path, key))]


@settings(deadline=None, max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nonsense_anywhere_never_raises(data, of_arcs, of_cones):
    content, X, y = data.draw(st.sampled_from([of_arcs, of_cones]))[data.draw(st.sampled_from([1, 2]))]
    content = copy.deepcopy(content)
    path = data.draw(st.sampled_from(leaves(content)))
    inner = content
    for key in path[:-1]:
        inner = inner[key]
    before = inner[path[-1]]
    inner[path[-1]] = data.draw(st.sampled_from(ODD))
    same = before == inner[path[-1]] and type(before) is type(inner[path[-1]])
    verdict = aucopt.verify(sealed(content), X, y)
    # Another scale or another end may make another proof of the same claim, nothing else may pass.
    assert not verdict or same or path[0] == "faces" or path == ("sha256",)


def test_the_verifier_shares_nothing_with_the_solver():
    allowed = {*sys.stdlib_module_names, "numpy"}
    for path in Path(verifier.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.startswith("aucopt.verifier.") or name.split(".")[0] in allowed, (path.name, name)
            if path.name not in (
                "clock.py",
                "reading.py",
                "steps.py",
                "verify.py",
                "version_1.py",
                "version_2.py",
            ):
                # What decides has integers only: no float is written down or made.
                assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
                assert not (isinstance(node, ast.Name) and node.id == "float")
