"""Downloads, against a server on this machine that serves each source's own format."""

import hashlib
import io
import json
import os
import tarfile
from pathlib import Path

import numpy as np
import pytest
from source_server import Server, as_libsvm

from aucopt.datasets import REGISTRY, get_info, load_dataset
from aucopt.datasets.sources import DownloadError, transfer
from aucopt.datasets.sources.zenodo import ARCHIVE
from aucopt.datasets.storage import write_whole

SHARED = Path(os.environ.get("AUCOPT_DATA", Path(__file__).parents[3] / "shared" / "datasets"))
UCI = "/uci/ml/machine-learning-databases"


@pytest.fixture
def server(tmp_path, monkeypatch):
    server = Server()
    monkeypatch.delenv("AUCOPT_DATA", raising=False)
    monkeypatch.setenv("AUCOPT_CACHE", str(tmp_path))
    monkeypatch.setenv("AUCOPT_MIRROR", server.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(transfer, "RETRIES", 0)
    yield server
    server.close()


def make(name):
    """Numbers and labels of the registered size; decimals that text keeps."""
    info = get_info(name)
    rng = np.random.default_rng(0)
    X = rng.integers(-500, 500, (info.n, info.d)) / 8
    return X, rng.permutation(np.arange(info.n) < info.n_positive).astype(int)


def as_npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def as_zenodo(members):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return {f"/zenodo/{ARCHIVE}": file.getvalue()}


def as_openml(id, columns, target, attributes, checksum=None):
    """ARFF from columns of strings or numbers, the target last."""
    names = [*(f"{name} {kind}" for name, kind in attributes.items()), target]
    head = ["% a comment", "@relation 'a name'", *(f"@attribute {name}" for name in names), "@data"]
    rows = [",".join(map(str, row)) for row in zip(*columns, strict=True)]
    content = "\n".join([*head, *rows, ""]).encode()
    description = {
        "url": f"https://www.openml.org/data/v1/download/7{id}/set.arff",
        "md5_checksum": checksum or hashlib.md5(content).hexdigest(),
        "default_target_attribute": target.split()[0],
    }
    return {
        f"/openml/api/v1/json/data/{id}": json.dumps({"data_set_description": description}).encode(),
        f"/openml/data/v1/download/7{id}/set.arff": content,
    }


def check(name, X, y, cache):
    """The set arrives as it was, and stays for the next time without a network."""
    found = load_dataset(name, download=True)
    np.testing.assert_array_equal(found.X, X)
    np.testing.assert_array_equal(found.y, y)
    os.environ["AUCOPT_MIRROR"] = "http://127.0.0.1:1"
    np.testing.assert_array_equal(load_dataset(name).X, X)
    assert [path.name for path in (cache / "datasets").iterdir()] == [f"{name}.npz"]


def test_nothing_is_fetched_unless_asked(server):
    with pytest.raises(FileNotFoundError, match="To fetch it:"):
        load_dataset("ecoli_imu")
    assert not server.asked


def test_zenodo(server, tmp_path):
    X, y = make("ecoli_imu")
    other_X, other_y = make("yeast_me2")
    labels = np.where(y, 1, -1)
    server.files = as_zenodo(
        {
            "x1data.npz": as_npz(data=X, label=labels),
            "./x22data.npz": as_npz(data=other_X, label=np.where(other_y, 1, -1)),
        }
    )
    check("ecoli_imu", X, y, tmp_path)
    # One archive for all: the second set needs no server.
    np.testing.assert_array_equal(load_dataset("yeast_me2", download=True).X, other_X)
    assert server.asked == [f"/zenodo/{ARCHIVE}"]


@pytest.mark.parametrize(
    ("name", "codes"),
    [("german", (-1, 1)), ("breast_cancer", (2, 4)), ("fourclass", (2, 1)), ("svmguide3", (-1, 1))],
)
def test_libsvm(name, codes, server, tmp_path):
    X, y = make(name)
    X[:, -1] = 0  # svmguide3 ends with such a column, which sparse files do not mention
    server.files = as_libsvm(get_info(name).key, X, y, codes)
    check(name, X, y, tmp_path)


@pytest.mark.parametrize(
    ("name", "classes", "others"),
    [
        ("ionosphere", ["g", "b"], {}),
        ("banana", ["1", "2"], {}),
        ("pima", ["tested_negative", "tested_positive"], {}),
        ("page_blocks", ["1", "2"], {}),
        ("vehicle_saab", ["opel", "saab", "bus", "van"], {}),
        ("vowel_hid", ["had", "hid", "hOd"], {"Speaker": "{Andrew,Kate}", "Sex": "{Male,Female}"}),
    ],
)
def test_openml(name, classes, others, server, tmp_path):
    X, y = make(name)
    labels = np.take(classes, y)
    if len(classes) > 2:
        labels[np.flatnonzero(y == 0)[::2]] = classes[2]
    nominal = [np.full(len(y), kind[1:].split(",")[0]) for kind in others.values()]
    attributes = others | {f"a{k}": "REAL" for k in range(X.shape[1])}
    server.files = as_openml(
        get_info(name).key["id"], [*nominal, *X.T, labels], f"Class {{{','.join(classes)}}}", attributes
    )
    check(name, X, y, tmp_path)


def test_spectf(server, tmp_path):
    X, y = make("spectf")
    lines = [",".join(map(str, [1 - label, *row])) for label, row in zip(y, X, strict=True)]
    server.files = {
        f"{UCI}/spect/SPECTF.train": "\n".join(lines[:80]).encode(),
        f"{UCI}/spect/SPECTF.test": "\r\n".join(lines[80:]).encode(),
    }
    check("spectf", X, y, tmp_path)


def seismic_arff(letters, numbers, y):
    hazards = "{a,b,c,d}"
    kinds = {"seismic": hazards, "seismoacoustic": hazards, "shift": "{W, N}"}
    kinds |= {f"n{k}": "real" for k in range(4)} | {"ghazard": hazards}
    kinds |= {f"n{k}": "real" for k in range(4, 14)} | {"class": "{1,0}"}
    head = [
        "% Seismic",
        "@relation seismic-bumps",
        *(f"@attribute {k} {v}" for k, v in kinds.items()),
        "@data",
    ]
    rows = [
        ",".join(map(str, [*word[:3], *row[:4], word[3], *row[4:], label]))
        for word, row, label in zip(letters, numbers, y, strict=True)
    ]
    return {f"{UCI}/00266/seismic-bumps.arff": "\n".join([*head, *rows]).encode()}


def test_seismic(server, tmp_path):
    X, y = make("seismic")
    rng = np.random.default_rng(1)
    kinds = ["ab", "abc", "NW", "abc"]
    letters = np.column_stack([rng.choice(list(kind), len(y)) for kind in kinds])
    X[:, :10] = np.column_stack([letters[:, k] == letter for k in range(4) for letter in kinds[k]])
    server.files = seismic_arff(letters, X[:, 10:], y)
    check("seismic", X, y, tmp_path)


@pytest.mark.skipif(not (SHARED / "seismic.npz").is_file(), reason=f"there is no seismic.npz in {SHARED}")
def test_real_seismic(server, tmp_path):
    """The real set, written as UCI has it and fetched again."""
    X, y, _ = load_dataset("seismic", folder=SHARED)
    kinds = {0: "ab", 2: "abc", 5: "NW", 7: "abc"}
    letters = np.column_stack(
        [np.array(list(kind))[X[:, k : k + len(kind)].argmax(axis=1)] for k, kind in kinds.items()]
    )
    server.files = seismic_arff(letters, X[:, 10:], y)
    check("seismic", X, y, tmp_path)


def refuse(message, name, cache):
    """It fails with this sentence, says what to do by hand, and leaves nothing in the cache."""
    with pytest.raises(DownloadError) as caught:
        load_dataset(name, download=True)
    first, by_hand = str(caught.value).splitlines()
    assert first.startswith(f"{name} could not be fetched. ")
    assert message in first
    assert by_hand.startswith(f"By hand: put {name}.npz (arrays X and y; ")
    assert not [path for path in cache.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("ecoli_imu", f"/zenodo/{ARCHIVE}"),
        ("ionosphere", "/openml/api/v1/json/data/59"),
        ("german", "/libsvm/german.numer"),
        ("spectf", f"{UCI}/spect/SPECTF.train"),
    ],
)
def test_not_found(name, path, server, tmp_path):
    refuse(f"{server.url}{path} answers 404 Not Found.", name, tmp_path)


