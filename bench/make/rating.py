"""How hard a puzzle is: by the techniques that it needs, or by the guesses.

    difficulty   up to 12x12: the hardest technique is    beyond: guesses, in the median
    ----------   --------------------------------------   ------------------------------
    easy         easy: a person's first ones              0
    medium       medium                                   1 to 4
    hard         hard                                     5 to 12
    extreme      extreme, or no technique is enough       more

Techniques are those of solvers/logic, the scale theirs.  Guesses are those of `exact-cover-bits`
when it decides uniqueness, the median over several isomorphs (puzzles/sudoku/symmetry.py) that are
drawn by the puzzle itself, so that a rating is the same on every machine.
Measured: docs/explanation/measuring.md.
"""

from statistics import median

from accord.puzzles import Grid, Puzzle
from accord.puzzles.sudoku.symmetry import isomorph
from accord.solvers.answer import ask
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.logic.engine.deduction import TIERS, Tier
from accord.solvers.registry import usable

Difficulty = Tier
DIFFICULTIES = TIERS

LARGEST = 12  # the largest size that is rated by techniques
MOST_GUESSES = (0, 4, 12)  # of an easy, a medium and a hard puzzle
FORMS = 5  # isomorphs, an odd number of which the median counts
CAP = 2000  # guesses after which one is not counted further
RATER = "exact-cover-bits"


class _CappedGuesses(Budget):
    """A budget that ends the search after so many guesses."""

    def spend(self, **amounts: int) -> None:
        super().spend(**amounts)
        if self.spent["guesses"] > CAP:
            raise GaveUpError(f"{CAP} guesses")


def guesses(puzzle: Puzzle, form: int = 0) -> int:
    """The guesses it takes to find one solution of an isomorph, and that there is no other.

    Args:
        puzzle: has a solution.
        form: the number of the isomorph; 0 is the puzzle itself.
    """
    moved, _ = isomorph(puzzle, 0, form)
    budget = _CappedGuesses(limit=2)
    for _ in ask(usable(RATER).backend, moved, budget):
        pass
    return min(budget.spent["guesses"], CAP)


def difficulty(puzzle: Puzzle, solution: Grid) -> Difficulty:
    """The difficulty of a puzzle that has one solution.

    Raises:
        WrongDeductionError: a technique contradicts the solution.
    """
    if puzzle.size > LARGEST:
        needed = median(guesses(puzzle, form) for form in range(1, FORMS + 1))
        harder = sum(needed > most for most in MOST_GUESSES)
        return DIFFICULTIES[harder]
    return next((tier for tier in TIERS if _solved(puzzle, solution, tier)), "extreme")


def _solved(puzzle: Puzzle, solution: Grid, tier: Tier) -> bool:
    """Whether techniques up to this tier solve the puzzle."""
    from accord.solvers.logic.engine.explanation import deduce

    return deduce(puzzle, (solution,), tier).solved


def is_rated(puzzle: Puzzle, solution: Grid, wanted: Difficulty) -> bool:
    """Whether this is the difficulty of the puzzle; asks no technique that cannot change it."""
    if puzzle.size > LARGEST:
        return difficulty(puzzle, solution) == wanted
    place = DIFFICULTIES.index(wanted)
    if place and _solved(puzzle, solution, TIERS[place - 1]):
        return False
    return wanted == "extreme" or _solved(puzzle, solution, TIERS[place])
