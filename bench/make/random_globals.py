"""Random constraints of the kinds that the field calls global, for random_problems.py.

Each function makes one over variables 0, 1, ..., whose values are among `VALUES`; `GLOBALS` holds
them by kind.
"""

from collections.abc import Callable
from itertools import islice
from random import Random

from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import RANKS, ArgMaximum, ArgMinimum
from accord.puzzles.constraints.automaton import Transition
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import COMPARISONS, Comparison
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import ORDERS, Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular

VALUES = range(-2, 4)  # of variables


def scope(random: Random, variables: int, most: int, least: int = 0) -> tuple[int, ...]:
    """Random variables, at most `most` of them, one perhaps more than once."""
    return tuple(random.randrange(variables) for _ in range(random.randint(least, most)))


def term(random: Random, variables: int) -> int | Variable:
    """A variable, or a constant that may be no value of one."""
    if random.random() < 0.7:
        return Variable(random.randrange(variables))
    return random.randint(VALUES[0] - 1, VALUES[-1] + 1)


def _comparison(random: Random) -> Comparison:
    return random.choice(("=", "=", *COMPARISONS))


def _maximum(kind: type[Maximum | Minimum]) -> Callable[[Random, int], Constraint]:
    def make(random: Random, variables: int) -> Constraint:
        own = scope(random, variables, 4, 1)
        return kind(own, _comparison(random), term(random, variables))

    return make


def _arg_maximum(kind: type[ArgMaximum | ArgMinimum]) -> Callable[[Random, int], Constraint]:
    def make(random: Random, variables: int) -> Constraint:
        own, index = scope(random, variables, 4, 1), random.randrange(variables)
        return kind(own, index, random.choice((0, 1, -1)), random.choice(RANKS))

    return make


def _values(random: Random, most: int) -> tuple[int, ...]:
    """Different random values; perhaps one that no variable has."""
    return tuple(random.sample(range(VALUES[0], VALUES[-1] + 2), random.randint(0, most)))


def _count(random: Random, variables: int) -> Constraint:
    own, right = scope(random, variables, 4), _number(random, variables)
    among = map(Variable, scope(random, variables, 2)) if random.random() < 0.2 else ()
    return Count(own, _comparison(random), right, (*_values(random, 3), *among))


def _number(random: Random, variables: int) -> int | Variable:
    """A random right side of a count: a constant or a variable."""
    if random.random() < 0.4:
        return Variable(random.randrange(variables))
    return random.choice((-1, 0, 1, 1, 2, 2, 3, 5))


def _n_values(random: Random, variables: int) -> Constraint:
    own, right = scope(random, variables, 4), _number(random, variables)
    excepted = _values(random, random.choice((0, 0, 2)))
    return NValues(own, _comparison(random), right, excepted)


def _cardinality(random: Random, variables: int) -> Constraint:
    def occurrences() -> Occurrences:
        if random.random() < 0.5:
            least = random.randint(-1, 2)
            return least, least + random.randint(0, 2)
        return _number(random, variables)

    values = _values(random, random.choice((1, 2, 3, 6)))
    times = tuple(occurrences() for _ in values)
    return Cardinality(scope(random, variables, 4), values, times, random.random() < 0.3)


def _all_equal(random: Random, variables: int) -> Constraint:
    return AllEqual(scope(random, variables, 3))


def _ordered(random: Random, variables: int) -> Constraint:
    def length() -> int | Variable:
        if random.random() < 0.3:
            return Variable(random.randrange(variables))
        return random.randint(-2, 2)

    own = scope(random, variables, 4)
    lengths = tuple(length() for _ in own[1:]) if random.random() < 0.5 else ()
    return Ordered(own, random.choice(ORDERS), lengths)


def _matrix(random: Random, variables: int) -> tuple[tuple[int, ...], ...]:
    """Lists of the same length; of six variables or more, lists that have each at most once."""
    if variables >= 6 and random.random() < 0.7:
        rows, columns = random.choice(((1, 3), (2, 2), (2, 3), (2, 3), (3, 2), (3, 2)))
        numbers = iter(random.sample(range(variables), variables))
        return tuple(tuple(islice(numbers, columns)) for _ in range(rows))
    rows, columns = random.choice(((0, 0), (1, 2), (2, 0), *[(2, 1), (2, 2), (2, 3), (3, 2)] * 3))
    return tuple(scope(random, variables, columns, columns) for _ in range(rows))


