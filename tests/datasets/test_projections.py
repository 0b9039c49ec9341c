"""t-SNE projections: the settings of the paper and of its code, the cache, folders of ready ones."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest
import sklearn

from aucopt.datasets import find_projection, load_dataset, load_projection, project, projections
from aucopt.datasets.projections import tsne_settings

SHARED = Path(__file__).parents[3] / "shared"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder with one small set; nothing from, and nothing into, the folders of whoever runs the tests."""
    for variable, place in {"AUCOPT_DATA": "data", "AUCOPT_CACHE": "cache"}.items():
        monkeypatch.setenv(variable, str(tmp_path / place))
    monkeypatch.delenv("AUCOPT_PROJECTIONS", raising=False)
    (tmp_path / "data").mkdir()
    rng = np.random.default_rng(0)
    np.savez(tmp_path / "data" / "mine.npz", X=rng.normal(size=(60, 3)), y=np.arange(60) % 2)


@pytest.fixture
def runs(monkeypatch):
    """The calls of t-SNE, which is replaced by something quick."""
    calls = []

    def follow(X, n_components, *, as_coded=False):
        calls.append((n_components, as_coded))
        return np.full((len(X), n_components), len(calls), dtype=np.float32)

    monkeypatch.setattr(projections, "project", follow)
    return calls


def kept(tmp_path):
    return sorted((tmp_path / "cache" / "projections").glob("*"))


def test_computed_once(runs, tmp_path):
    E, y = load_projection("mine", 2)
    assert (E.shape, E.dtype, y.dtype) == ((60, 2), np.float64, np.int64)
    np.testing.assert_array_equal(y, np.arange(60) % 2)
    again, _ = load_projection("mine", 2)
    np.testing.assert_array_equal(again, E)
    assert runs == [(2, False)]
    assert [path.name[:11] for path in kept(tmp_path)] == ["mine_tsne2_"]


def test_all_that_decides_is_in_the_key(runs, tmp_path, monkeypatch):
    load_projection("mine", 2)
    load_projection("mine", 3)
    load_projection("mine", 2, as_coded=True)
    load_projection("mine", 3, as_coded=True)
    assert runs == [(2, False), (3, False), (2, True), (3, True)]

    X, y, _ = load_dataset("mine")
    np.savez(tmp_path / "data" / "mine.npz", X=X + 1e-9, y=y)
    load_projection("mine", 2)
    monkeypatch.setattr(sklearn, "__version__", "0")
    load_projection("mine", 2)
    monkeypatch.setattr(projections, "PERPLEXITY", 30.0)
    load_projection("mine", 2)
    assert len(runs) == len(kept(tmp_path)) == 7
    load_projection("mine", 2)
    assert len(runs) == 7


