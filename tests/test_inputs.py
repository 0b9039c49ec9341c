import numpy as np
import pandas as pd
import polars as pl
import pytest

from aucopt.inputs import check_scores, check_weights, encode_labels

ROWS = [False, True, True, False, True]


def written(negative, positive):
    return [positive if row else negative for row in ROWS]


TEXT = written("no", "yes")
LABELS = {
    "ints": written(0, 1),
    "signs": written(-1, 1),
    "floats": written(0.0, 1.0),
    "bools": written(False, True),
    "strings": TEXT,
    "bytes": written(b"no", b"yes"),
    "dates": written(np.datetime64("2020-01-01"), np.datetime64("2021-01-01")),
    "column": [[label] for label in TEXT],
    "uint8": np.array(ROWS, np.uint8),
    "float32": np.array(ROWS, np.float32),
    "fixed width strings": np.array(TEXT),
    "objects": np.array(TEXT, dtype=object),
    "pandas": pd.Series(TEXT, index=range(5, 0, -1)),
    "pandas objects": pd.Series(TEXT, dtype=object),
    "pandas string": pd.Series(TEXT, dtype="string"),
    "pandas Categorical": pd.Series(pd.Categorical(TEXT, categories=["yes", "no", "unused"])),
    "pandas Int64": pd.Series(written(0, 1), dtype="Int64"),
    "pandas boolean": pd.Series(ROWS, dtype="boolean"),
    "pandas tuples": pd.Series(written((0, 1), (1, 0))),
    "pandas frame": pd.DataFrame({"y": TEXT}),
    "polars": pl.Series(TEXT),
    "polars ints": pl.Series(written(0, 1)),
    "polars bools": pl.Series(ROWS),
    "polars Categorical": pl.Series(TEXT, dtype=pl.Categorical),
    "polars Enum": pl.Series(TEXT, dtype=pl.Enum(["yes", "no"])),
}


@pytest.mark.parametrize("y", LABELS.values(), ids=LABELS.keys())
def test_the_larger_label_is_positive(y):
    positive, classes = encode_labels(y)
    assert positive.dtype == bool
    assert positive.tolist() == ROWS
    assert classes.shape == (2,)
    assert classes[0] < classes[1]


def test_labels_keep_their_type():
    assert encode_labels(np.array([2, 7], np.int16))[1].dtype == np.int16
    assert encode_labels(["no", "yes"])[1].dtype.kind == "U"


@pytest.mark.parametrize("rows", [["a", "b", "b"], ["b", "a", "a"]])
@pytest.mark.parametrize("pos_label", ["a", "b"])
def test_pos_label_chooses(rows, pos_label):
    positive, classes = encode_labels(rows, pos_label)
    assert positive.tolist() == [row == pos_label for row in rows]
    assert classes.tolist() == sorted("ab", key=pos_label.__eq__)


def test_pos_label_stands_in_for_an_order():
    mixed = np.array([1, "a", 1], dtype=object)
    assert encode_labels(mixed, pos_label="a")[0].tolist() == [False, True, False]


@pytest.mark.parametrize("pos_label", [2, "1"])
def test_wrong_pos_label(pos_label):
    with pytest.raises(ValueError, match=rf"pos_label={pos_label!r} is not among the labels of y: 0, 1"):
        encode_labels([0, 1], pos_label)


MISSING = {
    "NaN": ([0, 1, np.nan, np.nan], "2 missing or infinite labels, the first in row 2"),
    "infinity": ([0, np.inf, 1], "1 missing or infinite labels, the first in row 1"),
    "None": ([0, None, 1], "1 missing labels, the first in row 1"),
    "NaN among strings": (["a", "b", np.nan], "1 missing labels, the first in row 2"),
    "None among strings": ([None, "b", "a"], "1 missing labels, the first in row 0"),
    "NaT": (np.array(["2020", "NaT"], "M8[D]"), "1 missing labels, the first in row 1"),
    "pandas NA": (pd.Series(["a", pd.NA, pd.NA], dtype="string"), "2 missing labels, the first in row 1"),
    "pandas NA in a list": ([0, 1, pd.NA], "1 missing labels, the first in row 2"),
    "pandas category": (
        pd.Series(["a", None, "b"], dtype="category"),
        "1 missing labels, the first in row 1",
    ),
    "pandas zoned NaT": (pd.Series(pd.to_datetime(["2020", None], utc=True)), "1 missing labels"),
    "polars null": (pl.Series(["a", None, "b"]), "1 missing labels, the first in row 1"),
    "polars integer null": (pl.Series([0, None, 1]), "1 missing or infinite labels, the first in row 1"),
}


