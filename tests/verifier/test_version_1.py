"""Version 1 is read as it always was; tests/exact/proof/certificates_v1 holds certificates of it."""

import copy

import pytest
from certified import sealed

import aucopt
from aucopt.verifier.reading import read_numbers
from aucopt.verifier.version_1 import digest


def test_the_hash_of_data_is_the_one_of_old():
    assert digest(read_numbers([[0.5, 2], [-1.25, 3]], [0, 1])) == (
        "c6f7d5faab45bec3dae86f8eba38c0a8a3b03214828cb8bb1011e3aeaa2464e8"
    )
    assert digest(read_numbers([[2**60, 2], [-3, 3]], [0, 1], [1, 3])) == (
        "0ce4d82fb6d3f24fbb5b6e92ef3ef044009868f20064ad2340de5d6e20818330"
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(remark="not known to any version"),
        lambda c: c["claim"].update(remark="nor this"),
        lambda c: c["claim"].update(right=hex(c["claim"]["right"])),
        lambda c: c["faces"][0].update(
            scale=[f"{s}" if "/" in s else f"{s}.0" for s in c["faces"][0]["scale"]]
        ),
        lambda c: c["faces"].append({"columns": [7]}),
    ],
)
def test_what_version_1_overlooked_it_overlooks_for_ever(proved_by, change):
    content, X, y = proved_by[1]
    changed = copy.deepcopy(content)
    change(changed)
    assert aucopt.verify(sealed(changed), X, y)


def test_parts_that_are_not_needed_may_be_missing(proved_by):
    """Where the bound is trivial no face was ever looked at."""
    content, X, y = proved_by[1]
    changed = copy.deepcopy(content)
    claim = changed["claim"]
    claim.update(bound=2 * claim["total"], status="time_limit")
    del changed["faces"], changed["columns"]
    assert aucopt.verify(sealed(changed), X, y)
