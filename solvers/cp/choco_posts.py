"""What Choco is told of each kind of constraint, nearly all of it native.

An expression of one operator is a constraint of Choco's, or its reification, where it has one.
Powers, and what is logical, become tables and sums.  A variable that occurs twice in a constraint
gets a copy, because some of Choco's constraints are wrong then, and so is its negative table of one
variable.  Choco's own bound of integers is 21,474,836 (MAX_INT_BOUND), a hundredth of 32 bits, so
that few sums overflow: whatever could go beyond, sums too, is refused by name.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from accord.encodings.posts import (
    Posts,
    apart_within,
    both,
    constant_values,
    counted,
    equations_within,
    few_tuples,
    has_paths,
    has_words,
    inverse,
    matrices,
    of_characters,
    of_two_nodes,
    of_two_or_more,
    over_truth_values,
    packed_within,
    right_within,
    several_uncovered,
    sums_within,
    tasks_within,
    weighed_within,
    without_exceptions,
    without_lengths,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.automaton import used
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import (
    AS_LINEAR,
    Atom,
    largest,
    primitive,
)
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain

MOST = 21_474_836  # Choco's MAX_INT_BOUND
WIDE = 10**6  # the time of "AC" grows with the spread of the values, to seconds a node at 4e7
POSTS = Posts("choco", LARGEST, range(-MOST, MOST + 1))


def bounds_or_values(domain: Domain) -> tuple[Any, ...]:
    """The arguments by which Choco is told a domain: its bounds, or its values."""
    return (domain.min, domain.max) if len(domain.intervals) == 1 else ([*domain],)


class ChocoModel(NamedTuple):
    """A model of Choco, its variables in order, and their domains."""

    model: Any
    variables: Sequence[Any]
    fresh: Fresh
    algorithm: str = "AC"  # of its all-different constraints, by Choco's name

    def of(self, atoms: Sequence[Atom]) -> list[Any]:
        """Variables of Choco, all different, that are worth as much as these atoms."""
        used: set[int] = set()
        return [self._different(atom, used) for atom in atoms]

    def _different(self, atom: Atom, used: set[int]) -> Any:
        if not isinstance(atom, Variable):
            return self.constant(atom)
        variable = self.variables[atom.number]
        if atom.number in used:
            copy = self.model.intvar(*bounds_or_values(self.fresh.domains[atom.number]))
            self.model.arithm(copy, "=", variable).post()
            return copy
        used.add(atom.number)
        return variable

    def constant(self, value: int) -> Any:
        """A variable of one value."""
        return self.model.intvar(value)

    def post_truth(self, holds: bool) -> None:
        """Post nothing if `holds`; else a contradiction."""
        if not holds:
            self.model.arithm(self.constant(0), "=", 1).post()


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(to: ChocoModel, constraint: AllDifferent) -> None:
    if len(set(constraint.scope)) < len(constraint.scope):
        to.post_truth(False)
    elif len(constraint.scope) > 1:
        variables = [to.variables[each] for each in constraint.scope]
        domains = to.fresh.of(constraint.scope)
        spread = max(each.max for each in domains) - min(each.min for each in domains)
        wide = to.algorithm == "AC" and spread >= WIDE
        _post_all_different(to.model, variables, "AC_ZHANG" if wide else to.algorithm)


def _post_all_different(model: Any, variables: list[Any], algorithm: str) -> None:
    """Do what `model.all_different(variables, algorithm).post()` does, and free the array."""
    from pychoco import backend
    from pychoco._utils import make_intvar_array
    from pychoco.constraints.constraint import Constraint

    array = make_intvar_array(variables)
    Constraint(backend.all_different(model._handle, array, algorithm), model).post()
    backend.chocosolver_handles_destroy(array)


@POSTS(Linear, when=sums_within(MOST))
def post_linear(to: ChocoModel, constraint: Linear) -> None:
    weights = constraint.weights
    if not weights:
        to.post_truth(constraint.holds([0] * len(constraint.scope)))
        return
    variables, coefficients = to.of(_variables([*weights])), [*weights.values()]
    if coefficients == [1, -1] and not constraint.constant:
        to.model.arithm(variables[0], constraint.operator, variables[1]).post()
        return
    to.model.scalar(variables, coefficients, constraint.operator, constraint.constant).post()


@POSTS(Table, when=few_tuples)
def post_table(to: ChocoModel, constraint: Table) -> None:
    if not constraint.scope:
        to.post_truth(constraint.holds(()))
        return
    scope = to.of(_variables(constraint.scope))
    if not constraint.forbidden:
        tuples = allowed(constraint, to.fresh)
        to.model.table(scope, [*map(list, tuples)]).post() if tuples else to.post_truth(False)
        return
    domains = to.fresh.of(constraint.scope)
    possible = [
        entries
        for entries in dict.fromkeys(constraint.tuples)
        if all(entry in domain for entry, domain in zip(entries, domains, strict=True))
    ]
    if len(scope) == 1:  # Choco's negative table of one variable is wrong
        for (entry,) in possible:
            to.model.arithm(scope[0], "!=", entry).post()
    elif possible:
        to.model.table(scope, [*map(list, possible)], False).post()


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: ChocoModel, constraint: Clauses) -> None:
    own = [to.variables[each] for each in constraint.scope]  # BoolVars in Java, as 0..1 is
    for clause in constraint.clauses:
        positive = [own[literal - 1] for literal in clause if literal > 0]
        negative = [own[-literal - 1] for literal in clause if literal < 0]
        to.model.add_clauses(positive, negative) if clause else to.post_truth(False)


@POSTS(Element)
def post_element(to: ChocoModel, constraint: Element) -> None:
    if not constraint.items:
        to.post_truth(False)
        return
    value, index, *items = to.of([constraint.value, Variable(constraint.index), *constraint.items])
    if not any(isinstance(item, Variable) for item in constraint.items):
        items = [*constraint.items]
    to.model.element(value, items, index, constraint.start).post()


@POSTS(Maximum, when=equations_within(MOST))
@POSTS(Minimum, when=equations_within(MOST))
def post_maximum_or_minimum(to: ChocoModel, constraint: Maximum | Minimum) -> None:
    right, *own = to.of([constraint.right, *_variables(constraint.variables)])
    post = to.model.max if isinstance(constraint, Maximum) else to.model.min
    post(right, own).post()


@POSTS(AllEqual)
def post_all_equal(to: ChocoModel, constraint: AllEqual) -> None:
    if len(scope := [*dict.fromkeys(constraint.scope)]) > 1:
        to.model.all_equal(to.of(_variables(scope))).post()


@POSTS(Ordered, when=without_lengths)
def post_ordered(to: ChocoModel, constraint: Ordered) -> None:
    increasing = constraint.operator in ("<", "<=")
    post = to.model.increasing if increasing else to.model.decreasing
    post(to.of(_variables(constraint.variables)), int(constraint.operator in ("<", ">"))).post()


@POSTS(Lex, when=of_two_or_more)
def post_lex(to: ChocoModel, constraint: Lex) -> None:
    strict = constraint.operator in ("<", ">")
    post = to.model.lex_chain_less if strict else to.model.lex_chain_less_eq
    for lists in matrices(constraint):
        own = iter(to.of(_variables([each for row in lists for each in row])))
        post(*([next(own) for _ in row] for row in lists)).post()


@POSTS(Precedence, when=several_uncovered)
def post_precedence(to: ChocoModel, constraint: Precedence) -> None:
    own = to.of(_variables(constraint.scope))
    to.model.int_value_precede_chain(own, [*constraint.values]).post()


@POSTS(Regular, when=both(has_words, of_characters))
def post_regular(to: ChocoModel, constraint: Regular) -> None:
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

    steps, final = used(constraint.automaton, to.fresh.of(constraint.scope))
    automaton = FiniteAutomaton()
    for _ in constraint.automaton.names:
        automaton.add_state()
    automaton.set_initial_state(0)
    automaton.set_final(*final)
    for state, value, following in steps:
        automaton.add_transition(state, following, value)
    to.model.regular(to.of(_variables(constraint.scope)), automaton).post()


@POSTS(MDD, when=has_paths)
def post_mdd(to: ChocoModel, constraint: MDD) -> None:
    """Post an MDD by the functions below pychoco's class, which takes tuples only."""
    from pychoco import backend
    from pychoco._utils import make_int_2d_array, make_intvar_array
    from pychoco.constraints.constraint import Constraint

    steps, (end,) = used(constraint.regular.automaton, to.fresh.of(constraint.scope))
    numbers = {state: number for number, state in enumerate(sorted({step[0] for step in steps}))}
    numbers[end] = -1  # Choco's name for it
    arcs = [[numbers[state], value, numbers[following]] for state, value, following in steps]
    scope = make_intvar_array(to.of(_variables(constraint.scope)))
    diagram = backend.create_mdd_transitions(scope, make_int_2d_array(arcs))
    Constraint(backend.mddc(to.model._handle, scope, diagram), to.model).post()
    backend.chocosolver_handles_destroy(scope)
    backend.chocosolver_handles_destroy(diagram)


