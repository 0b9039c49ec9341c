"""Certificates for tests: made and checked, changed and sealed again."""

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import aucopt
from aucopt.exact.proof.record import number
from aucopt.exact.solvers.plane import arcs, march
from aucopt.exact.solvers.plane import solver as plane
from aucopt.verifier.opening import seal

Content = dict[str, Any]
Change = Callable[[Content], Any]


def gaussians(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that overlap."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], y


def solve_and_check(X: Any, y: Any, weight: Any = None, **options: Any) -> aucopt.Certificate:
    """Solve, check, and compare what was certified with what was found."""
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, certify=True, **options)
    certificate = solution.certificate
    assert certificate is not None
    verdict = aucopt.verify(certificate, X, y, weight)
    assert verdict, str(verdict)
    assert verdict.version == certificate.version == 2
    assert certificate.bound_exact == solution.bound_exact
    assert certificate.value_exact >= solution.auc_exact
    assert (certificate.status == "optimal") == (certificate.value_exact == certificate.bound_exact)
    return certificate


@contextmanager
def short_marches(room: int, swaps: int) -> Iterator[None]:
    """Let small planes be marched around, in short steps."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in (
            (plane, "LISTED", 0),
            (march, "_MIN_ROOM", room),
            (arcs, "SWAPS_A_POINT", swaps),
        ):
            patch.setattr(module, name, value)
        yield


def set_to(*path: Any, to: Any) -> Change:
    """A change of one entry."""

    def change(content: Content) -> None:
        inner: Any = content
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = to

    return change


def integer(value: int | str) -> int:
    return int(value, 16) if isinstance(value, str) else value


def minus(vector: list[int | str]) -> list[int | str]:
    return [number(-integer(v)) for v in vector]


def sealed(content: Content) -> Content:
    return {**content, "sha256": seal(content)}


def check_refused(content: Content, change: Change, X: Any, y: Any) -> str:
    """Change a certificate, seal it again, and read why it is refused."""
    changed = copy.deepcopy(content)
    change(changed)
    assert json.dumps(changed) != json.dumps(content)
    assert not aucopt.verify(changed, X, y)
    verdict = aucopt.verify(sealed(changed), X, y)
    assert not verdict, str(verdict)
    assert len(verdict.reason) > 20
    return verdict.reason
