"""Known faults: what versions of the solvers' libraries answer wrongly, and whether it reaches us.

A row says which versions, what is wrong with them, what to do, how accord stands to it, and who
says so.  A wrong answer is one about solutions: one that is lost, told twice, or none, and a model
that is called infeasible and is not.  A crash ends a run, and a fault of speed misleads whoever
compares.  Faults of objectives are listed where they are reported as optimal: who uses the library
for something else should know; accord has no objective.

    reached          what accord does with the part that is wrong
    ---------------  -----------------------------------------------------------------
    no               it does not use it, or avoids it as the row says
    possibly         it uses it, and no puzzle is known on which it is wrong
    yes              its answers are wrong, or its runs end so

"Possibly" has been looked into: 8,000 random puzzles of 4x4, 6x6 and 9x9 for `cpsat`, as many for
`cpsat-bool`, and 1,000 for `highs`, a quarter of each without solution, had the answers that
`exact-cover-bits` gives (OR-Tools 9.15.6755, HiGHS 1.14).

`reproduced` is what was seen in the versions at the ends of the range, and where the list of
versions ends there, just beyond; tests/bench/machine/test_known_faults.py repeats it in the version
that is installed.  `reported` is what others say and could not be repeated for want of their
files.  A version is matched as PEP 440 orders it; what is no such version (a program's `sc2021`)
has no row.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

Kind = Literal["wrong answer", "crash", "slow"]
Reached = Literal["no", "possibly", "yes"]
Evidence = Literal["reproduced", "reported"]

HIGHS = "https://github.com/ERGO-Code/HiGHS/issues"
OR_TOOLS = "https://github.com/google/or-tools/issues"
PYTHON_CONSTRAINT = "https://github.com/python-constraint/python-constraint"
ITSELF = "tests/bench/machine/test_known_faults.py"  # found by accord, and repeated there
POSTS = "it posts AllDifferentConstraint or !=, and nothing else"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with some versions of a package."""

    name: str
    package: str  # a distribution, or a program
    versions: str  # a specifier as of PEP 440
    kind: Kind
    what: str  # is wrong
    remedy: str  # for who uses the library
    reached: Reached
    accord: str  # why it is reached or not
    evidence: Evidence
    source: str
    beside: tuple[str, str] = ("", "")  # another package that must be there too, and its versions


@dataclass(frozen=True)
class InstalledFault:
    """A fault of a version that is installed."""

    fault: Fault
    version: str

    @property
    def grave(self) -> bool:
        """Whether accord's own answers are wrong."""
        return self.fault.kind == "wrong answer" and self.fault.reached == "yes"


def findings(
    installed: Mapping[str, str], faults: "Iterable[Fault] | None" = None
) -> list[InstalledFault]:
    """The faults of what is installed, those first that reach accord.

    Args:
        installed: the version of each package, names in lower case with hyphens.
        faults: to look for; all by default.
    """
    order: tuple[Reached, ...] = ("yes", "possibly", "no")
    found = list(_matching(installed, FAULTS if faults is None else faults))
    return sorted(found, key=lambda finding: order.index(finding.fault.reached))


def _matching(installed: Mapping[str, str], faults: Iterable[Fault]) -> Iterator[InstalledFault]:
    for fault in faults:
        other, versions = fault.beside
        if _is_in(installed.get(fault.package, ""), fault.versions) and (
            not other or _is_in(installed.get(other, ""), versions)
        ):
            yield InstalledFault(fault, installed[fault.package])


def _is_in(version: str, versions: str) -> bool:
    try:
        return SpecifierSet(versions).contains(Version(version), prereleases=True)
    except InvalidVersion:  # not installed, or not of the kind that can be compared
        return False


