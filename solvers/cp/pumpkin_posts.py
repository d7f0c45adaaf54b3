"""What Pumpkin is told of each kind of constraint.

Native are AllDifferent, sums, tables, elements, tasks of constant length, |x|, |x - y|, products,
quotients, minima, maxima and comparisons, which hold if and only if a 0/1 variable is 1.  What else
there is becomes a table.  Pumpkin's integers have 32 bits: what could leave them is refused by
name.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from accord.encodings.posts import (
    Posts,
    apart_within,
    both,
    counted,
    equations_within,
    few_tuples,
    over_truth_values,
    sums_within,
    tasks_within,
    without_exceptions,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import (
    AS_LINEAR,
    Atom,
    largest,
    primitive,
)
from accord.puzzles.constraints.decompositions.linear import span
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.no_overlap import NoOverlap, variables_of
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain

MOST = 2**30 - 1  # the largest value or sum: a difference of two has 32 bits
POSTS = Posts("pumpkin", LARGEST, range(-MOST, MOST + 1))
OPPOSITE: dict[Comparison, Comparison] = {
    "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip


class PumpkinModel(NamedTuple):
    """A model of Pumpkin, its variables in order, and their domains."""

    model: Any
    variables: list[Any]
    fresh: Fresh

    def add(self, constraint: Callable[..., Any], *arguments: Any) -> None:
        """Add a constraint of Pumpkin's."""
        self.model.add_constraint(constraint(*arguments, self.model.new_constraint_tag()))

    def variable(self, domain: Domain) -> Any:
        """A new variable: an interval, of which the gaps are left out."""
        from pumpkin_solver import Comparator
        from pumpkin_solver.constraints import Clause

        variable = self.model.new_integer_variable(domain.min, domain.max)
        for (_, below), (above, _) in pairwise(domain.intervals):
            low = self.literal(variable, Comparator.LessThanOrEqual, below)
            self.add(Clause, [low, self.literal(variable, Comparator.GreaterThanOrEqual, above)])
        return variable

    def literal(self, variable: Any, comparator: Any, value: int) -> Any:
        """A Boolean of Pumpkin's that says how a variable compares."""
        from pumpkin_solver import Predicate

        tag = self.model.new_constraint_tag()
        return self.model.predicate_as_boolean(Predicate(variable, comparator, value), tag)

    def atom(self, atom: Atom) -> Any:
        """A variable, or one of the value of a constant."""
        if isinstance(atom, Variable):
            return self.variables[atom.number]
        return self.model.new_integer_variable(atom, atom)

    def of(self, scope: Sequence[int]) -> list[Any]:
        """The variables of a scope."""
        return [self.variables[each] for each in scope]

    def post_truth(self, holds: bool) -> None:
        """Post nothing if `holds`; else a contradiction."""
        from pumpkin_solver.constraints import NotEquals

        if not holds:
            self.add(NotEquals, [self.atom(0)], 0)


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(to: PumpkinModel, constraint: AllDifferent) -> None:
    from pumpkin_solver import constraints

    if len(set(constraint.scope)) < len(constraint.scope):
        to.post_truth(False)
    elif len(constraint.scope) > 1:
        to.add(constraints.AllDifferent, to.of(constraint.scope))


@POSTS(Linear, when=sums_within(MOST))
def post_linear(to: PumpkinModel, constraint: Linear) -> None:
    terms = [(weight, to.variables[each]) for each, weight in constraint.weights.items()]
    if not terms:
        to.post_truth(constraint.holds([0] * len(constraint.scope)))
        return
    to.model.add_constraint(_compared(to, terms, constraint.operator, constraint.constant))


def _compared(
    to: PumpkinModel, terms: Sequence[tuple[int, Any]], operator: Comparison, right: int
) -> Any:
    """A sum that compares with a constant."""
    from pumpkin_solver.constraints import Equals, LessThanOrEquals, NotEquals

    tag = to.model.new_constraint_tag()
    sign = -1 if operator in (">", ">=") else 1
    scaled = [variable.scaled(sign * weight) for weight, variable in terms]
    if operator in ("=", "!="):
        return (Equals if operator == "=" else NotEquals)(scaled, right, tag)
    return LessThanOrEquals(scaled, sign * right - (operator in ("<", ">")), tag)


@POSTS(Table, when=few_tuples)
def post_table(to: PumpkinModel, constraint: Table) -> None:
    from pumpkin_solver.constraints import NegativeTable
    from pumpkin_solver.constraints import Table as Allowed

    if not constraint.scope:
        to.post_truth(constraint.holds(()))
    elif constraint.forbidden:
        if constraint.tuples:
            to.add(NegativeTable, to.of(constraint.scope), [*map(list, constraint.tuples)])
    elif tuples := allowed(constraint, to.fresh):
        to.add(Allowed, to.of(constraint.scope), [*map(list, tuples)])
    else:
        to.post_truth(False)


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: PumpkinModel, constraint: Clauses) -> None:
    from pumpkin_solver import Comparator
    from pumpkin_solver.constraints import Clause

    own = to.of(constraint.scope)
    one = [to.literal(variable, Comparator.GreaterThanOrEqual, 1) for variable in own]
    zero = [to.literal(variable, Comparator.LessThanOrEqual, 0) for variable in own]
    for clause in constraint.said(one, zero):
        to.add(Clause, clause) if clause else to.post_truth(False)


