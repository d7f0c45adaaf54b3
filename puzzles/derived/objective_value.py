"""The value of an objective as a variable: the same problem, to be asked for a good solution.

A solver that can only be asked for solutions can be asked for one at least as good as a bound, and
a language that minimises a variable can say any objective.
"""

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem

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
    """What says that a variable is the value, and bounds of that."""
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
