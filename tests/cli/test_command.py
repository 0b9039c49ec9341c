"""What all commands share."""

import pytest

from aucopt.cli import _build_parser, command


@pytest.mark.parametrize(
    "words",
    [*([name, "t.csv", "--target", "y"] for name in ("fit", "blend", "panel", "compare")), ["paper", "run"]],
)
def test_commands_use_all_cores_unless_told_otherwise(words, capsys):
    parser = _build_parser()
    assert parser.parse_args(words).jobs == -1
    assert parser.parse_args([*words, "--jobs", "2"]).jobs == 2
    with pytest.raises(SystemExit):
        parser.parse_args([*words, "--jobs", "0"])
    assert "must be a positive number, or -1 for all processors" in capsys.readouterr().err


def test_a_log_gets_a_line_now_and_then(monkeypatch, capsys):
    class Clock:
        seconds = 0.0

        def monotonic(self):
            return self.seconds

    clock = Clock()
    monkeypatch.setattr(command, "time", clock)
    with command.live_line(quiet=False) as say:
        for clock.seconds in (0.0, 5.0, 29.0, 30.0, 31.0, 59.0, 61.0):
            say(f"after {clock.seconds:g} s")
    assert capsys.readouterr().err == "after 30 s\nafter 61 s\n"
    with command.live_line(quiet=True) as say:
        clock.seconds = 1_000.0
        say("late")
    assert capsys.readouterr().err == ""


def test_sizes_of_memory(capsys):
    parser = _build_parser()
    words = ["panel", "t.csv", "--target", "y", "--memory-limit"]
    assert parser.parse_args([*words, "2.5 GB"]).memory_limit == 2_500_000_000
    assert parser.parse_args([*words, "64"]).memory_limit == 64
    with pytest.raises(SystemExit):
        parser.parse_args([*words, "much"])
    assert "much is not a size; write bytes" in capsys.readouterr().err
