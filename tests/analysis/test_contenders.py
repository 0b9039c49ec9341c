"""Which methods are compared, and what they may cost."""

import aucopt
from aucopt.analysis.contenders import choose_methods, prepare_method, quickened
from aucopt.exact.objective.roc import AUC
from aucopt.lab.methods import METHODS


def test_the_size_of_a_table_decides_what_is_proved():
    """Counted work: without `proof_seconds` no fit has a limit of time."""
    prover = METHODS["AUC-opt"]
    quick, large = (prepare_method(prover, 5, n_pairs, None, None).estimator for n_pairs in (100, 10**6))
    assert (quick.solver, quick.time_limit) == ("auto", None)
    assert (large.solver, large.time_limit) == ("ascent", None)
    assert prepare_method(prover, 5, 10**6, None, 3.0).estimator.time_limit == 3.0
    assert prepare_method(prover, 2, 10**9, None, None) is prover


def test_inner_folds_need_no_proof():
    prover, other = METHODS["AUC-opt"], METHODS["LR"]
    assert quickened(prover, 5).estimator.solver == "ascent"
    assert quickened(prover, 2) is prover
    assert quickened(other, 5) is other


def test_the_optimum_of_another_objective_takes_part():
    assert [method.name for method in choose_methods(["LR", "AUC-opt"], AUC())] == ["LR", "AUC-opt"]
    names = [method.name for method in choose_methods(["LR"], aucopt.PartialAUC(max_fpr=0.1))]
    assert names == ["LR", "pAUC-opt"]
