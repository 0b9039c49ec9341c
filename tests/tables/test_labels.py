"""Which label is the positive class, and the line that says so."""

import numpy as np
import pytest

from aucopt.tables.errors import TableError
from aucopt.tables.labels import class_labels, name_positive
from aucopt.tables.reading import Table
from aucopt.tables.second import select_like
from aucopt.tables.selection import select_rows


def column(*cells):
    found = np.empty(len(cells), dtype=object)
    found[:] = cells
    return found


def choose(labels, **options):
    table = Table({"x": np.arange(len(labels)) * 1.5, "y": column(*labels)}, {}, len(labels), {})
    return select_rows(table, "y", **options)[0]


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (("case", "control"), "case"),
        (("Yes", "no"), "Yes"),
        (("DEAD", "alive"), "DEAD"),
        (("benign", "malignant"), "malignant"),
        # The word is that of the others.
        (("Healthy", "Fracture"), "Fracture"),
        (("CONTROL", "ALS"), "ALS"),
        # Neither or both are such words: what sorts last.
        (("a", "b"), "b"),
        (("yes", "true"), "yes"),
    ],
)
def test_a_usual_word_is_positive(labels, positive):
    assert class_labels(column(*labels, None))[-1] == positive
    rows = choose([*labels, labels[0]])
    assert rows.classes[1] == positive
    assert rows.positive.tolist() == [label == positive for label in [*labels, labels[0]]]


def test_the_option_wins_and_takes_one_class_against_the_rest():
    assert choose(("case", "control"), positive_label="control").classes == ("case", "control")
    rows = choose(("a", "b", "c", "b"), positive_label="b")
    assert rows.classes == ("not b", "b")
    assert rows.positive.tolist() == [False, True, False, True]
    with pytest.raises(
        TableError, match=r"it has 3: a, b, c\. Name the positive class with --positive-label"
    ):
        choose(("a", "b", "c"))


def test_labels_that_differ_in_capitals_are_one_class():
    labels = ("Sepsis", "healthy", "SEPSIS", "Healthy", "Sepsis", "healthy", None)
    table = Table({"x": np.arange(7) * 1.5, "y": column(*labels)}, {}, 7, {})
    for given in (None, "Sepsis", "SEPSIS", "sepsis"):
        rows, notes = select_rows(table, "y", positive_label=given, missing="drop")
        assert rows.classes == ("healthy", "Sepsis")
        assert rows.positive.tolist() == [True, False, True, False, True, False]
        assert (
            "In 'y', labels that differ in capitals only are one class: Sepsis and SEPSIS; "
            in notes.remarks[-1]
        )
    second = Table({"x": np.arange(2) * 1.5, "y": column("sepsis", "HEALTHY")}, {}, 2, {})
    assert select_like(rows, second, "b.csv")[0].positive.tolist() == [True, False]
    # If only capitals tell the classes apart, they are two.
    cased = choose(("A", "a", "A", "a"))
    assert (cased.classes, cased.positive.tolist()) == (("A", "a"), [False, True, False, True])
    second = Table({"x": np.arange(2) * 1.5, "y": column("a", "A")}, {}, 2, {})
    assert select_like(cased, second, "b.csv")[0].positive.tolist() == [True, False]


def test_numbers_keep_their_order():
    assert class_labels(np.array([1.0, 0.0, np.nan])) == [0, 1]


@pytest.mark.parametrize(
    ("classes", "given", "line"),
    [
        (("control", "case"), False, "positive class: case (change it with --positive-label)"),
        ((0, 1), False, "positive class: 1 (change it with --positive-label)"),
        ((1, 2), False, "positive class: 2, because it sorts last (change it with --positive-label)"),
        (("case", "control"), True, "positive class: control"),
    ],
)
def test_a_line_says_which_class_was_taken(classes, given, line):
    assert name_positive(classes, given=given) == line
