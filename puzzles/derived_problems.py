"""Problems made of another one, whose solutions correspond one to one to those of the first.

`decomposed` says some kinds of constraints by more primitive ones: what a solver does that does not
have a kind is done here to be looked at.  `reordering` puts variables and constraints in another
order: what the isomorphs of a puzzle are to it (sudoku/symmetry.py), these are to a problem of
which nothing more is known.  `with_objective_value` makes the value of the objective a variable: a
solver that can only be asked for solutions is asked for one at least as good as a bound, and a
language that minimises a variable says any objective.
"""

from dataclasses import dataclass
from random import Random

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh, decompose
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.objective import Objective
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
    return Problem(fresh.domains, constraints, names, layout, problem.objective, problem.symbols)


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


OPERATORS = {"sum": "add", "product": "mul", "minimum": "min", "maximum": "max"}


def with_objective_value(problem: Problem) -> Problem:
    """The problem without its objective, and with its value as a last variable, `objective`.

    Solutions correspond one to one where every term of the objective is defined.

    Raises:
        InputError: it has none, one of several values (lex), or one that counts values of terms.
        TooLargeError: the value of a power may be too large.
    """
    if (objective := problem.objective) is None:
        raise InputError("found no objective, expected one")
    domains = [Domain.of(each) for each in problem.domains]
    name, value = "objective", Variable(len(domains))
    while name in problem.names:
        name += "_"
    added, bounds = _says(objective, value, domains)
    domains.append(bounds)
    names = [*problem.names, name]
    return Problem(domains, [*problem.constraints, added], names, symbols=problem.symbols)


def _says(
    objective: Objective, value: Variable, domains: list[Domain]
) -> tuple[Constraint, Domain]:
    """The constraint that a variable is the objective's value, and the bounds of that."""
    terms = objective.terms
    if objective.measure == "n-values" and all(isinstance(each, Variable) for each in terms):
        own = tuple(each.number for each in terms if isinstance(each, Variable))
        return NValues(own, "=", value, name="objective"), Domain(((0, len(own)),))
    if objective.measure not in OPERATORS:
        raise InputError(f"found an objective of the measure {objective.measure}, expected a sum")
    operator = OPERATORS[objective.measure]
    term: Term = terms[0] if len(terms) == 1 else Operation(operator, terms)
    says = Expression(Operation("eq", (value, term)), name="objective")
    return says, Domain((ends_of(term, domains),))
