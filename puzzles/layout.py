"""Layout: how a person sees the variables of a problem; views alone read it.

grid     rows x columns, row by row; `black` are the places that are no cells, as in a kakuro
graph    nodes, with the edges between them
line     one after the other
queens   as many columns as variables; the value is the row of a queen, counted from `lowest`
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from accord.puzzles.constraints.arguments import take_arguments
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import expect_keys, integer, integers, list_of, wrong

Form = Literal["grid", "graph", "line", "queens"]


@dataclass(frozen=True)
class ProblemLayout:
    """A picture's form, and what it needs to be drawn."""

    form: Form
    columns: int = 0  # of a grid
    edges: tuple[tuple[int, int], ...] = ()  # of a graph, pairs of variables
    lowest: int = 0  # the value that is the first row, of queens
    black: tuple[int, ...] = ()  # of a grid, variables whose places hold sums or nothing

    def __post_init__(self) -> None:
        take_arguments(self)

    def check(self, variables: int) -> None:
        """Refuse a layout that does not fit so many variables.

        Raises:
            MalformedConstraintError: it names another variable, or has rows of different lengths.
        """
        if self.form == "grid" and (self.columns < 1 or variables % self.columns):
            raise MalformedConstraintError(
                f"layout: found {self.columns} columns, expected a number that divides {variables}"
                ", the number of variables; each black place is one, too"
            )
        for edge in self.edges:
            if not all(0 <= end < variables for end in edge):
                raise wrong("layout", [*edge], f"two variables below {variables}")

        if not all(0 <= variable < variables for variable in self.black):
            raise wrong("layout", [*self.black], f"black cells below {variables}")

    def record(self) -> dict[str, Any]:
        """It in JSON."""
        usual = ProblemLayout(self.form)
        whole = {
            "columns": self.columns,
            "edges": [*map(list, self.edges)],
            "lowest": self.lowest,
            "black": [*self.black],
        }
        kept = {
            key: value for key, value in whole.items() if value and value != getattr(usual, key)
        }
        return {"form": self.form, **kept}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "ProblemLayout":
        """What `record` gives, read strictly."""
        expect_keys(record, ["form"], ["columns", "edges", "lowest", "black"])
        edges = [
            integers("edges", edge) for edge in list_of("edges", record.get("edges", []), "edges")
        ]
        return cls(
            record["form"],
            integer("columns", record.get("columns", 0)),
            tuple(edges),  # type: ignore[arg-type]  # whose lengths `check` looks at
            integer("lowest", record.get("lowest", 0)),
            integers("black", record.get("black", [])),
        )
