"""Archives: a study as one small file, from which it goes on."""

import gzip
from dataclasses import replace

import pytest
from made_records import DONE, FAILED

from aucopt.lab import Store, StoreError, Study
from aucopt.lab.archive import complete_trials, read_archive, restore, write_archive

STUDY = Study("tsne2", ("pima", "german"), ("LR",), trials=2)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        store.agree(STUDY.settings() | {"data pima": "abc"})
        store.add_all([DONE, FAILED])
        yield store


def test_all_but_the_host_comes_back_and_times_are_rounded(store, tmp_path):
    store.add(replace(DONE, seconds=1.23456, elapsed=98765.4))
    assert write_archive(store, tmp_path / "r.csv.gz") == 2
    archive = read_archive(tmp_path / "r.csv.gz")
    assert archive.settings == store.settings()
    plain = {"C": 0.1, "k": 3}  # numbers of numpy's are Python's own once they are kept
    assert archive.records == [
        FAILED,
        replace(DONE, seconds=1.23, elapsed=98800.0, host="", parameters=plain),
    ]
    before = (tmp_path / "r.csv.gz").read_bytes()
    store.add(replace(DONE, seconds=1.2301, elapsed=98801.0, host="elsewhere"))
    write_archive(store, tmp_path / "r.csv.gz")
    assert (tmp_path / "r.csv.gz").read_bytes() == before


def test_pandas_reads_it(store, tmp_path):
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    write_archive(store, tmp_path / "r.csv.gz")
    frame = pandas.read_csv(tmp_path / "r.csv.gz", comment="#")
    assert frame["test_auc"].tolist()[1] == 1 / 3


def test_only_complete_trials(store, tmp_path):
    """FAILED is of trial 1 and DONE of trial 0, each of one data set: no trial is complete."""
    assert complete_trials(store.records()) == 0
    assert complete_trials([]) == 0
    with pytest.raises(StoreError, match="no trial that all data sets and methods have finished"):
        write_archive(store, tmp_path / "r.csv.gz", complete=True)
    first = replace(FAILED, unit=FAILED.unit._replace(trial=0))
    store.add(first)
    assert write_archive(store, tmp_path / "r.csv.gz", complete=True) == 2
    assert [record.unit for record in read_archive(tmp_path / "r.csv.gz").records] == [first.unit, DONE.unit]


def test_a_study_goes_on_from_it(store, tmp_path):
    write_archive(store, tmp_path / "r.csv.gz")
    archive = read_archive(tmp_path / "r.csv.gz")
    with Store(tmp_path / "new.sqlite") as new:
        new.add(replace(FAILED, reason="a newer record stays"))
        assert restore(archive, new) == 1
        assert [record.reason for record in new.records()] == ["a newer record stays", ""]
        new.agree(STUDY.settings())
    with Store(tmp_path / "other.sqlite") as other:
        other.agree(replace(STUDY, thin=3).settings())
        with pytest.raises(StoreError, match="thin: 3, now null"):
            restore(archive, other)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read .*: "),
        (b"not compressed", "cannot read .*Not a gzipped file"),
        (gzip.compress(b"dataset,trial\n"), "holds no records of the lab .*JSONDecodeError"),
        (gzip.compress(b'# {"format": "aucopt records 9"}\n'), "of the format 'aucopt records 9', here is"),
        (gzip.compress(b'# {"format": "aucopt records 1", "settings": {}}\na\n1\n'), "KeyError: 'trial'"),
        (gzip.compress(b"# {}\n" * 1000)[:-9], "holds no records of the lab .*EOFError"),
    ],
    ids=["no file", "not compressed", "another table", "another version", "no trials", "cut off"],
)
def test_files_that_are_no_archives(content, message, tmp_path):
    path = tmp_path / "r.csv.gz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=message):
        read_archive(path)


def test_names(store, tmp_path):
    with pytest.raises(StoreError, match=r"the name of an archive ends in \.csv\.gz"):
        write_archive(store, tmp_path / "r.csv")
    with pytest.raises(StoreError, match=r"cannot write .*No such file or directory"):
        write_archive(store, tmp_path / "none" / "r.csv.gz")
