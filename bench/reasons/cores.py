"""Cores: of which parts a library says that they clash, each judged.

The reference formula of a problem has a selector for each part: a literal without which no clause
of the part says anything.  Assumptions are literals that a solver takes to be true for one
question, and a core is some of them that cannot be (Eén and Sörensson, "Temporal induction by
incremental SAT solving", BMC 2003).  A library is asked for a model with all selectors, and what it
returns as its core is a claim that is refuted

    if the library says that there is a model,
    if it is no list of literals that were assumed, or
    if the parts that it names have a solution, which is verified.

One real case: of the clauses `1` and `-1 2` and the assumptions 1 and -2, CP-SAT 9.15 returns -1,
which is none.  What is left is a hint where to look for a smallest set, and one that is refuted
changes nothing.  The libraries have a share of the time, and are asked in a process that is ended
when it is over:

    sat-cadical, sat-glucose, sat-lingeling, sat-maplechrono, sat-minisat   through PySAT
    cpsat                                                                   OR-Tools, one thread
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from accord.bench.reasons.problem_parts import ProblemPart, ProblemParts
from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers, UndecidedError
from accord.puzzles import Problem, Solution
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.proofs.produce import Clause
from accord.solvers.registry import backends
from accord.solvers.sat.pysat import ENGINES

CPSAT = "cpsat"
LIBRARIES = (*ENGINES, CPSAT)


def libraries() -> list[str]:
    """The libraries for cores that are installed here."""
    return [name for name in LIBRARIES if not backends()[name].missing]


def core(
    clauses: Sequence[Clause], variables: int, assumed: Sequence[int], library: str
) -> object | None:
    """The core that a library returns, unchecked; None where it says there is a model.

    Args:
        clauses: literals are numbers of variables, negative where they are false.
        variables: how many there are.
        assumed: literals.
        library: one of LIBRARIES.

    Raises:
        RuntimeError: it says neither.
    """
    if library == CPSAT:
        return _of_cpsat(clauses, variables, assumed)
    from pysat import solvers

    with getattr(solvers, ENGINES[library].library)(bootstrap_with=clauses) as solver:
        returned: object = None if solver.solve(assumptions=assumed) else solver.get_core()
        return returned


def _of_cpsat(
    clauses: Sequence[Clause], variables: int, assumed: Sequence[int]
) -> list[int] | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    positive = [model.new_bool_var("") for _ in range(variables)]

    def literal(number: int) -> cp_model.LiteralT:
        variable = positive[abs(number) - 1]
        return variable if number > 0 else ~variable

    for clause in clauses:
        model.add_bool_or(map(literal, clause))
    model.add_assumptions(map(literal, assumed))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # its handler would stay, and swallow Ctrl-C
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    if status != cp_model.INFEASIBLE:
        raise RuntimeError(f"found the status {solver.status_name(status)}")
    indices = solver.sufficient_assumptions_for_infeasibility()  # from 0; -1 says: not variable 0
    return [index + 1 if index >= 0 else index for index in indices]


SHARE = 0.2  # of the time that is left, for all libraries, and to judge each core


class RefutedCoreError(Exception):
    """A library's core that is none; says why."""


@dataclass(frozen=True)
class Core:
    """A library's core, judged.

    Args:
        parts: that it names; None if it did not answer in time, or with no list of what was
            assumed.
        none: that they have no solution; None if that is refuted or was not decided in time.
        refuted: why it is no core, in words.
        solution: of the parts that it names, where these have one.
        library: a name of accord.bench.reasons.cores.
    """

    parts: tuple[ProblemPart, ...] | None = None
    none: NoSolution | None = None
    refuted: str = ""
    solution: Solution | None = None
    library: str = ""


def judged_cores(parts: ProblemParts, asking: TimedSolvers) -> Iterator[Core]:
    """The core of each library that is installed, judged.

    Args:
        parts: which are said to have no solution together.
        asking: who is asked, and how long.
    """
    problem, asked = parts.problem(parts.parts), dict[frozenset[ProblemPart], Core]()
    ends, answers = asking.left * (1 - SHARE), dict[str, tuple[object, list[int]] | None]()
    for library in libraries():
        answers[library] = None
        with suppress(UndecidedError, TimeoutError, ChildProcessError):
            answers[library] = asking.call(_returned, asking.left - ends, problem, library)
    for library, answer in answers.items():
        found = judged(*answer, parts, asking, asked) if answer else Core()
        yield replace(found, library=library)


def judged(
    returned: object,
    assumed: Sequence[int],
    parts: ProblemParts,
    asking: TimedSolvers,
    asked: dict[frozenset[ProblemPart], Core],
) -> Core:
    """A library's core, judged.

    Args:
        returned: what should be a list of literals; None where there is said to be a solution.
        assumed: the literal of each part.
        parts: in the order of the literals.
        asking: who says whether they have a solution.
        asked: what was said of which; gets what is said of these.
    """
    try:
        named = frozenset(parts.parts[place] for place in _places(returned, assumed))
    except RefutedCoreError as error:
        return Core(refuted=str(error))
    if named not in asked:
        asked[named] = _judged(named, parts, asking)
    return asked[named]


def _judged(named: frozenset[ProblemPart], parts: ProblemParts, asking: TimedSolvers) -> Core:
    """The named parts as a core, judged: whether they have no solution."""
    order = tuple(parts.in_order(named))
    try:
        with asking.within(SHARE):
            found = asking.solution(parts.problem(named))
    except UndecidedError:
        return Core(order)
    if isinstance(found, NoSolution):
        return Core(order, found)
    return Core(order, refuted="the parts that it names have a solution", solution=found)


def _places(returned: object, assumed: Sequence[int]) -> list[int]:
    """The places of the assumptions that a core names, from 0.

    Raises:
        RefutedCoreError: it is no list, or names what was not assumed.
    """
    if returned is None:
        raise RefutedCoreError("it says that there is a solution")
    if not isinstance(returned, list | tuple):
        raise RefutedCoreError(f"found {returned!r:.40}, expected a list of literals")
    places = {literal: place for place, literal in enumerate(assumed)}
    for literal in returned:
        if type(literal) is not int or literal not in places:
            raise RefutedCoreError(f"it names {literal!r:.40}, which was never assumed")
    return [places[literal] for literal in returned]


def _returned(problem: Problem, library: str) -> tuple[object, list[int]]:
    """The core that a library returns, or what it raises, and the assumptions."""
    clauses, variables, assumed = selected(problem)
    try:
        returned = core(clauses, variables, assumed, library)
    except Exception as error:
        returned = error  # which is no list, and so refuted
    return returned, assumed


@lru_cache(maxsize=1)
def selected(problem: Problem) -> tuple[list[Clause], int, list[int]]:
    """The clauses of a problem with a selector for each constraint; these are the last variables.

    Returns:
        The clauses, the number of variables, and the selectors.
    """
    formula = ReferenceFormula(problem)
    first = formula.variables + 1
    last = first + len(problem.constraints)
    clauses = []
    for number, clause in enumerate(formula, 1):
        place = formula.constraint_of(number)
        clauses.append(clause if place is None else (*clause, -(first + place)))
    return clauses, last - 1, [*range(first, last)]
