"""The README's examples do what the README says."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_examples_print_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text(encoding="utf-8")
    examples, outputs = (re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text"))

    def without_times(output: str) -> list[str]:
        return [re.sub(r"[\d.]+ s$", "", line) for line in output.strip().splitlines()]

    for code, shown in zip(examples, outputs, strict=True):
        exec(compile(code, str(README), "exec"), {})
        assert without_times(capsys.readouterr().out) == without_times(shown)


def test_the_test_command_is_that_of_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'pip install ".[test]" && pytest -n auto --dist loadfile\n' in README.read_text(encoding="utf-8")
    assert 'pip install --quiet ".[$1]"' in ci
    part = 'part_tests() {\n    step "tests"\n    install test\n    pytest -n auto --dist loadfile\n}\n'
    assert part in ci


def run_ci(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(ROOT / ".ci" / "run"), *words], capture_output=True, text=True, check=False)


def test_ci_runs_in_parts_that_have_names() -> None:
    done = run_ci("--help")
    assert (done.returncode, done.stderr) == (0, "")
    parts = re.findall(r"^  (\w+)  ", done.stdout, re.MULTILINE)
    assert parts == [
        "lint",
        "package",
        "docs",
        "kernels",
        "oldest",
        "comparisons",
        "benchmarks",
        "slow",
        "tests",
    ]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f'\nparts="{" ".join(parts)}"\n' in ci
    assert re.findall(r"^part_(\w+)\(\)", ci, re.MULTILINE) == parts
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    for part in parts:
        assert f"`{part}`" in contributing
        assert re.search(rf"part: \[.*\b{part}\b.*\]|run: \.ci/run {part}$", workflow, re.MULTILINE)


def test_ci_refuses_a_part_that_does_not_exist() -> None:
    done = run_ci("lint", "docs", "typos")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no part 'typos'; the parts are: lint, package, docs" in done.stderr
