"""The studies: their units, their settings, and what is refused."""

from dataclasses import replace

import pytest
from sklearn.preprocessing import FunctionTransformer

from aucopt.lab import METHODS, STUDIES, Method, Study, Unit, paper_study

STUDY = Study("tsne2", ("pima", "german"), ("LR", "AUC-opt"), trials=2)


def test_a_method_with_a_function_in_it_is_the_same_in_every_process(monkeypatch):
    def settings(function):
        method = Method("own", "standard", True, FunctionTransformer(function), {"func": [function]})
        monkeypatch.setitem(METHODS, "own", method)
        return replace(STUDY, methods=("own",)).settings()

    one, other = lambda X: X, lambda X: X
    assert repr(one) != repr(other)
    assert settings(one) == settings(other)


def test_studies_of_the_paper():
    assert {name: len(study.datasets) for name, study in STUDIES.items()} == dict.fromkeys(STUDIES, 50)
    assert len(STUDIES["linear-2d"].units()) == 50 * 200 * 8
    assert len(STUDIES["real"].methods) == 16
    assert paper_study("linear-3d").max_pairs == 2000
    assert paper_study("linear-3d-uncut").max_pairs is None
    coded = paper_study("linear-3d", as_coded=True, methods=("LR",))
    assert (coded.trials, coded.methods, coded.as_coded) == (50, ("LR",), True)
    assert "pima" in coded.datasets
    assert "w7a" not in coded.datasets
    assert len(paper_study("real", as_coded=True).datasets) == 50
    with pytest.raises(ValueError, match="There is no study 'r4'"):
        paper_study("r4")


def test_units_go_trial_by_trial():
    assert [unit.trial for unit in STUDY.units()] == [0] * 4 + [1] * 4
    assert STUDY.units()[:3] == [
        Unit("pima", "tsne2", 0, "LR"),
        Unit("pima", "tsne2", 0, "AUC-opt"),
        Unit("german", "tsne2", 0, "LR"),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"projection": "pca"}, "projection must be 'raw', 'tsne2' or 'tsne3', not 'pca'"),
        ({"trials": 0}, "trials must be at least 1, not 0"),
        ({"n_folds": 1}, "n_folds must be at least 2, not 1"),
        ({"thin": 0}, "thin must be at least 1, not 0"),
        ({"datasets": ()}, "datasets must hold one or more different names"),
        ({"methods": ("LR", "LR")}, "methods must hold one or more different names"),
        ({"methods": ("B-LRR",)}, "There is no method 'B-LRR'. Did you mean"),
    ],
)
def test_bad_studies_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(STUDY, **change)


def test_thin_grids_keep_their_ends():
    grid = METHODS["LR"].grid["C"]
    thin = {most: replace(STUDY, thin=most).method("LR").grid["C"] for most in (1, 2, 4, 99)}
    assert thin[1] == [grid[9]]
    assert thin[2] == [grid[0], grid[-1]]
    assert len(thin[4]) == 4
    assert thin[99] == STUDY.method("LR").grid["C"] == grid


def test_auc_opt_searches_by_the_study():
    def search(name):
        return STUDIES[name].method("AUC-opt").estimator.get_params()

    assert (search("linear-3d-uncut")["solver"], search("linear-3d-uncut")["time_limit"]) == ("cone", 120.0)
    assert (search("real")["solver"], search("real")["time_limit"]) == ("auto", None)


def test_a_method_that_proves_the_optimum_gets_the_time_for_proofs_whatever_its_name_is(monkeypatch):
    prover = replace(METHODS["AUC-opt"], name="mine")
    monkeypatch.setitem(METHODS, "mine", prover)
    monkeypatch.setitem(METHODS, "AUC-opt", replace(prover, name="AUC-opt", proves_optimum=False))
    study = Study("tsne3", ("pima",), ("mine", "AUC-opt"), proof_seconds=7.0)
    assert study.method("mine").estimator.get_params()["time_limit"] == 7.0
    assert study.method("mine").estimator.get_params()["solver"] == "cone"
    assert study.method("AUC-opt").estimator.get_params()["time_limit"] is None


def test_a_study_of_the_paper_with_other_settings():
    changed = paper_study("linear-3d", datasets=("pima",), trials=3, max_pairs=100, n_folds=3, every=2)
    assert changed == Study("tsne3", ("pima",), trials=3, max_pairs=100, n_folds=3, every=2)
    limited = paper_study("linear-2d", thin=4, proof_seconds=5.0, unit_seconds=9.0)
    assert limited == Study("tsne2", thin=4, proof_seconds=5.0, unit_seconds=9.0)
    with pytest.raises(TypeError, match="unexpected keyword argument 'trails'"):
        paper_study("linear-2d", trails=3)
