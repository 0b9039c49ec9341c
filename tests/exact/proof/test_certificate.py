"""Certificates: what is proved passes, what is changed does not, and nothing raises."""

import ast
import base64
import copy
import json
import sys
import zlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import FAMILIES, make_points

import aucopt
from aucopt import verifier
from aucopt.exact.proof.record import number
from aucopt.exact.solvers.plane import arcs, march
from aucopt.exact.solvers.plane import solver as plane
from aucopt.verifier.faces import integer
from aucopt.verifier.reading import read_data
from aucopt.verifier.verify import seal

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
import fuzz

Content = dict[str, Any]


def gaussians(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that overlap."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], y


def solve_and_check(X: Any, y: Any, weight: Any = None, **options: Any) -> aucopt.Certificate:
    """Solve, check, and compare what was certified with what was found."""
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, certify=True, **options)
    certificate = solution.certificate
    assert certificate is not None
    verdict = aucopt.verify(certificate, X, y, weight)
    assert verdict, str(verdict)
    assert certificate.bound_exact == solution.bound_exact
    assert certificate.auc_exact >= solution.auc_exact
    assert (certificate.status == "optimal") == (certificate.auc_exact == certificate.bound_exact)
    return certificate


@pytest.mark.parametrize("signs", [None, 1, [-1, 1, 0, 1]])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_what_is_proved_passes(d: int, weighted: bool, signs: Any) -> None:
    X, y = gaussians({1: 40, 2: 60, 3: 24, 4: 12}[d], d, seed=d)
    weight = np.random.default_rng(1).integers(0, 4, len(y)) if weighted else None
    signs = signs[:d] if isinstance(signs, list) else signs
    assert solve_and_check(X, y, weight, signs=signs).status == "optimal"
    assert solve_and_check(np.round(X), y, weight, signs=signs).status == "optimal"


@pytest.mark.parametrize("signs", [None, (1, 1), (0, -1), (1, 0)])
@pytest.mark.parametrize("family", FAMILIES)
def test_marched_planes_pass(family: str, signs: Any) -> None:
    y = np.arange(30) % 2
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in (
            (plane, "LISTED", 0),
            (march, "_MIN_ROOM", 8),
            (arcs, "SWAPS_A_POINT", 1),
        ):
            patch.setattr(module, name, value)
        for seed in range(3):
            X = make_points(family, seed, 30, 6)
            solve_and_check(X, y, signs=signs)
            solve_and_check(X, y, signs=signs, time_limit=0.0)
            solve_and_check(X, y, signs=signs, max_gap=0.1)


@pytest.mark.parametrize("d", [2, 3, 4])
def test_searches_that_stop_early_certify_their_bound(d: int) -> None:
    X, y = gaussians(50, d)
    for options in ({"time_limit": 0.0}, {"time_limit": 0.02}, {"max_gap": 0.2}):
        certificate = solve_and_check(X, y, solver="cone", **options)
        if options.get("time_limit") == 0.0:
            assert certificate.status == "time_limit"
            assert "gap" in aucopt.verify(certificate, X, y).reason


def test_an_interrupted_search_certifies_its_bound() -> None:
    def interrupt(progress: aucopt.exact.solution.solution.Progress) -> None:
        if progress.gap < 0.4:
            raise KeyboardInterrupt

    X, y = gaussians(60, 3)
    assert solve_and_check(X, y, callback=interrupt).status == "interrupted"


def test_cones_that_are_handed_back_go_on_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = gaussians(40, 3)
    explorer = sys.modules["aucopt.exact.solvers.cone.explorer"]
    monkeypatch.setattr(explorer, "_BUDGET", 500)
    by_budget = solve_and_check(X, y)
    monkeypatch.setattr(explorer, "_LOG", 50)
    by_log = solve_and_check(X, y)
    # Lists of open pairs that do not fit are split by their cones.
    memory = solve_and_check(gaussians(150, 3)[0], np.arange(150) % 2, memory=1)
    assert by_budget.bound_exact == by_log.bound_exact
    for certificate in (by_budget, by_log, memory):
        assert certificate.status == "optimal"
        assert 1 in tokens(certificate.content["faces"][0])[1]


