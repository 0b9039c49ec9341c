import subprocess
import sys

import numpy as np
import pyarrow
import pytest

from aucopt.tables.arrow_memory import as_floats, as_integers, as_strings, no_string


@pytest.mark.parametrize("kind", [pyarrow.float32(), pyarrow.float64()])
def test_floats_are_those_of_arrow(kind):
    values = pyarrow.chunked_array([[1.25, None, -0.5], [], [3.0, 7.0]], kind)
    for part in (values, values.slice(1, 3), values.slice(4)):
        np.testing.assert_array_equal(as_floats(part), part.to_numpy().astype(np.float64))
        assert as_floats(part).flags.writeable


@pytest.mark.parametrize("kind", [pyarrow.int8(), pyarrow.int64(), pyarrow.uint64()])
def test_integers_keep_all_digits(kind):
    largest = np.iinfo(str(kind)).max
    found, absent = as_integers(pyarrow.chunked_array([[largest, None], [5]], kind).slice(0, 3))
    assert found.tolist() == [largest, 0, 5]
    assert absent.tolist() == [False, True, False]
    assert found.dtype == str(kind)


def test_text_and_its_missing_value():
    cells = ["one", "", "ä€", "NA"]
    assert as_strings(cells).equals(pyarrow.array(cells))
    assert as_strings([]).type == pyarrow.string()
    assert no_string().as_py() is None


def test_no_rows():
    assert len(as_floats(pyarrow.chunked_array([], pyarrow.float64()))) == 0


def test_a_wrong_column_is_refused_without_pandas_and_kernels(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,word,ill\n1.5,a,0\nNA,b,1\n")
    program = (
        "import sys; from aucopt.cli import main; "
        f"assert main(['fit', {str(path)!r}, '--target', 'il']) == 1; "
        "print([name for name in ('pandas', 'numba', 'sklearn', 'scipy') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]", ran.stderr
