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
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import Objective, Sense
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


@pytest.mark.one_in(3)
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


BEST = ("choco", "clingo", "cpmpy", "cpmpy:choco", "cpsat", "highs", "minizinc", "scip")


def asking_for(objective: Objective) -> Problem:
    return Problem(PROBLEM.domains, PROBLEM.constraints, objective=objective)


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("solver", [*BEST, "python-constraint"])
def test_of_an_objective_the_script_compares_the_best_value(solver: str, sense: Sense) -> None:
    """x0 - 2 x1 + x2, and a variable itself; one more is noticed, and so is that there is one."""
    sums = (Variable(0), Operation("mul", (-2, Variable(1))), Variable(2))
    for objective in (Objective(sense, sums), Objective(sense, (Variable(1),))):
        problem = asking_for(objective)
        (best,) = solutions_of(problem)
        text = reproducer(solver, problem, [best])
        assert text is not None
        assert "accord" not in text
        value = objective.value(best)
        said = run(text)
        assert said.as_expected, said.text
        assert said.text.endswith(f"found the best value [{value}], expected [{value}]")
    assert text is not None
    beyond = run(text.replace(f"EXPECTED = [{value}]", "EXPECTED = []"))
    assert beyond.as_expected is False
    assert beyond.text.endswith(f"found the best value [{value}], expected []")


def test_what_asks_again_and_again_has_no_script_of_the_best() -> None:
    objective = Objective("minimize", (Variable(0), Variable(1)), "lex")
    assert reproducer("cpsat", asking_for(objective), []) is None
    problem = asking_for(Objective("minimize", (Variable(0),)))
    for solver in ("sat-cadical", "z3-int", "pumpkin"):
        assert reproducer(solver, problem, solutions_of(problem)) is None


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
