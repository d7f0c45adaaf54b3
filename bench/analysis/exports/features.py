"""Features of a puzzle: cheap figures that may say which solver suits it.

They come from what every solver is given, without search or propagation to a fixed point; only the
givens are crossed out of the domains of their peers, once.  So a rotated or renumbered puzzle has
the features of its original, but for the shape of its boxes.

    size, box_rows, box_columns      of the shape; 0 x 0 without boxes
    houses                           rows and columns, and all that the rules add to them
    clues, blank_share               givens, and the share of the cells that are not given
    clues_per_house_min, _max        in the emptiest and the fullest house
    clues_per_value_min, _max        of the value that is given most rarely, and most often
    clues_per_value_deviation        of how often each value is given (population)
    candidates                       values left in all blank cells
    candidates_min, _mean, _max      per blank cell; 0 where none is blank
    naked_singles                    blank cells with one candidate

A 9x9 puzzle takes 0.12 ms, a 36x36 puzzle 4 ms.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from statistics import fmean, pstdev

from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape

FEATURES = (
    *("size", "box_rows", "box_columns", "houses", "clues", "blank_share"),
    *("clues_per_house_min", "clues_per_house_max"),
    *("clues_per_value_min", "clues_per_value_max", "clues_per_value_deviation"),
    *("candidates", "candidates_min", "candidates_mean", "candidates_max", "naked_singles"),
)


def features(puzzle: Puzzle) -> tuple[float, ...]:
    """The features of a puzzle, in the order of FEATURES."""
    rows, columns = puzzle.box or (0, 0)
    counts = Counter(puzzle.givens)
    clues = len(puzzle.givens) - counts[0]
    per_value = [counts[value] for value in range(1, puzzle.size + 1)]
    per_house = [sum(puzzle.givens[cell] > 0 for cell in house.cells) for house in puzzle.houses]
    left = list(_candidates(puzzle)) or [0]
    return (
        *(puzzle.size, rows, columns, len(puzzle.houses), clues, counts[0] / len(puzzle.givens)),
        *(min(per_house), max(per_house)),
        *(min(per_value), max(per_value), pstdev(per_value)),
        *(sum(left), min(left), fmean(left), max(left), left.count(1)),
    )


def _candidates(puzzle: Puzzle) -> Iterator[int]:
    """For each blank cell, how many values it may have besides those given to its peers."""
    givens = puzzle.givens
    for cell, peers in enumerate(_peers(puzzle.shape)):
        if not givens[cell]:
            yield len(puzzle.domains[cell].difference([givens[peer] for peer in peers]))


@lru_cache(8)
def _peers(shape: Shape) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, shape.peers))
