"""Optimisation: problems that say of another one which value a solution has, or should have.

`with_value` makes the value of the objective a variable, of `lex` one for each term: whoever
minimises or maximises a variable finds the best solution by any objective.  `better_than` asks for
a solution that is better than a value, as a problem without an objective: that it has none proves
that nothing is better, and certificates of that rest on it (proofs/certificate.py).  Both say it by
constraints of the kinds that there are, natively where these can: a sum of weighted variables is a
Linear, the largest of variables a Maximum.  Weighted sums of which the largest is asked for have a
variable each.

Variables are added behind those of the problem, so that its solutions begin theirs, one to one
where the objective has a value.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.terms import Operation, Term, as_text, is_total, variables_of
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.objective import MeasureName, Objective, Value
from accord.puzzles.problem import Problem

NAME = "objective"  # of the constraint, and of the variable
LONGEST_NAME = 40  # characters of the name of a term's variable
_OPERATORS = {"sum": "add", "product": "mul", "minimum": "min", "maximum": "max"}
_WORDS = {"<": "lt", ">": "gt", "=": "eq"}


def with_value(problem: Problem) -> Problem:
    """The problem whose objective is one variable, which has the value of this problem's.

    Of `lex` it is one variable for each term.  Where it is variables already, they stay.

    Raises:
        HasNoObjectiveError: it has none, or one that is ignored.
        TooLargeError: the value of a power may be too large.
    """
    goal, larger = goal_of(problem), _Larger(problem)
    if goal.measure == "lex":
        values = tuple(map(larger.as_variable, goal.terms))
        return larger.problem(replace(goal, terms=values))
    if len(goal.terms) == 1 and goal.measure != "n-values" and isinstance(goal.terms[0], Variable):
        return larger.problem(replace(goal, measure="sum"))
    value, terms = larger.add_variable(_ends(goal, larger.domains)), goal.terms
    if goal.measure in ("minimum", "maximum") and all(weighted((each,)) for each in terms):
        terms = tuple(map(larger.as_variable, terms))
    larger.say(goal.measure, terms, "=", value)
    return larger.problem(Objective(goal.sense, (value,)))


def better_than(problem: Problem, value: Value | None) -> Problem:
    """The problem, without its objective, of the solutions that are better than a value.

    Of None they are all solutions: assignments of which the objective has a value.

    Raises:
        HasNoObjectiveError: it has none, or one that is ignored.
    """
    goal = goal_of(problem)
    larger = _Larger(problem)
    operator: Literal["<", ">"] = "<" if goal.sense == "minimize" else ">"
    if value is None:
        if defined := _defined(goal):
            larger.constraints.append(Expression(Operation("and", defined), name=NAME))
    elif isinstance(value, tuple):
        own = tuple(larger.as_variable(term).number for term in goal.terms)
        named = zip(value, own, strict=True)
        other = tuple(
            larger.add_variable((each, each), f"best {larger.names[number]}").number
            for each, number in named
        )
        larger.constraints.append(Lex((own, other), operator, name=NAME))
    else:
        for terms in _parts(goal, larger):
            larger.say(goal.measure, terms, operator, value)
    return larger.problem(None)


def as_weighted_sum(problem: Problem) -> tuple[Problem, "WeightedSum"]:
    """The problem without its objective, and that as weights, variables and a constant.

    What is no weighted sum of variables has a variable more: each such term of a sum, or the whole
    objective.

    Raises:
        HasNoObjectiveError: it has none, or one that is ignored.
        TooLargeError: the value of a power may be too large.
    """
    goal = goal_of(problem)
    if goal.measure != "sum":
        problem = with_value(problem)
        goal = goal_of(problem)
    larger = _Larger(problem)
    total = _weighted(goal.terms, larger.as_variable)
    assert total is not None
    return larger.problem(None), total


class HasNoObjectiveError(InputError):
    """A problem does not ask for a best solution, where one is needed."""


def goal_of(problem: Problem) -> Objective:
    """The objective of a problem that asks for the best.

    Raises:
        HasNoObjectiveError: it does not.
    """
    if problem.goal is None:
        raise HasNoObjectiveError("found no objective, or an ignored one, expected one")
    return problem.goal


class _Larger:
    """A problem with more variables and constraints than another one."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.domains = [Domain.of(each) for each in problem.domains]
        self.names = [*problem.names]
        self.constraints: list[Constraint] = []  # besides those of the problem

    def add_variable(self, ends: tuple[int, int], name: str = NAME) -> Variable:
        """A new variable with values from one number to another."""
        while name in self.names:
            name += "_"
        self.names.append(name)
        self.domains.append(Domain((ends,)))
        return Variable(len(self.domains) - 1)

    def say(
        self,
        measure: MeasureName,
        terms: tuple[Term, ...],
        operator: Literal["<", ">", "="],
        right: int | Variable,
    ) -> None:
        """Add the constraint that what is measured of terms compares with the right side."""
        own = tuple(term.number for term in terms if isinstance(term, Variable))
        sum_ = weighted(terms) if measure == "sum" or len(terms) == 1 else None
        said: Constraint
        if measure == "n-values":
            named = tuple(self.as_variable(term).number for term in terms)
            said = NValues(named, operator, right, name=NAME)
        elif sum_ is not None:
            weights, variables, constant = sum_
            if isinstance(right, Variable):
                weights, variables, right = (*weights, -1), (*variables, right.number), 0
            said = Linear(variables, operator, right - constant, weights, name=NAME)
        elif measure in ("minimum", "maximum") and len(own) == len(terms):
            kind = Maximum if measure == "maximum" else Minimum
            said = kind(own, operator, right, name=NAME)
        else:
            both = as_term(measure, terms), right
            said = Expression(Operation(_WORDS[operator], both), name=NAME)
        self.constraints.append(said)

    def as_variable(self, term: Term) -> Variable:
        """A variable that has the value of a term."""
        if isinstance(term, Variable):
            return term
        name = as_text(term, self.names)
        named = name if len(name) <= LONGEST_NAME else NAME
        value = self.add_variable(ends_of(term, self.domains), named)
        if isinstance(term, int):
            return value
        self.say("sum", (term,), "=", value)
        return value

    def problem(self, goal: Objective | None) -> Problem:
        """The larger problem."""
        constraints = [*self._problem.constraints, *self.constraints]
        symbols = self._problem.symbols
        return Problem(self.domains, constraints, self.names, objective=goal, symbols=symbols)