@pytest.mark.parametrize("name", ["ecoli_imu", "ionosphere", "german", "spectf"])
def test_no_server(name, server, tmp_path):
    server.close()
    refuse(" cannot be reached: [Errno", name, tmp_path)


def test_no_name(server, tmp_path, monkeypatch):
    monkeypatch.setenv("AUCOPT_MIRROR", "http://no-such-host.invalid")
    refuse("http://no-such-host.invalid/libsvm/german.numer cannot be reached: ", "german", tmp_path)


def test_no_download(server, tmp_path):
    refuse("There is no automatic download of it. Read CTG.xls, sheet Data", "cardio_3", tmp_path)
    assert not server.asked


@pytest.mark.parametrize("name", ["ecoli_imu", "german"])
def test_broken_off(name, server, tmp_path):
    X, y = make(name)
    if name == "german":
        server.files = as_libsvm(get_info(name).key, X, y)
    else:
        server.files = as_zenodo({"x1data.npz": as_npz(data=X, label=y)})
    size = len(next(iter(server.files.values())))
    server.missing = 100
    refuse(f" broke off after {size - 100:,} of {size:,} bytes.", name, tmp_path)
    server.missing = 0
    assert load_dataset(name, download=True).info.name == name


def break_once(monkeypatch, breaks):
    """The first answer lacks some bytes, the others none."""
    missing = iter([100] * breaks)
    monkeypatch.setattr(Server, "missing", property(lambda self: next(missing, 0)), raising=False)


