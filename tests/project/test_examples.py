"""The examples, run as people run them, print what the documentation shows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from printed import ABSOLUTE, RELATIVE, read

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def run(name, *arguments, cwd):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "MPLBACKEND": "Agg"}
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", ["two_biomarkers", "blend_models", "own_method", "toy"])
def test_example_prints_what_its_page_shows(name, tmp_path):
    arguments = ["--figure", "toy.png"] if name == "toy" else []
    words, decimals = read(run(f"{name}.py", *arguments, cwd=tmp_path))
    shown_words, shown_decimals = read((ROOT / f"docs/examples/{name}.txt").read_text(encoding="utf-8"))
    assert words == shown_words
    assert decimals == pytest.approx(shown_decimals, rel=RELATIVE, abs=ABSOLUTE)
    if arguments:
        assert (tmp_path / "toy.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_every_example_has_a_page_and_says_what_it_does():
    for script in (ROOT / "examples").glob("*.py"):
        page = ROOT / "docs" / "examples" / f"{script.stem}.md"
        assert f"../../examples/{script.name}" in page.read_text(encoding="utf-8")
        assert (page.parent / f"{script.stem}.png").is_file(), "the gallery shows a picture of each"
        assert f"python examples/{script.name}" in script.read_text(encoding="utf-8").split('"""')[1]
