"""The best panel against all subsets in fractions, and what is refused as input."""

import numpy as np
import pandas as pd
import pytest
from naive_objectives import Asked
from naive_panels import accuracy_values, attacking_table, concordance_values, panel_values

import aucopt
from aucopt.panels.best import best_panel


def check(values, found, delta):
    """All that a search promises, against the values of all panels."""
    best = max(values.values())
    assert found.value_exact == best == found.bound_exact
    assert (found.status, found.gap) == ("optimal", 0.0)
    within = sorted((c for c in values if values[c] >= best - delta), key=lambda c: (-values[c], c))
    assert found.n_panels == len(within)
    assert [panel.columns for panel in found.panels] == within[:100]
    assert found.columns == within[0]
    assert [panel.value for panel in found.panels] == [float(values[c]) for c in within[:100]]
    assert found.frequency.tolist() == [sum(j in c for c in within) for j in range(len(found.frequency))]
    assert found.n_total == len(values)
    assert sum(found.refused.values()) + found.n_panels == len(values)
    assert found.solution.value_exact == best


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_pairs_of_columns_against_brute_force(first):
    for seed in range(first, first + 50):
        X, y = attacking_table(seed)
        rng = np.random.default_rng(seed)
        weight = rng.integers(1, 4, len(y)).tolist() if seed % 3 == 0 else None
        signs = rng.integers(-1, 2, X.shape[1]).tolist() if seed % 5 == 0 else None
        delta = (0, 0.05, 0.2)[seed % 3]
        found = best_panel(X, y, 2, sample_weight=weight, signs=signs, delta=delta)
        check(panel_values(X, y, 2, weight, signs), found, aucopt.inputs.read_share(delta, "delta"))


@pytest.mark.parametrize("seed", range(14))
def test_triples_against_brute_force(seed):
    X, y = attacking_table(seed, n=6, p=4)
    rng = np.random.default_rng(seed)
    weight = rng.integers(1, 4, len(y)).tolist() if seed % 4 == 0 else None
    signs = rng.integers(-1, 2, X.shape[1]).tolist() if seed % 4 == 1 else None
    found = best_panel(X, y, 3, sample_weight=weight, signs=signs, delta=0.1)
    check(panel_values(X, y, 3, weight, signs), found, aucopt.inputs.read_share(0.1, "delta"))


def test_single_columns_against_brute_force():
    for seed in range(20):
        X, y = attacking_table(seed)
        check(panel_values(X, y, 1), best_panel(X, y, 1, delta=0), 0)


OBJECTIVES = [
    (aucopt.PartialAUC(max_fpr=0.5), Asked("max_fpr", "0.5")),
    (aucopt.PartialAUC(min_tpr=0.5), Asked("min_tpr", "0.5")),
    (aucopt.Sensitivity(specificity=0.6), Asked("specificity", "0.6")),
    (aucopt.Specificity(sensitivity=0.6), Asked("sensitivity", "0.6")),
]


@pytest.mark.parametrize(("objective", "asked"), OBJECTIVES)
def test_other_objectives_against_brute_force(objective, asked):
    for seed in range(4):
        X, y = attacking_table(seed, n=6, p=4)
        found = best_panel(X, y, 2, objective=objective, delta=0)
        check(panel_values(X, y, 2, asked=asked), found, 0)


@pytest.mark.parametrize("k", [1, 2])
def test_accuracy_against_brute_force(k):
    tenth = aucopt.inputs.read_share(0.1, "delta")
    for seed in range(14):
        X, y = attacking_table(seed, n=6, p=4)
        rng = np.random.default_rng(seed)
        weight = rng.integers(1, 4, len(y)).tolist() if seed % 3 == 0 else None
        signs = rng.integers(-1, 2, X.shape[1]).tolist() if seed % 4 == 0 else None
        costs = (1, 3) if seed % 5 == 0 else (1, 1)
        values = accuracy_values(X, y.tolist(), k, signs, weight=weight, costs=costs)
        objective = aucopt.Accuracy({0: costs[0], 1: costs[1]})
        found = best_panel(X, y, k, objective=objective, sample_weight=weight, signs=signs, delta=0.1)
        check(values, found, tenth)


