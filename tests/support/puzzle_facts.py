"""Facts about a puzzle, by a solver that had no part in making it; and an instance as a puzzle."""

from hashlib import sha256

from accord.bench.make.generate import blanked
from accord.puzzles import Grid
from accord.puzzles.puzzle import Instance, Puzzle, expect_puzzle
from accord.solvers.answer import answer
from accord.solvers.registry import usable


def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...]:
    """Two solutions, or all."""
    found = answer(usable("exact-cover-bits").backend, puzzle, limit=2)
    assert found.exhausted or len(found.solutions) == 2
    return found.grids


def is_minimal(puzzle: Puzzle) -> bool:
    """Whether no single given can be spared."""
    given = (cell for cell, value in enumerate(puzzle.givens) if value)
    return all(len(solutions_of(blanked(puzzle, [cell]))) == 2 for cell in given)


def clues_of(puzzle: Puzzle) -> int:
    """The number of givens."""
    return sum(map(bool, puzzle.givens))


def fingerprint(*texts: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of some texts."""
    return sha256(" ".join(texts).encode()).hexdigest()[:16]


def puzzle_of(instance: Instance) -> Puzzle:
    return expect_puzzle(instance.problem, "a test")