def test_columns_that_add_nothing_are_shown_to() -> None:
    X, y = gaussians(20, 2)
    X = X.round(2)
    table = np.column_stack([X[:, 0], np.full(20, 3.5), X[:, 1], (0.5 * X[:, 1] + 1).round(3), np.zeros(20)])
    for signs in (None, 1, [1, 0, -1, 1, 0], [-1, 1, 1, -1, -1]):
        certificate = solve_and_check(table, y, signs=signs)
        assert certificate.content["columns"]["kept"] == [0, 2]
        assert list(certificate.content["columns"]["relations"]) == ["3"]


def test_weights_that_scale_to_integers_are_certified_others_refused() -> None:
    X, y = gaussians(20, 2)
    weight = np.random.default_rng(0).choice([0.1, 0.25, 3], 20)
    assert solve_and_check(X, y, weight).status == "optimal"
    assert not aucopt.verify(solve_and_check(X, y, weight), X, y)
    with pytest.raises(ValueError, match="too many digits for exact counts"):
        aucopt.maximize_auc(X, y, sample_weight=np.random.default_rng(0).random(20), certify=True)


def test_all_right_needs_no_search() -> None:
    X = [[0, 1, 0], [1, 0, 2], [5, 5, 1], [6, 5, 3], [5, 7, 0]]
    certificate = solve_and_check(X, [0, 0, 1, 1, 1])
    assert certificate.auc_exact == 1
    assert "AUC 1 is attained" in str(aucopt.verify(certificate, X, [0, 0, 1, 1, 1]))


def test_only_exact_searches_certify() -> None:
    X, y = gaussians(20, 3)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(X, y, solver="ascent", certify=True)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(*gaussians(20, 13), certify=True)
    with pytest.raises(ValueError, match="certify=True needs an exact search"):
        aucopt.maximize_auc(*gaussians(400, 6), certify=True)
    with pytest.raises(ValueError, match="writes no proof"):
        aucopt.maximize_auc(X, y, solver="enumeration", certify=True)
    with pytest.raises(ValueError, match="up to 16 independent columns"):
        aucopt.maximize_auc(*gaussians(40, 17), solver="cone", certify=True)
    assert aucopt.maximize_auc(X, y).certificate is None


def test_the_classifier_certifies_too() -> None:
    X, y = gaussians(30, 2)
    frame = pd.DataFrame(X.round(1), columns=["a", "b"])
    labels = np.where(y, "yes", "no")
    weight = np.arange(30) % 3
    model = aucopt.AUCOptClassifier(certify=True).fit(frame, labels, weight)
    assert aucopt.verify(model.solution_.certificate, frame, labels, weight)
    assert not aucopt.verify(model.solution_.certificate, frame, labels)
    with pytest.raises(ValueError, match="certify=True needs smoothing=0"):
        aucopt.AUCOptClassifier(certify=True, smoothing=1.0).fit(frame, labels)


def test_files_hold_what_was_saved(tmp_path: Path) -> None:
    X, y = gaussians(30, 3)
    certificate = solve_and_check(X, y)
    path = tmp_path / "proof.json"
    certificate.save(path)
    loaded = aucopt.Certificate.load(path)
    assert loaded.content == certificate.content
    assert repr(loaded) == repr(certificate)
    assert (loaded.direction, loaded.status) == (certificate.direction, "optimal")
    for proof in (loaded, path, str(path), loaded.content):
        assert aucopt.verify(proof, X, y)


