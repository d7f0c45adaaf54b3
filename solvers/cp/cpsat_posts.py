"""What CP-SAT is told of each kind of constraint, nearly all of it native.

An expression of one operator is a call of CP-SAT where it has one: |x|, products, quotients,
remainders, minima, maxima, and comparisons that a literal enforces both ways.  Powers, and
remainders of divisors that may be negative, become tables.  CP-SAT's integers have 64 bits and it
refuses a model whose sums could leave them: so does this file, by name.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from accord.encodings.posts import (
    Posts,
    apart_within,
    counted,
    equations_within,
    few_tuples,
    has_words,
    inverse,
    of_two_nodes,
    over_truth_values,
    sides,
    sums_within,
    tasks_within,
    without_exceptions,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.automaton import used
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR, Atom, primitive
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Comparison, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.no_overlap import Length, NoOverlap, NoOverlap2D
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table

MOST = 2**50  # of a value; it takes no model whose domains are together beyond 64 bits
POSTS = Posts("cpsat", values=range(-MOST, MOST + 1))
BITS = 60  # of a sum
OPPOSITE: dict[Comparison, Comparison] = {
    "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip


class CpsatModel(NamedTuple):
    """A CP-SAT model, its variables in order, and their domains."""

    model: Any
    variables: Sequence[Any]
    fresh: Fresh

    def of(self, scope: Sequence[int]) -> list[Any]:
        """The variables of a scope."""
        return [self.variables[each] for each in scope]

    def atom(self, atom: Atom) -> Any:
        """A variable, or a constant as it is."""
        return self.variables[atom.number] if isinstance(atom, Variable) else atom

    def literal(self, atom: Atom) -> Any:
        """A literal that is as true as a 0/1 atom, or as one of a wider domain has to be."""
        if not isinstance(atom, Variable):
            return self.model.new_constant(atom)
        variable, domain = self.atom(atom), self.fresh.domains[atom.number]
        if domain and domain.min >= 0 and domain.max <= 1:
            return variable
        literal = self.model.new_bool_var("")
        self.model.add(variable == literal)
        return literal


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(to: CpsatModel, constraint: AllDifferent) -> None:
    to.model.add_all_different(to.of(constraint.scope))


@POSTS(Linear, when=sums_within(1 << BITS))
def post_linear(to: CpsatModel, constraint: Linear) -> None:
    to.model.add(COMPARISONS[constraint.operator](*sides(constraint, to.variables)))


@POSTS(Table, when=few_tuples)
def post_table(to: CpsatModel, constraint: Table) -> None:
    variables = to.of(constraint.scope)
    if constraint.forbidden:
        if not variables:  # then the empty tuple is forbidden, or nothing is
            to.model.add_bool_or([not constraint.tuples])
            return
        if constraint.tuples:
            to.model.add_forbidden_assignments(variables, constraint.tuples)
        return
    tuples = allowed(constraint, to.fresh)
    if not tuples:
        to.model.add_bool_or([])
    elif variables:
        to.model.add_allowed_assignments(variables, tuples)


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: CpsatModel, constraint: Clauses) -> None:
    true = to.of(constraint.scope)
    for clause in constraint.said(true, [~variable for variable in true]):
        to.model.add_bool_or(clause)


@POSTS(Element)
def post_element(to: CpsatModel, constraint: Element) -> None:
    if not constraint.items:
        to.model.add_bool_or([])
        return
    place = to.variables[constraint.index] - constraint.start
    items = [to.atom(item) for item in constraint.items]
    to.model.add_element(place, items, to.atom(constraint.value))


@POSTS(Maximum, when=equations_within(1 << BITS))
def post_maximum(to: CpsatModel, constraint: Maximum) -> None:
    to.model.add_max_equality(to.atom(constraint.right), to.of(constraint.variables))


@POSTS(Minimum, when=equations_within(1 << BITS))
def post_minimum(to: CpsatModel, constraint: Minimum) -> None:
    to.model.add_min_equality(to.atom(constraint.right), to.of(constraint.variables))


@POSTS(Regular, when=has_words)
def post_regular(to: CpsatModel, constraint: Regular) -> None:
    steps, final = used(constraint.automaton, to.fresh.of(constraint.scope))
    to.model.add_automaton(to.of(constraint.scope), 0, final, steps)


@POSTS(Channel, when=inverse)
def post_channel(to: CpsatModel, constraint: Channel) -> None:
    one, other = constraint.lists[0], constraint.lists[-1]
    first, last = constraint.starts[0], constraint.starts[-1]
    to.model.add_inverse(_from_zero(to, one, last), _from_zero(to, other, first))


def _from_zero(to: CpsatModel, scope: Sequence[int], start: int) -> list[Any]:
    """The variables as places of a list whose first one has this number."""
    places = to.of(scope)
    if start:
        places = [to.model.new_int_var(0, len(scope) - 1, "") for _ in scope]
        for place, variable in zip(places, to.of(scope), strict=True):
            to.model.add(place + start == variable)
    return places


@POSTS(Circuit, when=of_two_nodes)
def post_circuit(to: CpsatModel, constraint: Circuit) -> None:
    arcs, visited = [], []
    for place, variable in enumerate(constraint.variables):
        values = [each for each in to.fresh.domains[variable] if each in constraint.nodes]
        if not values:  # CP-SAT ignores a node without arcs
            to.model.add_bool_or([])
            return
        here = to.model.new_bool_var("")  # whether the node is a loop
        for value in values:
            after = value - constraint.start
            literal = here if after == place else to.model.new_bool_var("")
            to.model.add(to.variables[variable] == value).only_enforce_if(literal)
            to.model.add(to.variables[variable] != value).only_enforce_if(literal.negated())
            arcs.append((place, after, literal))
        if place + constraint.start not in values or not constraint.loops:
            to.model.add(here == 0)
        visited.append(here.negated())
    to.model.add_circuit(arcs)
    to.model.add(sum(visited) >= 2)
    if constraint.size is not None:
        to.model.add(sum(visited) == to.atom(constraint.size))


def _interval(to: CpsatModel, origin: int, length: Length) -> Any:
    """The interval of a task, or of a rectangle in one dimension."""
    begin = to.variables[origin]
    if isinstance(length, int):
        return to.model.new_fixed_size_interval_var(begin, length, "")
    one, other = to.fresh.of((origin, length.number))
    end = to.model.new_int_var(one.min + other.min, one.max + other.max, "")
    return to.model.new_interval_var(begin, to.atom(length), end, "")


# Of tasks and rectangles CP-SAT lets none of length 0 into another one; its cumulative does.
@POSTS(NoOverlap, when=apart_within(1 << BITS, 0))
def post_no_overlap(to: CpsatModel, constraint: NoOverlap) -> None:
    boxes = counted(constraint)
    intervals = [_interval(to, *box.origins, *box.lengths) for box in boxes]
    if constraint.zero_ignored and any(isinstance(box.lengths[0], Variable) for box in boxes):
        to.model.add_cumulative(intervals, [1] * len(intervals), 1)
    else:
        to.model.add_no_overlap(intervals)


@POSTS(NoOverlap2D, when=apart_within(1 << BITS, 1, strict=0))
def post_no_overlap_2d(to: CpsatModel, constraint: NoOverlap2D) -> None:
    sides = [
        [_interval(to, box.origins[side], box.lengths[side]) for box in counted(constraint)]
        for side in range(2)
    ]
    to.model.add_no_overlap_2d(*sides)


@POSTS(Cumulative, when=tasks_within(1 << BITS))
def post_cumulative(to: CpsatModel, constraint: Cumulative) -> None:
    tasks = zip(constraint.origins, constraint.durations, strict=True)
    intervals = [_interval(to, *task) for task in tasks]
    heights = [to.atom(each) for each in constraint.heights]
    to.model.add_cumulative(intervals, heights, to.atom(constraint.limit))


def _is_native(constraint: Expression, fresh: Fresh) -> bool:
    single = primitive(constraint, fresh)
    if single is None or single.operator == "pow":
        return False
    if single.operator in ("div", "mod"):
        divisor = single.operands[1]
        lowest = fresh.domains[divisor.number] if isinstance(divisor, Variable) else None
        least = lowest.min if lowest else divisor if isinstance(divisor, int) else 0
        return least > 0
    return not (single.operator == "iff" and len(single.operands) > 2)


@POSTS(Expression, when=_is_native)
def post_expression(to: CpsatModel, constraint: Expression) -> None:
    single = primitive(constraint, to.fresh)
    assert single is not None
    model, operator, result = to.model, single.operator, single.result
    if operator in AS_LINEAR or operator in ("in", "notin"):
        _compare(to, operator, single.operands, single.among, result)
        return
    if operator in LOGIC:
        holds = None if result is None else to.literal(result)
        LOGIC[operator](model, [to.literal(atom) for atom in single.operands], holds)
        return
    assert result is not None
    value, atoms = to.atom(result), [to.atom(atom) for atom in single.operands]
    if operator == "if":
        chosen = to.literal(single.operands[0])
        model.add(value == atoms[1]).only_enforce_if(chosen)
        model.add(value == atoms[2]).only_enforce_if(chosen.negated())
        return
    NUMBERS[operator](model, value, *atoms)


def _compare(
    to: CpsatModel,
    operator: str,
    atoms: Sequence[Atom],
    among: Sequence[int],
    result: Variable | None,
) -> None:
    """Post that atoms compare so; with a result, that it is 1 exactly if they do."""
    model, values = to.model, [to.atom(atom) for atom in atoms]
    if operator in AS_LINEAR and len(values) > 2:  # all are equal
        pairs = [model.new_bool_var("") for _ in values[1:]]
        for pair, value in zip(pairs, values[1:], strict=True):
            _if_and_only_if(model, pair, values[0], "=", value)
        LOGIC["and"](model, pairs, None if result is None else to.literal(result))
        return
    if operator in AS_LINEAR:
        (one, other), holds = values, AS_LINEAR[operator]
        if result is None:
            model.add(COMPARISONS[holds](one, other))
        else:
            _if_and_only_if(model, to.literal(result), one, holds, other)
        return
    value = values[0] + model.new_constant(0)
    inside = _domain_of(among)
    outside = inside.complement()
    if operator == "notin":
        inside, outside = outside, inside
    if result is None:
        model.add_linear_expression_in_domain(value, inside)
        return
    literal = to.literal(result)
    model.add_linear_expression_in_domain(value, inside).only_enforce_if(literal)
    model.add_linear_expression_in_domain(value, outside).only_enforce_if(literal.negated())


def _domain_of(values: Sequence[int]) -> Any:
    from ortools.sat.python import cp_model

    return cp_model.Domain.from_values(sorted(set(values)))


def _if_and_only_if(model: Any, literal: Any, one: Any, holds: Comparison, other: Any) -> None:
    model.add(COMPARISONS[holds](one, other)).only_enforce_if(literal)
    model.add(COMPARISONS[OPPOSITE[holds]](one, other)).only_enforce_if(literal.negated())


def _not(model: Any, literals: list[Any], holds: Any) -> None:
    model.add_bool_or([literals[0].negated()]) if holds is None else model.add(
        literals[0] + holds == 1
    )


def _and(model: Any, literals: list[Any], holds: Any) -> None:
    if holds is None:
        model.add_bool_and(literals)
        return
    model.add_bool_and(literals).only_enforce_if(holds)
    model.add_bool_or([*(each.negated() for each in literals), holds])


def _or(model: Any, literals: list[Any], holds: Any) -> None:
    if holds is None:
        model.add_bool_or(literals)
        return
    model.add_bool_or(literals).only_enforce_if(holds)
    for literal in literals:
        model.add_implication(literal, holds)


def _imp(model: Any, literals: list[Any], holds: Any) -> None:
    _or(model, [literals[0].negated(), literals[1]], holds)


def _xor(model: Any, literals: list[Any], holds: Any) -> None:
    """Post that an odd number of literals is true; with a result, that it says so."""
    model.add_bool_xor(literals if holds is None else [*literals, holds, True])


def _iff(model: Any, literals: list[Any], holds: Any) -> None:
    one, other = literals
    _xor(model, [one.negated(), other], holds)


LOGIC: dict[str, Callable[[Any, list[Any], Any], None]] = {
    "not": _not, "and": _and, "or": _or, "imp": _imp, "xor": _xor, "iff": _iff,
}  # fmt: skip
NUMBERS: dict[str, Callable[..., Any]] = {
    "neg": lambda model, value, x: model.add(value == -x),
    "abs": lambda model, value, x: model.add_abs_equality(value, x),
    "add": lambda model, value, *each: model.add(value == sum(each)),
    "sub": lambda model, value, x, y: model.add(value == x - y),
    "mul": lambda model, value, *each: model.add_multiplication_equality(value, each),
    "div": lambda model, value, x, y: model.add_division_equality(value, x, y),
    "mod": lambda model, value, x, y: model.add_modulo_equality(value, x, y),
    "sqr": lambda model, value, x: model.add_multiplication_equality(value, [x, x]),
    "min": lambda model, value, *each: model.add_min_equality(value, each),
    "max": lambda model, value, *each: model.add_max_equality(value, each),
    "dist": lambda model, value, x, y: model.add_abs_equality(value, x - y),
}
