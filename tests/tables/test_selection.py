"""Which label is the positive class."""

import numpy as np
import pytest

from aucopt.tables.errors import TableError
from aucopt.tables.reading import Table
from aucopt.tables.selection import class_labels, odd_cell, select_rows


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
    with pytest.raises(TableError, match=r"it has 3: a, b, c\. Name the positive one by --positive-label"):
        choose(("a", "b", "c"))


def test_numbers_keep_their_order():
    assert class_labels(np.array([1.0, 0.0, np.nan])) == [0, 1]


@pytest.mark.parametrize("cell", ["<0.1", "12.3%", "1,234.50", "not done"])
def test_the_cell_that_makes_text_of_numbers_is_named_first(cell):
    columns = {"name": column("a", "b", "c"), "x": np.arange(3) * 1.5, "crp": column("0.4", cell, "7")}
    table = Table({**columns, "y": np.array([0.0, 1.0, 1.0])}, {}, 3, {})
    assert odd_cell(table, "crp") == (2, cell)
    assert odd_cell(table, "name") is None
    assert odd_cell(table, "x") is None
    rows, notes = select_rows(table, "y")
    assert rows.columns == ("x",)
    assert notes[0] == f"Column 'crp' is left out: most cells are numbers, but row 2 holds {cell!r}."
    assert notes[1] == "Columns of text are left out: name."
    with pytest.raises(TableError, match="column 'crp' is text: row 2 holds"):
        select_rows(table, "y", columns=["crp"])
