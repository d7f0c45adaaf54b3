"""Producers: what each of them writes of a puzzle with one solution becomes an accepted proof."""

import pytest

from accord.bench.make.instances.collection import named
from accord.puzzles import Puzzle
from accord.puzzles.proofs.checker import check
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.interface import UnsupportedError
from accord.solvers.proofs.elaborate import elaborated
from accord.solvers.proofs.produce import (
    DEFAULT,
    LIBRARY,
    PRODUCERS,
    HasModelError,
    missing,
    produce,
    read_added,
)
from known_puzzles import PIGEONS
from listed_clauses import ListedClauses, clauses_of, listed
from optional import library, program


def needed(producer: str) -> None:
    """Skip where there is no such producer."""
    if producer in LIBRARY:
        library("pysat")
    elif missing(producer):
        program(producer)


def hard(name: str) -> Puzzle:
    instance = named(name)
    assert instance is not None
    return expect_puzzle(instance.problem)


def other_than_its_solution(puzzle: Puzzle, producer: str) -> ListedClauses:
    """The clauses of a puzzle with a last one that forbids the first model."""
    formula = clauses_of(puzzle)
    with pytest.raises(HasModelError) as found:
        produce(formula, producer)
    model = found.value.model
    assert all(not model.isdisjoint(clause) for clause in formula)
    return listed([*formula, [-x for x in range(1, formula.variables + 1) if x in model]])


@pytest.mark.parametrize(
    ("producer", "name"),
    [*((each, "famous/golden-nugget") for each in PRODUCERS), (DEFAULT, "16x16/16x16-easy-0")],
)
def test_a_puzzle_has_no_second_solution(producer: str, name: str) -> None:
    needed(producer)
    formula = other_than_its_solution(hard(name), producer)
    check(formula, elaborated(formula, produce(formula, producer)))


@pytest.mark.parametrize("producer", PRODUCERS)
def test_clauses_that_say_nonsense_are_refuted(producer: str) -> None:
    """Without propagation, by propagation alone, with an empty clause, or not at all."""
    needed(producer)
    for clauses in ([()], [(1,), (-1,)], [(1, 2), (1, -2), (-1, 2), (-1, -2)], [(2, -1), (), (1,)]):
        formula = listed(clauses)
        check(formula, elaborated(formula, produce(formula, producer)))
    with pytest.raises(HasModelError) as found:
        produce(listed([(-3, 1), (3,)]), producer)
    assert found.value.model >= {1, 3}


def test_a_program_that_finds_no_end_is_stopped() -> None:
    program("cadical")
    budget = Budget(0.5)
    budget.resume()
    with pytest.raises(GaveUpError):
        produce(clauses_of(PIGEONS), "cadical", budget)


def test_deletions_and_comments_of_a_proof_are_not_read() -> None:
    assert read_added(["1 -2 0", "d 1 -2 0", "0"]) == [(1, -2), ()]
    with pytest.raises(ValueError, match="found '1 0 2 0', expected literals and a 0 at the end"):
        read_added(["1 0 2 0"])
    with pytest.raises(
        UnsupportedError, match="found 'cpsat', expected one of cadical103, cadical"
    ):
        produce(listed([]), "cpsat")