def _lex(random: Random, variables: int) -> Constraint:
    return Lex(_matrix(random, variables), random.choice(ORDERS), random.random() < 0.3)


def _all_different_lists(random: Random, variables: int) -> Constraint:
    lists = _matrix(random, variables)
    excepted = {tuple(random.choice(VALUES) for _ in row) for row in lists[: random.randint(0, 2)]}
    return AllDifferentLists(lists, tuple(excepted) if random.random() < 0.5 else ())


def _all_different_matrix(random: Random, variables: int) -> Constraint:
    rows = _matrix(random, variables)
    if random.random() < 0.7:  # each variable once, as far as they reach
        numbers = iter(random.sample(range(variables), variables))
        rows = tuple(tuple(next(numbers, each) for each in row) for row in rows)
    return AllDifferentMatrix(rows, _values(random, random.choice((0, 2))))


def _channel(random: Random, variables: int) -> Constraint:
    if random.random() < 0.3:
        return Channel((scope(random, variables, 4),), (random.choice((0, 1, -1)),))
    least, most = sorted((random.randint(0, 2), random.randint(1, 3)))
    numbers = [*random.sample(range(variables), variables), *scope(random, variables, 5, 5)]
    lists = tuple(numbers[:least]), tuple(numbers[least : least + most])
    return Channel(lists, (random.choice((0, 1)), random.choice((0, 1, -1))))


def _channel_value(random: Random, variables: int) -> Constraint:
    own, value = scope(random, variables, 4), random.randrange(variables)
    return ChannelValue(own, value, random.choice((0, 1, -1)))


def _knapsack(random: Random, variables: int) -> Constraint:
    own = scope(random, variables, 4)
    weights, profits = (tuple(random.randint(-1, 4) for _ in own) for _ in range(2))
    limit = random.choice((Variable(random.randrange(variables)), 2, 4, 9))
    right = random.choice((Variable(random.randrange(variables)), -2, 3, 6))
    return Knapsack(own, weights, profits, limit, _comparison(random), right)


def _bin_packing(random: Random, variables: int) -> Constraint:
    def load() -> int | Variable:
        if random.random() < 0.3:
            return Variable(random.randrange(variables))
        return random.randint(0, 4)

    own = scope(random, variables, 4)
    if random.random() < 0.5:
        own = tuple(random.sample(range(variables), min(variables, len(own))))
    loads = tuple(load() for _ in range(random.choice((0, 1, 2, 3, 3, 4))))
    sizes = tuple(random.randint(0, 3) for _ in own)
    return BinPacking(own, sizes, loads, random.choice(("<=", "=")), random.choice((0, -2, 1)))


def _nodes(random: Random, variables: int) -> tuple[int, ...]:
    """Random variables of a circuit, mostly several and all different."""
    if random.random() < 0.2:
        return scope(random, variables, 4)
    return tuple(random.sample(range(variables), min(random.choice((2, 2, 3, 4)), variables)))


def _circuit(random: Random, variables: int) -> Constraint:
    own, start, loops = _nodes(random, variables), random.choice((0, 0, -1)), random.random() < 0.7
    size = random.choice((None, None, None, 2, 3, Variable(random.randrange(variables))))
    return Circuit(own, start, loops, size if loops else None)


def _length(random: Random, variables: int, varying: float = 0.3) -> int | Variable:
    """A random length of a task: a constant, or a variable, which may be negative."""
    if random.random() < varying:
        return Variable(random.randrange(variables))
    return random.choice((0, 0, 1, 1, 2, 3))


def _lengths(
    random: Random, variables: int, number: int, varying: float = 0.3
) -> tuple[int | Variable, ...]:
    return tuple(_length(random, variables, varying) for _ in range(number))


def _no_overlap(random: Random, variables: int) -> Constraint:
    own = _nodes(random, variables)
    return NoOverlap(own, _lengths(random, variables, len(own)), random.random() < 0.6)


