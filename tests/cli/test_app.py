"""`aucopt app`: a real process, its address, and its end."""

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from aucopt.cli import main


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for other processes")
def test_it_serves_its_address_until_ctrl_c():
    pytest.importorskip("shiny", reason="needs aucopt[app]")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "aucopt", "app", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as app:
        try:
            line = app.stdout.readline()
            address = re.fullmatch(r"The app is at (http://127\.0\.0\.1:\d+/[\w-]{32}/)\n", line)[1]
            with urllib.request.urlopen(address, timeout=30) as page:
                assert "aucopt" in page.read().decode()
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(address.rsplit("/", 2)[0] + "/", timeout=30)
            app.send_signal(signal.SIGINT)
            out, err = app.communicate(timeout=30)
        finally:
            app.kill()
    assert (app.returncode, err) == (0, "")
    assert out.endswith("\nThe app has ended.\n")


def test_without_its_packages_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "aucopt.app.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["app"]) == 1
    assert 'pip install "aucopt[app]"' in capsys.readouterr().err


def test_wrong_ports_are_refused(capsys):
    with pytest.raises(SystemExit):
        main(["app", "--port", "70000"])
    assert "does not lie between 0 and 65535" in capsys.readouterr().err
