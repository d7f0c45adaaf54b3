"""Cores: of which parts a library says that they clash, each judged.

The reference formula of a problem has a selector for each part: a literal without which no clause
of the part says anything.  A library (accord.solvers.proofs.cores) is asked for a model with all
selectors, and what it returns as its core is a claim that is refuted

    if the library says that there is a model,
    if it is no list of literals that were assumed, or
    if the parts that it names have a solution, which is verified.

What is left is a hint where to look for a smallest set, and one that is refuted changes nothing.
The libraries have a share of the time, and are asked in a process that is ended when it is over.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from accord.bench.reasons.problem_parts import ProblemPart, ProblemParts
from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers, UndecidedError
from accord.puzzles import Problem, Solution
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.proofs.cores import core, libraries
from accord.solvers.proofs.produce import Clause

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
        library: a name of accord.solvers.proofs.cores.
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
