"""Comments: what a file says of its problem to people, in lines of their own.

Names and labels are any text, and a line end in one would be a line of the file: what cannot be
printed is written as Python escapes it.
"""

from collections.abc import Iterator

from accord.puzzles import Domain, Problem
from accord.puzzles.phrasing import counted

MOST = 12  # variables of a constraint that are named
LONGEST = 80  # characters of a name


def in_one_line(text: str) -> str:
    """A name as part of a line."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."


def title(problem: Problem) -> str:
    """What is asked, as the first line of a file begins."""
    variables = counted(len(problem.domains), "variable")
    return f"A problem of {variables} and {counted(len(problem.constraints), 'constraint')}"


def name_of(problem: Problem, variable: int) -> str:
    """What people call a variable."""
    return in_one_line(problem.names[variable])


def domain_of(problem: Problem, variable: int) -> str:
    """The values of a variable: 1..9, 12."""
    return in_one_line(str(Domain.of(problem.domains[variable])))


def constraint_of(problem: Problem, place: int) -> str:
    """A constraint by its place from 0: constraint 2, linear "cage": over x, y, z."""
    constraint = problem.constraints[place]
    scope = [*dict.fromkeys(constraint.scope)]
    names = [name_of(problem, variable) for variable in scope[:MOST]]
    if len(scope) > MOST:
        names.append(f"... ({len(scope)})")
    label = f' "{in_one_line(constraint.name)}"' if constraint.name else ""
    return f"constraint {place + 1}, {constraint.kind}{label}: over {', '.join(names) or 'nothing'}"


def about(problem: Problem, place: int | None) -> str:
    """What parts of a file are about: a constraint by its place, or None: the variables."""
    return "each variable has one value" if place is None else constraint_of(problem, place)


def constraints_of(problem: Problem) -> Iterator[str]:
    """Every constraint in a line."""
    for place in range(len(problem.constraints)):
        yield constraint_of(problem, place)
