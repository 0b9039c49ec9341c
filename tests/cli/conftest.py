"""What tests of commands share."""

import pytest

from aucopt.cli import main


@pytest.fixture
def run(capsys):
    """Run a command in this process; return its code and what it printed."""

    def run(*arguments):
        code = main(list(map(str, arguments)))
        done = capsys.readouterr()
        return code, done.out, done.err

    return run
