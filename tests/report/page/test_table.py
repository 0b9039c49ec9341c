"""Tables as text, CSV and LaTeX: each format can be read back."""

import csv
import io
import re

from made_records import random_records

from aucopt.lab import METHODS
from aucopt.lab.wins import count_wins
from aucopt.report import ReportTable, TableCell, make_tables
from aucopt.report.paper.win_tables import win_table

LINEAR = [name for name, method in METHODS.items() if method.linear]


def test_csv_reads_back(three):
    table = win_table(count_wins(three, "test", "paper"), three)
    rows = list(csv.DictReader(io.StringIO(table.csv())))
    assert [row[""] for row in rows] == ["SVM", "LR", "AUC-opt"]
    assert rows[1]["SVM"] == "2"
    assert rows[1]["SVM (published)"] == "32"
    assert rows[1]["LR"] == ""
    assert float(rows[2]["average (published)"]) == 24.5
    for table in make_tables(random_records(LINEAR)):
        header, *body = csv.reader(io.StringIO(table.csv()))
        assert len(set(header)) == len(header)
        assert all(len(row) == len(header) for row in body)
        assert len(body) == len(table.rows)


def test_latex_is_balanced_and_shaded():
    methods = [name for name in METHODS if name != "AUC-opt"]
    tables = make_tables(random_records(methods, projection="raw") + random_records(LINEAR))
    for table in tables:
        latex = table.latex()
        bare = re.sub(r"\\[{}]", "", latex)
        assert bare.count("{") == bare.count("}")
        assert re.findall(r"\\begin\{(\w+)\}", latex) == re.findall(r"\\end\{(\w+)\}", latex)[::-1]
        body = (
            latex.split(r"\midrule")[-1]
            .split(r"\bottomrule")[0]
            .replace(r"\endhead", "")
            .strip()
            .splitlines()
        )
        assert (r"\begin{longtable}" in latex) == (len(table.rows) > 45)
        assert len(body) == len(table.rows)
        assert all(len(re.findall(r"(?<!\\)&", line)) == len(table.header) - 1 for line in body)
        assert all(line.endswith(r"\\") for line in body)
        assert not re.search(r"(?<!\\)[#_]", latex)
        assert len(re.findall(r"(?<!\\)%", latex)) == (2 if "resizebox" in latex else 1)
    assert any(len(table.rows) > 45 for table in tables)
    latex = next(table for table in tables if table.name == "table1-r2-test").latex()
    assert r"\caption{Data sets won by test AUC, t-SNE in $\mathbf{R}^2$, paper's test}" in latex
    assert latex.count("red!20") == latex.count("blue!20") == 4 * 4
    assert re.search(r"AUC-opt & \\cellcolor\{red!20\}\d \{\\scriptsize\(34\)\}", latex)
    assert "Red: AUC optimisers over standard classifiers; blue: the reverse." in latex


def test_latex_escapes():
    table = ReportTable("t", r"50% of R^3 & a_b {c} \ ~ < #", ("method",), ((TableCell("x"),),))
    assert (
        r"\caption{50\% of $\mathbf{R}^3$ \& a\_b \{c\} \textbackslash{} \textasciitilde{} \textless{} \#}"
        in table.latex()
    )


def test_wide_text_is_broken_into_blocks_of_columns():
    cells = (TableCell("row"), *(TableCell(10**j) for j in range(7)))
    text = ReportTable("t", "Powers", ("", *"abcdefg"), (cells,)).text(width=24)
    assert (
        text
        == """\
Powers

     a   b    c
---  -  --  ---
row  1  10  100

        d      e       f
---  ----  -----  ------
row  1000  10000  100000

           g
---  -------
row  1000000"""
    )
