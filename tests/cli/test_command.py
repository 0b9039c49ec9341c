"""What all commands share."""

import pytest

from aucopt.cli import _build_parser


@pytest.mark.parametrize(
    "words",
    [*([name, "t.csv", "--target", "y"] for name in ("fit", "blend", "compare")), ["paper", "run"]],
)
def test_commands_use_all_cores_unless_told_otherwise(words, capsys):
    parser = _build_parser()
    assert parser.parse_args(words).jobs == -1
    assert parser.parse_args([*words, "--jobs", "2"]).jobs == 2
    with pytest.raises(SystemExit):
        parser.parse_args([*words, "--jobs", "0"])
    assert "0 threads do nothing; -1 stands for all cores" in capsys.readouterr().err
