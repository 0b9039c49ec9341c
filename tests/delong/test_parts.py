"""Components of parts of the ROC curve: their means, DeLong's as a special case, and what one row changes."""

import numpy as np
import pytest

from aucopt.delong.components import place_rows
from aucopt.delong.parts import place_part
from aucopt.metrics.curve import value_of
from aucopt.metrics.part import read_part

PARTS = [{"max_fpr": 0.2}, {"min_tpr": 0.7}, {"specificity": 0.85}, {"sensitivity": 0.8}]
NAMES = [next(iter(part)) for part in PARTS]


def rows(n: int, seed: int = 0, grid: bool = False) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    score = rng.normal(size=n) + 1.2 * y
    return y, np.round(score) if grid else score


@pytest.mark.parametrize("grid", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limits", PARTS, ids=NAMES)
def test_the_mean_over_the_class_is_the_value(limits, weighted: bool, grid: bool) -> None:
    y, score = rows(90, grid=grid)
    weight = np.random.default_rng(1).integers(0, 4, 90) if weighted else None
    part = read_part(**limits)
    values, components = place_part(part, y, [score, -score], weight)
    assert values.tolist() == [float(value_of(part, y, s, weight)) for s in (score, -score)]
    assert components.aucs == pytest.approx(values)
    # A row of weight 2 is two rows.
    if weighted:
        twice = np.repeat(np.arange(90), weight)
        again = place_part(part, y[twice], [score[twice], -score[twice]], None)
        assert again.values == pytest.approx(values)


@pytest.mark.parametrize("limits", [{"max_fpr": 1}, {"min_tpr": 0}])
def test_all_of_the_area_has_the_covariance_of_delong(limits) -> None:
    y, score = rows(60)
    other = score + np.random.default_rng(2).normal(size=60)
    found = place_part(read_part(**limits), y, [score, other], None)
    expected = place_rows(y, [score, other])
    assert found.values == pytest.approx(expected.aucs)
    assert found.components.covariance == pytest.approx(expected.covariance)


@pytest.mark.parametrize("limits", PARTS, ids=NAMES)
def test_the_variance_is_that_of_repeated_samples(limits) -> None:
    part = read_part(**limits)
    placed = [place_part(part, *(lambda y, s: (y, [s]))(*rows(600, seed)), None) for seed in range(300)]
    spread = np.var([values[0] for values, _ in placed], ddof=1)
    claimed = np.mean([components.covariance[0, 0] for _, components in placed])
    assert 0.7 < claimed / spread < 1.4


def test_exchanged_classes_are_the_same_from_the_other_side() -> None:
    y, score = rows(60)
    for one, other in (("max_fpr", "min_tpr"), ("specificity", "sensitivity")):
        a = place_part(read_part(**{one: 0.25 if one == "max_fpr" else 0.75}), y, [score], None)
        b = place_part(read_part(**{other: 0.75}), ~y, [-score], None)
        assert a.values == b.values
        assert a.components.covariance == pytest.approx(b.components.covariance)
