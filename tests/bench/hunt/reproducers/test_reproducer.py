"""A reproducer states a problem to a library, runs without accord, and tells right from wrong."""

from collections.abc import Sequence
from typing import Any

import pytest

from accord.bench.hunt.audit import auditable
from accord.bench.hunt.reproducers.reproducer import reproducer, run
from accord.bench.hunt.truth import solutions_of
from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem
from accord.solvers.registry import select

PROBLEM = Problem([range(-1, 2)] * 3, [AllDifferent((0, 1)), Linear((0, 1, 2), "<=", 0, (1, 1, 2))])
ABLE = [  # every backend that a library or a program answers, and takes problems
    *("choco", "clingo", "cpmpy", "cpmpy:choco", "cpmpy:pumpkin", "cpsat", "cryptominisat"),
    *("external", "external:cryptominisat", "external:kissat", "external:minisat"),
    *("external:picosat", "highs", "minizinc", "pumpkin", "python-constraint", "sat-cadical"),
    *("sat-glucose", "sat-lingeling", "sat-maplechrono", "sat-minisat", "sat-pycosat", "scip"),
    *("rc2", "z3-int"),
]


@pytest.mark.parametrize("solver", ABLE)
def test_a_library_that_is_right_is_said_to_be(solver: str, drawn: int) -> None:
    kinds = [*KINDS]
    random = random_problem(drawn, kinds[drawn % len(kinds)], (1, 2))
    problems = [PROBLEM, *[each for each in [random] if all(each.domains)]]
    for problem in problems:
        expected = solutions_of(problem)
        text = reproducer(solver, problem, expected)
        if text is None:
            assert select(solver).backend.unsupported(problem)
            continue
        assert "accord" not in text
        said = run(text)
        assert said.as_expected, (problem, said.text)
        assert said.text == f"found {len(expected)}, expected {len(expected)}"


def test_every_solver_that_others_have_written_has_one() -> None:
    for solver in auditable():
        backend, name = select(solver).backend, solver.partition(":")[0]
        is_of_others = backend.posts and backend.engine != "handwritten"
        if backend.needs and is_of_others and name != "xcsp3":  # whose instance is kept
            assert reproducer(solver, PROBLEM, solutions_of(PROBLEM)) is not None, solver
    assert reproducer("backtracking-mrv", PROBLEM, []) is None
    assert reproducer("own.py:solve", PROBLEM, []) is None


def test_a_backend_that_leaves_a_clause_out_is_caught_by_its_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = cnf.encode

    def broken(problem: Problem, name: str) -> Any:
        formula: CNF = sound(problem, name)
        return formula._replace(clauses=formula.clauses[:-1])

    expected = solutions_of(PROBLEM)
    monkeypatch.setattr(cnf, "encode", broken)
    found = run(_script("sat-pycosat", expected))
    assert found.as_expected is False
    assert "found, and no solution: (" in found.text


def test_a_script_says_what_is_missing_and_what_failed() -> None:
    expected = solutions_of(PROBLEM)
    more = run(_script("python-constraint", [*expected, (9, 9, 9)]))
    assert more.as_expected is False
    assert more.text.splitlines() == [
        "a solution, and not found: (9, 9, 9)",
        f"found {len(expected)}, expected {len(expected) + 1}",
    ]
    fewer = run(_script("python-constraint", expected[1:]))
    assert fewer.as_expected is False
    assert fewer.text.startswith(f"found, and no solution: {expected[0]}")
    with_accord = "import accord\n" + _script("python-constraint", expected)
    failed = run(with_accord)
    assert failed.as_expected is None
    assert "import of accord halted" in failed.text


def _script(solver: str, expected: Sequence[Any]) -> str:
    text = reproducer(solver, PROBLEM, expected)
    assert text is not None
    return text
