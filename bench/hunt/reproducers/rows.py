"""Scripts for solvers of linear programs: bounds of whole-number columns, and rows over them.

HiGHS is asked anew for each solution, with a row for each one that is known, as the backend does;
SCIP likewise, where the backend collects them in one search.  For the best value both are asked
once, without gaps, and answer with the values of all columns.
"""

from accord.bench.hunt.reproducers.script import PROGRAMS, constant
from accord.encodings.problems import integer_program
from accord.puzzles.problem import Problem


def body(name: str, problem: Problem) -> str | None:
    """The body for a solver of linear programs; None where it is none."""
    if name not in ("highs", "scip"):
        return None
    program = integer_program.encode(problem, all_by_value=problem.goal is None)
    bounds = constant(program.bounds)
    rows = "".join(f"    {(row.weights, row.low, row.high)},\n" for row in program.rows)
    if program.objective is not None:
        sense, column = program.objective
        goal = PROGRAMS[f"goal-of-{name}"].format(
            sense=sense.capitalize() if name == "highs" else sense
        )
        made = PROGRAMS[name].format(tolerance=integer_program.TOLERANCE, goal=goal)
        return PROGRAMS["best-of-rows"].format(bounds=bounds, rows=rows, column=column, find=made)
    values = [program.literals(variable) for variable in range(len(problem.domains))]
    return PROGRAMS["rows"].format(
        bounds=bounds,
        rows=rows,
        values="".join(f"    {each},\n" for each in values),
        find=PROGRAMS[name].format(tolerance=integer_program.TOLERANCE, goal=""),
    )
