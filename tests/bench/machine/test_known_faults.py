"""Known faults: matched on the versions that have them, and repeated where one is installed."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from accord.bench.machine.doctor import installed, solvers
from accord.bench.machine.known_faults import FAULTS, Fault, faults_of
from accord.solvers.registry import backends
from optional import library, program
from places import ROOT

# The versions at both ends of each range, and their neighbours: all were published.
VERSIONS: dict[str, tuple[list[str], list[str]]] = {
    "variable-exact-sum": (["2.3.0", "2.5.0"], ["2.2.3", "2.6.0", "2.9.0"]),
    "product-below-one": (["2.0.0", "2.7.3b2", "2.9.0"], ["1.4.0", "2.0.0b8", "2.9.1"]),
    "variable-sums-with-multipliers": (["2.3.0", "2.9.0"], ["2.2.3", "2.9.1"]),
    "negative-sums": (["2.0.0", "2.3.2"], ["2.0.0b8", "2.4.0", "2.9.0"]),
    "negative-sums-of-old": (["1.2", "1.4.0"], ["1.4.1"]),
    "negative-multipliers": (["2.0.0", "2.7.3"], ["2.0.0b8", "2.8.0", "2.9.0"]),
    "text-with-a-factor": (["2.3.0", "2.3.1"], ["2.2.3", "2.3.2"]),
    "slow-default": (["2.0.0", "2.9.0"], ["1.4.0", "2.9.1"]),
    "cp-sat-presolve": (["9.15.6755"], ["9.14.6206", "9.15.6756", "9.16.1"]),
    "cp-sat-infeasible-solution": (["9.15.6755"], ["9.14.6206", "9.16.1"]),
    "cp-sat-many-workers": (["9.14.6206"], ["9.13.4784", "9.15.6755"]),
    "cp-sat-tells-twice": (["9.11.4210", "9.12.4544"], ["9.10.4067", "9.13.4784"]),
    "cp-sat-keeps-ctrl-c": (["9.5.2237", "9.15.6755"], ["9.4.1874"]),
    "highs-in-or-tools": (["1.15.0", "1.15.1"], ["1.14.0"]),
    "highs-not-optimal": (["1.14.0"], ["1.13.1", "1.15.0"]),
    "highs-dominated-columns": (["1.14.0"], ["1.13.1", "1.15.0"]),
    "highs-equality-cliques": (["1.13.0", "1.15.1"], ["1.12.0", "1.15.2"]),
    "highs-continuous": (["1.11.0", "1.12.0"], ["1.10.0", "1.13.0"]),
    "z3-solutions": (["4.16.0.0", "5.0.0.0"], ["4.15.8.0", "5.1.0.0"]),
    "z3-bit-vectors-as-integers": (["5.1.0.0"], ["5.0.0.0", "5.3.0.0"]),
    "clasp-disjunctions": (["5.6.0", "5.6.2"], ["5.5.2", "5.7.0"]),
    "gecode-reified-disequality": (["6.2.0", "6.3.0"], ["6.1.1", "6.4.0"]),
    "minizinc-alldifferent-apart": (["2.6.4"], ["2.5.5", "2.7.6"]),
    "pycosat-propagation-limit": (["0.6.1", "0.6.6"], ["0.6.7"]),
    "cpmpy-choco-status": (["1.1.0", "1.1.1"], ["1.0.0", "1.1.2"]),
    "choco-ends-the-process": (["0.2.1", "0.4.0"], ["0.4.1"]),
    "pumpkin-contradiction-at-once": (["0.3.0", "0.4.0"], ["0.2.2", "0.5.0"]),
    "scip-logical-constraints": (["6.3.0"], ["6.2.1", "6.3.1"]),
}
BESIDE = {"ortools": "9.15.6755", "gecode": "6.2.0", "pychoco": "0.4.0"}

CONSTRAINT = """
from itertools import product
import constraint
from constraint import *
def loses(constraint, holds, scope=(), **domains):
    problem = Problem()
    for name, domain in domains.items():
        problem.addVariable(name, domain)
    problem.addConstraint(constraint, *([list(scope)] if scope else []))
    there = [v for v in product(*domains.values()) if holds(**dict(zip(domains, v)))]
    try:
        return len(problem.getSolutions()) < len(there)
    except ValueError:
        return True