OUTCOMES = {
    "ordered": [2, 0, 1, 1, 0, 3],
    "censored": [(1, 4), (0, 2), (1, 2), (1, 1), (0, 5), (1, 5)],
}


@pytest.mark.parametrize("kind", OUTCOMES)
def test_concordance_against_brute_force(kind):
    y, tenth = OUTCOMES[kind], aucopt.inputs.read_share(0.1, "delta")
    for seed in range(7):
        X, _ = attacking_table(seed, n=6, p=4)
        rng = np.random.default_rng(seed)
        weight = rng.integers(1, 4, len(y)).tolist() if seed % 3 == 0 else None
        signs = rng.integers(-1, 2, X.shape[1]).tolist() if seed % 4 == 0 else None
        strata = [0, 0, 1, 1, 0, 1] if seed % 2 else None
        values = concordance_values(X, y, 2, signs, weight=weight, strata=strata)
        found = best_panel(
            X, y, 2, objective="concordance", sample_weight=weight, signs=signs, strata=strata, delta=0.1
        )
        check(values, found, tenth)


@pytest.mark.parametrize("by_cases", [False, True])
def test_the_auc_within_strata_against_brute_force(by_cases):
    strata, tenth = [0, 0, 1, 1, 0, 1, 1], aucopt.inputs.read_share(0.1, "delta")
    for seed in range(4):
        X, _ = attacking_table(seed, n=7, p=4)
        y = [0, 1, 0, 1, 0, 1, 0]
        values = concordance_values(X, y, 2, strata=strata, by_cases=by_cases)
        how = "cases" if by_cases else "pairs"
        found = best_panel(X, y, 2, strata=strata, strata_weight=how, delta=0.1)
        check(values, found, tenth)
        assert "within strata" in str(found)


def test_a_triple_of_a_ranked_outcome():
    X, _ = attacking_table(6, n=6, p=4)
    values = concordance_values(X, OUTCOMES["ordered"], 3)
    check(values, best_panel(X, OUTCOMES["ordered"], 3, objective="concordance", delta=0), 0)


def test_where_no_column_helps_a_constant_rule_is_named():
    X = np.array([[0.0, 1], [0, 1], [0, 1], [0, 1]])
    found = best_panel(X, [0, 1, 1, 1], 1, objective="accuracy", delta=0)
    assert (found.value, found.fewest, found.n_panels) == (0.75, (), 2)
    assert "a constant rule reaches the same value" in str(found)
    assert any("No rule is better than a constant one" in note for note in found.notes)


def test_fewest_columns_are_named():
    X = np.array([[0, 5, 1], [1, 2, 0], [2, 3, 1], [3, 1, 0]])
    found = best_panel(X, [0, 0, 1, 1], 2, delta=0)
    assert found.value == 1.0
    assert found.fewest == (0,)


def test_forced_and_forbidden_columns():
    X, y = attacking_table(6, n=12)
    frame = pd.DataFrame(X, columns=list("abcde"))
    values = panel_values(X, y, 2)
    allowed = {c: v for c, v in values.items() if 1 in c and 3 not in c}
    found = best_panel(frame, y, 2, include=["b"], exclude="d", delta=0)
    assert found.value_exact == max(allowed.values())
    assert found.n_total == len(allowed) == 3
    assert set(found.names) == {"b", *(set(found.names) - {"b", "d"})}
    assert best_panel(X, y, 2, include=[1, -2], delta=0).columns == (1, 3)


