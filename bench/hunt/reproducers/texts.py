"""Scripts for what reads text: the model that the backend hands over, and how it is asked."""

from accord.bench.hunt.reproducers.script import constant
from accord.encodings.naming import identifiers
from accord.encodings.problems import asp, minizinc, smtlib
from accord.puzzles.problem import Problem
from accord.solvers.optimizing import variable_of

_COMMON = """\
TEXT = r\"\"\"
{text}\"\"\"
NAMES = {names}


def solutions():
"""
_MINIZINC = """\
    import re
    import subprocess

    command = ["minizinc", "--solver", {solver!r}, "-a", "-"]
    ended = subprocess.run(command, input=TEXT, capture_output=True, text=True)
    assert not ended.returncode, ended
    *blocks, end = re.split(r"^-{{10}}$", ended.stdout, flags=re.MULTILINE)
    assert "=====" in end, ended
    for block in blocks:
        yield [int(value) for value in re.findall(r" = (-?[0-9]+)$", block, re.MULTILINE)]
"""
_CLINGO = """\
    import clingo

    control = clingo.Control(["--models=0", "--project=show"])
    control.add("base", [], TEXT)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            shown = (symbol.arguments for symbol in model.symbols(shown=True))
            values = {str(variable): value.number for variable, value in shown}
            yield [values[name] for name in NAMES]
        assert handle.get().exhausted, handle.get()
"""
_Z3 = """\
    import z3

    solver = {solver}
    solver.from_string(TEXT)
    variables = [z3.Const(name, {sort}) for name in NAMES]
    while (status := solver.check()) == z3.sat:
        model = solver.model()
        values = [model.eval(each, model_completion=True).as_long() for each in variables]
        yield [value + {least} for value in values]
        pairs = zip(variables, values)
        solver.add(z3.Or(z3.BoolVal(False), *(each != value for each, value in pairs)))
    assert status == z3.unsat, status
"""


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for what reads text; None where the solver is none of these."""
    if name == "minizinc":
        own = problem.domains, problem.constraints, problem.names  # a line each
        lines = Problem(*own, objective=problem.goal)
        text = minizinc.write(lines)
        names, ask = [*problem.names], _MINIZINC.format(solver=principal or "gecode")
    elif name == "clingo":
        text = asp.write(problem)
        names, ask = identifiers(problem, asp.spell), _CLINGO
    elif name in ("z3-int", "z3-bv") and problem.goal is None:
        said = smtlib.formula(problem, bits=name == "z3-bv")
        solver, sort = "z3.SimpleSolver()", "z3.IntSort()"
        if said.bits:
            solver, sort = 'z3.SolverFor("QF_FD")', f"z3.BitVecSort({said.bits})"
        text, names = smtlib.script(said, distinct=True), smtlib.symbols(problem)
        ask = _Z3.format(solver=solver, sort=sort, least=said.least)
    else:
        return None
    written = "".join(text).replace('"""', '" ""')
    made = _COMMON.format(text=written, names=constant(names)) + ask
    if problem.goal is None:
        return made
    return f"OBJECTIVE = {variable_of(problem)}  # the place of the variable with the value\n{made}"
