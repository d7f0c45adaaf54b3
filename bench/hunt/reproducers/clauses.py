"""Scripts for SAT solvers: the clauses, and for each variable the literals that say its value.

After each model the values that it says are forbidden by a clause, as in
solvers/sat/added_clauses.py.
"""

from accord.bench.hunt.reproducers.script import constant
from accord.encodings.clauses import cnf
from accord.puzzles.problem import Problem
from accord.solvers.programs.external import SHIPPED
from accord.solvers.sat.pysat import ENGINES

_COMMON = """\
CLAUSES = {clauses}
LITERALS = [  # of each variable: by value the literals that are true if it has that value
{literals}]


def solutions():
    clauses = [list(clause) for clause in CLAUSES]
{start}
    while (model := find(clauses)) is not None:
        true = {{*model}}
        chosen = [
            next((value, known) for value, known in each.items() if true.issuperset(known))
            for each in LITERALS
        ]
        yield [value for value, _ in chosen]
        forbidden = [-literal for _, known in chosen for literal in known]
        if not forbidden:
            return
        clauses.append(forbidden)
{forbid}
"""
_PYSAT = """\
    from pysat.solvers import {library}

    solver = {library}(bootstrap_with=clauses)

    def find(clauses):
        return solver.get_model() if solver.solve() else None
"""
_RC2 = """\
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    asked = WCNF()
    asked.extend(clauses)
    solver = RC2(asked, adapt=True, exhaust=True)

    def find(clauses):
        return solver.compute()
"""
_PYCOSAT = """\
    import pycosat

    def find(clauses):
        model = pycosat.solve(clauses, vars={variables})
        return None if model == "UNSAT" else model
"""
_CRYPTOMINISAT = """\
    import pycryptosat

    solver = pycryptosat.Solver(threads=1)
    solver.add_clauses(clauses)

    def find(clauses):
        satisfiable, values = solver.solve()
        known = [each for each in enumerate(values or ()) if each[0] and each[1] is not None]
        return [at if value else -at for at, value in known] if satisfiable else None
"""
_PROGRAM = """\
    import importlib.metadata
    import shutil
    import subprocess
    import tempfile

    program = shutil.which({program!r})
    if program is None and {distribution!r}:  # a package that has the program in it
        files = importlib.metadata.files({distribution!r})
        program = next(str(each.locate()) for each in files if each.name == {program!r})

    def find(clauses):
        lines = ["p cnf {variables} %d" % len(clauses)]
        lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
        with tempfile.TemporaryDirectory() as folder:
            file, result = folder + "/problem.cnf", folder + "/result"
            with open(file, "w") as opened:
                opened.write("\\n".join(lines) + "\\n")
            arguments = [each.format(cnf=file, result=result, seed=0) for each in {arguments}]
            ended = subprocess.run([program, *arguments], capture_output=True, text=True)
            output = open(result).read() if {in_file} else ended.stdout
        if ended.returncode == 20:
            return None
        assert ended.returncode == 10, ended
        marked = [line for line in output.splitlines() if line[:2] == "v " or {in_file}]
        words = " ".join(marked).split()
        given = [int(word) for word in words if word.lstrip("-").isdigit() and word != "0"]
        return given + [-at for at in range(1, {variables} + 1) if not {{at, -at}} & {{*given}}]
"""


def body(name: str, principal: str, problem: Problem) -> str | None:
    """The body for a solver of clauses; None where it is none, or the best is asked for."""
    if problem.goal is not None:
        return None
    if name == "external":
        described = SHIPPED[principal or "cadical"]
        start = _PROGRAM
        values = {
            "program": described.name,
            "distribution": described.distribution,
            "arguments": [*described.command[1:]],
            "in_file": described.takes("result"),
        }
    elif name in ENGINES:
        start, values = _PYSAT, {"library": ENGINES[name].library}
    elif name in (own := {"sat-pycosat": _PYCOSAT, "cryptominisat": _CRYPTOMINISAT, "rc2": _RC2}):
        start, values = own[name], {}
    else:
        return None
    formula = cnf.encode(problem, cnf.DEFAULT)
    forbid = "        solver.add_clause(forbidden)\n" if "solver = " in start else ""
    literals = [{value: [*known] for value, known in cell.items()} for cell in formula.cells]
    return _COMMON.format(
        clauses=constant([list(clause) for clause in formula.clauses]),
        literals="".join(f"    {each},\n" for each in literals),
        start=start.format(variables=formula.variables, **values),
        forbid=forbid,
    )
