"""Opening certificates: which versions there are, and the seal."""

import pytest

from aucopt.verifier.opening import READERS, check_version, load_certificate, seal
from aucopt.verifier.statement import FailedError, UncheckedError


def test_the_seal_is_that_of_the_text_with_sorted_keys_and_no_spaces():
    # sha256 of {"a":[1,"\u00e9"],"b":{"c":true,"d":null}}
    content = {"b": {"d": None, "c": True}, "a": [1, "é"], "sha256": "not a part of it"}
    assert seal(content) == "0020bfb5b6e7de4e1ab40b1d8dffc1f1d6d57bb7d638b4971cad77e08db49e5f"


def test_versions_above_the_last_are_refused_with_a_sentence():
    assert list(READERS) == [1, 2]
    words = "this version of aucopt does not check certificates of version 3, only those of versions 1 and 2"
    with pytest.raises(UncheckedError, match=words):
        check_version({"format": "aucopt certificate", "version": 3})
    for version in (0, -1, True, "2", 2.0, None):
        with pytest.raises(FailedError, match="is not a version of the format"):
            check_version({"format": "aucopt certificate", "version": version})


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_certificate(tmp_path / "nowhere.json")
