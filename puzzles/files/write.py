"""Writing: a puzzle, a grid or many instances as text, in any of the formats.

Box, rules and regions are left out where a format has no place for them: a reader of the text
takes them as options.  Candidates and further constraints are never left out.
"""

from collections.abc import Iterable, Iterator

from accord.puzzles.formats import csv_table
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.formats.registry import format_named
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Instance
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

__all__ = ["FormatError", "write", "write_grid", "write_many"]


def write(puzzle: Problem, format: str = "line") -> str:
    """The text of a puzzle or another problem, without a line end.

    Raises:
        FormatError: there is no such format, or it cannot say all of the puzzle.
    """
    chosen = format_named(format)
    if isinstance(puzzle, Puzzle):
        return chosen.write(puzzle)
    if chosen.write_problem is None:
        raise FormatError(
            f"found a problem of {counted(len(puzzle.domains), 'variable')}, which only the "
            "formats json and xcsp3 can say"
        )
    return chosen.write_problem(puzzle)


def write_grid(grid: Grid, format: str = "grid", box: tuple[int, int] | None = None) -> str:
    """The text of a grid, without a line end; by default with the usual boxes of its size.

    Raises:
        FormatError: there is no such format, or it cannot say the grid.
    """
    return format_named(format).write_grid(grid, box)


def write_many(instances: Iterable[Instance], format: str = "line") -> Iterator[str]:
    """The lines of a file of instances, without line ends; one at a time.

    CSV and JSON lines keep names and expectations; formats of many lines have a blank one between.

    Raises:
        FormatError: there is no such format, or it cannot say all of a puzzle.
    """
    chosen = format_named(format)
    if format == "csv":
        yield from csv_table.write_instances(instances)
    elif format == "json":
        yield from map(write_instance, instances)
    else:
        for number, instance in enumerate(instances):
            if number and not chosen.one_line:
                yield ""
            yield from write(instance.problem, format).split("\n")
