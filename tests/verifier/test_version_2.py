"""Version 2: only its canonical form is read, and what is reserved or unknown is refused with a sentence."""

import base64
import copy
import zlib
from hashlib import sha256
from struct import pack

import pytest
from certified import check_refused, sealed, set_to

import aucopt
from aucopt.verifier.reading import Numbers, read_numbers
from aucopt.verifier.version_2 import RESERVED_STEPS, digest

UNKNOWN = "This version of aucopt does not check "

RESERVED = {
    "the objective PartialAUC(max_fpr=0.1, min_tpr=0.9)": set_to(
        "objective", to={"name": "PartialAUC", "max_fpr": "0.1", "min_tpr": "0.9"}
    ),
    "the objective Sensitivity(threshold=0.95)": set_to(
        "objective", to={"name": "Sensitivity", "threshold": "0.95"}
    ),
    "the objective Kappa": set_to("objective", to={"name": "Kappa"}),
    "the objective AUC(max_fpr=0.1)": set_to("objective", to={"name": "AUC", "max_fpr": "0.1"}),
    "AUC of outcomes of the kind 'ordered'": set_to("data", "outcome", to="ordered"),
    "AUC of outcomes of the kind 'censored'": set_to("data", "outcome", to="censored"),
    "AUC with 4 strata": set_to("data", "strata", to=4),
    "panels, which choose some of the columns": set_to("panel", to={"size": 2}),
    "faces proved by 'magic'": set_to("faces", 0, "method", to="magic"),
    "the field 'cutoff' in the claim": set_to("claim", "cutoff", to="1/2"),
    "the field 'intercept' in the claim": set_to("claim", "intercept", to=1),
    "the field 'censored' in the part on data": set_to("data", "censored", to=True),
    "the field 'colour' in the certificate": set_to("colour", to="red"),
    "the field 'lifted' in a face": set_to("faces", 0, "lifted", to=[]),
    "the field 'wrong' in the count of pairs": set_to("claim", "pairs", "wrong", to=3),
    "the field 'constant' in the part on columns": set_to("columns", "constant", to=[]),
}


@pytest.mark.parametrize("what", RESERVED)
def test_what_is_reserved_or_unknown_is_refused_with_a_sentence(proved_by, what):
    content, X, y = proved_by[2]
    assert check_refused(content, RESERVED[what], X, y) == f"{UNKNOWN}{what}."
    changed = copy.deepcopy(content)
    RESERVED[what](changed)
    assert not aucopt.verify(sealed(changed), X, y).is_understood


@pytest.mark.parametrize("searched", [[0], [0, 0], [-1, 0], [1, 1], [0, "0"]])
def test_signs_that_the_proof_leaves_out_must_be_some_of_the_signs(searched):
    """Zeros where the claim has signs, and nothing else; arcs of some directions do not cover all."""
    X, y = [[0, 1], [1, 0], [2, 2], [3, 1], [1, 3]], [1, 0, 1, 0, 1]
    content = aucopt.maximize_auc(X, y, signs=1, certify=True).certificate.content
    changed = {**content, "searched": searched}
    verdict = aucopt.verify(sealed(changed), X, y)
    assert not verdict
    if searched != [0, 0]:
        assert "do not leave out some of the signs" in verdict.reason or "integer" in verdict.reason


def test_whole_certificates_of_what_is_reserved_get_the_sentence_that_fits(of_cones):
    """Other objectives change several fields at once: the sentence names the cause, not a consequence."""
    content, X, y = copy.deepcopy(of_cones[2])
    point = {"name": "Sensitivity", "specificity": "0.9"}
    claim = {"status": "optimal", "direction": [1, 2, 3], "value": 7, "bound": 7, "total": 10}
    strata = {**content["data"], "strata": 3}
    matched = {**content, "objective": point, "ties": "against", "claim": claim, "data": strata}
    times = {**content["data"], "outcome": "censored", "strata": 3}
    cases = {"name": "Concordance", "strata_weight": "cases"}
    survival = {**content, "objective": cases, "data": times}
    panel = {key: value for key, value in content.items() if key not in ("columns", "faces")}
    panel["panel"] = {"size": 2, "columns": [0, 1, 2], "limit": 3, "listed": [], "blocks": ""}
    for other, what in (
        (matched, "Sensitivity(specificity=0.9) with 3 strata"),
        (survival, "Concordance(strata_weight=cases) of outcomes of the kind 'censored'"),
        (panel, "panels, which choose some of the columns"),
    ):
        verdict = aucopt.verify(sealed(other), X, y)
        assert (verdict.reason, verdict.is_understood) == (f"{UNKNOWN}{what}.", False)


@pytest.mark.parametrize("kind", [4, 5, 6, 9, 15, 17, 18, 19, 255])
def test_steps_of_other_kinds_are_refused_with_a_sentence(of_cones, kind):
    content, X, y = of_cones[2]
    tree = zlib.decompress(base64.b64decode(content["faces"][0]["tree"]))
    other = base64.b64encode(zlib.compress(bytes([kind]) + tree[1:])).decode()
    reason = check_refused(content, set_to("faces", 0, "tree", to=other), X, y)
    name = f", {RESERVED_STEPS[kind]}" if kind in RESERVED_STEPS else ""
    assert reason == f"Face of columns (0, 1, 2): {UNKNOWN.lower()}steps of kind {kind}{name}."


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (b"\x80\x00", "not in its shortest form"),
        (b"\x81\x80\x00", "not in its shortest form"),
        (b"\xff" * 9 + b"\x7f", "too long"),
        (b"\xff" * 10**6 + b"\x01", "too long"),
    ],
)
def test_numbers_of_trees_have_one_form(of_cones, number, words):
    content, X, y = of_cones[2]
    tree = zlib.decompress(base64.b64decode(content["faces"][0]["tree"]))
    other = base64.b64encode(zlib.compress(b"\x02" + number + tree)).decode()
    assert words in check_refused(content, set_to("faces", 0, "tree", to=other), X, y)