def test_damaged_files_get_a_verdict(tmp_path: Path) -> None:
    X, y = gaussians(30, 2)
    whole = json.dumps(solve_and_check(X, y).content)
    path = tmp_path / "proof.json"
    for text in (whole[:-40], whole[: len(whole) // 2], "", "[1, 2]", '{"format": "something else"}', "\x00"):
        path.write_text(text)
        verdict = aucopt.verify(path, X, y)
        assert not verdict
        assert "no certificate" in verdict.reason
        with pytest.raises(ValueError, match="no certificate"):
            aucopt.Certificate.load(path)
    path.write_bytes(b"\xff\xfe\xff")
    assert "not JSON" in aucopt.verify(path, X, y).reason
    assert "cannot be read" in aucopt.verify(tmp_path / "nowhere.json", X, y).reason
    for nonsense in (None, 3, [], object(), {"format": "aucopt certificate"}):
        assert not aucopt.verify(nonsense, X, y)


def test_tables_of_all_kinds_are_read_alike() -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(0, 9, (20, 3)).astype(float)
    X[:, 1] /= 10
    y = np.arange(20) % 2
    frame = pd.DataFrame({"a": X[:, 0].astype(int), "b": X[:, 1], "c": X[:, 2].astype(np.float32)})
    tables = [X, X.tolist(), frame, pl.from_pandas(frame), sparse.csr_matrix(X), X.astype(object)]
    labels = [y, y.tolist(), y[:, None], np.where(y, "ill", "fit"), pd.Series(y == 1), pl.Series(y.tolist())]
    certificate = solve_and_check(X, y)
    for table, label in zip(tables, labels, strict=True):
        assert aucopt.verify(certificate, table, label), type(table)
    assert aucopt.verify(certificate, frame, y, np.ones(20))


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(FAMILIES), st.integers(0, 10**6), st.booleans())
def test_numbers_are_read_as_written(family: str, seed: int, shorten: bool) -> None:
    X = make_points(family, seed, 6, 7)
    X = X.round(3) if shorten else X
    read = read_data(X, [0, 1] * 3).columns
    assert [list(point) for point in naive.exact_points(X)] == [list(row) for row in zip(*read, strict=True)]


def test_bad_data_get_a_verdict() -> None:
    X, y = gaussians(10, 2)
    certificate = solve_and_check(X, y)
    bad = X.copy()
    bad[3, 1] = np.nan
    for table, labels, weight, words in (
        (bad, y, None, "NaN"),
        (X, y[:9], None, "9 rows"),
        (X, [0] * 10, None, "two classes"),
        (X, y, [-1] * 10, "negative"),
        (X, y, [0, 1] * 5, "one class have weight 0"),
        (X, y, [3] * 9 + [1], "not those of the certificate"),
        (X[:, :1], y, None, "2 columns"),
        (X[:8], y[:8], None, "10 rows"),
        ([["a", "b"]] * 10, y, None, "could not convert string"),
        ([[1, 2], [3]], y, None, "cannot be read"),
        (None, y, None, "cannot be read"),
    ):
        verdict = aucopt.verify(certificate, table, labels, weight)
        assert not verdict
        assert words in verdict.reason


def tokens(part: Content) -> tuple[bytes, set[int]]:
    """The bytes of a tree, and the codes in it."""
    tree = zlib.decompress(base64.b64decode(part["tree"]))
    codes, at = set(), 0
    while at < len(tree):
        codes.add(tree[at])
        at += 1 if tree[at] < 2 else 9 if tree[at] % 2 else 5
    return tree, codes


def pack(part: Content, tree: bytes) -> None:
    part["tree"] = base64.b64encode(zlib.compress(tree)).decode()


def set_tree(change: Callable[[bytes], bytes]) -> Callable[[Content], None]:
    return lambda c: pack(c["faces"][-1], change(tokens(c["faces"][-1])[0]))


def claim_less(content: Content) -> None:
    """Claim, with all counts right, that the first column alone is the optimum."""
    claim = content["claim"]
    claim["direction"] = first_alone(content)
    right, tied, _ = naive.counts(*DATA[len(claim["direction"])], [Fraction(v) for v in claim["direction"]])
    claim.update(right=int(right), tied=int(tied), bound=int(2 * right + tied))


def first_alone(content: Content) -> list[int]:
    return [1] + [0] * (len(content["signs"]) - 1)


def minus(vector: list[int | str]) -> list[int | str]:
    return [number(-integer(v)) for v in vector]


def sides(vector: list[int | str]) -> list[int | str]:
    return [int(integer(v) > 0) - int(integer(v) < 0) for v in vector]


def set_to(*path: Any, to: Any) -> Callable[[Content], None]:
    def change(content: Content) -> None:
        inner: Any = content
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to

    return change


def raised(*path: Any, by: int) -> Callable[[Content], None]:
    return lambda c: set_to(*path, to=c[path[0]][path[1]] + by)(c)


DATA = {2: gaussians(60, 2, seed=2), 3: gaussians(20, 3, seed=5)}

OF_ANY = {
    "another format": set_to("format", to="aucopt"),
    "another version": set_to("version", to=2),
    "a version that is true": set_to("version", to=True),
    "data of another hash": set_to("data", "sha256", to="0" * 64),
    "more rows": raised("data", "rows", by=1),
    "no claim": lambda c: c.pop("claim"),
    "no faces": lambda c: c.pop("faces"),
    "an empty list of faces": set_to("faces", to=[]),
    "a direction that does worse": lambda c: set_to("claim", "direction", to=first_alone(c))(c),
    "the opposite direction": lambda c: set_to("claim", "direction", to=minus(c["claim"]["direction"]))(c),
    "no direction": lambda c: set_to("claim", "direction", to=[0] * len(c["signs"]))(c),
    "a direction of more columns": lambda c: c["claim"]["direction"].append(0),
    "more right pairs": raised("claim", "right", by=1),
    "tied pairs": raised("claim", "tied", by=1),
    "more pairs": raised("claim", "total", by=1),
    "a higher bound": raised("claim", "bound", by=1),
    "a lower bound": raised("claim", "bound", by=-1),
    "another status": set_to("claim", "status", to="time_limit"),
    "a status of its own": set_to("claim", "status", to="certain"),
    "a worse optimum, counted right": claim_less,
    "signs that are not": lambda c: set_to("signs", to=[2] * len(c["signs"]))(c),
    "signs of which faces know nothing": lambda c: set_to("signs", to=sides(c["claim"]["direction"]))(c),
    "signs that forbid the direction": lambda c: set_to("signs", to=minus(sides(c["claim"]["direction"])))(c),
    "a column set aside that matters": lambda c: c["columns"]["kept"].pop(),
    "a column set aside by a false relation": lambda c: c["columns"].update(
        kept=c["columns"]["kept"][1:], relations={"0": ["1"] * (len(c["signs"]) - 1)}
    ),
    "a column twice": lambda c: c["columns"]["kept"].append(0),
    "a scale of zero": set_to("faces", 0, "scale", 0, to="0"),
    "a negative scale": set_to("faces", 0, "scale", 0, to="-1"),
    "too few scales": lambda c: c["faces"][0]["scale"].pop(),
    "a face of other columns": set_to("faces", 0, "columns", to=[7, 8]),
    "numbers that are floats": lambda c: set_to("claim", "bound", to=float(c["claim"]["bound"]))(c),
    "numbers that are true": set_to("claim", "tied", to=False),
}  # fmt: skip

OF_ARCS = {
    "an arc is missing at the end": lambda c: c["faces"][0]["ends"].pop(),
    "an arc is missing at the start": lambda c: c["faces"][0]["ends"].pop(0),
    "half the circle": lambda c: set_to("faces", 0, "ends", to=c["faces"][0]["ends"][:9])(c),
    "the other way round": lambda c: c["faces"][0]["ends"].reverse(),
    "all ends but a few": lambda c: set_to("faces", 0, "ends", to=[[1, 0], [-1, 2], [-1, -2], [1, 0]])(c),
    "a step back": lambda c: c["faces"][0]["ends"].insert(3, c["faces"][0]["ends"][1]),
    "an end turned around": lambda c: set_to("faces", 0, "ends", 4, to=minus(c["faces"][0]["ends"][4]))(c),
    "an end that is no direction": set_to("faces", 0, "ends", 4, to=[0, 0]),
    "an end of three numbers": lambda c: c["faces"][0]["ends"][4].append(1),
    "no end at all": set_to("faces", 0, "ends", to=[]),
    "nothing swept": set_to("faces", 0, "swept", to=[]),
}  # fmt: skip

OF_TREES = {
    "a tree cut off": set_tree(lambda tree: tree[:-1]),
    "half a tree": set_tree(lambda tree: tree[: len(tree) // 2]),
    "a tree that goes on": set_tree(lambda tree: tree + b"\x00"),
    "a split left out": set_tree(lambda tree: b"\x00" + tree[5:]),
    "one cone that was not split": set_tree(lambda tree: b"\x00" * 8),
    "an edge that is not there": set_tree(lambda tree: b"\xfe" + tree[1:]),
    "shortened twice": set_tree(lambda tree: b"\x01\x01" + tree),
    "another edge": set_tree(lambda tree: bytes([tree[0] - 2 if tree[0] > 3 else tree[0] + 2]) + tree[1:]),
    "a cut by a pair on one side": set_tree(lambda tree: b"\x03" + bytes(8) + tree[5:]),
    "a cut by points that are not there": set_tree(lambda tree: b"\x03" + b"\xff" * 8 + tree[5:]),
    "a shift out of reason": set_tree(lambda tree: tree[:1] + b"\xff\xff\xff\x7f" + tree[5:]),
    "nothing packed": set_to("faces", 0, "tree", to=""),
    "packed in another way": set_to("faces", 0, "tree", to="no base64!"),
    "packed and cut": lambda c: set_to("faces", 0, "tree", to=c["faces"][0]["tree"][:-8])(c),
    "a basis of two": lambda c: c["faces"][0]["basis"].pop(),
    "a basis in a plane": lambda c: set_to("faces", 0, "basis", 2, to=c["faces"][0]["basis"][1])(c),
    "another basis": set_to("faces", 0, "basis", to=[[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "a basis of zeros": set_to("faces", 0, "basis", 0, to=[0, 0, 0]),
    "merged or not": lambda c: c["faces"][0].pop("merged"),
    "perhaps merged": set_to("faces", 0, "merged", to=1),
}  # fmt: skip


def check_refused(content: Content, change: Callable[[Content], Any], X: Any, y: Any) -> str:
    """Change a certificate, seal it again, and read why it is refused."""
    changed = copy.deepcopy(content)
    change(changed)
    assert json.dumps(changed) != json.dumps(content)
    assert not aucopt.verify(changed, X, y)
    changed["sha256"] = seal(changed)
    verdict = aucopt.verify(changed, X, y)
    assert not verdict, str(verdict)
    assert len(verdict.reason) > 20
    return verdict.reason


@pytest.fixture(scope="module")
def proofs() -> dict[int, Content]:
    """A certificate of arcs and one of a tree."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in (
            (plane, "LISTED", 0),
            (march, "_MIN_ROOM", 16),
            (arcs, "SWAPS_A_POINT", 2),
        ):
            patch.setattr(module, name, value)
        return {d: solve_and_check(*data).content for d, data in DATA.items()}


@pytest.mark.parametrize("kind", OF_ANY)
@pytest.mark.parametrize("d", DATA)
def test_changed_certificates_are_refused(proofs: dict[int, Content], d: int, kind: str) -> None:
    check_refused(proofs[d], OF_ANY[kind], *DATA[d])


@pytest.mark.parametrize("kind", OF_ARCS)
def test_changed_arcs_are_refused(proofs: dict[int, Content], kind: str) -> None:
    reason = check_refused(proofs[2], OF_ARCS[kind], *DATA[2])
    assert "Face of columns (0, 1)" in reason or "entries" in reason


@pytest.mark.parametrize("kind", OF_TREES)
def test_changed_trees_are_refused(proofs: dict[int, Content], kind: str) -> None:
    check_refused(proofs[3], OF_TREES[kind], *DATA[3])


def test_parts_left_out_are_missed(proofs: dict[int, Content]) -> None:
    """A split that is left out is missed, unless the cone was split before the optimum was known."""
    content = copy.deepcopy(proofs[3])
    tree = tokens(content["faces"][0])[0]
    at, tried, refused = 0, 0, 0
    while at < len(tree) and tried < 60:
        size = 1 if tree[at] < 2 else 9 if tree[at] % 2 else 5
        if size > 1:
            pack(content["faces"][0], tree[:at] + b"\x00" + tree[subtree_end(tree, at) :])
            content["sha256"] = seal(content)
            verdict = aucopt.verify(content, *DATA[3])
            assert verdict or "pairs may be right, the claim allows" in verdict.reason
            tried, refused = tried + 1, refused + (not verdict)
        at += size
    assert refused > 10


def subtree_end(tree: bytes, at: int) -> int:
    waiting = 1
    while waiting:
        code = tree[at]
        waiting += {0: -1, 1: 0}.get(code, 1)
        at += 1 if code < 2 else 9 if code % 2 else 5
    return at


def test_missing_faces_and_start_cones_under_signs_are_refused() -> None:
    X, y = gaussians(14, 3, seed=3)
    content = solve_and_check(X, y, signs=[1, -1, 0]).content
    for k in range(len(content["faces"])):
        columns = content["faces"][k]["columns"]
        reason = check_refused(content, lambda c, k=k: c["faces"].pop(k), X, y)
        assert f"The face of columns {tuple(columns)} is not covered" in reason
    assert "from the axes" in check_refused(content, set_to("faces", -1, "basis", 0, to=[1, 1, 0]), X, y)
    table = np.column_stack([X[:, 0], np.ones(14)])
    worse = 1 - (y if aucopt.roc_auc_score(y, X[:, 0]) > 0.5 else 1 - y)
    chance = solve_and_check(table, worse, signs=1)
    assert chance.bound_exact == Fraction(1, 2)


def test_changed_data_are_refused() -> None:
    X, y = DATA[2]
    weight = np.ones(len(y), dtype=int)
    certificate = solve_and_check(X, y)
    moved, swapped, heavier = X.copy(), y.copy(), weight.copy()
    moved[7, 1] = np.nextafter(moved[7, 1], 9)
    swapped[:2] = swapped[1::-1]
    heavier[3] = 2
    order = np.arange(len(y))[::-1]
    for data in ((moved, y), (X, swapped), (X, y, heavier), (X[order], y[order]), (X[:, ::-1], y)):
        assert "not those of the certificate" in aucopt.verify(certificate, *data).reason
    # Nor does it help to write down the hash of other data.
    content = copy.deepcopy(certificate.content)
    content["data"]["sha256"] = read_data(X, swapped).digest
    content["sha256"] = seal(content)
    assert "direction ranks" in aucopt.verify(content, X, swapped).reason


ODD = [None, True, -1, 0, 3, 10**30, 1.5, "x", "", "0x10", "1/0", [], [[]], {}, {"a": 1}, float("nan")]


def leaves(content: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to everything in a certificate."""
    inner = (
        content.items()
        if isinstance(content, dict)
        else enumerate(content)
        if isinstance(content, list)
        else ()
    )
    return [path] * bool(path) + [leaf for key, value in inner for leaf in leaves(value, (*path, key))]


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_nonsense_anywhere_never_raises(data: st.DataObject, proofs: dict[int, Content]) -> None:
    d = data.draw(st.sampled_from(list(DATA)))
    content = copy.deepcopy(proofs[d])
    path = data.draw(st.sampled_from(leaves(content)))
    inner: Any = content
    for key in path[:-1]:
        inner = inner[key]
    before = inner[path[-1]]
    inner[path[-1]] = data.draw(st.sampled_from(ODD))
    same = before == inner[path[-1]] and type(before) is type(inner[path[-1]])
    content["sha256"] = seal(content)
    verdict = aucopt.verify(content, *DATA[d])
    # Another scale or another end may make another proof of the same claim, nothing else may pass.
    assert not verdict or same or path[0] == "faces" or path == ("sha256",)


def test_a_stopped_march_keeps_to_the_signs() -> None:
    """Found by fuzzing: a direction on the edge of the signs was taken for one beyond it."""
    X = [[2.1e89, 4.5e-72], [3.9e89, 1.07e-71], [4.7e89, 1.46e-71]]
    case = fuzz.Case(np.array(X), np.array([1, 0, 0]), [1, 2, 1], [1, 0])
    assert fuzz.complaint(case) is None


def test_solvers_and_verifier_agree_on_random_data() -> None:
    held, failure = fuzz.fuzz(seed=4, n_cases=250, seconds=15)
    assert failure is None
    assert held > 20


def test_failing_cases_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "complaint", lambda case: "a 5" if (case.X == 5).any() else None)
    case = fuzz.Case(np.arange(12.0).reshape(6, 2), np.arange(6) % 2, [1] * 6, [1, 0])
    assert fuzz.shrunk(case).X.tolist() == [[5.0], [11.0]]


def test_the_verifier_shares_nothing_with_the_solver() -> None:
    allowed = set(sys.stdlib_module_names)
    for path in Path(verifier.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.startswith("aucopt.verifier.") or name.split(".")[0] in allowed, (path.name, name)
            if path.name in ("arcs.py", "cones.py", "faces.py"):
                # Integers only: no float, and no division but that of fractions and whole numbers.
                assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
                assert not (isinstance(node, ast.Name) and node.id == "float")
