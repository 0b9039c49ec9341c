"""The published numbers are those that the paper prints."""

from itertools import permutations

import pytest

from aucopt.lab import METHODS
from aucopt.report.paper.published import RUN_TIMES, WINS, average_wins


def test_headline_cells_of_the_paper():
    order = ("SVM", "B-SVM", "LR", "B-LR", "SVM-Perf", "SPAUC", "SPAM")
    for place, row in {
        ("tsne2", "train"): (40, 29, 20, 17, 40, 21, 26),
        ("tsne2", "test"): (34, 18, 15, 11, 31, 13, 17),
        ("tsne3", "train"): (42, 31, 6, 4, 41, 27, 33),
        ("tsne3", "test"): (32, 15, 2, 2, 32, 9, 10),
    }.items():
        assert tuple(WINS[place]["AUC-opt", other] for other in order) == row
    assert WINS["tsne3", "test"]["LR", "AUC-opt"] == 8
    assert WINS["tsne3", "test"]["B-LR", "AUC-opt"] == 6
    assert all(WINS["tsne2", "train"][other, "AUC-opt"] == 0 for other in order)


def test_averages_are_those_the_paper_prints():
    methods = [name for name in METHODS if name != "AUC-opt"]
    printed = {
        "test": {
            "B-RF": 31.92,
            "B-SVM-RBF": 31.15,
            "RF": 30.46,
            "GB": 26.69,
            "RankBoost": 25.77,
            "SVM-RBF": 22.92,
            "B-LR": 22.38,
            "LR": 22.08,
            "AdaBoost": 21.31,
            "B-SVM": 18.31,
            "SVM": 12.62,
            "SVM-Perf": 12.23,
            "SPAM": 10.31,
            "SPAUC": 7.69,
        },
        "train": {"RF": 43.69, "RankBoost": 33.31, "SPAUC": 1.85, "SVM-Perf": 6.15},
    }
    for part, averages in printed.items():
        for method, average in averages.items():
            assert average_wins("raw", part, method, methods) == pytest.approx(average, abs=0.005)
    assert average_wins("raw", "test", "AUC-opt", methods) is None


@pytest.mark.parametrize("place", sorted(WINS))
def test_published_tables_are_complete(place):
    methods = {row for row, _ in WINS[place]}
    assert set(WINS[place]) == set(permutations(methods, 2))
    assert methods <= set(METHODS)
    assert all(WINS[place][i, j] + WINS[place][j, i] <= 50 for i, j in WINS[place])
    assert set(RUN_TIMES.get(place[0], {})) <= set(METHODS)
