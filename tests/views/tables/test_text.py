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
