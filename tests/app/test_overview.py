import numpy as np
import pytest

import aucopt
from aucopt.app.overview import describe_columns, guess_target, positive_rows, shown_labels
from aucopt.tables.reading import read_table


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        "low,flag,word,void,y\n4,true,a,,no\n3,false,b,,no\n,true,c,,yes\n1,true,d,,Yes\n2,,e,,no\n"
    )
    return read_table(str(path))


def test_each_column_has_its_kind_its_gaps_and_its_auc(table):
    facts = {fact.name: fact for fact in describe_columns(table, "y", "Yes")}
    assert {name: fact.kind for name, fact in facts.items()} == {
        "low": "numbers",
        "flag": "true or false",
        "word": "text",
        "void": "empty",
    }
    assert [fact.n_missing for fact in facts.values()] == [1, 1, 0, 5]
    # Rows that lack the value do not count, and a column that points down is turned.
    assert facts["low"].auc == aucopt.roc_auc_score([0, 0, 1, 0], [-4, -3, -1, -2])
    assert facts["low"].sign == -1
    assert facts["word"].auc is None
    assert [name for name, fact in facts.items() if fact.is_chosen] == ["low", "flag"]


def test_without_a_target_there_are_no_aucs(table):
    assert {fact.auc for fact in describe_columns(table)} == {None}


def test_labels_and_target(table):
    assert guess_target(table) == "flag"
    assert shown_labels(table, "y") == ["yes", "no", "Yes"]
    assert shown_labels(table, "void") == []
    assert positive_rows(table, "y", "Yes").tolist() == [False, False, False, True, False]
    assert not positive_rows(table, "y", "other").any()
    many = table._replace(columns={"x": np.arange(30.0)}, n_rows=30)
    assert shown_labels(many, "x") == []
    assert guess_target(many) == "x"
