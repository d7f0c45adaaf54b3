"""Problems made of another one, whose solutions correspond one to one to those of the first.

`decomposed` says some kinds of constraints by more primitive ones: what a solver does that does not
have a kind is done here to be looked at.  `reordering` puts variables and constraints in another
order: what the isomorphs of a puzzle are to it (sudoku/symmetry.py), these are to a problem of
which nothing more is known.  What is made of a problem with an objective stands in optimization.py.

`forbidding` has fewer solutions: those whose shown values are not among the given ones.
`shown_part` has more: it is what a picture shows of a problem that hides variables.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh, decompose
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem, Solution


def decomposed(problem: Problem, *kinds: type[Constraint]) -> Problem:
    """The problem in which each constraint of these kinds is its decomposition.

    Solutions correspond one to one: each of the new problem begins with one of this problem, and
    goes on with the values of fresh variables, which are called `fresh 1`, `fresh 2` and so on.

    Args:
        problem: of any kinds; a puzzle becomes a problem.
        kinds: classes of `accord.constraints`; other constraints stay.

    Raises:
        TypeError: one is no class of constraints.
        TooLargeError: a decomposition would be larger than `LARGEST`.
    """
    for kind in kinds:
        if not isinstance(kind, type):
            raise TypeError(f"kinds: found {kind!r}, expected classes such as AllDifferent")
    fresh, constraints = Fresh(problem.domains), list[Constraint]()
    for each in problem.constraints:
        constraints += decompose(each, fresh) if isinstance(each, kinds) else [each]
    more = len(fresh.domains) - len(problem.domains)
    names = [*problem.names, *(f"fresh {number}" for number in range(1, more + 1))]
    layout = None if more else problem.layout
    shown = None if problem.shows_all else problem.shown
    return Problem(
        fresh.domains, constraints, names, layout, problem.objective, problem.symbols, shown
    )


@dataclass(frozen=True)
class Reordering:
    """A new order: the old number of the variable, and of the constraint, at each place."""

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
            shown=[numbers[problem.names[variable]] for variable in problem.shown],
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


def shown_part(problem: Problem) -> Problem:
    """The shown variables with their layout, and the constraints over them alone.

    A problem that hides none is returned as it is.
    """
    if problem.shows_all:
        return problem
    visible = {*problem.shown}
    names = tuple(problem.names[variable] for variable in problem.shown)
    numbers = {name: number for number, name in enumerate(names)}
    symbols = problem.symbols
    return Problem(
        [problem.domains[variable] for variable in problem.shown],
        [
            each.from_record(each.record(problem.names), numbers, each.name)
            for each in problem.constraints
            if visible.issuperset(each.scope)
        ],
        names,
        problem.layout,
        symbols=symbols and symbols.among(problem.shown),
    )


def forbidding(problem: Problem, parts: Iterable[Solution]) -> Problem:
    """The problem without the solutions whose shown values are one of these; it shows all.

    Args:
        problem: whose shown variables are one at least.
        parts: values of the shown variables, as `projected` gives them.
    """
    nogoods = []
    for values in parts:
        pairs = zip(problem.shown, values, strict=True)
        others = [Operation("ne", (Variable(each), value)) for each, value in pairs]
        nogoods.append(Expression(Operation("or", (*others,)) if len(others) > 1 else others[0]))
    return problem.showing_all().changed(constraints=[*problem.constraints, *nogoods])