def test_one_cache_for_many_at_once(runs, tmp_path):
    threads = [threading.Thread(target=load_projection, args=("mine", 2)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept(tmp_path)) == 1
    load_projection("mine", 2)


def test_nothing_half_stays(tmp_path, monkeypatch):
    def fill_the_disk(file, **arrays):
        file.write(b"PK")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", fill_the_disk)
    monkeypatch.setattr(projections, "project", lambda X, k, as_coded: np.zeros((len(X), k)))
    with pytest.raises(OSError, match="No space left"):
        load_projection("mine", 2)
    assert not kept(tmp_path)


def save_ready(tmp_path, E, y, name="mine_tsne2.npz"):
    (tmp_path / "ready").mkdir(exist_ok=True)
    np.savez(tmp_path / "ready" / name, E=E, y=y)


def test_ready_projections_come_first(runs, tmp_path, monkeypatch):
    ready = np.arange(120, dtype=np.float32).reshape(60, 2)
    save_ready(tmp_path, ready, np.where(np.arange(60) % 2, 1, -1))
    E, y = load_projection("mine", 2, projections=tmp_path / "ready")
    np.testing.assert_array_equal(E, ready)
    np.testing.assert_array_equal(y, np.arange(60) % 2)
    monkeypatch.setenv("AUCOPT_PROJECTIONS", str(tmp_path / "ready"))
    np.testing.assert_array_equal(load_projection("mine", 2)[0], ready)
    assert not runs
    # They hold what the paper says, not what its code did; and there is none to R^3.
    load_projection("mine", 2, as_coded=True)
    load_projection("mine", 3)
    assert runs == [(2, True), (3, False)]


@pytest.mark.parametrize(
    ("E", "y", "message"),
    [
        (np.zeros((59, 2)), np.arange(59) % 2, "E is 59 x 2, but mine needs 60 x 2."),
        (np.zeros((60, 3)), np.arange(60) % 2, "E is 60 x 3, but mine needs 60 x 2."),
        (
            np.zeros((60, 2)),
            (np.arange(60) + 1) % 2,
            "was not made from these rows of mine: the labels differ.",
        ),
        (np.zeros((60, 2)), np.arange(60) % 3, "y must be one column of labels"),
        (np.full((60, 2), np.nan), np.arange(60) % 2, "E has missing or infinite values."),
    ],
)
def test_ready_projections_must_fit(E, y, message, tmp_path):
    save_ready(tmp_path, E, y)
    with pytest.raises(ValueError, match=r"mine_tsne2\.npz") as caught:
        load_projection("mine", 2, projections=tmp_path / "ready")
    assert message in str(caught.value)


def test_find(runs, tmp_path):
    assert find_projection("mine", 2) is None
    assert find_projection("pima", 2) is None
    load_projection("mine", 2)
    assert [find_projection("mine", 2)] == kept(tmp_path)
    assert find_projection("mine", 2, as_coded=True) is None
    save_ready(tmp_path, np.zeros((60, 2)), np.arange(60) % 2)
    assert find_projection("mine", 2, projections=tmp_path / "ready") == tmp_path / "ready" / "mine_tsne2.npz"


@pytest.mark.parametrize("n_components", [1, 4, "2"])
def test_other_dimensions(n_components):
    with pytest.raises(ValueError, match="n_components must be 2 or 3, not"):
        load_projection("mine", n_components)


def test_too_few_rows():
    with pytest.raises(ValueError, match="t-SNE with perplexity 50 needs more than 50 rows, not 50"):
        project(np.zeros((50, 2)), 2)


def test_settings_of_the_paper_and_of_its_code():
    same = {"init": "random", "learning_rate": 200.0, "random_state": 17}
    for k in (2, 3):
        expected = {"n_components": k, "perplexity": 50, "max_iter": 1000, **same}
        assert tsne_settings(k) == expected
        expected |= {"max_iter": 5000, "perplexity": {2: 40, 3: 50}[k]}
        assert tsne_settings(k, as_coded=True) == expected


@pytest.mark.parametrize("as_coded", [False, True])
def test_what_goes_into_tsne(as_coded, monkeypatch):
    """Standardised columns; as coded, rows of length 1 first, then columns within [-1, 1]."""
    inputs = []
    monkeypatch.setattr("sklearn.manifold.TSNE.fit_transform", lambda self, X: inputs.append(X))
    X = np.random.default_rng(1).normal(3, 2, size=(60, 4))
    X[:, 3] = 5.0
    project(X, 2, as_coded=as_coded)
    if as_coded:
        X = X / np.sqrt((X**2).sum(axis=1, keepdims=True))
        X = 2 * (X - X.min(axis=0)) / np.ptp(X, axis=0) - 1
    scale = X.std(axis=0)
    expected = (X - X.mean(axis=0)) / np.where(scale > 0, scale, 1)
    assert inputs[0].dtype == np.float32
    np.testing.assert_allclose(inputs[0], expected, rtol=1e-5, atol=1e-6)


def test_the_same_on_any_number_of_threads(monkeypatch):
    X = load_dataset("mine").X
    monkeypatch.setattr(projections, "ITERATIONS", 300)
    first = project(X, 2)
    assert first.dtype == np.float32
    from threadpoolctl import threadpool_limits

    with threadpool_limits(2):
        np.testing.assert_array_equal(project(X, 2), first)


@pytest.mark.slow
def test_ready_projections_were_made_so():
    """Bit for bit where the version of scikit-learn is the same; else t-SNE may go its own way."""
    path = SHARED / "embeddings" / "ecoli_imu_tsne2.npz"
    if not path.exists() or sklearn.__version__ != "1.9.1":
        pytest.skip(f"not tested: needs {path} and scikit-learn 1.9.1.")
    X = load_dataset("ecoli_imu", folder=SHARED / "datasets").X
    with np.load(path) as file:
        np.testing.assert_array_equal(project(X, 2), file["E"])


def test_every_ready_projection_fits_its_set():
    if not (SHARED / "embeddings").is_dir():
        pytest.skip(f"not tested: there is no folder {SHARED / 'embeddings'}.")
    for path in sorted((SHARED / "embeddings").glob("*.npz"), key=os.path.getsize)[:20]:
        name, _, dimension = path.stem.rpartition("_tsne")
        E, y = load_projection(
            name, int(dimension), folder=SHARED / "datasets", projections=SHARED / "embeddings"
        )
        assert E.shape == (len(y), int(dimension))
