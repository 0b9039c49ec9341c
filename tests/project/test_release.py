"""What a release needs: wheel and sdist that work away from the checkout, files that agree."""

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import numpy
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the sdist and the wheel that is made of it, without the network."""
    pytest.importorskip("hatchling", reason="needs hatchling")
    pytest.importorskip("build", reason="needs build")
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


def test_wheel_works_away_from_the_checkout(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    place = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(place / "python", "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", wheel)
    # Its dependencies are those of this environment, which come later on the path than the wheel itself.
    (packages,) = (tmp_path / "venv").rglob("site-packages")
    (packages / "dependencies.pth").write_text(str(Path(numpy.__file__).parents[1]), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    code = "import aucopt; print(aucopt.__version__, aucopt.__file__)"
    version, file = run(place / "python", "-c", code, cwd=tmp_path, env=environment).split(maxsplit=1)
    assert version == PROJECT["version"]
    assert str(tmp_path) in file
    assert "usage: aucopt" in run(place / "aucopt", "--help", cwd=tmp_path, env=environment)


def test_wheel_and_sdist_hold_what_they_need(built):
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("app/static/app.css", "app/static/app.js", "report/page/templates/blocks.css", "py.typed"):
        assert f"aucopt/{part}" in names
    assert not [name for name in names if name.startswith("tests/")]
    with tarfile.open(sdist) as archive:
        kept = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "CITATION.cff", "tests/naive.py"} <= kept


def test_citation_has_the_version_and_license_of_the_package():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in text
    assert f"\nlicense: {PROJECT['license']}\n" in text


def test_recipe_asks_for_the_dependencies_of_the_package():
    text = (ROOT / "conda-recipe" / "recipe.yaml").read_text(encoding="utf-8")
    listed = set(re.findall(r"^    - (\S+) (>=[\d.]+)$", text.partition("  run:\n")[2], re.MULTILINE))
    wanted = {tuple(re.fullmatch(r"([\w-]+)(>=[\d.]+)", item).groups()) for item in PROJECT["dependencies"]}
    renamed = {("matplotlib-base" if name == "matplotlib" else name, bound) for name, bound in wanted}
    assert renamed == listed


def test_recipe_has_the_version_and_gets_the_hash_of_the_sdist(tmp_path):
    recipe = ROOT / "conda-recipe" / "recipe.yaml"
    assert f'  version: "{PROJECT["version"]}"\n' in recipe.read_text(encoding="utf-8")
    assert "\n  sha256:" not in recipe.read_text(encoding="utf-8")
    (tmp_path / "sdist.tar.gz").write_bytes(b"made up")
    filled = run(sys.executable, ROOT / "conda-recipe" / "fill.py", tmp_path / "sdist.tar.gz")
    assert f"\n  sha256: {hashlib.sha256(b'made up').hexdigest()}\n" in filled


def test_the_app_reads_workbooks_without_another_extra():
    extras = PROJECT["optional-dependencies"]
    assert set(extras["excel"]) <= set(extras["app"])


def test_changelog_has_the_version_with_its_date():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(PROJECT['version'])}\] - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE)


def test_every_python_that_is_promised_is_tested():
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    quoted = ", ".join(f'"{version}"' for version in promised)
    assert f"python: [{quoted}]" in workflow
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in workflow