NOT_CANONICAL = {
    "a short integer as text": lambda c: c["claim"].update(bound=hex(c["claim"]["bound"])),
    "a long integer as a number": lambda c: c["claim"]["direction"].__setitem__(0, 1 << 60),
    "hexadecimal without its mark": lambda c: c["claim"]["direction"].__setitem__(0, "fffffffffffffff"),
    "hexadecimal in capitals": lambda c: c["claim"]["direction"].__setitem__(0, "0xFFFFFFFFFFFFFFF"),
    "a fraction not in lowest terms": lambda c: set_to("faces", 0, "scale", 0, to="2/4")(c),
    "a fraction with a point": set_to("faces", 0, "scale", 0, to="0.5"),
    "a fraction that is a number": set_to("faces", 0, "scale", 0, to=1),
    "columns in another order": lambda c: c["columns"]["kept"].reverse(),
    "columns of a face in another order": lambda c: c["faces"][0]["columns"].reverse(),
    "negative columns": lambda c: c["columns"]["kept"].insert(0, -1),
    "a face twice": lambda c: c["faces"].append(c["faces"][0]),
    "a relation of a column that is no number": lambda c: c["columns"]["relations"].update({"01": []}),
    "no method": lambda c: c["faces"][0].pop("method"),
    "a method that is a list": set_to("faces", 0, "method", to=["arcs"]),
    "another method": lambda c: c["faces"][0].update(
        method="cones" if c["faces"][0]["method"] == "arcs" else "arcs"
    ),
    "no pairs": lambda c: c["claim"].pop("pairs"),
    "no value": lambda c: c["claim"].pop("value"),
    "another value": lambda c: c["claim"].update(value=c["claim"]["value"] - 1),
    "another total": lambda c: c["claim"].update(total=c["claim"]["total"] // 2),
    "ties that count against": set_to("ties", to="against"),
    "no word on ties": lambda c: c.pop("ties"),
    "no outcome": lambda c: c["data"].pop("outcome"),
    "no strata": lambda c: c["data"].pop("strata"),
    "an objective without a name": set_to("objective", to={}),
    "an objective that is text": set_to("objective", to="AUC"),
    "notes that are numbers": set_to("notes", to={"trial": 1}),
    "notes that are text": set_to("notes", to="made on a Monday"),
    "faces by name": lambda c: c.update(faces={"0": c["faces"][0]}),
}


@pytest.mark.parametrize("kind", NOT_CANONICAL)
def test_other_forms_are_refused(proved_by, kind):
    content, X, y = proved_by[2]
    assert UNKNOWN not in check_refused(content, NOT_CANONICAL[kind], X, y)


def test_arcs_are_swept_once(of_arcs):
    content, X, y = of_arcs[2]
    for swept in ([0, 0], [1, 0], [-1, 0]):
        assert "should increase" in check_refused(content, set_to("faces", 0, "swept", to=swept), X, y)


def test_notes_and_the_name_of_the_objective_change_nothing(proved_by):
    content, X, y = proved_by[2]
    more = sealed({**content, "objective": {"name": "AUC"}, "notes": {"made by": "hand", "Größe": "klein"}})
    assert aucopt.verify(more, X, y).reason == aucopt.verify(content, X, y).reason


def test_the_hash_of_data_is_the_one_described():
    bytes_of = (
        b"aucopt data 2\n",
        b"column f8 2\n" + pack("<2d", 0.5, 0.0),
        b"column hex 2\n0x1000000000000000\n-0x3\n",
        b"outcome u4 2\n" + pack("<2I", 1, 0),
        b"weights f8 2\n" + pack("<2d", 2, 1),
    )
    numbers = Numbers([[0.5, -0.0], [2**60, -3]], [True, False], [0.5, 0.25])
    assert digest(numbers) == sha256(b"".join(bytes_of)).hexdigest()


def test_equal_problems_have_equal_hashes():
    X, y = [[1, 2], [3, -5], [0, 1]], [0, 1, 1]
    same = digest(read_numbers(X, y))
    assert digest(read_numbers([[float(v) for v in row] for row in X], ["a", "b", "b"], [2, 2, 2])) == same
    assert digest(read_numbers([*X, [9, 9]], [*y, 0], [0.1, 0.1, 0.1, 0])) == same
    assert digest(read_numbers([[-0.0, 1.0], [1.0, 2.0]], [0, 1])) == digest(
        read_numbers([[0, 1], [1, 2]], [0, 1])
    )
    others = [
        read_numbers(X[::-1], y[::-1]),
        read_numbers([row[::-1] for row in X], y),
        read_numbers(X, [1, 0, 0]),
        read_numbers(X, y, [1, 1, 2]),
        read_numbers([row[:1] for row in X], y),
    ]
    assert len({same, *map(digest, others)}) == 6
