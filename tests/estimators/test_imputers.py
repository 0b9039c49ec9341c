import numpy as np
import pytest
from sklearn.impute import KNNImputer

from aucopt.estimators.imputers import find_imputer
from aucopt.estimators.preparation import Preparation, RawColumn
from aucopt.estimators.prepared import PreparedClassifier

NAN = np.nan
COLUMNS = (RawColumn("a", has_gaps=True), RawColumn("ward", ("e", "w"), True), RawColumn("b"))
RAW = np.array([[1.0, 0, 10], [2, 1, 20], [NAN, 1, 21], [4, NAN, 40], [5, 0, 50]])


def test_what_is_known_stays_and_gaps_follow_the_other_columns():
    made = Preparation(COLUMNS, KNNImputer(n_neighbors=1)).fit(RAW).transform(RAW)
    assert made[:, 0].tolist() == [1, 2, 2, 4, 5]  # as the row with the nearest b, not the median 3
    assert made[:, 1].tolist() == [0, 0, 1, 0, 0]
    assert made[:, 2].tolist() == [0, 1, 1, 0, 0]
    assert made[:, 3].tolist() == [0, 0, 0, 1, 0]
    assert made[:, 4].tolist() == RAW[:, 2].tolist()


def test_units_do_not_matter():
    other = RAW * [1, 1, 1000]
    plain = Preparation(COLUMNS, find_imputer("knn")).fit(RAW).transform(RAW)
    scaled = Preparation(COLUMNS, find_imputer("knn")).fit(other).transform(other)
    np.testing.assert_allclose(scaled[:, 0], plain[:, 0])


def test_a_column_without_a_value_in_a_fold_is_filled_with_zero():
    empty = RAW.copy()
    empty[:, 0] = NAN
    made = Preparation(COLUMNS, find_imputer("iterative")).fit(empty).transform(RAW)
    assert np.isfinite(made).all()
    assert made[2, 0] == 0


def test_it_is_fitted_to_the_rows_of_each_fit():
    class Last:
        def __init__(self):
            pass

        def get_params(self, deep=True):
            return {}

        def fit(self, X, y=None):
            seen.append(len(X))
            return self

        def transform(self, X):
            return np.nan_to_num(X)

    class Mean:
        def __init__(self, weight=1.0):
            self.weight = weight

        def get_params(self, deep=True):
            return {"weight": self.weight}

        def fit(self, X, y):
            return self

        def decision_function(self, X):
            return X.sum(axis=1)

    seen = []
    model = PreparedClassifier(Preparation(COLUMNS, Last()), Mean())
    assert len(model.fit(RAW[:4], [0, 1, 1, 0]).decision_function(RAW)) == 5
    assert seen == [4]


def test_bad_imputers_are_refused():
    for name, message in {
        "nearest": "take median, knn, iterative",
        "sklearn.impute.Nothing": "cannot be made",
        "no.such.Imputer": "cannot be made",
        "collections.Counter": "needs the methods fit and transform",
    }.items():
        with pytest.raises(ValueError, match=message):
            find_imputer(name)
    assert find_imputer("median") is None
    with pytest.raises(ValueError, match="must return 2 columns"):
        Preparation(COLUMNS, Short()).fit(RAW).transform(RAW)


class Short:
    """Loses a column."""

    def get_params(self, deep=True):
        return {}

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return X[:, :1]


def test_only_the_median_can_be_saved():
    fitted = Preparation(COLUMNS, KNNImputer()).fit(RAW)
    with pytest.raises(ValueError, match="KNNImputer cannot be saved; the median can"):
        fitted.to_dict()
    assert fitted.only(["a"]) is fitted
    few = Preparation(COLUMNS).fit(RAW).only(["a is missing"])
    assert few.to_dict()["medians"] == [3.0]
