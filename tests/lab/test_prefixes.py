"""Models of fewer rounds, cut from a larger one."""

from dataclasses import replace

import numpy as np
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from aucopt.lab import METHODS, score_grid
from aucopt.metrics import roc_auc_score

auc = make_scorer(roc_auc_score, response_method=("decision_function", "predict_proba"))


def test_rounds_that_end_early_are_the_same_too():
    X = np.repeat(np.arange(12.0), 2)[:, None]
    y = X[:, 0] > 5
    folds = list(StratifiedKFold(2).split(X, y))
    for name in ("AdaBoost", "RankBoost"):
        method = replace(METHODS[name], grid={"n_estimators": [2, 50]})
        plain = GridSearchCV(method.make(0), method.grid, scoring=auc, cv=folds).fit(X, y)
        fast = score_grid(method, X, y, folds)
        expected = np.column_stack([plain.cv_results_[f"split{k}_test_score"] for k in range(2)])
        np.testing.assert_array_equal(fast.scores, expected)
        np.testing.assert_array_equal(fast.scores[0], fast.scores[1])
