"""The README's example does what the README says."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def test_example_prints_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    exec(compile(code, str(README), "exec"), {})
    printed = capsys.readouterr().out

    def without_times(output: str) -> list[str]:
        return [re.sub(r"[\d.]+ s$", "", line) for line in output.strip().splitlines()]

    assert without_times(printed) == without_times(shown)


def test_commands_are_those_of_ci() -> None:
    ci = (README.parent / ".ci" / "run").read_text(encoding="utf-8")
    assert 'pip install ".[test]" && pytest' in README.read_text(encoding="utf-8")
    assert 'pip install --quiet ".[test]"' in ci
    assert ci.rstrip().endswith("pytest")
