"""Comparisons of AUCs: the published example, and scores that cannot be told apart."""

import numpy as np
import pandas as pd
import pytest
from ovarian import HELPED, TESTS

import aucopt


def test_published_example():
    found = aucopt.compare_aucs(HELPED, TESTS)
    assert found.aucs == pytest.approx([0.7366, 0.7258, 0.6478], abs=5e-5)
    assert np.sqrt(np.diag(found.covariance)) == pytest.approx([0.0927, 0.1028, 0.1000], abs=5e-5)
    assert (found.statistic, found.df, found.p_value) == (
        pytest.approx(2.5340, abs=5e-5),
        2,
        pytest.approx(0.2817, abs=5e-5),
    )
    assert [(d.first, d.second) for d in found.differences] == [
        ("albumin", "K-G"),
        ("albumin", "protein"),
        ("K-G", "protein"),
    ]


def test_scores_of_one_order_do_not_differ():
    x = TESTS["albumin"]
    found = aucopt.compare_aucs(HELPED, {"x": x, "exp x": np.exp(x)})
    assert (found.statistic, found.df, found.p_value) == (0, 0, 1)
    assert found.differences[0][2:] == (0, 0, 0, 1)
    # A third score is tested as if it had one rival.
    three = aucopt.compare_aucs(HELPED, {"x": x, "exp x": np.exp(x), "protein": TESTS["protein"]})
    two = aucopt.compare_aucs(HELPED, {"x": x, "protein": TESTS["protein"]})
    assert (three.df, three.p_value) == (1, pytest.approx(two.p_value))


def test_a_difference_without_variance_has_no_p_value():
    found = aucopt.compare_aucs([0, 0, 1, 1], {"perfect": [1, 2, 3, 4], "constant": [0, 0, 0, 0]})
    assert found.differences[0].difference == 0.5
    assert np.isnan([found.p_value, found.differences[0].p_value]).all()
    assert "no variance" in str(found)


def test_two_scores_by_chi_square_and_by_difference_agree():
    found = aucopt.compare_aucs(HELPED, {name: TESTS[name] for name in ("albumin", "protein")})
    assert found.p_value == pytest.approx(found.differences[0].p_value)


def test_frames_and_arrays_will_do():
    frame = pd.DataFrame(TESTS)
    by_name, by_number = (aucopt.compare_aucs(HELPED, table) for table in (frame, frame.to_numpy()))
    assert (by_name.names, by_number.names[2]) == (("albumin", "K-G", "protein"), "score 2")
    assert by_name.statistic == by_number.statistic
    labels = np.where(HELPED == 1, "helped", "not")
    turned = aucopt.compare_aucs(labels, frame, pos_label="helped")
    assert turned.statistic == by_name.statistic


TWINS = pd.DataFrame([[1, 2, 3], [4, 5, 6]], columns=["new", "new", "old"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: aucopt.auc_interval([0, 1], [1, 2], confidence=1), "confidence must lie between 0 and 1"),
        (lambda: aucopt.auc_interval([0, 1], [1, 2, 3]), "y has 2 rows, scores have 3"),
        (lambda: aucopt.auc_interval([0, 1], [1, 2], sample_weight=[1, 0]), "weight zero"),
        (lambda: aucopt.compare_aucs([0, 1], [[1], [2]]), "Two scores or more are needed"),
        (lambda: aucopt.compare_aucs([0, 1], TWINS), "a name of its own; they are called new, new, old"),
        (lambda: aucopt.compare_aucs([0, 1], [1, 2]), r"a column for each score, not the shape \(2,\)"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
