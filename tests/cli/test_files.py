"""Files that commands write: devices, full disks, and what is kept of a result."""

import os
from pathlib import Path

import pytest

from aucopt.cli import main
from aucopt.cli.command import CommandError
from aucopt.cli.files import check_free, write_whole

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="there is no device that is full")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b,ill\n" + "".join(f"{k % 7},{k * k % 11},{k % 3 % 2}\n" for k in range(40)))
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    check_free(pipe, replace=False)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with write_whole(pipe) as file:
        file.write("all of it")
    assert os.read(reader, 100) == b"all of it"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    with write_whole(link) as file:
        file.write("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "real.txt"]


@needs_full
def test_a_full_disk_is_an_error_and_no_file_is_replaced():
    with (
        pytest.raises(CommandError, match="cannot write /dev/full: No space left on device"),
        write_whole(FULL) as file,
    ):
        file.write("text")
    assert FULL.is_char_device()


@needs_full
def test_results_are_printed_though_files_of_them_cannot_be_written(table, capsys, tmp_path):
    words = ["fit", str(table), "--target", "ill", "--checks", "0", "--quiet", "--save", str(FULL)]
    words += ["--certificate", str(tmp_path / "proof.json"), "--report", str(FULL)]
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert "The best linear score" in out
    assert "proof.json" in out
    assert "/dev/full" not in out
    assert err.count("aucopt: error: cannot write /dev/full: No space left on device") == 2


@needs_full
def test_scores_into_a_full_disk_are_an_error(table, tmp_path, capsys):
    model = tmp_path / "model.json"
    assert main(["fit", str(table), "--target", "ill", "--checks", "0", "--quiet", "--save", str(model)]) == 0
    assert main(["score", str(model), str(table), "--output", str(FULL)]) == 1
    assert "cannot write /dev/full: No space left on device" in capsys.readouterr().err