@POSTS(Element)
def post_element(to: PumpkinModel, constraint: Element) -> None:
    from pumpkin_solver import constraints

    if not constraint.items:
        to.post_truth(False)
        return
    index = to.variables[constraint.index].offset(-constraint.start)
    items = [to.atom(item) for item in constraint.items]
    to.add(constraints.Element, index, items, to.atom(constraint.value))


@POSTS(Maximum, when=equations_within(MOST // 2))
@POSTS(Minimum, when=equations_within(MOST // 2))
def post_maximum_or_minimum(to: PumpkinModel, constraint: Maximum | Minimum) -> None:
    from pumpkin_solver import constraints

    extreme = constraints.Maximum if isinstance(constraint, Maximum) else constraints.Minimum
    to.add(extreme, to.of(constraint.variables), to.atom(constraint.right))


def _of_constant_lengths(constraint: NoOverlap, fresh: Fresh) -> bool:
    return not variables_of(constraint.lengths)


@POSTS(NoOverlap, when=both(_of_constant_lengths, apart_within(MOST // 2)))
def post_no_overlap(to: PumpkinModel, constraint: NoOverlap) -> None:
    _share(to, [(box.origins[0], box.lengths[0], 1) for box in counted(constraint)], 1)


@POSTS(Cumulative, when=tasks_within(MOST // 2, constant=True))
def post_cumulative(to: PumpkinModel, constraint: Cumulative) -> None:
    _share(to, constraint.tasks(), constraint.limit)


def _share(to: PumpkinModel, tasks: Sequence[tuple[int, Any, Any]], limit: Any) -> None:
    """Post that tasks (origin, duration, height) share a resource.

    Pumpkin's cumulative is wrong, or crashes, where a task may begin before 0.
    """
    from pumpkin_solver import constraints

    origins, durations, heights = map(list, zip(*tasks, strict=True))
    first = min(domain.min for domain in to.fresh.of(origins))
    begins = [variable.offset(-first) for variable in to.of(origins)]
    to.add(constraints.Cumulative, begins, durations, heights, limit)


FUNCTIONS = {"abs": 1, "sqr": 1, "mul": 2, "div": 2, "dist": 2, **dict.fromkeys(AS_LINEAR, 2)}


def _is_native(constraint: Expression, fresh: Fresh) -> bool:
    single = primitive(constraint, fresh)
    if single is None or single.result is None:
        return False
    known = single.operator in ("min", "max")
    known |= len(single.operands) == FUNCTIONS.get(single.operator)
    if single.operator == "div":  # Pumpkin refuses a divisor on both sides of 0
        divisor = single.operands[1]
        domain = Domain.of([divisor]) if isinstance(divisor, int) else fresh.domains[divisor.number]
        known &= bool(domain) and (domain.min > 0 or domain.max < 0)
    return known and largest(constraint.term, fresh) <= MOST // 2


@POSTS(Expression, when=_is_native)
def post_expression(to: PumpkinModel, constraint: Expression) -> None:
    from pumpkin_solver.constraints import Absolute, Division, Maximum, Minimum, Times

    single = primitive(constraint, to.fresh)
    assert single is not None
    assert single.result is not None
    value, operator = to.atom(single.result), single.operator
    atoms = [to.atom(atom) for atom in single.operands]
    if operator in AS_LINEAR:
        _if_and_only_if(to, value, atoms, AS_LINEAR[operator])
    elif operator in ("min", "max"):
        to.add(Minimum if operator == "min" else Maximum, atoms, value)
    elif operator == "abs":
        to.add(Absolute, *atoms, value)
    elif operator == "dist":
        to.add(Absolute, _difference(to, single.operands), value)
    elif operator == "div":
        to.add(Division, *atoms, value)
    else:
        to.add(Times, atoms[0], atoms[-1], value)


def _difference(to: PumpkinModel, operands: Sequence[Atom]) -> Any:
    """A new variable, the first operand without the second."""
    from pumpkin_solver.constraints import Equals

    domains = [
        Domain.of([each]) if isinstance(each, int) else to.fresh.domains[each.number]
        for each in operands
    ]
    sums = span((1, -1), domains)
    difference = to.model.new_integer_variable(sums.start, sums.stop - 1)
    one, other = map(to.atom, operands)
    to.add(Equals, [one.scaled(1), other.scaled(-1), difference.scaled(-1)], 0)
    return difference


def _if_and_only_if(
    to: PumpkinModel, value: Any, atoms: Sequence[Any], operator: Comparison
) -> None:
    """Post that a value is 1 if two atoms compare so, and else 0."""
    from pumpkin_solver import Comparator
    from pumpkin_solver.constraints import Clause

    true = to.literal(value, Comparator.Equal, 1)
    false = to.literal(value, Comparator.Equal, 0)
    to.add(Clause, [true, false])
    terms = [*zip((1, -1), atoms, strict=True)]
    to.model.add_implication(_compared(to, terms, operator, 0), true)
    to.model.add_implication(_compared(to, terms, OPPOSITE[operator], 0), false)