def _no_overlap_2d(random: Random, variables: int) -> Constraint:
    one, other = _nodes(random, variables), _nodes(random, variables)
    origins = tuple(zip(one, reversed(other), strict=False))
    lengths = tuple((_length(random, variables), _length(random, variables)) for _ in origins)
    return NoOverlap2D(origins, lengths, random.random() < 0.6)


def _cumulative(random: Random, variables: int) -> Constraint:
    own = _nodes(random, variables)[: random.choice((1, 2, 2, 2, 2, 3))]
    varying = random.choice((0, 0.4))  # many backends take constants only
    durations, heights = (_lengths(random, variables, len(own), varying) for _ in range(2))
    limit = random.choice((0, 1, 2, 3, 4, Variable(random.randrange(variables))))
    return Cumulative(own, durations, heights, limit)


def _precedence(random: Random, variables: int) -> Constraint:
    own, values = scope(random, variables, 4), _values(random, 3)
    return Precedence(own, values, random.random() < 0.2)


def _word(random: Random, variables: int, least: int) -> tuple[int, ...]:
    """A scope, in a half of the cases of different variables."""
    if random.random() < 0.5:
        return scope(random, variables, 4, least)
    return tuple(random.sample(range(variables), random.randint(least, variables)))


def _regular(random: Random, variables: int) -> Constraint:
    states, own = "abc"[: random.randint(1, 3)], _word(random, variables, 0)
    every = [(state, value) for state in states for value in VALUES]
    left = random.sample(every, random.randint(len(every) // 2, len(every)))
    if random.random() < 0.5:
        left += random.choices(every, k=3)  # several ways by one value
    transitions = tuple((state, value, random.choice(states)) for state, value in left)
    used = sorted({state for state, _, _ in transitions})
    final = random.sample(used, random.randint(random.random() < 0.9, len(used)))
    return Regular(own, transitions, random.choice(used), tuple(final))


def _mdd(random: Random, variables: int) -> Constraint:
    own, paths = _word(random, variables, 1), set[Transition]()
    for _ in range(random.choice((1, 3, 8, 20, 40))):
        inner = [f"{place}{random.choice('ab')}" for place in range(1, len(own))]
        values = random.choices(VALUES, k=len(own))
        paths |= {*zip(["root", *inner], values, [*inner, "end"], strict=True)}
    return MDD(own, tuple(sorted(paths)))


def _clauses(random: Random, variables: int) -> Constraint:
    own = scope(random, variables, 4)
    literals = [each for place, _ in enumerate(own, 1) for each in (place, -place)]
    lengths = random.choices((0, 1, 2, 3), (1, 8, 20, 20), k=random.randint(0, 6))
    clauses = (random.choices(literals, k=length if own else 0) for length in lengths)
    return Clauses(own, FlatClauses.of(clauses))


def _instantiation(random: Random, variables: int) -> Constraint:
    own = scope(random, variables, 3)
    among = [random.choice(VALUES) for _ in range(variables)]
    values = (random.choice(VALUES) if random.random() < 0.1 else among[each] for each in own)
    return Instantiation(own, tuple(values))


GLOBALS: dict[str, Callable[[Random, int], Constraint]] = {
    **{kind.kind: _maximum(kind) for kind in (Maximum, Minimum)},
    **{kind.kind: _arg_maximum(kind) for kind in (ArgMaximum, ArgMinimum)},
    Count.kind: _count,
    NValues.kind: _n_values,
    Cardinality.kind: _cardinality,
    AllEqual.kind: _all_equal,
    Ordered.kind: _ordered,
    Lex.kind: _lex,
    Precedence.kind: _precedence,
    Regular.kind: _regular,
    MDD.kind: _mdd,
    Instantiation.kind: _instantiation,
    Clauses.kind: _clauses,
    Channel.kind: _channel,
    ChannelValue.kind: _channel_value,
    Knapsack.kind: _knapsack,
    BinPacking.kind: _bin_packing,
    Circuit.kind: _circuit,
    NoOverlap.kind: _no_overlap,
    NoOverlap2D.kind: _no_overlap_2d,
    Cumulative.kind: _cumulative,
    AllDifferentLists.kind: _all_different_lists,
    AllDifferentMatrix.kind: _all_different_matrix,
}