def _ends(goal: Objective, domains: list[Domain]) -> tuple[int, int]:
    """Bounds of an objective's value."""
    if goal.measure == "n-values":
        return 1, len(goal.terms)
    return ends_of(as_term(goal.measure, goal.terms), domains)


def as_term(measure: MeasureName, terms: tuple[Term, ...]) -> Term:
    """One term that has the value of an objective: the sum of its terms, their maximum ..."""
    return terms[0] if len(terms) == 1 else Operation(_OPERATORS[measure], terms)


WeightedSum = tuple[tuple[int, ...], tuple[int, ...], int]


def weighted(several: tuple[Term, ...]) -> WeightedSum | None:
    """The weights, variables and constant of a sum of terms; None where it is no weighted sum."""
    return _weighted(several, lambda term: None)


def _weighted(
    several: tuple[Term, ...], as_variable: Callable[[Term], Variable | None]
) -> WeightedSum | None:
    """As `weighted`, with variables for terms that are none; None where one has none."""
    weights, variables, constant = list[int](), list[int](), 0
    waiting = [(1, term) for term in reversed(several)]
    while waiting:
        weight, term = waiting.pop()
        if isinstance(term, Variable):
            weights.append(weight)
            variables.append(term.number)
        elif isinstance(term, int):
            constant += weight * term
        elif term.operator in ("add", "sub", "neg"):
            signs = {"add": (1,) * len(term.operands), "sub": (1, -1), "neg": (-1,)}[term.operator]
            signed = zip(signs, term.operands, strict=True)
            waiting += [(weight * sign, each) for sign, each in signed][::-1]
        elif term.operator == "mul" and len(others := _factors(term)) == 1:
            factor = 1
            for each in term.operands:
                factor *= each if isinstance(each, int) else 1
            waiting.append((weight * factor, others[0]))
        elif (variable := as_variable(term)) is not None:
            waiting.append((weight, variable))
        else:
            return None
    return tuple(weights), tuple(variables), constant


def _factors(term: Operation) -> list[Term]:
    """The factors of a product that are no constants."""
    return [each for each in term.operands if not isinstance(each, int)]


def _parts(goal: Objective, larger: "_Larger") -> list[tuple[Term, ...]]:
    """The terms of the objective in parts, each of which has to be better than a value.

    A maximum is below a value where each term is.  Terms of a sum that are no weighted ones, and
    constants that stand alone, become variables.
    """
    every = "maximum" if goal.sense == "minimize" else "minimum"
    if goal.measure == every and not all(isinstance(term, Variable) for term in goal.terms):
        return [
            (term if [*variables_of(term)] else larger.as_variable(term),) for term in goal.terms
        ]
    if goal.measure == "sum" and len(goal.terms) > 1:
        named = (
            larger.as_variable(term) if weighted((term,)) is None else term for term in goal.terms
        )
        return [tuple(named)]
    return [goal.terms]


def _defined(goal: Objective) -> tuple[Term, ...]:
    """For each term of an objective that may be undefined, that it is not."""
    return tuple(Operation("eq", (term, term)) for term in goal.terms if not is_total(term))