@POSTS(Channel, when=inverse)
def post_channel(to: ChocoModel, constraint: Channel) -> None:
    one, other = constraint.lists[0], constraint.lists[-1]
    own, starts = to.of(_variables([*one, *other])), constraint.starts
    half = len(one)
    to.model.inverse_channeling(own[:half], own[half:], starts[-1], starts[0]).post()


def _has_variables(constraint: ChannelValue, fresh: Fresh) -> bool:
    return bool(constraint.variables)


@POSTS(ChannelValue, when=_has_variables)
def post_channel_value(to: ChocoModel, constraint: ChannelValue) -> None:
    *own, value = to.of(_variables(constraint.scope))
    ones = [to.model.arithm(each, "=", 1).reify() for each in own]
    to.model.bools_int_channeling(ones, value, constraint.start).post()


def _is_ranked(constraint: ArgMaximum | ArgMinimum, fresh: Fresh) -> bool:
    return constraint.rank != "any"


@POSTS(ArgMaximum, when=_is_ranked)
@POSTS(ArgMinimum, when=_is_ranked)
def post_arg_maximum_or_minimum(to: ChocoModel, constraint: ArgMaximum | ArgMinimum) -> None:
    """Post it: Choco's is the first place; for the last one the list is turned round."""
    *own, index = to.of(_variables(constraint.scope))
    first, last = constraint.start, constraint.start + len(own) - 1
    if constraint.rank == "last":
        place = to.model.intvar(first, last)
        to.model.arithm(place, "+", index, "=", first + last).post()
        own, index = own[::-1], place
    post = to.model.argmax if isinstance(constraint, ArgMaximum) else to.model.argmin
    post(index, first, own).post()


