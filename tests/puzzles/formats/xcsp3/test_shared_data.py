"""Files of others have the solutions that others recorded, and the answers that others found."""

import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.formats.xcsp3.write import write_xcsp3
from accord.puzzles.optimization import better_than, goal_of, with_value
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from brute_force import solutions_by_trying
from optional import slow
from places import SHARED, needs_data

FOLDER = SHARED / "xcsp3"
EVERY = sorted(FOLDER.glob("*/*.xml*"))
WITH_SOLUTIONS = sorted(FOLDER.glob("one_constraint/*.sols"))
ANSWERS = sorted(FOLDER.glob("problems/answers.csv"))
ABSENT = [pytest.param(Path(), marks=needs_data)]
LONG = ("QueenAttacking-06", "Nonogram-001-table")  # the first takes CP-SAT half a minute


def problem_of(path: Path) -> Problem:
    (instance,) = instances_of(str(path))
    return instance.problem


@needs_data
def test_every_file_is_read_written_and_read_again() -> None:
    for path in EVERY:
        problem = problem_of(path)
        again = read_xcsp3(line.encode() for line in write_xcsp3(problem))
        assert again == problem, path
    assert len(EVERY) > 40


@pytest.mark.parametrize("path", WITH_SOLUTIONS or ABSENT, ids=str)
def test_all_solutions_are_those_that_were_recorded(path: Path) -> None:
    problem = problem_of(path.with_suffix(".xml"))
    rows = [
        dict(pair.split("=") for pair in line.split())
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    recorded = {tuple(int(row[name]) for name in problem.names) for row in rows}
    assert recorded
    if path.stem != "difference_logic":  # 10^4 assignments of long terms
        assert solutions_by_trying(problem) == recorded
    for solver in ("backtracking-mrv", "cpsat"):
        assert {*answer(backends()[solver], problem, limit=None).solutions} == recorded, solver


def answers() -> list[tuple[str, str, str]]:
    texts = [path.read_text(encoding="utf-8").splitlines() for path in ANSWERS]
    rows = [row for lines in texts for row in csv.reader(lines, delimiter=";")][1:]
    return [(name, satisfiable, best) for name, satisfiable, best in rows]


@pytest.mark.parametrize(
    ("name", "satisfiable", "best"),
    [each for each in answers() if each[0] not in LONG]
    or [pytest.param("", "", "", marks=needs_data)],
)
def test_a_problem_has_the_answer_that_others_found(name: str, satisfiable: str, best: str) -> None:
    problem = with_a_solution_if(satisfiable == "yes", name)
    if best != "_":
        valued = with_value(problem)
        value = goal_of(valued).scope
        assert first(beside(valued.without_objective(), Linear(value, "=", int(best))))
        assert not first(better_than(problem, int(best)))


@needs_data
def test_a_large_problem_has_a_solution() -> None:
    slow()
    with_a_solution_if(True, "Nonogram-001-table")


@needs_data
def test_any_tour_of_a_knight_is_a_solution_of_queen_attacking() -> None:
    problem = problem_of(FOLDER / "problems" / "QueenAttacking-06.xml").without_objective()
    steps = next(tours([0]))
    variables = [problem.names.index(f"x[{number}]") for number in range(36)]
    fixed = [Linear((v,), "=", step) for v, step in zip(variables, steps, strict=True)]
    (found,) = first(beside(problem, *fixed))
    assert not [*problem.violations(found)]
    steps[:2] = steps[1::-1]  # the second is no knight's move any more
    fixed = [Linear((v,), "=", step) for v, step in zip(variables, steps, strict=True)]
    assert not first(beside(problem, *fixed))


def tours(seen: list[int]) -> Iterator[list[int]]:
    """The tours of a knight on 6 x 6 that begin like this: next is where fewest moves are left."""
    if len(seen) == 36:
        yield seen
    left = {cell: moves(cell) - {*seen} for cell in moves(seen[-1]) - {*seen}}
    for cell in sorted(left, key=lambda cell: (len(left[cell]), cell)):
        yield from tours([*seen, cell])


def moves(cell: int) -> set[int]:
    row, column = divmod(cell, 6)
    places = product(range(6), range(6))
    return {6 * r + c for r, c in places if {abs(r - row), abs(c - column)} == {1, 2}}


def with_a_solution_if(satisfiable: bool, name: str) -> Problem:
    """The problem of this name, which has a solution or not as others found."""
    problem = problem_of(next(FOLDER.glob(f"problems/{name}.xml*")))
    found = first(problem.without_objective())
    assert bool(found) == satisfiable
    assert not found or not [*problem.violations(found[0])]
    return problem


def beside(problem: Problem, *constraints: Constraint) -> Problem:
    return Problem(problem.domains, [*problem.constraints, *constraints], problem.names)


def first(problem: Problem) -> tuple[tuple[int, ...], ...]:
    return tuple(answer(backends()["cpsat"], problem, limit=1).solutions)


@needs_data
def test_the_optimum_of_a_small_file_is_the_one_that_was_recorded() -> None:
    problem = problem_of(FOLDER / "one_constraint" / "cop_minimize.xml")
    objective = problem.objective
    assert objective is not None
    bare = Problem(problem.domains, problem.constraints)
    lowest = min(int(objective.value(each)) for each in solutions_by_trying(bare))  # type: ignore[arg-type]
    assert str(lowest) in (FOLDER / "one_constraint" / "cop_minimize.opt").read_text()
    assert not solutions_by_trying(beside(bare, Expression(("lt", Variable(0), lowest))))  # type: ignore[arg-type]
