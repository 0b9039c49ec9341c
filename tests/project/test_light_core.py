"""`import aucopt` and the command line load what they need, when they need it."""

import importlib
import inspect
import json
import os
import subprocess
import sys
import typing

import pytest

import aucopt

# What takes long to import.
SLOW = ("numba", "scipy", "sklearn", "pandas", "matplotlib", "pyarrow", "joblib", "rich")


def modules_after(code: str) -> set[str]:
    """Names of all modules that a fresh interpreter has loaded by the end of some code."""
    script = f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_import_loads_nothing_slow_and_no_part_of_the_package() -> None:
    loaded = modules_after("import aucopt; dir(aucopt)")
    assert not loaded & {"numpy", *SLOW}
    assert {name for name in loaded if name.startswith("aucopt")} == {"aucopt"}


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--version"], ["no-such-command"], ["fit", "--help"], ["fit"], ["compare", "--band", "2"]],
    ids=" ".join,
)
def test_help_version_and_wrong_usage_load_nothing_slow(words: list[str]) -> None:
    loaded = modules_after(
        f"import aucopt.cli\ntry:\n    aucopt.cli.main({words})\nexcept SystemExit:\n    pass"
    )
    assert not loaded & {*SLOW, "aucopt.exact", "aucopt.kernels", "aucopt.lab", "aucopt.report"}


@pytest.mark.parametrize(
    ("command", "target"), [("fit", "nope"), ("fit", "y"), ("panel", "y"), ("compare", "y"), ("verify", "y")]
)
def test_a_table_is_refused_before_anything_slow_is_loaded(command: str, target: str, tmp_path) -> None:
    data = tmp_path / "table.csv"
    data.write_text("x,y\n1,a\n,b\n")  # there is no column nope, and a value is missing
    words = [command, *([str(data)] if command == "verify" else []), str(data), "--target", target]
    loaded = modules_after(f"import aucopt.cli\nassert aucopt.cli.main({words}) == 1")
    assert not loaded & {"numba", "scipy", "sklearn", "matplotlib", "aucopt.exact", "aucopt.kernels"}


@pytest.mark.parametrize(
    "words",
    [
        ["score", "table.csv", "table.csv"],
        ["fit", "table.csv", "--target", "y", "--validate", "other.csv"],
        ["panel", "table.csv", "--target", "y", "--size", "3"],
    ],
    ids=" ".join,
)
def test_what_a_command_cannot_do_is_said_before_anything_slow_is_loaded(words: list[str], tmp_path) -> None:
    (tmp_path / "table.csv").write_text("x,z,y\n1,2,a\n2,5,b\n")
    (tmp_path / "other.csv").write_text("X,z,y\n1,2,a\n2,5,b\n")
    enter = f"import os; os.chdir({str(tmp_path)!r})"
    loaded = modules_after(f"{enter}\nimport aucopt.cli\nassert aucopt.cli.main({words}) == 1")
    assert not loaded & {"numba", "scipy", "sklearn", "matplotlib", "aucopt.exact", "aucopt.kernels"}


def test_the_verifier_needs_nothing_of_the_solver() -> None:
    loaded = modules_after("import aucopt; aucopt.verify")
    assert not loaded & {*SLOW, "aucopt.exact", "aucopt.kernels"}


def test_parts_are_there_after_a_plain_import() -> None:
    used = ("report.plot_profile", "lab.METHODS", "datasets.load_toy", "stats.wilcoxon_test")
    for name in (*used, "metrics.roc_curve", "analysis.analyse"):
        assert f"aucopt.{name.split('.')[0]}" in modules_after(f"import aucopt; aucopt.{name}")


def test_every_public_name_is_there() -> None:
    assert aucopt.__all__ == sorted(aucopt.__all__)
    assert set(aucopt.__all__) <= set(dir(aucopt))
    for name in aucopt.__all__:
        value = getattr(aucopt, name)
        assert value.__name__ == name
        assert getattr(importlib.import_module(value.__module__), name) is value


def test_names_that_are_not_there_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'aucopt' has no attribute 'maximise_auc'"):
        _ = aucopt.maximise_auc
    with pytest.raises(ImportError, match="cannot import name 'maximise_auc'"):
        exec("from aucopt import maximise_auc")


def returned_classes(function: typing.Callable[..., object]) -> set[type]:
    """Classes of the package in what a function says that it returns."""
    found, left = set(), [typing.get_type_hints(function).get("return")]
    while left:
        hint = left.pop()
        left += typing.get_args(hint)
        if inspect.isclass(hint) and hint.__module__.startswith("aucopt."):
            found.add(hint)
    return found


def public_functions() -> list[tuple[str, typing.Callable[..., object]]]:
    """Functions that are public, and the methods and properties of public classes."""
    listed = []
    for name in aucopt.__all__:
        value = getattr(aucopt, name)
        if inspect.isfunction(value):
            listed.append((name, value))
            continue
        for member, found in vars(value).items():
            function = found.fget if isinstance(found, property) else getattr(found, "__func__", found)
            if not member.startswith("_") and inspect.isfunction(function):
                listed.append((f"{name}.{member}", function))
    return listed


@pytest.mark.parametrize(("name", "function"), public_functions())
def test_what_public_functions_return_is_public(name: str, function: typing.Callable[..., object]) -> None:
    public = {getattr(aucopt, other) for other in aucopt.__all__}
    assert returned_classes(function) <= public
