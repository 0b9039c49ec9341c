"""The table as kernels see it."""

import pickle

import numpy as np
from asked_panels import ask, table_of

import aucopt
from aucopt.panels.table import read_table, searched

X = np.array([[1.0, 2, 5, 7, -2], [2, 4, 5, 1, -4], [3, 6, 5, 1, -6], [3, 6, 5, 2, -6]])
Y = np.array([0, 1, 0, 1])


def test_copies_and_constants_are_known():
    assert table_of(X, Y, 2).group.tolist() == [0, 0, -1, 3, 0]


def test_rows_have_the_positives_first_and_ranks_tell_ties():
    table = table_of(X, Y, 2)
    assert table.n_positives == 2
    assert table.ranks[3].tolist() in ([0, 1, 2, 0], [1, 0, 2, 0])
    assert np.abs(table.images).max() <= 1


def test_bits_keep_to_the_memory_and_do_not_travel():
    assert table_of(X, Y, 3).bits.diagonals is not None
    assert table_of(X, Y, 3, memory_limit=0).bits is None
    assert table_of(X, Y, 2, sample_weight=[1, 2, 3, 4]).bits is None
    assert table_of(X, Y, 2, sample_weight=[1, 2, 1, 1]).wp.tolist() == [1, 1, 1]
    table = table_of(X, Y, 3)
    assert table.bits is not None
    assert "bits" not in vars(pickle.loads(pickle.dumps(table)))
    assert table.room > 0
    assert table_of(X, Y, 3, memory_limit=0).room == 0


def test_an_objective_of_the_negatives_is_searched_exchanged():
    question = ask(X, Y, 2, objective=aucopt.Specificity(sensitivity=0.5), signs=[1, 0, 0, 0, -1])
    assert searched(question)[2] == (-1, 0, 0, 0, 1)
    assert read_table(question).signs.tolist() == [-1, 0, 0, 0, 1]


def test_the_digest_knows_the_data():
    assert table_of(X, Y, 2).digest == table_of(X, Y, 2).digest
    assert table_of(X, Y, 2).digest != table_of(X, Y, 3).digest
