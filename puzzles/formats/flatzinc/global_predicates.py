"""The predicates that accord's library for MiniZinc leaves as they are, in kinds of ours.

`share/mznlib` holds a file for each, the head of a predicate without a body, so that MiniZinc
compiles a call of it to itself; whatever is not there, MiniZinc's standard library decomposes.
Where an array's first index matters, which FlatZinc does not say, the library calls a predicate
`accord_...` that takes it.  What the standard library's decomposition means is what is read here,
also where it is odd: a length below zero in `diffn` is no error.  Letters: see builtins.py.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Comparison
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Order, Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.flatzinc.builtins import kind, op
from accord.puzzles.formats.flatzinc.reading import FlatReading
from accord.puzzles.formats.flatzinc.syntax import Atom

Atoms = tuple[Atom, ...]
MOST_VALUES = 10_000  # of a set that is written value by value


def values_of(among: Domain) -> tuple[int, ...]:
    """The values of a set.

    Raises:
        MalformedConstraintError: there are more than MOST_VALUES.
    """
    if among.size > MOST_VALUES:
        found = f"found a set of {among.size:,} values"
        raise MalformedConstraintError(f"{found}, expected at most {MOST_VALUES:,}")
    return tuple(among)


def least(to: FlatReading, atoms: Sequence[Atom]) -> int:
    """A number below which none of these is; 0 of none."""
    ends = [to.domains[x.number].intervals if isinstance(x, Variable) else ((x, x),) for x in atoms]
    return min((each[0][0] for each in ends if each), default=0)


# Values that differ, or are equal, or stand in a table


@kind("I", "fzn_all_different_int")
def _all_different(to: FlatReading, several: Atoms) -> None:
    to.say(AllDifferent, to.scope(several))


@kind("Is", "fzn_alldifferent_except")
def _all_different_except(to: FlatReading, several: Atoms, excepted: Domain) -> None:
    to.say(AllDifferent, to.scope(several), excepted=values_of(excepted))


@kind("I", "fzn_alldifferent_except_0")
def _all_different_except_0(to: FlatReading, several: Atoms) -> None:
    to.say(AllDifferent, to.scope(several), excepted=(0,))


@kind("I", "fzn_all_equal_int")
def _all_equal(to: FlatReading, several: Atoms) -> None:
    to.say(AllEqual, to.scope(several))


@kind("IN", "fzn_table_int")
@kind("BT", "fzn_table_bool")
def _table(to: FlatReading, several: Atoms, values: tuple[int, ...]) -> None:
    to.say(Table, to.scope(several), tuple(_rows(values, len(several))))


def _rows(flat: tuple[Any, ...], length: int) -> Iterator[tuple[Any, ...]]:
    """The rows of an array of two dimensions, each of so many elements."""
    if length < 1 or len(flat) % length:
        found = f"found {len(flat)} values"
        raise MalformedConstraintError(f"{found}, expected rows of {length}")
    for start in range(0, len(flat), length):
        yield flat[start : start + length]


# How often values stand there


def _register_counts() -> None:
    compared: dict[str, Comparison] = {  # the number is that of MiniZinc's, on the left there
        "eq": "=", "neq": "!=", "geq": "<=", "gt": "<", "leq": ">=", "lt": ">",
    }  # fmt: skip
    for word, operator in compared.items():

        @kind("Iii", f"fzn_count_{word}")
        def count(
            to: FlatReading,
            several: Atoms,
            value: Atom,
            number: Atom,
            operator: Comparison = operator,
        ) -> None:
            to.say(Count, to.scope(several), operator, number, (value,))

    for word, operator in (("at_least", ">="), ("at_most", "<="), ("exactly", "=")):

        @kind("nIn", f"fzn_{word}_int")
        def at_least(
            to: FlatReading, number: int, several: Atoms, value: int, operator: str = operator
        ) -> None:
            to.say(Count, to.scope(several), operator, number, (value,))


_register_counts()


@kind("iIs", "fzn_among")
def _among(to: FlatReading, number: Atom, several: Atoms, values: Domain) -> None:
    to.say(Count, to.scope(several), "=", number, values_of(values))


@kind("Ii", "fzn_member_int")
def _member(to: FlatReading, several: Atoms, value: Atom) -> None:
    to.say(Count, to.scope(several), ">=", 1, (value,))


@kind("iI", "fzn_nvalue")
def _nvalue(to: FlatReading, number: Atom, several: Atoms) -> None:
    to.say(NValues, to.scope(several), "=", number)


def _cardinality(is_closed: bool) -> Callable[..., None]:
    def post(
        to: FlatReading, several: Atoms, values: tuple[int, ...], numbers: Atoms, *most: Any
    ) -> None:
        if not len(values) == len(numbers) == len([*most, values][0]):
            raise MalformedConstraintError("found lists of different lengths, expected the same")
        scope, often = to.scope(several), tuple[Any, ...](numbers)
        if most:
            if any(low > high for low, high in zip(numbers, most[0], strict=True)):
                to.say_term(0)
                return
            often = tuple(zip(numbers, most[0], strict=True))
        if len({*values}) == len(values):
            to.say(Cardinality, scope, values, often, is_closed)
            return
        for value, number in zip(values, often, strict=True):
            to.say(Cardinality, scope, (value,), (number,))
        if is_closed:
            to.say(Count, scope, "=", len(scope), values)
        if not most:  # the sum of them, each as often as it stands there
            to.say_term(op("le", op("add", 0, *numbers), len(scope)))

    return post


kind("INI", "fzn_global_cardinality")(_cardinality(is_closed=False))
kind("INI", "fzn_global_cardinality_closed")(_cardinality(is_closed=True))
kind("INNN", "fzn_global_cardinality_low_up")(_cardinality(is_closed=False))
kind("INNN", "fzn_global_cardinality_low_up_closed")(_cardinality(is_closed=True))

# Order


def _register_orders() -> None:
    orders: dict[str, Order] = {
        "increasing": "<=", "decreasing": ">=",
        "strictly_increasing": "<", "strictly_decreasing": ">",
    }  # fmt: skip
    for word, order in orders.items():

        def ordered(to: FlatReading, several: Atoms, order: Order = order) -> None:
            to.say(Ordered, to.scope(several), order)

        kind("I", f"fzn_{word}_int")(ordered)
        kind("B", f"fzn_{word}_bool")(ordered)


_register_orders()


def _lex(is_strict: bool) -> Callable[..., None]:
    """Of lists of different lengths the shorter one is less, where it is how the other begins."""

    def post(to: FlatReading, one: Atoms, other: Atoms) -> None:
        length = min(len(one), len(other))
        strict = is_strict if len(one) == len(other) else len(one) > len(other)
        lists = to.scope(one[:length]), to.scope(other[:length])
        to.say(Lex, lists, "<" if strict else "<=")

    return post


def _lex_chain(order: Order) -> Callable[..., None]:
    """The columns in order."""

    def post(to: FlatReading, rows: int, matrix: Atoms) -> None:
        columns = zip(*_matrix(rows, matrix), strict=True)
        to.say(Lex, tuple(map(to.scope, columns)), order)

    return post


def _lex2(order: Order) -> Callable[..., None]:
    def post(to: FlatReading, rows: int, matrix: Atoms) -> None:
        to.say(Lex, tuple(map(to.scope, _matrix(rows, matrix))), order, True)

    return post


def _matrix(rows: int, matrix: Atoms) -> Iterator[Atoms]:
    """The rows of a matrix."""
    if rows < 1 or len(matrix) % rows:
        raise MalformedConstraintError(f"found {len(matrix)} values, expected {rows} rows of them")
    if not matrix:  # two say what all say
        return iter(((),) * min(rows, 2))
    return _rows(matrix, len(matrix) // rows)


for _letter, _type in (("I", "int"), ("B", "bool")):
    kind(_letter * 2, f"fzn_lex_less_{_type}")(_lex(is_strict=True))
    kind(_letter * 2, f"fzn_lex_lesseq_{_type}")(_lex(is_strict=False))
    kind(f"n{_letter}", f"accord_lex_chain_less_{_type}")(_lex_chain("<"))
    kind(f"n{_letter}", f"accord_lex_chain_lesseq_{_type}")(_lex_chain("<="))
kind("nI", "accord_lex2")(_lex2("<="))
kind("nI", "accord_strict_lex2")(_lex2("<"))


@kind("nnI", "fzn_value_precede_int")
def _precedence(to: FlatReading, before: int, after: int, several: Atoms) -> None:
    if before == after:  # it would stand behind itself
        to.say(Count, to.scope(several), "=", 0, (after,))
    else:
        to.say(Precedence, to.scope(several), (before, after))


@kind("NI", "fzn_value_precede_chain_int")
def _precedence_of_several(to: FlatReading, values: tuple[int, ...], several: Atoms) -> None:
    to.say(Precedence, to.scope(several), values)


# Places: elements, largest ones, circuits, inverses


@kind("niIi", "accord_element_int")
@kind("niBb", "accord_element_bool")
def _element(to: FlatReading, first: int, place: Atom, several: Atoms, value: Atom) -> None:
    to.say(Element, several, to.number(place), value, first)


@kind("nIi", "accord_arg_max")
@kind("nBi", "accord_arg_max_bool")
def _arg_max(to: FlatReading, first: int, several: Atoms, place: Atom) -> None:
    to.say(ArgMaximum, to.scope(several), to.number(place), first, "first")


@kind("nIi", "accord_arg_min")
@kind("nBi", "accord_arg_min_bool")
def _arg_min(to: FlatReading, first: int, several: Atoms, place: Atom) -> None:
    to.say(ArgMinimum, to.scope(several), to.number(place), first, "first")


@kind("nI", "accord_circuit")
def _circuit(to: FlatReading, first: int, several: Atoms) -> None:
    to.say(Circuit, to.scope(several), first)


@kind("nInI", "accord_inverse")
def _inverse(to: FlatReading, first: int, one: Atoms, first_of_other: int, other: Atoms) -> None:
    if len(one) == len(other):
        lists, starts = (to.scope(one), to.scope(other)), (first, first_of_other)
        to.say(Channel, lists, starts)
    else:
        to.say_term(0)


@kind("nI", "accord_own_inverse")
def _own_inverse(to: FlatReading, first: int, several: Atoms) -> None:
    to.say(Channel, (to.scope(several),), (first,))


# Tasks, boxes and bins


@kind("IIIi", "fzn_cumulative")
def _cumulative(
    to: FlatReading, begins: Atoms, durations: Atoms, uses: Atoms, capacity: Atom
) -> None:
    constants = [each for each in (*durations, *uses, capacity) if isinstance(each, int)]
    if min(constants, default=0) < 0:
        to.say_term(0)
    else:
        to.say(Cumulative, to.scope(begins), durations, uses, capacity)


def _disjunctive(is_zero_ignored: bool) -> Callable[..., None]:
    def post(to: FlatReading, begins: Atoms, durations: Atoms) -> None:
        if min((each for each in durations if isinstance(each, int)), default=0) < 0:
            to.say_term(0)
        else:
            to.say(NoOverlap, to.scope(begins), durations, is_zero_ignored)

    return post


kind("II", "fzn_disjunctive")(_disjunctive(is_zero_ignored=True))
kind("II", "fzn_disjunctive_strict")(_disjunctive(is_zero_ignored=False))


def _diffn(is_zero_ignored: bool) -> Callable[..., None]:
    def post(to: FlatReading, xs: Atoms, ys: Atoms, widths: Atoms, heights: Atoms) -> None:
        if not len(xs) == len(ys) == len(widths) == len(heights):
            raise MalformedConstraintError("found lists of different lengths, expected the same")
        if least(to, (*widths, *heights)) >= 0:
            origins = tuple(zip(to.scope(xs), to.scope(ys), strict=True))
            lengths = tuple(zip(widths, heights, strict=True))
            to.say(NoOverlap2D, origins, lengths, is_zero_ignored)
            return
        boxes = zip(xs, ys, widths, heights, strict=True)
        for (x, y, dx, dy), (x2, y2, dx2, dy2) in combinations(boxes, 2):
            sides = ((x, dx, x2), (y, dy, y2), (x2, dx2, x), (y2, dy2, y))
            apart: list[Term] = [op("le", op("add", a, size), b) for a, size, b in sides]
            if is_zero_ignored:
                apart += [op("eq", each, 0) for each in (dx, dx2, dy, dy2)]
            to.say_term(op("or", *apart))

    return post


kind("IIII", "fzn_diffn")(_diffn(is_zero_ignored=False))
kind("IIII", "fzn_diffn_nonstrict")(_diffn(is_zero_ignored=True))


@kind("nIN", "fzn_bin_packing")
def _bin_packing(to: FlatReading, capacity: int, bins: Atoms, sizes: tuple[int, ...]) -> None:
    scope = to.scope(bins)
    several = [to.domains[each] for each in scope if to.domains[each]]
    first, last = (
        (min(each.min for each in several), max(each.max for each in several))
        if several
        else (0, 0)
    )
    loads = (capacity,) * len(values_of(Domain(((first, last),))))
    to.say(BinPacking, scope, sizes, loads, "<=", first)


@kind("nNIN", "accord_bin_packing_capa")
def _bin_packing_capa(
    to: FlatReading, first: int, loads: tuple[int, ...], bins: Atoms, sizes: tuple[int, ...]
) -> None:
    to.say(BinPacking, to.scope(bins), sizes, loads, "<=", first)


@kind("nIIN", "accord_bin_packing_load")
def _bin_packing_load(
    to: FlatReading, first: int, loads: Atoms, bins: Atoms, sizes: tuple[int, ...]
) -> None:
    to.say(BinPacking, to.scope(bins), sizes, loads, "=", first)


# Languages


def _accepted(
    to: FlatReading,
    several: Atoms,
    transitions: Sequence[tuple[str, int, str]],
    first: str,
    final: Sequence[str],
) -> None:
    """Say that the values lead from the first state to a final one."""
    states = {first} | {state for one, _, other in transitions for state in (one, other)}
    known = tuple(each for each in dict.fromkeys(final) if each in states)
    if not transitions or not known or first not in {one for one, _, _ in transitions}:
        to.say_term(int(not several and first in known))
    else:
        to.say(Regular, to.scope(several), tuple(transitions), first, known)


def _rows_of_states(
    following: tuple[Any, ...], states: int, values: int
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The states with what follows each, by value."""
    if len(following) != states * values:
        found = f"found {len(following)} transitions"
        raise MalformedConstraintError(f"{found}, expected {states} x {values}")
    return enumerate(_rows(following, values), 1)


