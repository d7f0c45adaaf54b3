"""The table of kinds names every kind and operator, and fits a terminal of 80 columns."""

from rich.console import Console

from accord.solvers.kinds import OPERATORS, examples
from accord.solvers.registry import backends
from accord.views.tables.solvers import kinds_table

FEW = ("backtracking-mrv", "dancing-links", "python-constraint")


def test_every_kind_and_operator_is_there_at_80_columns() -> None:
    chosen = {name: backends()[name] for name in FEW}
    found = kinds_table(chosen)
    (table,) = found.tables
    assert {*examples()} - {row[0] for row in table.rows} == {*OPERATORS}
    operators = ", ".join(row[1].partition(":")[0] for row in table.rows if row[0] == "expression")
    assert sorted(operators.split(", ")) == sorted(OPERATORS)
    console = Console(width=80)
    with console.capture() as captured:
        console.print(*found.text())
    assert "left out" not in captured.get()
    assert found.notes[1].endswith(": dancing-links")