"""
HIGHS = """
import highspy
def differs(program):
    open("program.lp", "w").write(program)
    told = []
    for presolve in ("on", "off"):
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("presolve", presolve)
        highs.readModel("program.lp")
        highs.run()
        objective = highs.getInfo().objective_function_value
        told.append((str(highs.getModelStatus()), round(objective, 3)))
    return told[0] != told[1]
"""
# What shows a fault: the module or program it needs, and code that prints True where it is there.
SHOWN: dict[str, tuple[str, str]] = {
    "variable-exact-sum": (
        "constraint",
        f"""{CONSTRAINT}
print(loses(VariableExactSumConstraint("c", ["a", "b"]), lambda a, b, c: a + b == c,
            a=[1, 2], b=[1, 2], c=[3]))""",
    ),
    "product-below-one": (
        "constraint",
        f"""{CONSTRAINT}
at_most_four = lambda a, b, c: a * b * c <= 4
shows = loses(MaxProdConstraint(4), at_most_four, a=[2, 3], b=[1, 2], c=[0, 1, 2])
if hasattr(constraint, "ExactProdConstraint"):
    shows &= loses("a*b*c <= 4", at_most_four, a=[2, 3], b=[1, 2], c=[0, 1, 2])
    shows &= loses(ExactProdConstraint(-3), lambda a, b, c: a * b * c == -3,
                   a=[-1, 0, 1], b=[3], c=[1, 2, 3])
print(shows)""",
    ),
    "variable-sums-with-multipliers": (
        "constraint",
        f"""{CONSTRAINT}
print(loses(VariableMinSumConstraint("t", ["a", "b", "c"], [3, 3, 1, 1]),
            lambda a, b, c, t: 3 * a + 3 * b + c >= t, "abct", a=[1, 2, 3], b=[3], c=[3, 4],
            t=[18, 22])
      and loses(VariableExactSumConstraint("t", ["a", "b", "c"], [-2, 1, -1, 1]),
                lambda a, b, c, t: b - 2 * a - c == t, "abct", a=[-3, 3], b=[1, 2], c=[1], t=[-6])
      and loses(VariableMaxSumConstraint("t", ["a", "b", "c"], [1, -1, 2, 1]),
                lambda a, b, c, t: a - b + 2 * c <= t, "abct", a=[-3, 2], b=[2, 3], c=[-2, 0, 3],
                t=[-4, 6]))""",
    ),
    "negative-sums": (
        "constraint",
        f"""{CONSTRAINT}
print(loses(ExactSumConstraint(0), lambda a, b: a + b == 0, a=[-1, 0, 1], b=[-1, 0, 1]))""",
    ),
    "negative-multipliers": (
        "constraint",
        f"""{CONSTRAINT}
print(loses(MaxSumConstraint(-4, [-2, 3, -1]), lambda a, b, c: 3 * b - 2 * a - c <= -4,
            a=[-3, 3], b=[1, 2], c=[1]))""",
    ),
    "text-with-a-factor": (
        "constraint",
        f"""{CONSTRAINT}
print(loses("a*2 == b", lambda a, b: a * 2 == b, a=[1, 2, 3], b=[4, 5, 6]))""",
    ),
    "slow-default": (
        "constraint",
        "import constraint\n"
        "default = constraint.Problem().getSolver()\n"
        "print(type(default) is constraint.OptimizedBacktrackingSolver)",
    ),
    "cp-sat-tells-twice": (
        "ortools",
        """