@POSTS(Knapsack, when=weighed_within(MOST))
def post_knapsack(to: ChocoModel, constraint: Knapsack) -> None:
    *own, limit, right = to.of(
        [*_variables(constraint.variables), constraint.limit, constraint.right]
    )
    weight, profit = to.model.intvar(0, MOST), to.model.intvar(0, MOST)
    to.model.arithm(weight, "<=", limit).post()
    to.model.arithm(profit, constraint.operator, right).post()
    weights, profits = [*constraint.weights], [*constraint.profits]
    to.model.knapsack(own, weight, profit, weights, profits).post()


@POSTS(BinPacking, when=packed_within(MOST))
def post_bin_packing(to: ChocoModel, constraint: BinPacking) -> None:
    atoms = to.of([*_variables(constraint.variables), *constraint.loads])
    items, loads = atoms[: len(constraint.variables)], atoms[len(constraint.variables) :]
    within = [to.model.intvar(0, sum(constraint.sizes)) for _ in loads]  # Choco's are not negative
    for load, limit in zip(within, loads, strict=True):
        to.model.arithm(load, constraint.operator, limit).post()
    to.model.bin_packing(items, [*constraint.sizes], within, constraint.start).post()


@POSTS(Circuit, when=of_two_nodes)
def post_circuit(to: ChocoModel, constraint: Circuit) -> None:
    own = to.of(_variables(constraint.variables))
    if not constraint.loops:
        to.model.circuit(own, constraint.start).post()
        return
    size = to.model.intvar(2, len(own))
    if constraint.size is not None:
        to.model.arithm(size, "=", *to.of([constraint.size])).post()
    to.model.sub_circuit(own, constraint.start, size).post()


def _tasks(to: ChocoModel, origins: Sequence[int], lengths: Sequence[Atom]) -> list[Any]:
    """Tasks with an end each, a variable of its own."""
    atoms, tasks = to.of([*_variables(origins), *lengths]), []
    for begin, length in zip(atoms, atoms[len(origins) :], strict=False):
        end = to.model.intvar(-MOST, MOST)
        to.model.arithm(begin, "+", length, "=", end).post()
        tasks.append(to.model.task(begin, length, end))
    return tasks


# Choco has no disjunction of tasks; its cumulative loses solutions where one may have the length 0.
@POSTS(NoOverlap, when=apart_within(MOST))
def post_no_overlap(to: ChocoModel, constraint: NoOverlap) -> None:
    boxes, one = counted(constraint), to.constant(1)
    tasks = _tasks(to, [box.origins[0] for box in boxes], [box.lengths[0] for box in boxes])
    to.model.cumulative(tasks, [one] * len(tasks), one).post()


@POSTS(NoOverlap2D, when=apart_within(MOST))
def post_no_overlap_2d(to: ChocoModel, constraint: NoOverlap2D) -> None:
    boxes = counted(constraint)
    corners = [*zip(*(box.origins for box in boxes), strict=True)]
    sides = [*zip(*(box.lengths for box in boxes), strict=True)]
    atoms = iter(to.of([*_variables(corners[0] + corners[1]), *sides[0], *sides[1]]))
    to.model.diff_n(*([next(atoms) for _ in boxes] for _ in range(4))).post()


