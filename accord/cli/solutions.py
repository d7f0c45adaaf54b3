"""How a solution is printed: of a puzzle in the formats of grids, of another problem by its names.

grid, line    S=9, E=5, N=6
json          [9,5,6]
xcsp3         lines of the competitions, which say the status, too
"""

from accord.puzzles.formats.format import FormatError
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle

COMPETITION = "xcsp3"
PROBLEM_STYLES = (
    "grid",
    "line",
    "json",
    COMPETITION,
)  # of solutions of problems that are no puzzles


def expect_style(asked: Problem, style: str) -> None:
    """See that a solution can be printed in a format.

    Raises:
        FormatError: the format says grids only.
    """
    if not isinstance(asked, Puzzle) and style not in PROBLEM_STYLES:
        raise FormatError(f"found the format {style!r} for a problem, expected json or xcsp3")


def solution_text(asked: Problem, solution: Solution, style: str) -> str:
    """A solution as it is printed, without a line end."""
    from accord.views.boards.text_boards import written

    if style == COMPETITION:
        from accord.puzzles.formats.xcsp3.write import lines_of

        return "\n".join(lines_of(asked, solution))
    if isinstance(asked, Puzzle):
        return written(asked, Grid(solution), style)
    return asked.text(solution) if style == "json" else asked.shown(solution, most=None)