@pytest.mark.parametrize("name", ["german", "ionosphere"])
def test_what_broke_off_is_fetched_again(name, server, monkeypatch, capsys):
    X, y = make(name)
    if name == "german":
        server.files = as_libsvm(["german.numer"], X, y)
    else:
        attributes = {f"a{k}": "REAL" for k in range(34)}
        server.files = as_openml(59, [*X.T, np.take(["g", "b"], y)], "Class {g,b}", attributes)
    break_once(monkeypatch, 1)
    monkeypatch.setattr(transfer, "RETRIES", 1)
    np.testing.assert_array_equal(load_dataset(name, download=True).X, X)
    assert len(server.asked) == len(server.files) + 1
    assert capsys.readouterr() == ("", "")


def test_a_refusal_is_final(server, tmp_path, monkeypatch):
    monkeypatch.setattr(transfer, "RETRIES", 1)
    refuse("/libsvm/german.numer answers 404 Not Found.", "german", tmp_path)
    assert server.asked == ["/libsvm/german.numer"]


def test_a_silent_server(server, tmp_path, monkeypatch):
    """It takes the connection and never answers."""
    import socket

    monkeypatch.setattr(transfer, "SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("AUCOPT_MIRROR", f"http://127.0.0.1:{silent.getsockname()[1]}")
        refuse("timed out.", "german", tmp_path)


def test_no_http(server, tmp_path, monkeypatch):
    monkeypatch.setenv("AUCOPT_MIRROR", "mirror")
    refuse("mirror/libsvm/german.numer is not a valid address", "german", tmp_path)


def serve_truncated_member(X, y):
    return as_zenodo({"x1data.npz": as_npz(data=X, label=y)[:-200]})


def serve_truncated_archive(X, y):
    return {
        path: content[:-400] for path, content in as_zenodo({"x1data.npz": as_npz(data=X, label=y)}).items()
    }


@pytest.mark.parametrize(
    ("serve", "message"),
    [
        (
            lambda X, y: as_zenodo({"x2data.npz": as_npz(data=X, label=y)}),
            "expected: the archive has no x1data.npz.",
        ),
        (lambda X, y: as_zenodo({"x1data.npz": as_npz(X=X, y=y)}), "something else than expected"),
        (serve_truncated_member, "something else than expected"),
        (serve_truncated_archive, "something else than expected"),
        (lambda X, y: {f"/zenodo/{ARCHIVE}": b"<html>please log in</html>"}, "something else than expected"),
    ],
)
def test_zenodo_sends_something_else(serve, message, server, tmp_path):
    server.files = serve(*make("ecoli_imu"))
    refuse(message, "ecoli_imu", tmp_path)


def test_wrong_counts(server, tmp_path):
    X, y = make("spectf")
    lines = [",".join(map(str, [1 - label, *row])) for label, row in zip(y, X, strict=True)]
    server.files = {
        f"{UCI}/spect/SPECTF.train": "\n".join(lines[:80]).encode(),
        f"{UCI}/spect/SPECTF.test": "\n".join(lines[80:] + lines[:82]).encode(),
    }
    refuse("What was fetched is not spectf: it has 349 rows, 44 columns, ", "spectf", tmp_path)


def test_wrong_classes(server, tmp_path):
    X, y = make("german")
    server.files = as_libsvm(["german.numer"], X, np.roll(y, 1) | y)
    refuse("rows, none of them 300.", "german", tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"checksum": "0" * 32}, "sent a damaged file: its checksum is wrong."),
        ({"target": "Class {g,x}"}, "something else than expected"),
        ({"gap": True}, "What was fetched has missing or infinite values."),
    ],
)
def test_openml_sends_something_else(change, message, server, tmp_path):
    X, y = make("ionosphere")
    columns = [*X.T, np.take(["g", "b"], y)]
    if change.pop("gap", False):
        columns[0] = ["?", *columns[0][1:]]
    arguments = {"target": "Class {g,b}", "attributes": {f"a{k}": "REAL" for k in range(34)}} | change
    server.files = as_openml(59, columns, **arguments)
    refuse(message, "ionosphere", tmp_path)


