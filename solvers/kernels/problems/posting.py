"""A problem as clauses, groups, sums, tables, resources and circuits.

The clauses are those of accord.encodings.clauses.  Literals of which at most one is true, as those
of a variable's values or of a value's places, are a group instead of a clause for each pair.  What
compares a sum and would be many clauses is a sum (sums.py) over the literals x <= v:

    x + y + z <= 9    one sum
    x + y + z = 9     two, one of them of negative weights
    b = (x <= y)      two, in which b has a weight so large that it decides alone whether the sum
                      says anything (half reification: T. Feydy, Z. Somogyi and P. Stuckey, "Half
                      reification and flattening", CP 2011)

Two terms are a sum as soon as their clauses are more than a few hundred, which say nothing else.
Of more terms there are clauses about partial sums, about which clauses can be learnt: that is worth
some thousands of them.

Tasks whose lengths and heights are constants share a resource (resources.py).  Where they may not
overlap, each two have a 0/1 variable that says which is first, and two sums that follow from it, so
that clauses can be learnt about the order.

A long table is a mask of bits for each of its values (tables.py), instead of a variable for each
tuple.

That a node has one successor, and is the successor of one, are clauses and groups; that the arcs
are one circuit is left to circuits.py.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, count
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.kinds import expression, linear
from accord.encodings.clauses.kinds import problem as kinds
from accord.encodings.clauses.kinds.integers import DIRECT, TRUE, Integers
from accord.encodings.clauses.kinds.linear import Term, most_pairs, terms_of
from accord.encodings.model import UnsupportedError
from accord.encodings.posts import Posts, apart_within, both, counted, tasks_within
from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR, primitive
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.table import Table, Tuples, has_stars
from accord.puzzles.shared import derived
from accord.solvers.budget import LARGEST

if TYPE_CHECKING:
    from accord.solvers.kernels.problems.masks import BitTable

POSTS = Posts("clauses", kinds.POSTS.largest, functions={**kinds.POSTS.functions})
LARGEST_TIME = 1 << 29  # a window's length times a limit is no larger than its square
SPARSE = 4  # so many values for each number: their all-different is propagated by bounds alone
WIDE = 200  # values of a variable, above which it has no literal for each for the sake of a sum
MOST_BITS = 1 << 22  # of the masks of a table, which are all looked at each time
LISTED = 30  # values in all tuples of a table, up to which it is clauses
LARGEST_SUM = 1 << 60  # beyond it machine integers might not hold what is added up


class BoundedNumber(NamedTuple):
    """An integer variable in sums."""

    values: Sequence[int]  # in order
    at_most: Sequence[int]
    """For each but the last the literal x <= value, a variable of DIMACS.  Those that stand nowhere
    else are made when they are first needed."""


class BoundedSum(NamedTuple):
    """Weighted numbers that are at most so much together."""

    weights: Sequence[int]
    numbers: Sequence[int]  # places in `Posted.numbers`
    right: int


class BoundedTasks(NamedTuple):
    """Tasks that use a resource while they run, together never more than there is."""

    numbers: Sequence[int]  # when each begins: different places in `Posted.numbers`
    durations: Sequence[int]  # 1 at least, as are the heights
    heights: Sequence[int]
    limit: int


Successors = Mapping[int, int]  # of a node: for each node that may be next, the literal; DIMACS


class Posted(NamedTuple):
    """A problem as it is said to the compiled search."""

    formula: CNF
    numbers: Sequence[BoundedNumber] = ()
    sums: Sequence[BoundedSum] = ()
    groups: Sequence[Sequence[int]] = ()  # literals of which at most one is true; DIMACS
    different: Sequence[Sequence[int]] = ()  # numbers that are pairwise different, by places
    tables: "Sequence[BitTable]" = ()
    resources: Sequence[BoundedTasks] = ()
    circuits: Sequence[Sequence[Successors]] = ()  # of each node, 0, 1, ...; one leaves, one enters
    likely: Sequence[int] = ()  # literals that are first guessed to be true; DIMACS


class SumComparison(NamedTuple):
    """A sum that compares with a constant."""

    terms: Sequence[Term]  # each variable once
    operator: Comparison
    right: int
    truth: int | None = None  # the 0/1 variable that says whether it does; None: it has to

    def at_most(self) -> Iterator[tuple[Sequence[Term], int]]:
        """The comparison as terms and the bound that they are at most; an equation gives two."""
        strict = self.operator in "<>"
        if self.operator in ("<", "<=", "="):
            yield self.terms, self.right - strict
        if self.operator in (">", ">=", "="):
            yield [-term for term in self.terms], -self.right - strict


def post(problem: Problem, intervals: bool = False) -> Posted:
    """The clauses, sums, resources and circuits that say the solutions of a problem.

    Args:
        problem: to be said.
        intervals: whether each all-different is said once more, over the bounds of its numbers.

    Raises:
        UnsupportedError: clauses cannot say it.
    """
    return posted_with_sums(problem, intervals)[0]


def posted_with_sums(problem: Problem, intervals: bool) -> "tuple[Posted, Sums]":
    """A problem as it is posted, and the `Sums` that know its literals."""
    flat = POSTS.flatten(problem)
    to = Sums(flat.fresh, intervals)
    formula = kinds.formula(problem, flat, POSTS, to)
    numbers, likely = [*to.numbers.values()], to.likely()
    scopes = to.sums, to.groups, to.different, to.tables, to.resources, to.circuits
    return Posted(formula, numbers, *scopes, likely), to


class Sums(Integers):
    """The clauses, groups, sums and resources that constraints are posted as, and their literals.

    Args:
        fresh: the variables and their domains.
        intervals: whether each all-different is noted besides its groups.
    """

    def __init__(self, fresh: Fresh, intervals: bool = False) -> None:
        super().__init__(fresh)
        self.intervals = intervals
        self.different: list[list[int]] = []  # places of numbers
        self.numbers: dict[int, BoundedNumber] = {}  # by variable
        self.sums: list[BoundedSum] = []
        self.groups: list[list[int]] = []
        self.tables: list[BitTable] = []
        self.resources: list[BoundedTasks] = []
        self.circuits: list[list[Successors]] = []
        self._places: dict[int, int] = {}

    def say_at_most_one(self, literals: Iterable[int], exactly: bool = False) -> None:
        """Write that at most one of different literals is true; or exactly one."""
        open_ones = [literal for literal in literals if literal != -TRUE]
        if exactly:
            self.say(open_ones)
        if TRUE in open_ones:
            open_ones.remove(TRUE)
            for literal in open_ones:
                self.say((-literal,))
        elif len(open_ones) > 1:
            self.groups.append(open_ones)

    def compare(self, row: SumComparison) -> None:
        """Write that a sum compares with a constant."""
        for terms, right in row.at_most():
            if row.truth is None:
                self._add(terms, right)
            else:
                self.restrict(row.truth, (0, 1))
                self.imply(row.truth, 1, terms, right)
                self.imply(row.truth, 0, [-term for term in terms], -right - 1)

    def imply(self, truth: int, value: int, terms: Sequence[Term], right: int) -> None:
        """Write that terms are at most so much together where a 0/1 variable has this value."""
        spare = self._largest(terms) - right
        if spare > 0:
            decides = Term(spare if value else -spare, truth)
            self._add([*terms, decides], right + (spare if value else 0))

    def same(self, one: int, other: int, unless: Clause = ()) -> None:
        """As for all clauses; of wide domains as two sums, where a literal says if they count."""
        direct = self.is_direct(one) and self.is_direct(other)
        if len(unless) != 1 or direct or not self.are_small((one, other)):
            super().same(one, other, unless)
            return
        different = self.fresh.variable((0, 1))
        literal = self.equal(different, 1)
        self.say((-literal, *unless))
        self.say((literal, -unless[0]))
        for weight in (1, -1):
            self.imply(different, 0, terms_of((weight, -weight), (one, other)), 0)

    def are_small(self, variables: Iterable[int]) -> bool:
        """Whether four of these numbers added up are no more than a sum may have."""
        domains = [self.fresh.domains[each] for each in variables]
        most = max((abs(end) for each in domains for end in (each.min, each.max)), default=0)
        return 4 * most <= LARGEST_SUM

    def share(self, tasks: Sequence[Any], limit: int) -> None:
        """Write that tasks, by origin, duration and height, use at most so much at a time."""
        if max((height for _, _, height in tasks), default=0) > limit:
            self.say(())
        elif tasks:
            origins, durations, heights = zip(*tasks, strict=True)
            places = [self.place(each) for each in origins]
            self.resources.append(BoundedTasks(places, durations, heights, limit))

    def _add(self, terms: Sequence[Term], right: int) -> None:
        """Write that terms are at most so much together."""
        fixed = [term for term in terms if len(self.values(term.variable)) == 1]
        others = [term for term in terms if len(self.values(term.variable)) > 1]
        right -= sum(term.weight * self.values(term.variable)[0] for term in fixed)
        if self._largest(others) > right:
            places = [self.place(term.variable) for term in others]
            self.sums.append(BoundedSum([term.weight for term in others], places, right))

    def _largest(self, terms: Sequence[Term]) -> int:
        """The greatest possible sum of terms, by the ends of their domains."""
        domains = ((term.weight, self.fresh.domains[term.variable]) for term in terms)
        return sum(weight * (each.max if weight > 0 else each.min) for weight, each in domains)

    def at_most_each(self, variable: int) -> Sequence[int]:
        """As for all clauses; of a wide domain nothing is said of them, as the search knows."""
        if variable not in self._at_most and not self.is_direct(variable):
            first, end = self.new(), len(self.values(variable)) - 1
            self._at_most[variable] = range(first, first + end)
            self._unused = count(first + end)
            self.place(variable)
        return super().at_most_each(variable)

    def likely(self) -> list[int]:
        """The literals x = v of variables that are in no sum: guessing one decides a variable."""
        others = (known for each, known in self._equal.items() if each not in self.numbers)
        return [literal for known in others for literal in known.values() if literal > 0]

    def place(self, variable: int) -> int:
        """The place of a variable in the bounded numbers, which it is added to if needed."""
        at_most = self.at_most_each(variable)
        if variable not in self.numbers:
            values = self.values(variable)
            if not -LARGEST - 1 <= values[0] <= values[-1] <= LARGEST:
                found = f"found values from {values[0]} to {values[-1]}"
                raise UnsupportedError(f"{found}, expected whole numbers of 64 bits")
            self._places[variable] = len(self.numbers)
            self.numbers[variable] = BoundedNumber(values, at_most)
        return self._places[variable]


def rows_of(constraint: Linear | Expression, fresh: Fresh) -> list[SumComparison]:
    """The sums that say a constraint; none, where it has others or is more than sums.

    Args:
        constraint: of a flattened problem.
        fresh: the variables; constants that an expression names become some.
    """
    if isinstance(constraint, Linear):
        terms = terms_of(constraint.coefficients, constraint.scope)
        return [SumComparison(terms, constraint.operator, constraint.constant)]
    single = primitive(constraint, fresh)
    if single is None or not all(isinstance(each, Variable) for each in single.operands):
        return []
    numbers = [each.number for each in single.operands if isinstance(each, Variable)]
    if single.operator in expression.SUMS and single.result is not None:
        first, other = expression.SUMS[single.operator]
        weights = (first, *[other] * (len(numbers) - 1), -1)
        return [SumComparison(terms_of(weights, (*numbers, single.result.number)), "=", 0)]
    if single.operator not in ("lt", "le", "ge", "gt"):
        return []
    truth = None if single.result is None else single.result.number
    pairs = [terms_of((1, -1), (numbers[0], each)) for each in numbers[1:]]
    if truth is not None and len(pairs) > 1:
        return []
    return [SumComparison(pair, AS_LINEAR[single.operator], 0, truth) for pair in pairs]


def pays(row: SumComparison, fresh: Fresh) -> bool:
    """Whether a sum would be so many clauses that it is posted as a sum."""
    if row.operator == "!=" or len(row.terms) < 2:
        return False
    domains = [fresh.domains[term.variable] for term in row.terms]
    if (
        not all(domains)
        or abs(row.right)
        + sum(
            abs(term.weight) * max(abs(domain.min), abs(domain.max))
            for term, domain in zip(row.terms, domains, strict=True)
        )
        > LARGEST_SUM
    ):
        return False
    widest = max(domain.size for domain in domains)
    return most_pairs(row.terms, fresh) > most_in_clauses(row, widest)


def most_in_clauses(row: SumComparison, widest: int) -> int:
    """The pairs of values, as linear.most_pairs counts them, up to which a sum is clauses.

    Args:
        row: the sum.
        widest: how many values the variable has that has most.
    """
    if len(row.terms) == 3 and widest <= WIDE:  # literals of the partial sum are worth most here
        return 3000
    return 300 if len(row.terms) == 2 and row.operator == "=" else 30


def _are_sums(constraint: Linear | Expression, fresh: Fresh) -> bool:
    """Whether a constraint is posted as sums instead of clauses."""
    rows = rows_of(constraint, fresh)
    return bool(rows) and all(pays(row, fresh) for row in rows)


def _takes_linear(constraint: Linear, fresh: Fresh) -> bool:
    return linear.fits(constraint, fresh) or _are_sums(constraint, fresh)


def _takes_expression(constraint: Expression, fresh: Fresh) -> bool:
    return expression.fits(constraint, fresh) or _are_sums(constraint, fresh)


@POSTS(AllDifferent)
def _different(to: Sums, constraint: AllDifferent) -> None:
    scope = constraint.scope
    plain = not constraint.excepted and len({*scope}) == len(scope)
    fewest = min((len(to.values(each)) for each in scope), default=0)
    small = to.are_small(scope)
    if plain and small and fewest > max(DIRECT, SPARSE * len(scope)):
        to.different.append([to.place(each) for each in scope])
        return
    kinds.post_all_different(to, constraint)
    if plain and len(scope) > len({*chain.from_iterable(map(to.values, scope))}):
        to.say(())  # pigeonholes, which clauses would have to count
    if plain and small and to.intervals:
        open_ones = [each for each in scope if len(to.values(each)) > 1]
        to.different.append([to.place(each) for each in open_ones])


@POSTS(Table)
def _table(to: Sums, constraint: Table) -> None:
    scope, tuples = constraint.scope, constraint.tuples
    short = len(scope) < 3 or len(tuples) * len(scope) <= LISTED
    if (
        short
        or constraint.forbidden
        or len({*scope}) < len(scope)
        or derived(tuples, has_stars)
        or derived(tuples, _bits) > MOST_BITS
    ):
        kinds.post_table(to, constraint)
        return
    from accord.solvers.kernels.problems.masks import bit_table

    to.tables.append(bit_table(to, scope, tuples))


def _bits(tuples: Tuples) -> int:
    """The bits of a table's masks."""
    return len(tuples) * sum(len({*column}) for column in zip(*tuples, strict=True))


