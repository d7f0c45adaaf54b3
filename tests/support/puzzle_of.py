"""The puzzle of an instance, which may hold any problem."""

from accord.puzzles.puzzle import Instance, Puzzle, expect_puzzle


def puzzle_of(instance: Instance) -> Puzzle:
    return expect_puzzle(instance.problem, "a test")
