"""A problem as a script for a library that people read: it prints the solutions and their number.

The calls are those of the backend, as in a reproducer.  Of a problem with an objective the script
prints a best solution and its value.  Solutions are those of the shown variables: two that differ
elsewhere are one.
"""

from accord.bench.hunt.reproducers.calls import LIBRARIES, best, stated
from accord.bench.hunt.reproducers.script import PROGRAMS, quoted
from accord.encodings.model import UnsupportedError
from accord.encodings.naming import in_one_line, title
from accord.puzzles.optimization import with_value
from accord.puzzles.problem import Problem
from accord.solvers.optimizing import variable_of

SCRIPTS = {  # the backend, and what is installed
    "ortools": ("cpsat", "ortools"),
    "cpmpy": ("cpmpy", "cpmpy"),
    "python-constraint": ("python-constraint", "python-constraint2"),
}


def shown_script(problem: Problem, language: str) -> str:
    """The script of a problem in one of SCRIPTS.

    Raises:
        UnsupportedError: the library cannot say the problem, or its objective.
    """
    solver, needs = SCRIPTS[language]
    plain = problem.without_grid()
    if not plain.domains:
        raise UnsupportedError("found no variables, expected one at least")
    for name, domain in zip(plain.names, plain.domains, strict=True):
        if not domain:
            raise UnsupportedError(f"{in_one_line(name)} has no value")
    library, shown = LIBRARIES[solver], [*plain.shown]
    if plain.goal is None:
        ask, end = PROGRAMS[solver].format(solver="ortools"), PROGRAMS["print"]
        said = f"{stated(library, plain, shown)}\n\ndef solutions():\n{ask}"
    else:
        if plain.goal.measure == "lex":
            raise UnsupportedError(
                "found an objective of several values (lex), expected one of a single value"
            )
        plain, end = with_value(plain), PROGRAMS["best-of-print"]
        ask = PROGRAMS[f"best-of-{solver}"]
        said = best(library, ask, plain, [*shown, variable_of(plain)], "ortools")
    name = "each" if solver == "python-constraint" else "each.name"
    return (
        f'"""{quoted(title(problem))}.\n\nRun it with Python, and with {needs}.\n"""\n\n'
        f"{said}\n{end.format(name=name)}"
    )