from ortools.sat.python import cp_model
model, solver, told = cp_model.CpModel(), cp_model.CpSolver(), []
x, y, z = (model.new_int_var(0, 2, name) for name in "xyz")
p = model.new_bool_var("p")
model.add(2 * x + 3 * y + 5 * z == 12).only_enforce_if(p)
class Teller(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        told.append(tuple(self.value(v) for v in (x, y, z, p)))
solver.parameters.enumerate_all_solutions = True
solver.parameters.num_workers = 1
solver.solve(model, Teller())
print(len(told) > len(set(told)))""",
    ),
    "cp-sat-keeps-ctrl-c": (
        "ortools",
        """
import os, signal
from ortools.sat.python import cp_model
child = os.fork()
if not child:
    cp_model.CpSolver().solve(cp_model.CpModel())
    try:
        os.kill(os.getpid(), signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGINT)""",
    ),
    "highs-in-or-tools": (
        "highspy",
        """
import highspy
try:
    from ortools.sat.python import cp_model
    cp_model.CpSolver().solve(cp_model.CpModel())
    print(False)
except ImportError:
    print(True)""",
    ),
    "highs-not-optimal": (
        "highspy",
        f"""{HIGHS}
print(differs('''Minimize
 o: 2 x + 3 z
Subject To
 c: x + z >= 4.5
Bounds
 x <= 10
 z <= 10
General
 z
End
'''))""",
    ),
    "highs-continuous": (
        "highspy",
        f"""{HIGHS}
print(differs('''Minimize
 -24 a + 5 b + 7.4 c + 9 d
Subject To
 96.55 a - 32.45 c + 88.78 d <= 1216.06
 -3.14 a - 78.02 b <= -50.5404
 11.8 b - 21.94 c <= 3.422
 91.59 c - 10.58 d <= -35.25
 79.17 a + 1.73 b - 73.23 d <= 411.403
 -10.61 a - 94.66 b + 76.88 d <= 195.69
Bounds
 -100 <= a <= 100
 -100 <= b <= 100
 -100 <= c <= 100
 -100 <= d <= 100
Generals
 c d
End
'''))""",
    ),
    "z3-solutions": (
        "z3",
        """
import z3
solver, cells = z3.Solver(), z3.Ints("x y z")
solver.add(z3.Sum(cells) == 2, *(cell >= 0 for cell in cells), *(cell <= 2 for cell in cells))
print(len(list(solver.solutions(cells))) < 6)""",
    ),
    "z3-bit-vectors-as-integers": (
        "z3",
        """
import z3
z3.set_param("smt.bv.solver", 2)
text = ("(set-logic QF_BVLIA)(declare-fun x () (_ BitVec 4))(assert (= (bvnot x) #x5))"
        "(push 1)(check-sat)")
context = z3.Context()
print("unsat" in z3.Z3_eval_smtlib2_string(context.ref(), text))""",
    ),
    "clasp-disjunctions": (
        "clingo",
        """
import clingo
control = clingo.Control(["0"])
control.add("base", [], "a; na. x; y; z; b; c :- a. a :- b. a :- c.")
control.ground([("base", [])])
with control.solve(yield_=True) as handle:
    print(sum(1 for _ in handle) < 6)""",
    ),
    "gecode-reified-disequality": (
        "the program minizinc",
        """
import subprocess
open("model.mzn", "w").write(
    "var bool: a; var bool: p; constraint (1 != (3 * a)) == p; solve satisfy;"
)
command = ["minizinc", "--solver", "gecode", "-a", "model.mzn"]
print("p = false" in subprocess.run(command, capture_output=True, text=True, check=True).stdout)""",
    ),
    "minizinc-alldifferent-apart": (
        "the program minizinc",
        "from accord.solvers.cp.minizinc import _takes_alldifferent_apart\n"
        "print(_takes_alldifferent_apart())",
    ),
    "pycosat-propagation-limit": (
        "pycosat",
        """
import pycosat
clauses = [[3 * row + column for column in (1, 2, 3)] for row in range(3)]
all_ = list(pycosat.itersolve(clauses))
print((len(all_), list(pycosat.itersolve(clauses, prop_limit=3))) == (343, []))""",
    ),
    "pumpkin-contradiction-at-once": (
        "pumpkin_solver",
        """
from pumpkin_solver import Model, constraints
model = Model()
pair = [model.new_integer_variable(1, 1), model.new_integer_variable(1, 1)]
different = constraints.AllDifferent
try:
    try:
        model.add_constraint(different(pair))
    except TypeError:
        model.add_constraint(different(pair, model.new_constraint_tag()))
    print(False)
except RuntimeError:
    print(True)""",
    ),
}
TOLD_ELSEWHERE = {"cpmpy-choco-status", "choco-ends-the-process", "negative-sums-of-old"}


def there(fault: Fault, version: str) -> bool:
    """Whether the fault is found where this version is installed, and what must be beside it."""
    return fault in [each.fault for each in faults_of(BESIDE | {fault.package: version})]


def test_every_fault_has_its_neighbours_here() -> None:
    names = [fault.name for fault in FAULTS]
    assert sorted(names) == sorted(VERSIONS)
    reproduced = {fault.name for fault in FAULTS if fault.evidence == "reproduced"}
    assert reproduced == {*SHOWN, *TOLD_ELSEWHERE}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found_in_its_versions_and_not_beside_them(fault: Fault) -> None:
    faulty, sound = VERSIONS[fault.name]
    assert [version for version in faulty if not there(fault, version)] == []
    assert [version for version in sound if there(fault, version)] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_says_who_says_so(fault: Fault) -> None:
    if not fault.source.startswith("https://github.com/"):
        assert (ROOT / fault.source).is_file()
        assert fault.evidence == "reproduced"


def test_a_clash_is_found_where_both_are_installed() -> None:
    clash = next(fault for fault in FAULTS if fault.name == "highs-in-or-tools")
    for others, expected in (
        ({"ortools": "9.15.6755"}, True),
        ({"ortools": "9.16.1"}, False),
        ({}, False),
    ):
        found = faults_of({"highspy": "1.15.1"} | others)
        assert (clash in [each.fault for each in found]) is expected


def test_what_is_no_version_has_no_faults() -> None:
    assert faults_of({"pycosat": "sc2021", "ortools": "", "cadical": "sha256 c66f1a264da0"}) == []


def test_what_reaches_accord_stands_first() -> None:
    found = faults_of({"pumpkin-solver": "0.4.0", "ortools": "9.15.6755", "highspy": "1.14.0"})
    reached = [each.fault.reached for each in found]
    assert reached == ["yes", "possibly", "possibly", "possibly", "no", "no", "no"]


def test_only_wrong_answers_that_reach_accord_are_grave() -> None:
    (crash,) = faults_of({"pumpkin-solver": "0.4.0"})
    assert crash.fault.reached == "yes"
    assert not crash.grave
    assert not any(each.grave for each in faults_of({"ortools": "9.15.6755"}))


@pytest.mark.parametrize("name", SHOWN)
def test_a_fault_shows_in_the_installed_version_if_it_is_one_of_those(
    name: str, tmp_path: Path
) -> None:
    fault = next(fault for fault in FAULTS if fault.name == name)
    needed, code = SHOWN[name]
    (program if needed.startswith("the program") else library)(needed.removeprefix("the program "))
    version = _installed(fault)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.stdout.strip() in ("True", "False"), done.stderr
    assert (done.stdout.strip() == "True") is there(fault, version)


def _installed(fault: Fault) -> str:
    """The version that is installed, if the row has an opinion on it."""
    try:
        version = metadata.version(fault.package)
    except metadata.PackageNotFoundError:
        version = installed((), solvers(backends())).get(fault.package, "")
    ends = {end.operator: Version(end.version) for end in SpecifierSet(fault.versions)}
    last = ends.get("<=", ends.get("=="))
    if not version or Version(version) < ends.get(">=", ends.get("==", Version("0"))):
        pytest.skip(f"{fault.package} {version or 'is not there'}: older than {fault.versions}")
    if last is not None and Version(version) > last:
        pytest.skip(f"{fault.package} {version} is newer than what is known: {fault.versions}")
    return version