def test_openml_says_something_else(server, tmp_path):
    server.files = {"/openml/api/v1/json/data/59": b'{"error": {"code": "111"}}'}
    refuse("The source sent something else than expected", "ionosphere", tmp_path)


def test_a_killed_download_leaves_nothing_for_long(tmp_path, monkeypatch):
    path = tmp_path / "set.npz"
    old, fresh = tmp_path / ".set.npz.1", tmp_path / ".set.npz.2"
    for half in (old, fresh):
        half.write_bytes(b"half")
    os.utime(old, (0, 0))
    with write_whole(path) as file:
        file.write(b"whole")
    assert sorted(tmp_path.iterdir()) == [fresh, path]


def test_a_full_disk_is_not_the_sources_fault(server, tmp_path, monkeypatch):
    def fill_the_disk(file):
        raise OSError(28, "No space left on device")

    X, y = make("ecoli_imu")
    server.files = as_zenodo({"x1data.npz": as_npz(data=X, label=y)})
    monkeypatch.setattr(os, "fsync", fill_the_disk)
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left on device$"):
        load_dataset("ecoli_imu", download=True)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_bar_on_demand(server, capsys):
    X, y = make("german")
    server.files = as_libsvm(["german.numer"], X, y)
    load_dataset("german", download=True)
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""
    load_dataset("german", download=True, cache=os.environ["AUCOPT_CACHE"] + "/2", progress=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "german.numer" in captured.err


@pytest.mark.parametrize("source", transfer.BASES)
def test_addresses(source, monkeypatch):
    """Without a mirror, every file has its own host."""
    monkeypatch.delenv("AUCOPT_MIRROR", raising=False)
    assert transfer.address(source, "a/b") == f"{transfer.BASES[source]}a/b"
    assert transfer.address(source, "https://host/a") == "https://host/a"
    assert any(info.source == source for info in REGISTRY.values())