FAULTS = (
    Fault(
        "variable-exact-sum",
        "python-constraint2",
        ">=2.3,<2.6",
        "wrong answer",
        "VariableExactSumConstraint loses solutions: of a + b = c with a and b in 1..2 and c = 3, "
        "both.",
        "pip install 'python-constraint2>=2.6'",
        "no",
        POSTS,
        "reproduced",
        f"{PYTHON_CONSTRAINT}/pull/108",
    ),
    Fault(
        "product-below-one",
        "python-constraint2",
        ">=2.0,<=2.9.0",
        "wrong answer",
        "MaxProdConstraint, and since 2.3 ExactProdConstraint, lose solutions where a domain has "
        "zero or negative values: of a * b * c <= 4 with a in 2..3, b in 1..2 and c in 0..2, one "
        "of 8. Constraints written as text become these.",
        "say products as functions: problem.addConstraint(lambda a, b: a * b <= 4, ['a', 'b'])",
        "no",
        POSTS,
        "reproduced",
        ITSELF,
    ),
    Fault(
        "variable-sums-with-multipliers",
        "python-constraint2",
        ">=2.3,<=2.9.0",
        "wrong answer",
        "VariableMinSumConstraint with multipliers loses solutions, and where one of them is "
        "negative so do VariableExactSumConstraint and VariableMaxSumConstraint.",
        "say weighted sums as functions",
        "no",
        POSTS,
        "reproduced",
        ITSELF,
    ),
    Fault(
        "negative-sums",
        "python-constraint2",
        ">=2.0,<2.4",
        "wrong answer",
        "ExactSumConstraint and MaxSumConstraint lose solutions where values are negative: of "
        "a + b = 0 with a and b in -1..1, two of 3.",
        "pip install 'python-constraint2>=2.4'",
        "no",
        POSTS,
        "reproduced",
        f"{PYTHON_CONSTRAINT}/issues/33",
    ),
    Fault(
        "negative-sums-of-old",
        "python-constraint",
        "<=1.4.0",
        "wrong answer",
        "ExactSumConstraint and MaxSumConstraint lose solutions where values are negative: of "
        "a + b = 0 with a and b in -1..1, two of 3.",
        "pip uninstall python-constraint, then pip install python-constraint2",
        "no",
        POSTS,
        "reproduced",
        f"{PYTHON_CONSTRAINT}/issues/33",
    ),
    Fault(
        "negative-multipliers",
        "python-constraint2",
        ">=2.0,<2.8",
        "wrong answer",
        "ExactSumConstraint and MaxSumConstraint with a negative multiplier, and from 2.4 on "
        "MinSumConstraint, lose solutions or raise ValueError.",
        "pip install 'python-constraint2>=2.8'",
        "no",
        POSTS,
        "reproduced",
        ITSELF,
    ),
    Fault(
        "text-with-a-factor",
        "python-constraint2",
        ">=2.3,<2.3.2",
        "wrong answer",
        "A constraint written as text with a number as a factor, such as 'a*2 == b', leaves no "
        "solution.",
        "pip install 'python-constraint2>=2.3.2'",
        "no",
        POSTS,
        "reproduced",
        f"{PYTHON_CONSTRAINT}/issues/101",
    ),
    Fault(
        "slow-default",
        "python-constraint2",
        ">=2.0,<=2.9.0",
        "slow",
        "The default solver, OptimizedBacktrackingSolver, orders the variables once and not at "
        "each node: 14 times slower on a hard 9x9, and no end in 20 s on a puzzle of 17 clues that "
        "BacktrackingSolver solves in 0.14 s.",
        "constraint.Problem(constraint.BacktrackingSolver())",
        "no",
        "python-constraint asks for BacktrackingSolver unless algorithm=optimized is set",
        "reproduced",
        "solvers/cp/python_constraint.py",
    ),
    Fault(
        "cp-sat-presolve",
        "ortools",
        "==9.15.6755",
        "wrong answer",
        "CP-SAT calls a model of 33 variables infeasible that has solutions, if it presolves.",
        "solve again with parameters.cp_model_presolve = False before believing INFEASIBLE",
        "possibly",
        "cpsat, cpsat-bool and cpmpy presolve; accord check has them contradicted by any grid that "
        "another solver finds",
        "reported",
        f"{OR_TOOLS}/5274",
    ),
    Fault(
        "cp-sat-infeasible-solution",
        "ortools",
        "==9.15.6755",
        "crash",
        "CP-SAT ends with 'Infeasible solution!' while it minimises a model that 9.14 solves.",
        "pip install 'ortools<9.15'",
        "no",
        "it has no objective",
        "reported",
        f"{OR_TOOLS}/5003",
    ),
    Fault(
        "cp-sat-many-workers",
        "ortools",
        "==9.14.6206",
        "wrong answer",
        "CP-SAT with 16 workers now and then calls a model infeasible that it mostly solves.",
        "search with one worker: parameters.num_workers = 1",
        "no",
        "it searches with one worker unless the setting workers asks for more",
        "reported",
        f"{OR_TOOLS}/4839",
    ),
    Fault(
        "cp-sat-tells-twice",
        "ortools",
        ">=9.11,<9.13",
        "wrong answer",
        "Enumerating, CP-SAT tells solutions twice where a linear equation is conditional: 56 for "
        "29.",
        "pip install 'ortools>=9.13'",
        "no",
        "it posts nothing conditional, and counts a grid that is told twice as a wrong answer",
        "reproduced",
        f"{OR_TOOLS}/4640",
    ),
    Fault(
        "cp-sat-keeps-ctrl-c",
        "ortools",
        ">=9.5",
        "crash",
        "After a search the operating system's own handler of Ctrl-C stands where Python's was: "
        "Ctrl-C, and a notebook's interruption, end the process without a word.",
        "parameters.catch_sigint_signal = False, before each search",
        "no",
        "it sets that parameter",
        "reproduced",
        ITSELF,
    ),
    Fault(
        "highs-in-or-tools",
        "highspy",
        ">=1.15",
        "crash",
        "Cannot be imported in one process with OR-Tools, in either order: both bring a HiGHS of "
        "their own, and the symbols of one hide those of the other.",
        "pip install 'highspy<1.15'",
        "no",
        "it asks for highspy < 1.15, and check and bench give each solver a process of its own",
        "reproduced",
        f"{OR_TOOLS}/5246",
        beside=("ortools", ">=9.14,<=9.15.6755"),
    ),
    Fault(
        "highs-not-optimal",
        "highspy",
        "==1.14.0",
        "wrong answer",
        "Presolving, HiGHS calls a solution optimal that is not: of 2 x + 3 z with x + z >= 4.5, "
        "z whole, it finds 15 and not 9.",
        "set the option presolve to off, or use another version than 1.14.0",
        "no",
        "it has no objective",
        "reproduced",
        f"{HIGHS}/3043",
    ),
    Fault(
        "highs-dominated-columns",
        "highspy",
        "==1.14.0",
        "wrong answer",
        "Presolving, HiGHS calls a program of 96 binary and 16 other variables infeasible that has "
        "solutions.",
        "set the option presolve to off before believing Infeasible (accord: highs:presolve=off)",
        "possibly",
        "highs presolves; accord check has it contradicted by any grid that another solver finds",
        "reported",
        f"{HIGHS}/3090",
    ),
    Fault(
        "highs-equality-cliques",
        "highspy",
        ">=1.13,<=1.15.1",
        "wrong answer",
        "Presolving, HiGHS drops the equation of a clique whose other variables are fixed to 0: "
        "solutions it finds violate the program, and it does not see those that do not.",
        "set the option presolve to off (accord: highs:presolve=off)",
        "possibly",
        "highs presolves, and its program is made of such equations; every grid is verified",
        "reported",
        f"{HIGHS}/3216",
    ),
    Fault(
        "highs-continuous",
        "highspy",
        ">=1.11,<1.13",
        "wrong answer",
        "Presolving, HiGHS calls a program of two whole and two continuous variables infeasible "
        "that has solutions.",
        "pip install 'highspy>=1.13'",
        "no",
        "its program has no continuous variables",
        "reproduced",
        f"{HIGHS}/2585",
    ),
    Fault(
        "z3-solutions",
        "z3-solver",
        ">=4.16,<5.1",
        "wrong answer",
        "Solver.solutions of several variables loses solutions: of x + y + z = 2 over 0..2, four "
        "of 6.",
        "pip install 'z3-solver>=5.1'",
        "no",
        "it excludes each grid by a clause of its own",
        "reproduced",
        "https://github.com/Z3Prover/z3/pull/10195",
    ),
    Fault(
        "z3-bit-vectors-as-integers",
        "z3-solver",
        ">=5.1,<5.3",
        "wrong answer",
        "With smt.bv.solver=2, and after a push, a formula of bit-vectors is called unsat that has "
        "models.",
        "leave smt.bv.solver alone, or pip install 'z3-solver>=5.3'",
        "no",
        "it leaves smt.bv.solver alone",
        "reproduced",
        "https://github.com/Z3Prover/z3/issues/10544",
    ),
    Fault(
        "clasp-disjunctions",
        "clingo",
        ">=5.6,<5.7",
        "wrong answer",
        "Answer sets of disjunctive programs are lost: 4 are found of 6.",
        "pip install 'clingo>=5.7'",
        "no",
        "its rules have choices and no disjunctions",
        "reproduced",
        "https://github.com/potassco/clasp/issues/91",
    ),
    Fault(
        "gecode-reified-disequality",
        "gecode",
        ">=6.2.0,<=6.3.0",
        "wrong answer",
        "fzn-gecode takes (1 != 3 * a) == p for false where a is 0, and so finds what is no "
        "solution.",
        "use another solver for reified disequalities with coefficients",
        "no",
        "its model reifies nothing",
        "reproduced",
        "https://github.com/MiniZinc/libminizinc/issues/962",
    ),
    Fault(
        "minizinc-alldifferent-apart",
        "minizinc",
        ">=2.6,<2.7",
        "slow",
        "With the library of Gecode 6.2 it takes every AllDifferent apart into disequalities, "
        "without a word.",
        "define fzn_all_different_int, as solvers/cp/minizinc.py does",
        "no",
        "it adds the definition that is missing",
        "reproduced",
        "solvers/cp/minizinc.py",
        beside=("gecode", "==6.2.0"),
    ),
    Fault(
        "pycosat-propagation-limit",
        "pycosat",
        "<=0.6.6",
        "wrong answer",
        "itersolve with prop_limit ends as if there were no more models: none of 343 are told.",
        "do not set prop_limit for itersolve",
        "no",
        "it does not set it",
        "reproduced",
        ITSELF,
    ),
    Fault(
        "cpmpy-choco-status",
        "cpmpy",
        ">=1.1,<=1.1.1",
        "wrong answer",
        "Of Choco, UNSATISFIABLE is guessed from the seconds that have passed, and may mean that "
        "the time was over.",
        "give Choco no time limit, or believe UNSATISFIABLE only well before it",
        "no",
        "cpmpy:choco does not believe it in the last hundredth of a second",
        "reproduced",
        "tests/solvers/cp/test_cp_backends.py",
        beside=("pychoco", ">=0"),
    ),
    Fault(
        "choco-ends-the-process",
        "pychoco",
        "<=0.4.0",
        "crash",
        "An exception of Java ends the process: for an empty domain, an AllDifferent of nothing, a "
        "time limit of 0.",
        "test for these before Choco is asked",
        "no",
        "it says nothing that is empty to Choco",
        "reproduced",
        "tests/solvers/cp/test_cp_backends.py",
    ),
    Fault(
        "pumpkin-contradiction-at-once",
        "pumpkin-solver",
        ">=0.3,<0.5",
        "crash",
        "Where constraints contradict each other at once, adding them raises RuntimeError: "
        "inconsistency detected.",
        "pip install 'pumpkin-solver>=0.5'",
        "yes",
        "such a run of pumpkin is an ERROR; accord asks for 0.5",
        "reproduced",
        "solvers/cp/pumpkin.py",
    ),
    Fault(
        "scip-logical-constraints",
        "pyscipopt",
        "==6.3.0",
        "wrong answer",
        "SCIP 10.0.2, which it brings, calls a program with AND and OR constraints infeasible that "
        "has solutions, if it presolves.",
        "model.setPresolve(SCIP_PARAMSETTING.OFF), or say AND and OR linearly",
        "no",
        "its constraints are linear",
        "reported",
        "https://github.com/scipopt/scip/issues/202",
    ),
)