def test_the_same_answer_for_any_number_of_threads():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 30)), np.arange(40) % 2
    one, two = (best_panel(X, y, 2, n_jobs=jobs) for jobs in (1, 2))
    assert one.columns == two.columns
    assert one.panels == two.panels
    assert one.refused == two.refused
    assert one.frequency.tolist() == two.frequency.tolist()


def test_memory_limit_changes_no_answer():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(24, 6)), np.arange(24) % 2
    rich, poor = best_panel(X, y, 3, delta=0.02), best_panel(X, y, 3, delta=0.02, memory_limit=0)
    assert rich.panels == poor.panels
    assert "shared directions" in rich.refused
    assert "shared directions" not in poor.refused
    assert any("memory limit" in note for note in poor.notes)


def test_time_limit_leaves_a_bound():
    rng = np.random.default_rng(3)
    found = best_panel(rng.normal(size=(30, 6)), np.arange(30) % 2, 2, time_limit=0)
    assert found.status == "time_limit"
    assert found.value <= found.bound <= 1.0
    assert found.gap > 0


def test_a_certificate_is_about_the_panel_and_says_so():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 5)), np.arange(30) % 2
    found = best_panel(X, y, 2, certify=True)
    some = X[:, list(found.columns)]
    assert aucopt.verify(found.certificate, some, y).holds
    assert "computed, not certified" in str(found)


def test_progress_is_told():
    told = []
    rng = np.random.default_rng(5)
    best_panel(rng.normal(size=(30, 6)), np.arange(30) % 2, 2, callback=told.append)
    assert told[-1].n_done == told[-1].n_total == 15
    assert told[-1].gap == pytest.approx(0)


TABLE, LABELS = np.arange(12.0).reshape(4, 3), [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k must be a whole number from 1"),
        ({"k": 4}, "k must be a whole number from 1"),
        ({"k": 1.5}, "k must be a whole number from 1"),
        ({"k": 1, "include": [0, 1]}, "include names 2 columns, but a panel has 1"),
        ({"k": 2, "include": [0], "exclude": [0]}, "both included and excluded: 'x0'"),
        ({"k": 2, "exclude": [0, 1]}, "Only 1 columns are left"),
        ({"k": 2, "delta": -0.1}, "delta must be at least 0"),
        ({"k": 2, "delta": 2}, "delta must lie between 0 and 1"),
        ({"k": 2, "include": ["age"]}, "does not exist: 'age'"),
        ({"k": 2, "include": [7]}, "there are 3 columns"),
        ({"k": 2, "time_limit": -1}, "time_limit must be"),
        ({"k": 2, "memory_limit": -1}, "memory_limit must be"),
        ({"k": 2, "objective": "accuracy", "strata": [0, 0, 1, 1]}, "Accuracy takes no strata"),
        ({"k": 2, "objective": aucopt.PartialAUC(max_fpr=0.5), "strata": [0, 0, 1, 1]}, "takes no strata"),
        ({"k": 2, "objective": "concordance", "memory_limit": 50}, "more than memory_limit, 50"),
        ({"k": 2, "objective": "best"}, "objective must be"),
    ],
)
def test_bad_input_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        best_panel(TABLE, LABELS, **options)


def test_duplicated_names_are_refused():
    with pytest.raises(ValueError, match="more than one is called 'a'"):
        best_panel(pd.DataFrame(TABLE, columns=["a", "b", "a"]), LABELS, k=2)


def test_what_was_begun_is_finished_from_a_file(tmp_path):
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(40, 24)), np.arange(40) % 2
    whole = best_panel(X, y, 2)
    file = tmp_path / "panels.jsonl"
    best_panel(X, y, 2, file=file)
    lines = file.read_text().splitlines(keepends=True)
    # Killed in the middle of a line.
    file.write_text("".join(lines[:-3]) + lines[-3][:7])
    again = best_panel(X, y, 2, file=file)
    assert again.panels == whole.panels
    assert again.refused == whole.refused
    with pytest.raises(ValueError, match="other data or options"):
        best_panel(X, 1 - y, 2, file=file)
