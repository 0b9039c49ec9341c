"""The README's examples do what the README says."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def test_examples_print_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text(encoding="utf-8")
    examples, outputs = (re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL) for kind in ("python", "text"))

    def without_times(output: str) -> list[str]:
        return [re.sub(r"[\d.]+ s$", "", line) for line in output.strip().splitlines()]

    for code, shown in zip(examples, outputs, strict=True):
        exec(compile(code, str(README), "exec"), {})
        assert without_times(capsys.readouterr().out) == without_times(shown)


def test_commands_are_those_of_ci() -> None:
    ci = (README.parent / ".ci" / "run").read_text(encoding="utf-8")
    assert 'pip install ".[test]" && pytest' in README.read_text(encoding="utf-8")
    assert 'pip install --quiet ".[test]"' in ci
    assert ci.rstrip().endswith("pytest")