@POSTS(Circuit, when=lambda constraint, fresh: not constraint.loops)
def _circuit(to: Sums, constraint: Circuit) -> None:
    nodes, own = constraint.nodes, constraint.variables
    if len({*own}) < max(2, len(own)):  # a variable twice: two nodes with the same successor
        to.say(())
        return
    for node, variable in zip(nodes, own, strict=True):
        to.restrict(variable, {*nodes} - {node})
    ways: list[Successors] = [
        {
            place: to.equal(variable, other)
            for place, other in enumerate(nodes)
            if other != node and other in to.fresh.domains[variable]
        }
        for node, variable in zip(nodes, own, strict=True)
    ]
    for node in range(len(nodes)):
        to.say_at_most_one([way[node] for way in ways if node in way], exactly=True)
    to.circuits.append(ways)


def _are_tasks(constraint: Cumulative | NoOverlap, fresh: Fresh) -> bool:
    """Whether tasks begin at different variables, and nothing else of them is variable."""
    origins = constraint.origins
    distinct = len({*origins}) == len(origins) and all(fresh.of(origins))
    return distinct and len(constraint.scope) == len(origins)


@POSTS(NoOverlap, when=both(_are_tasks, apart_within(LARGEST_TIME)))
def _apart(to: Sums, constraint: NoOverlap) -> None:
    tasks: list[Any] = [(*box.origins, *box.lengths, 1) for box in counted(constraint)]
    to.share(tasks, 1)
    for (one, length, _), (other, its_length, _) in combinations(tasks, 2):
        first = to.fresh.variable((0, 1))
        to.imply(first, 1, terms_of((1, -1), (one, other)), -length)
        to.imply(first, 0, terms_of((1, -1), (other, one)), -its_length)


@POSTS(Cumulative, when=both(_are_tasks, tasks_within(LARGEST_TIME, constant=True)))
def _cumulative(to: Sums, constraint: Cumulative) -> None:
    limit: Any = constraint.limit
    to.share(constraint.tasks(), limit)


@POSTS(Linear, when=_takes_linear)
def _linear(to: Sums, constraint: Linear) -> None:
    _say(to, constraint, linear.post_linear)


@POSTS(Expression, when=_takes_expression)
def _expression(to: Sums, constraint: Expression) -> None:
    _say(to, constraint, expression.post_expression)


def _say(
    to: Sums, constraint: Linear | Expression, in_clauses: Callable[[Integers, Any], None]
) -> None:
    """Write a constraint, as sums or in clauses."""
    if _are_sums(constraint, to.fresh):
        for row in rows_of(constraint, to.fresh):
            to.compare(row)
    else:
        in_clauses(to, constraint)
