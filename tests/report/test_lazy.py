"""Names of the report are imported when they are used."""

import os
import subprocess
import sys

import pytest

import aucopt.report


def test_matplotlib_is_loaded_by_those_who_draw():
    code = "import sys, aucopt.report; print('matplotlib' in sys.modules); aucopt.report.plot_profile; " + (
        "print('matplotlib' in sys.modules)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert (done.stdout.split(), done.stderr) == (["False", "True"], "")


@pytest.mark.parametrize("name", aucopt.report.__all__)
def test_every_public_name_is_there(name):
    assert getattr(aucopt.report, name).__name__ == name
    assert name in dir(aucopt.report)


def test_other_names_are_not():
    with pytest.raises(AttributeError, match=r"module 'aucopt\.report' has no attribute 'plot_nothing'"):
        aucopt.report.plot_nothing  # noqa: B018
