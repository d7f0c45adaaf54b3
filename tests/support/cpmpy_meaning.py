"""Constraints on given values, in CPMpy: an oracle for what they mean.

CPMpy's objects say themselves what they are worth once their variables have values.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import pairwise
from operator import add, ge, gt, le, lt, mul, ne
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from optional import library

UNKNOWN = ("arg-maximum", "arg-minimum", "no-overlap-2d")  # kinds
POWERS = (1, 100, 10_000)  # that make a list of small values one number
COMPARED: dict[str, Callable[[Any, Any], Any]] = {"lt": lt, "le": le, "ge": ge, "gt": gt, "ne": ne}


def answer(constraint: Constraint, values: Mapping[int, int]) -> bool:
    """Whether CPMpy takes it to hold of these values of variables."""
    return Cpmpy(values).holds(constraint)


def can_say(constraint: Constraint) -> bool:
    """Whether CPMpy has words for it.

    It has for one exception, exact numbers, constant exponents, and one way by a value.
    """
    if isinstance(constraint, Circuit):
        return len(constraint.variables) > 1 and not constraint.loops
    if isinstance(constraint, NoOverlap):
        return bool(constraint.origins) and constraint.zero_ignored
    if isinstance(constraint, Cumulative):
        return bool(constraint.origins)
    if isinstance(constraint, NValues):
        return len(constraint.excepted) < 2
    if isinstance(constraint, Regular | MDD):
        ways = {(state, value) for state, value, _ in constraint.transitions}
        return len(ways) == len(constraint.transitions) > 0 < len(constraint.scope)
    if isinstance(constraint, Cardinality):
        return not any(isinstance(each, tuple) for each in constraint.occurrences)
    return not isinstance(constraint, Expression) or all(
        isinstance(each.operands[1], int) and each.operands[1] >= 0
        for each in _operations(constraint.term)
        if each.operator == "pow"
    )


def _operations(term: Term) -> list[Operation]:
    if not isinstance(term, Operation):
        return []
    return [term, *(each for operand in term.operands for each in _operations(operand))]


class Cpmpy:
    """CPMpy's objects for terms and constraints; a constant is a variable of one value."""

    def __init__(self, values: Mapping[int, int]) -> None:
        self._cp = library("cpmpy")
        self._values = values

    def holds(self, constraint: Constraint) -> bool:
        """Whether the constraint's object says that it does."""
        from cpmpy.expressions.utils import argval

        return bool(argval(self._constraint(constraint)))

    def _fixed(self, value: int) -> Any:
        variable = self._cp.intvar(value, value)
        variable._value = value
        return variable

    def _atom(self, atom: int | Variable) -> Any:
        return self._fixed(self._values[atom.number] if isinstance(atom, Variable) else atom)

    def _constraint(self, constraint: Any) -> Any:
        cp, own = self._cp, [self._atom(Variable(each)) for each in constraint.scope]
        if isinstance(constraint, Measure):
            measured = self._measured(constraint, own[: len(constraint.variables)])
            return COMPARISONS[constraint.operator](measured, self._atom(constraint.right))
        match constraint:
            case AllDifferent(excepted=()):
                return cp.AllDifferent(own)
            case AllDifferent():
                return cp.AllDifferentExceptN(own, [*constraint.excepted])
            case Linear():
                total = reduce(add, map(mul, constraint.coefficients, own), self._fixed(0))
                return COMPARISONS[constraint.operator](total, constraint.constant)
            case Table() if not constraint.tuples or not own:
                return cp.BoolVal(bool(constraint.tuples) != constraint.forbidden)
            case Table(forbidden=True):
                return ~cp.ShortTable(own, constraint.tuples)
            case Table():
                kind = cp.ShortTable if any(STAR in t for t in constraint.tuples) else cp.Table
                return kind(own, constraint.tuples)
            case Element() if not constraint.items:
                return cp.BoolVal(False)
            case Element():
                items = [self._atom(each) for each in constraint.items]
                place = self._atom(Variable(constraint.index)) - constraint.start
                return cp.Element(items, place) == self._atom(constraint.value)
            case Channel():
                return cp.all([self._constraint(each) for each in constraint.elements()])
            case ChannelValue():
                at = own[-1] - constraint.start
                ones = cp.sum([self._fixed(0), *(each == 1 for each in own[:-1])])
                return (cp.Element([*own[:-1], self._fixed(0)], at) == 1) & (ones == 1)
            case Knapsack():
                return cp.all([self._constraint(each) for each in constraint.sums()])
            case BinPacking():
                return self._packed(constraint, own)
            case Regular():
                arcs, final = [*constraint.transitions], [*constraint.final]
                return cp.Regular(own, arcs, constraint.start, final)
            case MDD():
                root = next(node for node, _, _ in constraint.transitions if node == "root")
                return cp.MDD(own, [*constraint.transitions], root)
            case Instantiation():
                pairs = zip(own, constraint.values, strict=True)
                return cp.all([each == value for each, value in pairs])
            case Circuit():
                ends = own[: len(constraint.variables)]
                return cp.Circuit([each - constraint.start for each in ends])
            case NoOverlap():
                sizes = [self._atom(each) for each in constraint.lengths]
                return cp.NoOverlap(own[: len(sizes)], sizes)
            case Cumulative():
                number = len(constraint.origins)
                sizes = [self._atom(each) for each in (*constraint.durations, *constraint.heights)]
                limit = self._atom(constraint.limit)
                parts = own[:number], sizes[:number], None, sizes[number:], limit
                return cp.Cumulative(*parts) & (limit >= 0)
            case Clauses():
                truths = [each != 0 for each in own]
                clauses = constraint.said(truths, [~each for each in truths])
                return cp.all([*map(cp.any, clauses)])
            case AllDifferentMatrix():
                return cp.all([self._constraint(line) for line in constraint.lines()])
            case AllDifferentLists():
                rows = [[self._atom(Variable(x)) for x in each] for each in constraint.lists]
                numbers = [cp.sum([self._fixed(0), *map(mul, row, POWERS)]) for row in rows]
                excepted = [sum(map(mul, each, POWERS)) for each in constraint.excepted]
                if excepted and numbers:
                    return cp.AllDifferentExceptN(numbers, excepted)
                return cp.AllDifferent(numbers)
            case AllEqual() | Ordered() | Lex() | Precedence() if not own:
                return cp.BoolVal(constraint.holds(()))
            case AllEqual():
                return cp.AllEqual(own)
            case Ordered():
                return self._ordered(constraint)
            case Lex():
                every = [constraint.lists, [*zip(*constraint.lists, strict=True)]]
                strict = constraint.operator in ("<", ">")
                chain = cp.LexChainLess if strict else cp.LexChainLessEq
                sign = 1 if constraint.operator in ("<", "<=") else -1
                return cp.all(
                    [
                        chain([[self._atom(Variable(x)) for x in row] for row in rows[::sign]])
                        for rows in every[: 1 + constraint.columns]
                        if len(rows) > 1
                    ]
                )
            case Precedence():
                counts = [cp.Count(own, each) > 0 for each in constraint.values]
                ordered = cp.Precedence(own, [*constraint.values])
                return cp.all([ordered, *counts]) if constraint.covered else ordered
            case Cardinality():
                return self._cardinality(constraint)
            case Expression():
                return self._truth(constraint.term)
        raise TypeError(constraint)

    def _ordered(self, constraint: Ordered) -> Any:
        cp, own = self._cp, [self._atom(Variable(each)) for each in constraint.variables]
        if constraint.lengths:
            lengths = map(self._atom, constraint.lengths)
            ends = [a + b for a, b in zip(own, lengths, strict=False)]
            return cp.all([*map(COMPARISONS[constraint.operator], ends, own[1:])])
        return {
            "<": cp.IncreasingStrict,
            "<=": cp.Increasing,
            ">=": cp.Decreasing,
            ">": cp.DecreasingStrict,
        }[constraint.operator](own)

    def _packed(self, constraint: BinPacking, own: list[Any]) -> Any:
        cp, bins = self._cp, range(constraint.start, constraint.start + len(constraint.loads))
        items = own[: len(constraint.variables)]
        compared = []
        for at, load in zip(bins, constraint.loads, strict=True):
            inside = [(item == at) * s for item, s in zip(items, constraint.sizes, strict=True)]
            total = cp.sum([self._fixed(0), *inside])
            compared.append(COMPARISONS[constraint.operator](total, self._atom(load)))
        return cp.all([*compared, *(cp.any([item == at for at in bins]) for item in items)])

    def _cardinality(self, constraint: Cardinality) -> Any:
        own = [self._atom(Variable(each)) for each in constraint.variables]
        if not constraint.values:
            return self._cp.BoolVal(not (own and constraint.closed))
        times = [self._atom(each) for each in constraint.occurrences if not isinstance(each, tuple)]
        if not own:
            return self._cp.all([each == 0 for each in times])
        values = [*constraint.values]
        return self._cp.GlobalCardinalityCount(own, values, times, closed=constraint.closed)

    def _measured(self, constraint: Measure, own: list[Any]) -> Any:
        match constraint:
            case Maximum():
                return self._cp.Maximum(own)
            case Minimum():
                return self._cp.Minimum(own)
            case Count() | NValues() if not own:
                return self._fixed(0)
            case Count() if len(constraint.constants) == len(constraint.values):
                return self._cp.Among(own, sorted(constraint.constants))
            case Count():
                values = [*map(self._atom, constraint.values)]
                return self._cp.sum([self._cp.any([x == each for each in values]) for x in own])
            case NValues(excepted=(only,)):
                return self._cp.NValueExcept(own, only)
            case NValues(excepted=()):
                return self._cp.NValue(own)
        raise TypeError(constraint)

    def _truth(self, term: Term) -> Any:
        cp = self._cp
        if not isinstance(term, Operation) or not term.is_truth:
            return self._number(term) != 0
        if term.operator in ("in", "notin"):
            member, among = term.operands
            assert isinstance(among, Operation)
            value = self._number(member)
            if term.operator == "in":
                return cp.any([value == each for each in among.operands])
            return cp.all([value != each for each in (*among.operands, 10**6)])
        if term.operator in COMPARED:
            return COMPARED[term.operator](*map(self._number, term.operands))
        if term.operator == "eq":
            return cp.all([a == b for a, b in pairwise(map(self._number, term.operands))])
        parts = [self._truth(each) for each in term.operands]
        return {
            "not": lambda: ~parts[0],
            "and": lambda: cp.all(parts),
            "or": lambda: cp.any(parts),
            "imp": lambda: parts[0].implies(parts[1]),
            "xor": lambda: cp.Xor(parts),
            "iff": lambda: cp.all([a == b for a, b in pairwise(parts)]),
        }[term.operator]()

    def _number(self, term: Term) -> Any:
        cp = self._cp
        if not isinstance(term, Operation):
            return self._atom(term)
        if term.is_truth:
            return cp.sum([self._truth(term), self._fixed(0)])
        if term.operator == "if":
            condition, chosen, other = term.operands
            place = cp.sum([self._truth(condition), self._fixed(0)])
            return cp.Element([self._number(other), self._number(chosen)], place)
        if term.operator == "pow":
            return self._number(term.operands[0]) ** term.operands[1]
        parts = [self._number(each) for each in term.operands]
        return {
            "neg": lambda: -parts[0],
            "abs": lambda: cp.abs(parts[0]),
            "add": lambda: cp.sum(parts),
            "sub": lambda: parts[0] - parts[1],
            "mul": lambda: reduce(mul, parts),
            "div": lambda: parts[0] // parts[1],
            "mod": lambda: parts[0] % parts[1],
            "sqr": lambda: parts[0] * parts[0],
            "min": lambda: cp.min(parts),
            "max": lambda: cp.max(parts),
            "dist": lambda: cp.abs(parts[0] - parts[1]),
        }[term.operator]()
