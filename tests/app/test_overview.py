import numpy as np
import pytest

import aucopt
from aucopt.app.overview import describe_columns, guess_target, guess_time, shown_labels
from aucopt.tables.outcomes import OutcomeColumns
from aucopt.tables.reading import read_table


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        "low,flag,word,void,y\n4,true,a,,no\n3,false,b,,no\n,true,c,,yes\n1,true,d,,Yes\n2,,e,,no\n"
    )
    return read_table(str(path))


def test_each_column_has_its_kind_its_gaps_and_its_auc(table):
    facts = {fact.name: fact for fact in describe_columns(table, OutcomeColumns("y"), "Yes")}
    assert {name: fact.kind for name, fact in facts.items()} == {
        "low": "numbers",
        "flag": "yes or no",
        "word": "text",
        "void": "empty",
    }
    assert [fact.n_missing for fact in facts.values()] == [1, 1, 0, 5]
    # Rows that lack the value do not count, and a column that points down is turned.
    assert facts["low"].alone == aucopt.roc_auc_score([0, 0, 1, 0], [-4, -3, -1, -2])
    assert facts["low"].sign == -1
    assert facts["word"].alone is None
    assert [name for name, fact in facts.items() if fact.is_chosen] == ["low", "flag"]
    assert [name for name, fact in facts.items() if fact.is_usable] == ["low", "flag"]


def test_cells_that_are_not_plain_numbers_are_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("crp,tsh,y\n<0.5,1,0\n3,2,1\n>9,late,0\n4,3,1\n")
    kinds = {
        fact.name: fact.kind for fact in describe_columns(read_table(str(path)), OutcomeColumns("y"), "1")
    }
    assert kinds == {
        "crp": "numbers, 2 limits of detection",
        "tsh": "text: row 3 below the header holds 'late'",
    }


def test_without_a_target_there_are_no_aucs(table):
    assert {fact.alone for fact in describe_columns(table)} == {None}


def test_labels_and_target(table):
    assert guess_target(table) == "y"
    assert shown_labels(table, "y") == ["yes", "no"]
    assert shown_labels(table, "void") == []
    many = table._replace(columns={"x": np.arange(30.0)}, n_rows=30)
    assert shown_labels(many, "x") == []
    assert guess_target(many) == "x"


def test_other_outcomes_have_a_concordance_and_are_no_columns(table):
    grades = {fact.name: fact for fact in describe_columns(table, OutcomeColumns("low", ordered=True))}
    assert "low" not in grades
    assert grades["flag"].alone == aucopt.concordance([4, 3, 1], [-1, 0, -1])
    columns = {
        "x": np.array([1.0, 2.0, 3.0]),
        "died": np.array([1.0, 0.0, 1.0]),
        "days": np.array([2.0, 3.0, 5.0]),
    }
    survival = table._replace(columns=columns, n_rows=3)
    assert guess_time(survival, "died") == "days"
    (fact,) = describe_columns(survival, OutcomeColumns(None, "died", "days", ordered=True), "1")
    assert (fact.name, fact.alone, fact.sign) == ("x", 1.0, -1)


def test_an_outcome_that_cannot_be_read_leaves_no_values(table):
    assert {fact.alone for fact in describe_columns(table, OutcomeColumns("word", ordered=True))} == {None}