@pytest.mark.parametrize(("y", "message"), MISSING.values(), ids=MISSING.keys())
def test_missing_labels(y, message):
    with pytest.raises(ValueError, match=message):
        encode_labels(y)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([], "y is empty"),
        ([1, 1, 1], "Two classes are needed, y has only 1 in all 3 rows"),
        (["a"], "y has only 'a' in all 1 rows"),
        ([0, 1, 2], "Two classes are needed, y has 3: 0, 1, 2[.]$"),
        (np.arange(9.0), "y has 9: 0.0, 1.0, 2.0, 3.0, 4.0, [.][.][.]"),
        (["a", "b", "c"], "y has 3: 'a', 'b', 'c'"),
        ([1, "a"], "The labels 1, 'a' have no common order"),
        ([1, "1"], "The labels 1, '1' have no common order"),
        (np.eye(2), r"y must be one-dimensional, not of shape \(2, 2\)"),
        (1, r"y must be one-dimensional, not of shape \(\)"),
        (None, r"y must be one-dimensional, not of shape \(\)"),
        ([[0], [1, 2]], "y must be one-dimensional; the rows differ in length"),
        (pd.Series([[0], [1, 2]]), "y must hold plain labels"),
    ],
)
def test_bad_labels(y, message):
    with pytest.raises(ValueError, match=message):
        encode_labels(y)


@pytest.mark.parametrize(
    "scores",
    [[1, 2], [1.0, 2.0], np.array([1, 2], np.float32), pd.Series([1, 2]), pl.Series([1, 2]), [[1], [2]]],
)
def test_scores_become_floats(scores):
    checked = check_scores(scores, 2)
    assert checked.dtype == np.float64
    assert checked.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("sign", [1, -1])
def test_integers_that_floats_would_merge_stay(sign):
    scores = [sign * 2**53, sign * (2**53 + 1)]
    assert check_scores(scores, 2).tolist() == scores


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1, 2, 3, 4], "y has 5 rows, scores have 4"),
        ([1, 2, np.nan, 4, np.inf], "scores have 2 NaN or infinite values, the first in row 2"),
        (np.ones((5, 2)), r"scores have 2 columns; pass the positive class"),
        (np.ones((5, 1, 1)), "scores must be one-dimensional"),
        (list("abcde"), "scores must be real numbers, not <U1"),
        ([1, 2, 3, 4, "e"], "scores must be real numbers"),
        (np.array([1, 2, 3, 4, "e"], object), "scores must be numbers, none of them missing"),
        ([1, 2, 3, 4, pd.NA], "scores must be numbers, none of them missing"),
        (np.ones(5, complex), "scores must be real numbers, not complex128"),
    ],
)
def test_bad_scores(scores, message):
    with pytest.raises(ValueError, match=message):
        check_scores(scores, 5)


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        ([1, 0], int),
        ([True, False], int),
        (np.array([1, 0], np.uint8), int),
        ([1.0, 0.0], float),
        ([[1], [0]], int),
    ],
)
def test_integer_weights_stay_integers(weights, dtype):
    checked = check_weights(weights, 2)
    assert checked.dtype == dtype
    assert checked.tolist() == [1, 0]


def test_no_weights():
    assert check_weights(None, 3) is None


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], "y has 3 rows, sample weights have 2"),
        ([1, -1, -2], "sample weights have 2 negative values, the first in row 1"),
        ([0.5, 1.0, -0.5], "sample weights have 1 negative values, the first in row 2"),
        ([1, np.nan, np.inf], "sample weights have 2 NaN or infinite values, the first in row 1"),
        (["1", "2", "3"], "sample weights must be real numbers"),
        (np.full(3, 2**63, np.uint64), "below 2[*][*]63; pass them as floats"),
        (np.ones((3, 2)), r"sample weights must be one-dimensional, not of shape \(3, 2\)"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(ValueError, match=message):
        check_weights(weights, 3)
