"""Lists: a problem without a layout as lines, `x = 3` where a value is known, else `x in 1..9`.

Of many variables the first MOST stand there, and then how many there are besides; those that are
not shown (`Problem.shown`) are counted only.  A problem whose layout has no room for it is a list,
too.
"""

from collections.abc import Collection, Sequence

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.domain import Domain
from accord.puzzles.phrasing import counted
from accord.views.boards.elements import MARGIN, PAPER, Colours, Picture, cut, text

MOST = 100  # variables
WIDTH = 80  # characters of a line
NAME = 40  # characters of a name
HEIGHT = 11.0  # of the letters of a drawing

Values = Sequence[int | None]  # of the variables; None where one is not known


def values_of(problem: Problem, solution: Sequence[int] | None = None) -> Values:
    """Each variable's value: if it is shown that of the solution, or the only one of its domain."""
    if solution is not None and problem.shows_all:
        return solution
    domains = map(Domain.of, problem.domains)
    known = [each.min if each.intervals and each.min == each.max else None for each in domains]
    if solution is not None:
        for variable in problem.shown:
            known[variable] = solution[variable]
    return known


def fits(problem: Problem) -> bool:
    """Return True: every problem can be listed."""
    return True


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """A list shows no constraint."""
    return problem.constraints


def list_text(problem: Problem, values: Values) -> str:
    """The first variables, a line each."""
    return "\n".join(lines(problem, values)) or "no variables"


def lines(problem: Problem, values: Values, most: int = MOST) -> list[str]:
    """The first variables with their values or domains, and how many there are besides."""
    found = [
        cut(f"{cut(problem.names[each], NAME)} {_value_text(problem, each, values[each])}", WIDTH)
        for each in problem.shown[:most]
    ]
    left, hidden = len(problem.shown) - len(found), len(problem.names) - len(problem.shown)
    further = [f"... and {counted(left, 'more variable')}"] if left else []
    return [*found, *further, *([f"... and {hidden} not shown"] if hidden else [])]


def _value_text(problem: Problem, variable: int, value: int | None) -> str:
    if value is None:
        return f"in {problem.domain_text(variable)}"
    return f"= {problem.value_text(variable, value)}"


def list_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The list as a drawing; values that are `changed` are bold."""
    found = lines(problem, values) or ["no variables"]
    parts = [
        text(
            (MARGIN, MARGIN + HEIGHT * (1.5 * place + 0.75)),
            line,
            HEIGHT,
            text_anchor="start",
            font_weight="bold" if {*problem.shown[place : place + 1]} & {*changed} else "",
        )
        for place, line in enumerate(found)
    ]
    width = 2 * MARGIN + HEIGHT * 0.6 * max(30, *map(len, found))
    return Picture(width, 2 * MARGIN + HEIGHT * 1.5 * len(found), parts)


def others_picture(problem: Problem, values: Values, others: Sequence[int]) -> Picture:
    """The list of those variables, where there are any."""
    if not others:
        return Picture(0, 0, ())
    part = Problem(
        [problem.domains[each] for each in others], names=[problem.names[each] for each in others]
    )
    return list_picture(part, [values[each] for each in others], (), PAPER)
