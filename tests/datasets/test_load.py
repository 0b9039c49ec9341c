"""Data sets: the registry, and loading from folders and from the cache. Downloads: test_downloads.py."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from aucopt.datasets import REGISTRY, DatasetInfo, find_dataset, get_info, load_dataset
from aucopt.datasets.load import cached_dataset
from aucopt.datasets.storage import cache_directory, write_whole

SHARED = Path(os.environ.get("AUCOPT_DATA", Path(__file__).parents[3] / "shared" / "datasets"))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Nothing from, and nothing into, the folders of whoever runs the tests."""
    monkeypatch.delenv("AUCOPT_DATA", raising=False)
    monkeypatch.setenv("AUCOPT_CACHE", str(tmp_path / "cache"))


def make(info: DatasetInfo, negative: int = -1) -> dict[str, np.ndarray]:
    """Random numbers with the rows, columns and positives of a set."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(info.n) < info.n_positive, 1, negative).astype(np.int8)
    return {"X": rng.normal(size=(info.n, info.d)), "y": rng.permutation(y)}


def save(path: Path, **arrays: np.ndarray) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **arrays)
    return path


def test_the_registry_is_the_papers_table():
    assert len(REGISTRY) == 50
    assert len({info.paper_name for info in REGISTRY.values()}) == 50
    for name, info in REGISTRY.items():
        assert name == info.name == info.paper_name.replace("[", "_").replace("]", "").replace("-", "_")
        assert 0 < info.n_positive < info.n
        assert all((info.positive, info.licence, info.citation, info.source, info.key))
        assert info.page.startswith("https://")
    assert sum(info.source == "zenodo" for info in REGISTRY.values()) == 26
    assert REGISTRY["fourclass"].d == 2


@pytest.mark.parametrize("name", REGISTRY)
def test_every_real_set_is_as_registered(name):
    if not (SHARED / f"{name}.npz").is_file():
        pytest.skip(f"{name} was not tested: set AUCOPT_DATA to a folder with {name}.npz.")
    X, y, info = load_dataset(name, folder=SHARED)
    assert X.shape == (info.n, info.d)
    assert np.bincount(y).tolist() == [info.n - info.n_positive, info.n_positive]


@pytest.mark.parametrize("negative", [-1, 0])
def test_a_folder_comes_first(negative, tmp_path, monkeypatch):
    info = get_info("pima")
    arrays = make(info, negative)
    save(tmp_path / "own" / "pima.npz", **arrays)
    save(cached_dataset("pima"), **(arrays | {"X": -arrays["X"]}))
    monkeypatch.setenv("AUCOPT_DATA", str(tmp_path / "own"))
    X, y, found = load_dataset("pima")
    assert (X.dtype, y.dtype, found) == (np.float64, np.int64, info)
    np.testing.assert_array_equal(X, arrays["X"])
    np.testing.assert_array_equal(y, arrays["y"] == 1)

    (tmp_path / "empty").mkdir()
    X, _, _ = load_dataset("pima", folder=tmp_path / "empty")
    np.testing.assert_array_equal(X, -arrays["X"])


def test_a_set_of_ones_own(tmp_path):
    save(tmp_path / "mine.npz", X=np.eye(3, dtype=np.uint8), y=np.array([0, 1, 1]))
    X, y, info = load_dataset("mine", folder=tmp_path)
    assert X.dtype == np.float64
    assert y.tolist() == [0, 1, 1]
    assert (info.name, info.n, info.d, info.n_positive, info.source) == ("mine", 3, 3, 2, None)


def test_seismic_as_coded(tmp_path):
    path = save(tmp_path / "seismic.npz", **make(get_info("seismic")))
    plain = load_dataset("seismic", folder=tmp_path).X
    coded = load_dataset("seismic", folder=tmp_path, as_coded=True).X
    assert (coded[:, 7:10] == 0).all()
    np.testing.assert_array_equal(np.delete(coded, [7, 8, 9], 1), np.delete(plain, [7, 8, 9], 1))
    path.rename(tmp_path / "other.npz")
    np.testing.assert_array_equal(load_dataset("other", folder=tmp_path, as_coded=True).X, plain)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("abalone", "Did you mean abalone_7, abalone_19?"),
        ("abalone[19]", "Did you mean abalone_19, "),
        ("Pima", "Did you mean pima?"),
        ("x" * 9, "`aucopt datasets` lists all names."),
    ],
)
def test_unknown_names_get_the_closest(name, hint):
    with pytest.raises(ValueError, match="There is no data set") as caught:
        load_dataset(name)
    assert hint in str(caught.value)


def test_a_missing_set_says_what_to_do(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        load_dataset("pima", folder=tmp_path)
    first, fetch, by_hand = str(caught.value).splitlines()
    assert first == f"pima is neither in {tmp_path} nor in the cache {tmp_path / 'cache'}."
    assert fetch == "To fetch it: load_dataset('pima', download=True), or `aucopt datasets --download pima`."
    assert by_hand.startswith("By hand: put pima.npz (arrays X and y; ")
    assert by_hand.endswith("https://www.openml.org/d/37")
    assert not cache_directory().exists()


def test_a_missing_set_without_download_says_how_to_make_it():
    with pytest.raises(FileNotFoundError, match=r"not in the cache .*\nRead CTG.xls, sheet Data"):
        load_dataset("cardio_3")


def test_a_missing_folder(tmp_path, monkeypatch):
    with pytest.raises(NotADirectoryError, match=r"There is no folder .*none, but it was given"):
        load_dataset("pima", folder=tmp_path / "none")
    monkeypatch.setenv("AUCOPT_DATA", str(tmp_path / "none"))
    with pytest.raises(NotADirectoryError, match=r"There is no folder .*none, but AUCOPT_DATA names it"):
        load_dataset("pima")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda a: {"X": a["X"]}, "has no array y."),
        (lambda a: {"data": a["X"]}, "has no array X and no array y."),
        (
            lambda a: a | {"X": a["X"][:, :-1]},
            "it has 768 rows, 7 columns, 268 positives, not 768 rows, 8 col",
        ),
        (lambda a: a | {"X": a["X"][:-1]}, "X must be a table of numbers with as many rows as y."),
        (lambda a: a | {"X": a["X"][:, 0]}, "X must be a table of numbers with as many rows as y."),
        (lambda a: a | {"X": a["X"].astype(str)}, "X must be a table of numbers with as many rows as y."),
        (lambda a: a | {"X": np.where(a["X"] > 3, np.nan, a["X"])}, "has missing or infinite values."),
        (lambda a: a | {"y": -a["y"]}, "it has 768 rows, 8 columns, 500 positives, not"),
        (lambda a: a | {"y": a["y"] + 2}, "y must be one column of labels"),
        (lambda a: a | {"y": a["y"][:, None]}, "y must be one column of labels"),
        (lambda a: a | {"X": a["X"].astype(object)}, "is damaged or no npz file: Object arrays"),
    ],
)
def test_wrong_files(edit, message, tmp_path):
    path = save(tmp_path / "pima.npz", **edit(make(get_info("pima"))))
    with pytest.raises(ValueError, match=r"pima\.npz") as caught:
        load_dataset("pima", folder=tmp_path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"X,y\n1,2\n", None])
def test_damaged_files(content, tmp_path):
    path = save(tmp_path / "pima.npz", **make(get_info("pima")))
    path.write_bytes(path.read_bytes()[:9000] if content is None else content)
    with pytest.raises(ValueError, match=r"pima\.npz is damaged or no npz file"):
        load_dataset("pima", folder=tmp_path)


def test_flipped_bits_are_seen(tmp_path):
    path = save(tmp_path / "pima.npz", **make(get_info("pima")))
    content = bytearray(path.read_bytes())
    content[5000] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"pima\.npz is damaged or no npz file: Bad CRC-32"):
        load_dataset("pima", folder=tmp_path)


def test_find(tmp_path):
    assert find_dataset("pima") is None
    kept = save(cached_dataset("pima"), **make(get_info("pima")))
    assert find_dataset("pima") == kept == tmp_path / "cache" / "datasets" / "pima.npz"
    own = save(tmp_path / "own" / "pima.npz")
    assert find_dataset("pima", folder=tmp_path / "own") == own
    assert find_dataset("pima", cache=tmp_path / "other") is None


@pytest.mark.parametrize(
    ("platform", "variables", "path"),
    [
        (Unix, {}, "HOME/.cache/aucopt"),
        (Unix, {"XDG_CACHE_HOME": "/var/x"}, "/var/x/aucopt"),
        (MacOS, {}, "HOME/Library/Caches/aucopt"),
        (Windows, {"LOCALAPPDATA": "/local"}, "/local/aucopt/Cache"),
        (Windows, {"AUCOPT_CACHE": "~/mine"}, "HOME/mine"),
    ],
)
def test_the_cache_lies_where_the_platform_wants_it(platform, variables, path, monkeypatch):
    for variable in ("AUCOPT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr("platformdirs.PlatformDirs", platform)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: os.environ["LOCALAPPDATA"])
    assert cache_directory() == Path(path.replace("HOME", str(Path.home())))


def test_libraries_for_downloads_are_loaded_when_needed():
    code = "import sys, aucopt.datasets; print(*{'pooch', 'platformdirs', 'requests'} & set(sys.modules))"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], check=True, env=environment, stdout=subprocess.PIPE)
    assert done.stdout.strip() == b""


def test_a_broken_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "new" / "file"

    def break_off():
        with write_whole(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert not list(path.parent.iterdir())
    for content in (b"first", b"second"):
        with write_whole(path) as file:
            file.write(content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]
