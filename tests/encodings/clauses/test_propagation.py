"""Unit propagation: the same fixed point that a solver finds, and what it sees in each encoding."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from accord.bench.hunt.conformance import SMALL_CASES
from accord.bench.make.instances.collection import instances_of
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF
from accord.encodings.clauses.propagation import FixedPoint, candidates, propagate, solved
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.files.texts import read
from optional import library
from puzzle_facts import puzzle_of

ENCODE: dict[str, Callable[[Puzzle], CNF]] = {
    name: partial(cnf.encode, encoding=name) for name in cnf.NAMES
}

# A 1 cannot stand in rows 2 and 3, nor in columns 2 and 3: of its box only r1c1 is left.
HIDDEN_SINGLE = "." * 13 + "1" + "." * 11 + "1" + "." * 11 + "1" + "." * 27 + "1" + "." * 15
# Eight values are seen by r1c5: it holds a 5.
NAKED_SINGLE = "1234.6789" + "." * 72


def blank(n: int) -> Puzzle:
    return Puzzle(shape(n), Grid([0] * n * n))


def random_puzzles(seed: int) -> list[Puzzle]:
    """Puzzles with few givens and many, with marks, and with no solution."""
    random = Random(seed)
    found = []
    for n, solution in ((4, "1234341221434321"), (6, "123456456123231564564231312645645312")):
        grid = Grid.parse(solution)
        for share in (0.1, 0.3, 0.5, 0.8):
            givens = [value if random.random() < share else 0 for value in grid]
            found.append(Puzzle(shape(n), Grid(givens)))
            wrong = [random.randint(1, n) if v and random.random() < 0.2 else v for v in givens]
            found.append(Puzzle(shape(n), Grid(wrong)))
            marks = [
                frozenset(v for v in range(1, n + 1) if random.random() < 0.7) | {value}
                for value in grid
            ]
            found.append(Puzzle(shape(n), Grid(givens), tuple(marks)))
    return found


def by_a_solver(formula: CNF) -> set[int] | None:
    """What a solver propagates from the units, assumed; None for a conflict."""
    with library("pysat.solvers").Solver("minisat22") as solver:
        for clause in formula.clauses:
            if len(clause) > 1:
                solver.add_clause(clause)
        units = sorted({clause[0] for clause in formula.clauses if len(clause) == 1})
        fine, literals = solver.propagate(assumptions=units)
        return set(literals) if fine else None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ENCODE)
def test_arrives_where_a_solver_does(name: str) -> None:
    puzzles = [case.puzzle for case in SMALL_CASES] + random_puzzles(seed=5)
    conflicts = 0
    for puzzle in puzzles:
        formula = ENCODE[name](puzzle)
        fixed, expected = propagate(formula), by_a_solver(formula)
        assert len(fixed.true) == len(set(fixed.true))
        assert (None if fixed.conflict else set(fixed.true)) == expected
        if fixed.conflict:
            conflicts += 1
            assert fixed.conflict in formula.clauses
            assert {-literal for literal in fixed.conflict} <= set(fixed.true)
    assert 5 <= conflicts < len(puzzles)


@pytest.mark.parametrize(
    ("name", "hidden", "naked"),
    [("extended", 1, 1), ("minimal", 9, 1), ("natural", 9, 1), ("order", 9, 1), ("log", 9, 9)],
)
def test_only_extended_sees_hidden_singles_and_log_not_even_naked_ones(
    name: str, hidden: int, naked: int
) -> None:
    assert len(candidates(ENCODE[name](read(HIDDEN_SINGLE)))[0]) == hidden
    assert len(candidates(ENCODE[name](read(NAKED_SINGLE)))[4]) == naked


@pytest.mark.parametrize(("name", "left"), [("extended", {1, 3}), ("order", {1, 2, 3})])
def test_the_order_encoding_does_not_see_a_hole_in_an_interval(name: str, left: set[int]) -> None:
    marks = [frozenset({1, 3}), *[frozenset(range(1, 5))] * 15]
    puzzle = Puzzle(shape(4), Grid([0] * 16), tuple(marks))
    assert candidates(ENCODE[name](puzzle))[0] == left


@pytest.mark.parametrize("name", ENCODE)
def test_nothing_follows_for_a_blank_grid_and_nothing_is_left_after_a_conflict(name: str) -> None:
    formula = ENCODE[name](blank(4))
    assert candidates(formula) == [frozenset({1, 2, 3, 4})] * 16
    assert not solved(formula)
    formula = ENCODE[name](Puzzle(shape(4), Grid([1, 1] + [0] * 14)))
    assert candidates(formula) == [frozenset()] * 16
    assert not solved(formula)


@pytest.mark.parametrize("name", ENCODE)
def test_no_solution_is_lost_and_what_is_solved_without_search_is_one(name: str) -> None:
    known = [each for each in instances_of("6x6") if each.expected and each.expected.solution]
    finished = 0
    for instance in known:
        formula = ENCODE[name](puzzle_of(instance))
        left = candidates(formula)
        assert instance.expected is not None
        assert instance.expected.solution is not None
        assert all(
            value in domain for value, domain in zip(instance.expected.solution, left, strict=True)
        )
        if solved(formula):
            finished += 1
            assert not any(instance.problem.violations(Grid(min(domain) for domain in left)))
    assert known
    assert finished or name == "log"


def test_the_easy_puzzles_of_9x9_are_solved_without_search() -> None:
    easy = [puzzle_of(each) for each in instances_of("9x9") if "easy" in each.name]
    assert len(easy) == 8
    assert all(solved(cnf.encode(puzzle)) for puzzle in easy)
    assert not any(solved(cnf.encode(puzzle, "log")) for puzzle in easy)


def test_what_is_known_already_is_not_propagated_again() -> None:
    formula = cnf.encode(blank(4))
    fixed = FixedPoint([-1, 2], None)
    assert candidates(formula, fixed)[0] == {2, 3, 4}
    assert not solved(formula, fixed)


def test_a_last_candidate_is_no_solution_before_it_is_true() -> None:
    formula = CNF(2, [(-1, -2)], [{1: (1,), 2: (2,)}])
    assert candidates(formula, FixedPoint([-1], None)) == [{2}]
    assert not solved(formula, FixedPoint([-1], None))
    assert solved(formula, FixedPoint([-1, 2], None))


def test_a_formula_of_no_variables_is_solved() -> None:
    formula = cnf.encode(blank(1), "order")
    assert propagate(formula) == ([], None)
    assert solved(formula)