@POSTS(Cumulative, when=tasks_within(MOST, shortest=1))
def post_cumulative(to: ChocoModel, constraint: Cumulative) -> None:
    origins, durations, heights = zip(*constraint.tasks(), strict=True)
    tasks = _tasks(to, origins, durations)
    *used, limit = to.of([*heights, constraint.limit])
    to.model.cumulative(tasks, used, limit).post()


def _is_countable(constraint: Count, fresh: Fresh) -> bool:
    values = constraint.constants
    some = bool(constraint.variables and values) and constant_values(constraint, fresh)
    return some and max(map(abs, values)) <= MOST


@POSTS(Count, when=both(_is_countable, right_within(MOST)))
def post_count(to: ChocoModel, constraint: Count) -> None:
    number, *own = _measured(to, constraint)
    to.model.among(number, own, sorted(constraint.constants)).post()


def _has_no_exceptions(constraint: NValues, fresh: Fresh) -> bool:
    return bool(constraint.variables) and not constraint.excepted


@POSTS(NValues, when=both(_has_no_exceptions, right_within(MOST)))
def post_n_values(to: ChocoModel, constraint: NValues) -> None:
    number, *own = _measured(to, constraint)
    to.model.n_values(own, number).post()


def _measured(to: ChocoModel, constraint: Count | NValues) -> list[Any]:
    """A variable for the number, which compares with the right side; and those that it is of."""
    right, *own = to.of([constraint.right, *_variables(constraint.variables)])
    if constraint.operator == "=":
        return [right, *own]
    number = to.model.intvar(0, len(own))
    to.model.arithm(number, constraint.operator, right).post()
    return [number, *own]


def _is_taken(constraint: Cardinality, fresh: Fresh) -> bool:
    """Whether a Cardinality has variables and values, and no constant beyond MOST."""
    sizes = [*constraint.values]
    for each in constraint.occurrences:
        sizes += each if isinstance(each, tuple) else [] if isinstance(each, Variable) else [each]
    return bool(constraint.variables and constraint.values) and max(map(abs, sizes)) <= MOST


@POSTS(Cardinality, when=_is_taken)
def post_cardinality(to: ChocoModel, constraint: Cardinality) -> None:
    fixed = [each for each in constraint.occurrences if not isinstance(each, tuple)]
    atoms = to.of([*_variables(constraint.variables), *fixed])
    own, rest = atoms[: len(constraint.variables)], iter(atoms[len(constraint.variables) :])
    times = [
        to.model.intvar(*each) if isinstance(each, tuple) else next(rest)
        for each in constraint.occurrences
    ]
    values, closed = [*constraint.values], constraint.closed
    to.model.global_cardinality(own, values, times, closed).post()


def _variables(scope: Sequence[int]) -> list[Atom]:
    return [Variable(each) for each in scope]


OPERATORS = ("abs", "sqr", "mul", "div", "mod", "dist", "min", "max", *AS_LINEAR)


def _is_native(constraint: Expression, fresh: Fresh) -> bool:
    single = primitive(constraint, fresh)
    if single is None or single.result is None or single.operator not in OPERATORS:
        return False
    if single.operator == "mul" and len(single.operands) != 2:
        return False
    if single.operator == "eq" and len(single.operands) != 2:
        return False
    return largest(constraint.term, fresh) <= MOST


@POSTS(Expression, when=_is_native)
def post_expression(to: ChocoModel, constraint: Expression) -> None:
    single = primitive(constraint, to.fresh)
    assert single is not None
    assert single.result is not None
    model, (value, *atoms) = to.model, to.of([single.result, *single.operands])
    if single.operator in AS_LINEAR:
        is_true = model.arithm(atoms[0], AS_LINEAR[single.operator], atoms[1]).reify()
        model.arithm(value, "=", is_true).post()
    elif single.operator == "abs":
        model.absolute(value, atoms[0]).post()
    elif single.operator == "sqr":
        model.square(value, atoms[0]).post()
    elif single.operator == "mul":
        model.times(*atoms, value).post()
    elif single.operator == "div":
        model.div(*atoms, value).post()
    elif single.operator == "mod":
        model.mod(*atoms, value).post()
    elif single.operator == "dist":
        model.distance(*atoms, "=", value).post()
    elif single.operator == "min":
        model.min(value, atoms).post()
    else:
        model.max(value, atoms).post()


PAIRS = POSTS.without(AllDifferent)
"""Posts without all-different, which is decomposed into x != y for each pair."""
