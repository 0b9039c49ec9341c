"""Commands on numbers that are huge, tiny, or longer than float64: from the file to the report."""

import json

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from aucopt.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = main(list(map(str, arguments)))
        done = capsys.readouterr()
        assert (code, done.err) == (0, "")
        return done.out

    return run


def save_scaled(path, powers, n=60):
    """Rows with signal in each column, which is written times a power of ten."""
    rng = np.random.default_rng(0)
    ill = np.arange(n) % 2
    values = np.clip(np.round(rng.normal(size=(n, len(powers))) / 5 + ill[:, None] / 8, 3), -1, 1)
    names = ",".join(f"x{k}" for k in range(len(powers)))
    lines = [f"{names},weight,ill"]
    for row, label, weight in zip(values, ill, rng.integers(1, 10**7, n), strict=True):
        cells = [f"{value}e{power}" for value, power in zip(row, powers, strict=True)]
        lines.append(",".join([*cells, str(weight), str(label)]))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("powers", [(150, -150), (150, 150), (-150, -150), (150, 0, -150)])
def test_numbers_of_any_size(run, tmp_path, powers):
    found = {}
    for name, used in {"scaled": powers, "plain": (0,) * len(powers)}.items():
        table, proof, model = (tmp_path / f"{name}.{ending}" for ending in ("csv", "proof", "json"))
        target = ["--target", "ill", "--weights", "weight"]
        files = ["--certificate", proof, "--save", model, "--report", tmp_path / f"{name}.html"]
        out = run("fit", save_scaled(table, used), *target, *files, "--checks", 1, "--json")
        assert run("verify", proof, table, *target).startswith("The proof holds.")
        lines = run("score", model, table).splitlines()[1:]
        found[name] = json.loads(out), [line.split(",")[1] for line in lines]
        assert (tmp_path / f"{name}.html").stat().st_size > 10_000
    (scaled, called), (plain, called_plain) = found["scaled"], found["plain"]
    assert scaled["auc"] == plain["auc"]
    assert scaled["auc"]["apparent"] > 0.6
    assert scaled["auc"]["gap"] == 0
    assert called == called_plain
    np.testing.assert_allclose(
        [column["per_sd"] for column in scaled["columns"]],
        [column["per_sd"] for column in plain["columns"]],
        rtol=1e-6,
    )


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("others", [{}, {"b": [0.1, 0.3, 0.2, 0.5, 0.4, 0.7, 0.6, 0.9, 0.8, 0.1, 0.1, 0.1]}])
def test_integers_longer_than_float64(run, tmp_path, kind, others):
    """As float64 neighbours would tie; as written they are in order."""
    labels = [0] * 6 + [1] * 6
    a = [2**60 + 1 + (k % 6) + 20 * label for k, label in enumerate(labels)]
    assert len(set(map(float, a))) == 1
    columns = {"a": a, **others, "ill": labels}
    path, proof = tmp_path / f"table.{kind}", tmp_path / "proof.json"
    if kind == "csv":
        rows = zip(*columns.values(), strict=True)
        path.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]))
    else:
        parquet.write_table(pyarrow.table(columns), path)
    out = run("fit", path, "--target", "ill", "--checks", 0, "--certificate", proof, "--json")
    assert json.loads(out)["auc"]["apparent"] == 1.0
    assert run("verify", proof, path, "--target", "ill").startswith("The proof holds.")
