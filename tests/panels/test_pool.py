"""Where blocks run."""

import numpy as np
import pytest

import aucopt
from aucopt.panels.pool import Threads, open_pool


def add(shared, task):
    return shared + task


@pytest.mark.parametrize("n_threads", [1, 2])
def test_results_come_in_order(n_threads):
    pool = open_pool(n_threads, None)
    assert isinstance(pool, Threads)
    assert pool.run(add, 1, [3, 2, 5]) == [4, 3, 6]
    pool.close()


def test_a_dask_cluster_gives_the_same_answer():
    distributed = pytest.importorskip("distributed", reason="needs aucopt[dask]")
    X, y = np.random.default_rng(0).normal(size=(20, 6)), np.arange(20) % 2
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as cluster:
        there = aucopt.best_panel(X, y, 2, scheduler=cluster.scheduler_address)
    assert there.panels == aucopt.best_panel(X, y, 2).panels


def test_a_scheduler_that_does_not_answer():
    pytest.importorskip("distributed", reason="needs aucopt[dask]")
    with pytest.raises(ValueError, match="scheduler"):
        open_pool(1, "nowhere")
