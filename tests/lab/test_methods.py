"""The registry of the methods, their grids, and the lab's readme."""

import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import ParameterGrid, StratifiedKFold

import aucopt.lab
from aucopt.datasets import load_toy
from aucopt.lab import METHODS, Method, Study, score_grid
from aucopt.metrics import roc_auc_score


def rows_and_folds(seed=0, n=120, d=4):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    X = rng.normal(size=(n, d)) + 0.6 * y[:, None]
    return X, y, list(StratifiedKFold(3).split(X, y))


def test_registry_is_the_papers():
    auc_optimisers = {name for name, method in METHODS.items() if method.family == "AUC optimiser"}
    linear = {name for name, method in METHODS.items() if method.linear}
    assert auc_optimisers == {"AdaBoost", "RankBoost", "SPAM", "SPAUC", "SVM-Perf", "AUC-opt"}
    assert linear == {"SVM", "B-SVM", "LR", "B-LR", "SPAM", "SPAUC", "SVM-Perf", "AUC-opt"}
    assert set(METHODS) - auc_optimisers - linear == {"RF", "B-RF", "GB", "SVM-RBF", "B-SVM-RBF"}
    sizes = {name: np.prod([len(values) for values in m.grid.values()]) for name, m in METHODS.items()}
    assert sizes == {
        **dict.fromkeys(["SVM", "B-SVM", "LR", "B-LR", "SVM-RBF", "B-SVM-RBF"], 20),
        **dict.fromkeys(["RF", "B-RF", "GB", "RankBoost"], 8),
        **{"AdaBoost": 10, "SPAM": 120, "SPAUC": 100, "SVM-Perf": 32, "AUC-opt": 1},
    }
    assert METHODS["B-LR"].make(1, C=2.0).get_params()["class_weight"] == "balanced"
    assert METHODS["RF"].make(7).random_state == 7


@pytest.mark.parametrize(("name", "published"), [("LR", 0.57), ("SVM-Perf", 0.58), ("AUC-opt", 0.7038)])
def test_the_toy_set_comes_out_as_published(name, published):
    X, y = load_toy()
    method = METHODS[name]
    points = ParameterGrid(method.grid)
    best = max(roc_auc_score(y, method.make(**p).fit(X, y).decision_function(X)) for p in points)
    assert best == pytest.approx(published, abs=0.01 if len(points) > 1 else 5e-5)


def test_readme_of_the_lab_runs(monkeypatch, tmp_path):
    text = (Path(aucopt.lab.__file__).parent / "README.md").read_text(encoding="utf-8")
    adds_a_method, runs_a_study = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.setattr(aucopt.lab, "METHODS", dict(METHODS))
    exec(adds_a_method, {})
    X, y, folds = rows_and_folds()
    assert score_grid(aucopt.lab.METHODS["Ridge"], X, y, folds).scores.min() > 0.5
    monkeypatch.chdir(tmp_path)
    exec(runs_a_study, names := {})
    assert names["state"].left == 0
    assert len(names["scores"]) == 4


def test_thinner_grids():
    """At most so many values, the ends among them; or every so manieth, the first among them."""
    lr, spam = METHODS["LR"], METHODS["SPAM"]
    assert lr.thinned(2).grid["C"] == [lr.grid["C"][0], lr.grid["C"][-1]]
    assert lr.thinned(1).grid["C"] == [lr.grid["C"][9]]
    assert lr.thinned(50).grid["C"] == lr.grid["C"]
    assert lr.every(2).grid["C"] == lr.grid["C"][::2]
    assert {name: len(values) for name, values in spam.every(2).grid.items()} == {"step_size": 6, "l2": 5}
    assert METHODS["AUC-opt"].every(2).grid == {}
    with pytest.raises(ValueError, match="every must be at least 1, not 0"):
        Study("tsne2", every=0)
    plain, thin = Study("tsne2").settings(), Study("tsne2", every=2).settings()
    assert {name for name in plain if plain[name] != thin[name]} == {"every"}


@pytest.mark.parametrize(
    ("family", "estimator", "grid", "told"),
    [
        ("linear", LogisticRegression(), {}, "family must be one of"),
        ("standard", LogisticRegression, {}, "must be an instance of a scikit-learn classifier"),
        ("standard", Ridge(), {}, r"a scikit-learn classifier, .* not Ridge\(\)"),
        (
            "standard",
            LogisticRegression(),
            {"alpha": [1]},
            "names 'alpha', but the parameters .* are C, class",
        ),
    ],
)
def test_a_method_that_cannot_run_is_refused_when_it_is_made(family, estimator, grid, told):
    with pytest.raises(ValueError, match=told):
        Method("own", family, True, estimator, grid)
