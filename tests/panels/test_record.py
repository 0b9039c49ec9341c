"""The file of a search."""

import numpy as np
import pytest

from aucopt.panels.blocks import BlockResult
from aucopt.panels.record import SearchFile


def test_what_is_kept_is_read_again(tmp_path):
    file = tmp_path / "search.jsonl"
    record = SearchFile(file, "abc", "0")
    panels = np.array([[0, 1], [1, 2]], dtype=np.int32)
    record.keep_block(BlockResult(0, 3, {"orthants": 1}, panels, np.array([5, 6]), np.array([7, 8])))
    record.keep_block(BlockResult(3, 1, {"orthants": 1}, panels[:0], np.array([]), np.array([])))
    record.keep_panel((0, 1), 6, 6)
    record.close()
    with file.open("a") as end:
        end.write('{"columns": [1, ')
    again = SearchFile(file, "abc", "0")
    again.close()
    assert again.searched == {(0, 1): (6, 6)}
    assert again.blocks[0].panels.tolist() == panels.tolist()
    assert again.blocks[0].upper.tolist() == [7, 8]
    assert len(again.blocks[3].panels) == 0
    assert file.read_text().endswith("}\n")


@pytest.mark.parametrize("text", ["age,dose\n1,2\n", '{"a": 1}\n'])
def test_another_file_is_left_alone(tmp_path, text):
    file = tmp_path / "table.csv"
    file.write_text(text)
    with pytest.raises(ValueError, match="not the file of a search"):
        SearchFile(file, "abc", "0")
    assert file.read_text() == text


def test_without_a_file_nothing_is_written():
    record = SearchFile(None, "abc", "0")
    record.keep_panel((0,), 1, 1)
    record.close()
    assert record.searched == {(0,): (1, 1)}
