"""Scripts for what reads text: the model that the backend hands over, and how it is asked."""

from accord.bench.hunt.reproducers.script import PROGRAMS, constant
from accord.encodings.naming import identifiers
from accord.encodings.problems import asp, minizinc, smtlib
from accord.puzzles.problem import Problem
from accord.solvers.optimizing import variable_of


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for what reads text; None where the solver is none of these."""
    if name == "minizinc":
        own = problem.domains, problem.constraints, problem.names  # a line each
        lines = Problem(*own, objective=problem.goal)
        text = minizinc.write(lines)
        names, ask = [*problem.names], PROGRAMS[name].format(solver=principal or "gecode")
    elif name == "clingo":
        text = asp.write(problem)
        names, ask = identifiers(problem, asp.spell), PROGRAMS[name]
    elif name in ("z3-int", "z3-bv") and problem.goal is None:
        said = smtlib.formula(problem, bits=name == "z3-bv")
        solver, sort = "z3.SimpleSolver()", "z3.IntSort()"
        if said.bits:
            solver, sort = 'z3.SolverFor("QF_FD")', f"z3.BitVecSort({said.bits})"
        text, names = smtlib.script(said, distinct=True), smtlib.symbols(problem)
        ask = PROGRAMS["z3"].format(solver=solver, sort=sort, least=said.least)
    else:
        return None
    written = "".join(text).replace('"""', '" ""')
    made = PROGRAMS["text"].format(text=written, names=constant(names)) + ask
    if problem.goal is None:
        return made
    return f"OBJECTIVE = {variable_of(problem)}  # the place of the variable with the value\n{made}"
