"""The store: what is kept, what is refused, what an error tells."""

import sqlite3
from dataclasses import replace

import pytest
from made_records import DONE, FAILED

from aucopt.lab import METHODS, Store, StoreError, Study

STUDY = Study("tsne2", ("pima", "german"), ("LR", "AUC-opt"), trials=2)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        yield store


def test_records_come_back_as_they_were_sorted_by_key(store):
    for record in (DONE, FAILED):
        store.add(record)
    assert store.records() == [FAILED, DONE]
    assert store.units() == {DONE.unit, FAILED.unit}
    store.add(replace(FAILED, reason="again"))
    assert [record.reason for record in store.records()] == ["again", ""]


def test_export_leaves_out_times_and_host(store, tmp_path):
    for record in (DONE, FAILED):
        store.add(record)
    assert store.export(tmp_path / "a.csv") == 2
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[1:] == [
        'german,tsne2,1,LR,failed,"ValueError: ""no"", it said",,,,,,,0,0,,null',
        "pima,tsne2,0,LR,done,,0.6666666666666666,0.5,0.1,0.3333333333333333,0.25,0.0,10,11,"
        '0.30000000000000004,"{""C"": 0.1, ""k"": 3}"',
    ]
    store.add(replace(DONE, seconds=7.0, elapsed=8.0, host="there"))
    store.export(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    with pytest.raises(StoreError, match="No such file or directory"):
        store.export(tmp_path / "none" / "a.csv")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"projection": "raw"}, 'projection: "tsne2", now "raw"'),
        ({"thin": 3}, "thin: null, now 3"),
        ({"max_pairs": 2000}, "max_pairs: null, now 2000"),
        ({"n_folds": 4}, "n_folds: 5, now 4"),
        ({"as_coded": True}, "as_coded: false, now true"),
    ],
)
def test_other_settings_are_refused(store, change, message):
    store.agree(STUDY.settings())
    with pytest.raises(StoreError, match=f"holds results of other settings:\n  {message}"):
        store.agree(replace(STUDY, **change).settings())
    more = {"trials": 9, "datasets": ("oil",), "methods": ("LR", "SVM"), "unit_seconds": 5.0}
    store.agree(replace(STUDY, **more).settings())


def test_another_grid_or_other_data_are_refused(store, monkeypatch):
    store.agree(STUDY.settings() | {"data pima": "abc"})
    with pytest.raises(StoreError, match="data pima: abc, now abd"):
        store.agree({"data pima": "abd"})
    monkeypatch.setitem(METHODS, "LR", replace(METHODS["LR"], grid={"C": [1.0]}))
    with pytest.raises(StoreError, match=r'method LR: .*"C": \[1e-06, .*, now .*"C": \[1.0\]'):
        store.agree(STUDY.settings())


def test_last_digits_of_a_grid_may_differ(store):
    """Powers of ten do, from processor to processor; a run has to go on from records of another one."""
    store.agree({"method SPAM": '{"l2": [1e-05, 0.0001291549665014884], "trees": 3}'})
    same = '{"l2": [9.999999999999999e-06, 0.00012915496650148839], "trees": 3}'
    store.agree({"method SPAM": same})
    assert store.settings()["method SPAM"].startswith('{"l2": [1e-05')
    for other in (
        same.replace("12915", "12916"),
        same.replace("3}", "4}"),
        same.replace(", 0.00012915496650148839", ""),
    ):
        with pytest.raises(StoreError, match="other settings"):
            store.agree({"method SPAM": other})


def test_files_that_are_no_stores(tmp_path):
    with pytest.raises(StoreError, match="does not exist; `aucopt paper run"):
        Store(tmp_path / "none.sqlite", create=False)
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(tmp_path / "none" / "s.sqlite")
    (tmp_path / "text").write_text("some text, long enough to be looked at as a database" * 9)
    with pytest.raises(StoreError, match="text is not a store of the lab"):
        Store(tmp_path / "text")
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE a (b)")
    other.close()
    with pytest.raises(StoreError, match="other is a database of something else"):
        Store(tmp_path / "other")
    with sqlite3.connect(tmp_path / "later") as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(StoreError, match="is a store of version 99"):
        Store(tmp_path / "later")


def add_many(store, added):
    for trial in range(1000):
        store.add(replace(FAILED, unit=FAILED.unit._replace(trial=trial)))
        added.append(FAILED.unit._replace(trial=trial))


def test_full_disk_keeps_what_was_finished(store):
    store.add(DONE)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(
        StoreError, match=r"the disk is full.* What was finished is safe in .*s\.sqlite: make"
    ):
        add_many(store, added := [])
    store._connection.execute("PRAGMA max_page_count = 100000")
    kept = store.records()
    assert DONE in kept
    assert set(added) == {record.unit for record in kept} - {DONE.unit}
    store.add(FAILED)


def test_a_write_that_the_system_refuses_keeps_what_was_finished(store):
    resource = pytest.importorskip("resource", reason="limits on file sizes are POSIX's")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (store.path.stat().st_size + 20_000, hard))
        with pytest.raises(StoreError, match="the disk is full, or cannot be written"):
            add_many(store, added := [])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(added) > 10
    assert set(added) == store.units()
