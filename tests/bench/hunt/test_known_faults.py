"""An audit finds the known faults by itself: where accord does not lead around one, it is found.

accord says to a library in another way what this is known to misread.  Here it does not: a
constraint is posted as it is, and of the problems that an audit asks one shows the fault, if the
version that is installed has it.
"""

from collections.abc import Callable
from importlib import metadata

import pytest

from accord.bench.hunt.problems import ARITHMETIC, Extent, audit_problems
from accord.bench.hunt.truth import solutions_of
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.arg_maximum import ArgMaximum
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.known_faults import FAULTS, faults_of
from accord.solvers.programs.instance_posts import POSTS
from accord.solvers.registry import select
from optional import library, program, slow

ASKED = 20  # problems of a column, as in the audit that is recorded
MISREAD = [  # the fault, who has it, the kind, and an operator that is in its terms
    *[("ace-negative-numbers", "ace", Expression, each) for each in ("dist", "div", "mod")],
    ("ace-matrix", "ace", AllDifferentMatrix, ""),
    ("ace-no-overlap-zero", "ace", NoOverlap, ""),
    ("choco-xcsp3-remainder", "choco", Expression, "mod"),
    ("choco-xcsp3-matrix-except", "choco", AllDifferentMatrix, ""),
    ("choco-xcsp3-rank", "choco", ArgMaximum, ""),
    ("choco-xcsp3-ordered-lengths", "choco", Ordered, ""),
    ("choco-xcsp3-knapsack", "choco", Knapsack, ""),
]


def is_installed(name: str) -> bool:
    """Whether the version that is installed is known to have a fault."""
    fault = next(each for each in FAULTS if each.name == name)
    there = faults_of({fault.package: metadata.version(fault.package)})
    return fault in [each.fault for each in there]


def is_found(solver: str, column: str, tells: Callable[[Problem], bool]) -> bool:
    """Whether an audit finds the solver wrong, or stopped, on a problem that tells something."""
    chosen = select(solver)
    asked = audit_problems(Extent((column,), ASKED, classics=0))
    for problem in filter(tells, (each.instance.problem for each in asked)):
        try:
            found = answer(chosen.backend, problem, limit=None, **chosen.settings)
        except RuntimeError:
            return True
        if not found.exhausted or {*found.solutions} != {*solutions_of(problem)}:
            return True
    return False


@pytest.mark.parametrize(("fault", "name", "kind", "operator"), MISREAD)
def test_an_audit_finds_what_a_program_misreads(
    fault: str, name: str, kind: type[Constraint], operator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    program("java")
    if select(f"xcsp3:{name}").backend.missing:
        library("pycsp3")  # which skips: it is not imported
    led_around, lifted = POSTS.functions[kind][1], xcsp3.POSTS.functions[kind]
    assert led_around is not None
    monkeypatch.setitem(POSTS.functions, kind, lifted)

    def tells(problem: Problem) -> bool:
        fresh = Fresh(problem.domains)
        return any(
            isinstance(each, kind)
            and (lifted[1] is None or lifted[1](each, fresh))
            and not led_around(each, fresh)
            and operator in str(each.record(problem.names))
            for each in problem.constraints
        )

    column = ARITHMETIC if kind is Expression else kind.kind
    assert is_found(f"xcsp3:{name}", column, tells) is is_installed(fault)


def test_an_audit_finds_that_tasks_of_no_duration_use_their_height(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library("pumpkin_solver")

    def every(self: Cumulative) -> list[tuple[int, object, object]]:
        return [*zip(self.origins, self.durations, self.heights, strict=True)]

    def tells(problem: Problem) -> bool:
        durations = [each.durations for each in problem.constraints if isinstance(each, Cumulative)]
        # where all are 0, it ends the process
        return any(0 in each and {1, 2, 3}.intersection(each) for each in durations)

    monkeypatch.setattr(Cumulative, "tasks", every)
    found = is_found("pumpkin", Cumulative.kind, tells)
    assert found is is_installed("pumpkin-tasks-of-no-duration")
