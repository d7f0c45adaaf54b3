"""Scripts for SAT solvers: the clauses, and for each variable the literals that say its value.

After each model the values that it says are forbidden by a clause, as in
solvers/sat/added_clauses.py.
"""

from accord.bench.hunt.reproducers.script import PROGRAMS, constant
from accord.encodings.clauses import cnf
from accord.puzzles.problem import Problem
from accord.solvers.programs.external import SHIPPED
from accord.solvers.sat.pysat import ENGINES


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for a solver of clauses; None where it is none, or the best is asked for."""
    if problem.goal is not None:
        return None
    if name == "external":
        described = SHIPPED[principal or "cadical"]
        start = PROGRAMS[name]
        values = {
            "program": described.name,
            "distribution": described.distribution,
            "arguments": [*described.command[1:]],
            "in_file": described.takes("result"),
        }
    elif name in ENGINES:
        start, values = PROGRAMS["pysat"], {"library": ENGINES[name].library}
    elif name in ("sat-pycosat", "cryptominisat", "rc2"):
        start, values = PROGRAMS[name], {}
    else:
        return None
    formula = cnf.encode(problem, cnf.DEFAULT)
    forbid = "        solver.add_clause(forbidden)\n" if "solver = " in start else ""
    literals = [{value: [*known] for value, known in cell.items()} for cell in formula.cells]
    return PROGRAMS["clauses"].format(
        clauses=constant([list(clause) for clause in formula.clauses]),
        literals="".join(f"    {each},\n" for each in literals),
        start=start.format(variables=formula.variables, **values),
        forbid=forbid,
    )
