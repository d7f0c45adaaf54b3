"""Reordering: the same problem with its variables and constraints in another order.

What the isomorphs of a puzzle are to it (sudoku/symmetry.py), these are to a problem of which
nothing more is known: other problems to a solver, with solutions that correspond one to one.
"""

from dataclasses import dataclass
from random import Random

from accord.puzzles.problem import Problem, Solution


@dataclass(frozen=True)
class Reordering:
    """Which variable and which constraint comes to each place."""

    variables: tuple[int, ...]
    constraints: tuple[int, ...]

    @property
    def inverse(self) -> "Reordering":
        """The reordering that leads back."""
        return Reordering(_inverse(self.variables), _inverse(self.constraints))

    def puzzle(self, problem: Problem) -> Problem:
        """The problem in this order; variables keep their names, and the layout is left out."""
        names = tuple(problem.names[variable] for variable in self.variables)
        numbers = {name: number for number, name in enumerate(names)}
        objective, symbols = problem.objective, problem.symbols
        constraints = [problem.constraints[place] for place in self.constraints]
        return Problem(
            [problem.domains[variable] for variable in self.variables],
            [
                each.from_record(each.record(problem.names), numbers, each.name)
                for each in constraints
            ],
            names,
            objective=objective and objective.from_record(objective.record(problem.names), numbers),
            symbols=symbols and symbols.from_record(symbols.record(problem.names), numbers),
        )

    def grid(self, solution: Solution) -> Solution:
        """A solution of the problem as one of the moved problem."""
        return tuple(solution[variable] for variable in self.variables)


def reordering(problem: Problem, seed: int, number: int) -> tuple[Problem, Reordering]:
    """A problem in another order, and what leads to it; the same for these numbers everywhere."""
    random = Random(f"{seed} {problem.full_digest} {number}")
    numbers = (len(problem.domains), len(problem.constraints))
    drawn = Reordering(*(tuple(_order(each, random)) for each in numbers))
    return drawn.puzzle(problem), drawn


def _order(number: int, random: Random) -> list[int]:
    return sorted(range(number), key=lambda _: random.random())


def _inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(order)), key=order.__getitem__))
