"""Whatever stands in a cell, a table has as many rows and columns in each form."""

import csv
import io
import re

from accord.views.tables.text import PrintedReport, TextTable

CELLS = (r"a\|b", r"\\|", "one\rtwo", "one\r\ntwo", "a\nb", '"', "=1|2", "&", "_", "\x1b[31m", "\\")


def test_no_cell_ends_a_cell_or_a_row() -> None:
    rows = [(cell, "x", cell) for cell in CELLS]
    found = PrintedReport([TextTable("abc", rows)], columns="abc", rows=rows)
    read = [*csv.reader(io.StringIO(found.csv(), newline=""))]
    assert [tuple(line) for line in read[1:]] == [
        tuple(cell.replace("=1", "'=1") for cell in row) for row in rows
    ]
    lines = found.markdown().splitlines()  # a sign behind a backslash is the cell's own: GFM, 4.10
    assert [len(re.findall(r"(?:\\.|[^|\\])*\|", line[1:])) for line in lines] == [3] * len(lines)
    ends = [line for line in found.latex().splitlines() if line.endswith(r" \\")]
    assert [len(re.findall(r"(?<!\\)&", line)) for line in ends] == [2] * (1 + len(rows))


def test_in_latex_a_column_has_one_unit_and_every_digit_that_it_had() -> None:
    rows = [
        ("a 5 ms b", "12.3 ms", "-", "1,234 s (3/5)", "45/45", "2.00 MiB", "12 %"),
        ("c", ">=1.20 s", "250 us", "10.5 ms (9.1 us to >=2.00 s)", "3/45", "310 MiB", "<0 %"),
        ("d", "999 us", "81 us", "7.25 ms", "-", "-", "3 %"),
    ]
    headings = ("solver", "PAR-2", "least", "median", "solved", "memory", "share")
    lines = PrintedReport([TextTable(headings, rows)]).latex().splitlines()
    found = [line.removesuffix(r" \\").split(" & ") for line in lines if line.endswith(r" \\")]
    assert found == [
        [
            *("solver", "PAR-2 (ms)", r"least ($\mu$s)", "median (ms)", "solved"),
            *("memory (MiB)", r"share (\%)"),
        ],
        ["a 5 ms b", "12.3", "-", "1,234,000 (3/5)", "45/45", "2.00", "12"],
        ["c", r"$\geq$1,200", "250", r"10.5 (0.0091 to $\geq$2,000)", "3/45", "310", "$<$0"],
        ["d", "0.999", "81", "7.25", "-", "-", "3"],
    ]