@kind("InnNns", "fzn_regular")
def _regular(
    to: FlatReading,
    several: Atoms,
    states: int,
    values: int,
    following: tuple[int, ...],
    first: int,
    final: Domain,
) -> None:
    rows = _rows_of_states(following, states, values)
    steps = [
        (str(state), value, str(after))
        for state, row in rows
        for value, after in enumerate(row, 1)
        if 1 <= after <= states
    ]
    _accepted(to, several, steps, str(first), [*map(str, values_of(final))])


@kind("InnSns", "fzn_regular_nfa")
def _regular_nfa(
    to: FlatReading,
    several: Atoms,
    states: int,
    values: int,
    following: tuple[Domain, ...],
    first: int,
    final: Domain,
) -> None:
    rows = _rows_of_states(following, states, values)
    steps = [
        (str(state), value, str(each))
        for state, row in rows
        for value, after in enumerate(row, 1)
        for each in values_of(after.between(1, states))
    ]
    _accepted(to, several, steps, str(first), [*map(str, values_of(final))])


@kind("InNnNSN", "fzn_mdd", "fzn_mdd_nondet")
def _mdd(
    to: FlatReading,
    several: Atoms,
    nodes: int,
    levels: tuple[int, ...],
    edges: int,
    origins: tuple[int, ...],
    labels: tuple[Domain, ...],
    targets: tuple[int, ...],
) -> None:
    """The node 1 is the root, on the level 1, and 0 the end, behind the last."""
    if not len(origins) == len(labels) == len(targets) == edges or len(levels) != nodes:
        raise MalformedConstraintError("found lists of other lengths than nodes and edges")
    steps = [
        (str(origin), value, str(target))
        for origin, label, target in zip(origins, labels, targets, strict=True)
        for value in values_of(label)
    ]
    _accepted(to, several, steps, "1", ["0"])
